"""The initial Fontes method."""

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.method import CannotPair, Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.pairing.round_robin_tables import (
    TableRow,
    avoid_second_bye,
    circle_rows,
    row_proposal,
    table_field,
)
from tournament.engine.plugins import option

Group = list[int | None]


@dataclass(frozen=True)
class InitialFontesOptions:
    """Options for the number of rounds in groups.

    `field` lists all players in the groups by seed; if empty, all who have not withdrawn before
    `start_round`.
    """

    rounds: int = option(
        3,
        "In 3, 5 or 7 rounds, all players meet each other within groups of 4, 6 or 8. Plan the "
        "later rounds by another method.",
        label="Rounds in groups",
    )
    start_round: int = option(1, hidden=True)
    field: tuple[int, ...] = option((), hidden=True)


class InitialFontes(Method):
    """Small groups, each with one player from every band of the seed list, play a round robin.

    With 3 rounds, each group has four players, one from each quarter of the seeds. If the field cannot be
    divided evenly, the lowest seeds make the last group larger, or one group has a bye in every round. In
    every second group, first and second are swapped.
    """

    label = "Initial Fontes"
    Options = InitialFontesOptions
    uses_standings = False

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return this round of every group's round robin, the best seed's group first.

        Raise `CannotPair` for an even number of rounds, a round outside them, or too few players.
        """
        rounds, row = options.rounds, request.round - options.start_round
        if rounds < 1 or rounds % 2 == 0:
            raise CannotPair(
                Message("fontes_odd", rounds=rounds, below=max(rounds - 1, 1), above=rounds + 1)
            )
        if not 0 <= row < rounds:
            raise CannotPair(
                Message(
                    "fontes_over",
                    first=options.start_round,
                    last=options.start_round + rounds - 1,
                    round=request.round,
                )
            )
        field = _field(request, options)
        if len(field) <= rounds - 1 or len(field) < 2:
            raise CannotPair(Message("fontes_too_few", rounds=rounds, players=len(field)))
        pairs = [
            pair
            for index, group in enumerate(groups(field, rounds))
            for pair in _pairs_in_row(group, row, is_turned=index % 2 == 1)
        ]
        reason = Message("fontes", row=row + 1, rounds=rounds)
        return avoid_second_bye(request, row_proposal(request, pairs, reason, rejoin=True))


def _field(request: PairingRequest, options: InitialFontesOptions) -> tuple[int, ...]:
    """Return all players in the groups, as they were when the first round was paired.

    A player who arrived after that round was paired is in no group. Including them would change the
    groups, so that some players would meet again.
    """
    there = table_field(request, options.start_round, options.field)
    if options.field or request.round == options.start_round:
        return there
    playing = {
        number
        for pair, rounds in request.meetings.items()
        if options.start_round in rounds
        for number in pair
    }

    def as_played(field: tuple[int, ...]) -> int:
        """Return how many pairs of the first row, with groups formed from `field`, met in the first of these rounds."""
        if len(field) <= options.rounds - 1:
            return 0
        met = {pair for pair, rounds in request.meetings.items() if options.start_round in rounds}
        made = groups(field, options.rounds)
        return sum(
            set(pair) in met for group in made for pair in _pairs_in_row(group, 0, is_turned=False)
        )

    return max((there, tuple(number for number in there if number in playing)), key=as_played)


def groups(field: tuple[int, ...], rounds: int) -> list[Group]:
    """Return the groups, each from its best seed down; None is an empty place.

    A group has `rounds` + 1 places. If a single player is missing from the last group, its lowest place
    stays empty; if more are missing, the lowest seeds join the last complete group, which then has more
    places, one of them empty if they are odd in number.
    """
    size = rounds + 1
    whole, over = divmod(len(field), size)
    if over == rounds or not whole:
        whole, over = whole + 1, 0
    bands = [field[band * whole : (band + 1) * whole] for band in range(size)]
    made: list[Group] = [list(group) for group in zip_longest(*bands)]
    if over:
        made[-1] += field[-over:]
    if len(made[-1]) % 2:
        made[-1].append(None)
    return made


def _pairs_in_row(group: Group, row: int, *, is_turned: bool) -> TableRow:
    """Return the pairs of one group in a row, with first and second swapped if `is_turned`.

    If no group were turned, the best player of every group would have one more first than seconds and the
    last one fewer, and players with equal wins could not meet later without one of them ending up two apart.
    """
    pairs = [(group[one], group[other]) for one, other in circle_rows(len(group))[row]]
    return [pair[::-1] for pair in pairs] if is_turned else pairs
