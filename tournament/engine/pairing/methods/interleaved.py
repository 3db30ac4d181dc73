"""The interleaved round robin method."""

from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.method import CannotPair, Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.pairing.round_robin_tables import row_proposal, table_field, team_row
from tournament.engine.plugins import option


@dataclass(frozen=True)
class InterleavedOptions:
    """Options for the players in the table.

    `field` lists all players by seed; if empty, all who have not withdrawn before `start_round`.
    """

    start_round: int = option(1, hidden=True)
    field: tuple[int, ...] = option((), hidden=True)


class Interleaved(Method):
    """Odd seeds meet even seeds: every player in one half of the field meets every player in the other half once.

    With an odd number of players, every odd seed has the bye once.
    """

    label = "Interleaved round robin"
    Options = InterleavedOptions
    uses_standings = False

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return this round's row of odd seeds against even seeds.

        Raise `CannotPair` for fewer than two players or a round outside the table.
        """
        field = table_field(request, options.start_round, options.field)
        if len(field) < 2:
            raise CannotPair(Message("interleaved_too_few"))
        odd, even = field[::2], field[1::2]
        seats = [
            *even,
            None,
        ]  # with an odd number of players, the last odd seed has an empty seat beside it
        row, rounds = request.round - options.start_round, len(odd)
        if not 0 <= row < rounds:
            raise CannotPair(
                Message(
                    "interleaved_over",
                    odd=len(odd),
                    even=len(even),
                    rounds=rounds,
                    first=options.start_round,
                    last=options.start_round + rounds - 1,
                    round=request.round,
                )
            )
        pairs = [
            (odd[one], seats[other]) if goes_first else (seats[other], odd[one])
            for one, other, goes_first in team_row(rounds, row)
        ]
        reason = Message("odd_even", row=row + 1)
        came_later = not set(request.present) <= set(field)
        return row_proposal(request, pairs, reason, rejoin=came_later)
