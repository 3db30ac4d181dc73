"""The ladder method."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.method import CannotPair, Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.pairing.round_robin_tables import (
    TableRow,
    circle_rows,
    rounds_in_cycle,
    row_proposal,
    table_field,
)
from tournament.engine.plugins import option
from tournament.engine.standings.tally import tally

Group = list[int]


@dataclass(frozen=True)
class LadderOptions:
    """Options for the size of the groups and the number of players who move.

    `field` lists all players by seed; if empty, all who have not withdrawn before `start_round`.
    """

    size: int = option(
        6,
        "Groups are as close to this size as the field allows. A block of rounds is as long as a "
        "round robin of the largest group.",
        label="Players in a group",
    )
    moving: int = option(
        1,
        "The number of players who move up after each block, and also the number who move down.",
        label="Up and down",
    )
    start_round: int = option(1, hidden=True)
    field: tuple[int, ...] = option((), hidden=True)


class Ladder(Method):
    """Each group plays a round robin; then its best players move up a group and its last players move down.

    The groups are formed from the seed list. Wins against the player's own group in the block of rounds
    decide, then the spread of these games, then the previous place. In a group of odd size, one player each
    round meets another player without an opponent, only for the standings. If the largest group needs more
    rounds than a smaller one, the smaller one starts its table again. A player who leaves is not replaced
    before the next block. A player who arrives later meets the players without an opponent.
    """

    label = "Ladder"
    Options = LadderOptions
    uses_standings = False

    def repeats_intentionally(self, options: Any) -> bool:
        """Return True: players who stay in a group meet again in the next block."""
        del options
        return True

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return this round of every group's table, the highest group first.

        Raise `CannotPair` for invalid options, a round before the first block, or missing results of an
        earlier block.
        """
        order = list(table_field(request, options.start_round, options.field))
        if options.size < 2:
            raise CannotPair(Message("ladder_size"))
        if request.round < options.start_round:
            raise CannotPair(Message("ladder_early", first=options.start_round))
        first, block = options.start_round, 1
        while True:
            groups = _groups(request, order, options.size, first)
            rounds = max(
                1, rounds_in_cycle(max(map(len, groups)))
            )  # one player or none: the round still counts
            if request.round < first + rounds:
                break
            order = _order_after_block(
                request, groups, range(first, first + rounds), options.moving
            )
            first, block = first + rounds, block + 1
        row = request.round - first
        pairs = [pair for group in groups for pair in _pairs_in_row(group, row)]
        reason = Message("ladder", block=block, row=row + 1, rounds=rounds)
        return row_proposal(request, pairs, reason, rejoin=True)


def _groups(request: PairingRequest, order: Sequence[int], size: int, first: int) -> list[Group]:
    """Return the entries still active in round `first`, in order, split into groups of nearly equal size."""
    there = {entrant.number for entrant in request.entrants if entrant.is_active_in(first)}
    left = [number for number in order if number in there]
    count = max(1, round(len(left) / size))
    least, larger = divmod(len(left), count)
    groups = []
    for index in range(count):
        cut = least + (index < larger)
        groups.append(left[:cut])
        left = left[cut:]
    return groups


def _order_after_block(
    request: PairingRequest, groups: list[Group], rounds: range, moving: int
) -> list[int]:
    """Return all players in the order after a block, with those moving up and down having changed places.

    Raise `CannotPair` while results of the block are missing.
    """
    played = [result for result in request.results if result.round in rounds]
    open_ = sorted(row for row in request.arranged if row[0] in rounds)
    if open_:
        round_, one, other = open_[0]
        raise CannotPair(Message("ladder_result", one=one, other=other, round=round_))

    def best_first(group: Group) -> Group:
        own = [result for result in played if result.first in group and result.second in group]
        sums = tally(request.entrants, own, cap=request.spread_cap)
        return sorted(
            group,
            key=lambda n: (
                -sums.half_wins[sums.position_by_number[n]],
                -sums.capped_spread[sums.position_by_number[n]],
                group.index(n),
            ),
        )

    ranked = [best_first(group) for group in groups]
    after = [list(group) for group in ranked]
    for (above, below), (new_above, new_below) in zip(
        pairwise(ranked), pairwise(after), strict=True
    ):
        changing = min(moving, len(above) // 2, len(below) // 2)
        for down, up in zip([*reversed(above)][:changing], below[:changing], strict=True):
            new_above[new_above.index(down)] = up
            new_below[new_below.index(up)] = down
    return [number for group in after for number in group]


def _pairs_in_row(group: Group, row: int) -> TableRow:
    """Return the pairs of this row in the group's table, which starts over at its end."""
    seats: list[int | None] = [*group, *[None] * (len(group) % 2)]
    table = circle_rows(len(seats)) if seats else []
    return [(seats[one], seats[other]) for one, other in table[row % len(table)]] if table else []
