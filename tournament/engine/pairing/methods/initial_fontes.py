"""The method of initial Fontes rounds."""

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.method import CannotPair, Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import Request
from tournament.engine.pairing.round_robin_tables import (
    Row,
    as_proposal,
    circle,
    field_in,
    without_second_bye,
)
from tournament.engine.plugins import option

Group = list[int | None]


@dataclass(frozen=True)
class InitialFontesOptions:
    """How many rounds the groups play.

    `field` is everyone in the groups, by seed; empty takes all who are there in `start_round`.
    """

    rounds: int = option(
        3,
        "3, 5 or 7: everyone meets everyone in groups of 4, 6 or 8. Plan the rounds after them by "
        "another method.",
        label="Rounds in groups",
    )
    start_round: int = option(1, hidden=True)
    field: tuple[int, ...] = option((), hidden=True)


class InitialFontes(Method):
    """Small groups, each with one player from every band of the seed list, play a round robin.

    With 3 rounds the groups are of four: one from each quarter of the seeds. If the numbers do not
    come out even, the lowest seeds make the last group larger, or one group has a bye in every round.
    In every second group first and second are swapped.
    """

    label = "Initial Fontes"
    Options = InitialFontesOptions
    uses_standings = False

    def propose(self, request: Request, options: Any) -> Proposal:
        """The row of this round in every group's table, the best seed's group first."""
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
            for pair in _in_row(group, row, is_turned=index % 2 == 1)
        ]
        reason = Message("fontes", row=row + 1, rounds=rounds)
        return without_second_bye(request, as_proposal(request, pairs, reason, rejoin=True))


def _field(request: Request, options: InitialFontesOptions) -> tuple[int, ...]:
    """Everyone in the groups, as they were when their first round was paired.

    Somebody who came too late for that round sat it out: with them the groups would be others than those that
    began, and whoever met already would meet again. They are in no group.
    """
    there = field_in(request, options.start_round, options.field)
    if options.field or request.round == options.start_round:
        return there
    playing = {
        number
        for pair, rounds in request.meetings.items()
        if options.start_round in rounds
        for number in pair
    }

    def as_played(field: tuple[int, ...]) -> int:
        """How many pairs of the first row met in the first round."""
        if len(field) <= options.rounds - 1:
            return 0
        met = {pair for pair, rounds in request.meetings.items() if options.start_round in rounds}
        made = groups(field, options.rounds)
        return sum(
            set(pair) in met for group in made for pair in _in_row(group, 0, is_turned=False)
        )

    return max((there, tuple(number for number in there if number in playing)), key=as_played)


def groups(field: tuple[int, ...], rounds: int) -> list[Group]:
    """The groups, each from its best seed down; None is nobody.

    Every group has `rounds` + 1 places. Where one player is missing for a last group, its lowest
    place stays empty; where more are, the lowest seeds join the last whole group.
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


def _in_row(group: Group, row: int, *, is_turned: bool) -> Row:
    """The pairs of one group. In a group that is turned who goes first goes second.

    Otherwise the best of all groups had gone first once more often than second, the last once less, and
    those who win as much afterwards could not meet without one of them coming two apart.
    """
    pairs = [(group[one], group[other]) for one, other in circle(len(group))[row]]
    return [pair[::-1] for pair in pairs] if is_turned else pairs
