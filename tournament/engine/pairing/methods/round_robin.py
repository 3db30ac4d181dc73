"""The round robin method."""

from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.method import CannotPair, Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.pairing.round_robin_tables import (
    circle_rows,
    drawn_order,
    rounds_in_cycle,
    row_proposal,
    table_field,
)
from tournament.engine.plugins import option


@dataclass(frozen=True)
class RoundRobinOptions:
    """Options for the layout of the table.

    `field` lists all players in table order; if empty, all who have not withdrawn before `start_round`,
    by seed. Keep it for all rounds, because a different field makes a different table.
    """

    cycles: int = option(1, "How often every player meets every other player.")
    start_round: int = option(1, hidden=True)
    field: tuple[int, ...] = option((), hidden=True)
    top_last: bool = option(
        False,
        "In the last round of each cycle, 1 meets 2, 3 meets 4, and so on.",
        label="Top meets last",
    )
    drawn: bool = option(
        False,
        "The pairings of each round are drawn by lot, except those of the last round if “Top "
        "meets last” is selected.",
        label="In random order",
    )
    draw: int = option(
        1, "The seed for drawing the order. Keep the same number for all rounds.", label="Draw"
    )


class RoundRobin(Method):
    """Every player meets every other player once in a cycle.

    With an odd number of players, each has the bye once. Further cycles repeat the table with first and
    second swapped. A player who leaves is not replaced: the opponent in each later round has the
    bye. The order of the rounds follows the seeds or is drawn.
    """

    label = "Round robin"
    Options = RoundRobinOptions
    uses_standings = False

    def repeats_intentionally(self, options: Any) -> bool:
        """Return whether there is more than one cycle."""
        return bool(options.cycles > 1)

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return the pairs of the table's row for this round, in the order of the players in the table.

        Raise `CannotPair` for fewer than two players or a round outside the table.
        """
        field = table_field(request, options.start_round, options.field)
        if len(field) < 2:
            raise CannotPair(Message("robin_too_few"))
        rounds = rounds_in_cycle(len(field))
        row = request.round - options.start_round
        if not 0 <= row < rounds * options.cycles:
            raise CannotPair(
                Message(
                    "robin_over",
                    players=len(field),
                    rounds=rounds,
                    cycles=options.cycles,
                    first=options.start_round,
                    last=options.start_round + rounds * options.cycles - 1,
                    round=request.round,
                )
            )
        cycle, row = divmod(row, rounds)
        rows = list(range(rounds))
        seated = field
        if options.drawn:
            last = rows[-1:] if options.top_last else []
            rows = [*drawn_order(len(rows) - len(last), "rows", options.draw), *last]
            if not options.top_last:
                seated = tuple(field[at] for at in drawn_order(len(field), "seats", options.draw))
        places = _circle_places(seated, top_last=options.top_last)
        table = circle_rows(len(places))[rows[row]]
        turned = cycle % 2 == 1
        pairs = [
            (places[other], places[one]) if turned else (places[one], places[other])
            for one, other in table
        ]
        place: dict[int | None, int] = {number: index for index, number in enumerate(field)}
        pairs.sort(key=lambda pair: min(place.get(number, len(field)) for number in pair))
        reason = Message("table_row", row=row + 1)
        if options.cycles > 1:
            reason = Message("table_row_of_cycle", row=row + 1, cycle=cycle + 1)
        came_later = not set(request.present) <= set(field)
        return row_proposal(request, pairs, reason, rejoin=came_later)


def _circle_places(field: tuple[int, ...], *, top_last: bool) -> list[int | None]:
    """Return the player at each place of the circle; None is the phantom, in the last place.

    With `top_last`, the best seeds meet in the last row.
    """
    seats: list[int | None] = [*field]
    if len(seats) % 2:
        seats.append(None)
    if not top_last:
        return seats
    places: list[int | None] = [None] * len(seats)
    last_row = sorted(circle_rows(len(seats))[-1], key=lambda pair: len(seats) - 1 in pair)
    for index, (one, other) in enumerate(last_row):
        low, high = min(one, other), max(one, other)
        places[low], places[high] = seats[2 * index], seats[2 * index + 1]
    return places
