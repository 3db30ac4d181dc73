"""Who goes first when two entries meet: the field's rule, with its reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from tournament.engine.message import Message
from tournament.engine.results import GAMES, Result
from tournament.engine.starts import PLAYED_ONLY, StartRules, Starts


class Why(StrEnum):
    """Why an entry goes first; the value is the code of what the director reads."""

    FEWER_FIRSTS = "fewer_firsts"
    """Has gone first less often."""
    MORE_SECONDS = "more_seconds"
    """Has gone second more often."""
    BALANCE = "balance"
    """Has gone first less often for the games played."""
    HEAD_TO_HEAD = "head_to_head"
    """Went second when the two last met."""
    TURN_ABOUT = "turn_about"
    """Went second in the last round in which only one of the two did."""
    DRAWN = "drawn"
    BY_TABLE = "by_table"
    """The table that pairs the round has it so."""
    BY_LIST = "by_list"
    """Is named first in the director's list."""
    LISTED = "listed"
    """One of these two, in rounds that earlier versions paired."""


@dataclass(frozen=True, slots=True)
class First:
    """The entry that goes first, and why."""

    number: int
    why: Why

    @property
    def reason(self) -> Message:
        """The reason without the figures that decided."""
        return Message("first", why=Message(self.why.value))


def decide_first(
    one: Starts, other: Starts, lots: Random, *, met: Sequence[tuple[int, int]] = ()
) -> First:
    """The one who went first less often than second, the other more often; then fewer firsts;
    then turn about; then a lot.

    Where both have had as many starts this is the field's rule: fewer firsts, then more seconds.
    Where byes made them differ, the balance of each comes first, or it would grow.

    `met` are their earlier games as (round, who went first). When given, the last of them decides
    before the rounds against others do.
    """
    if one.owed != other.owed:
        first, second = sorted((one, other), key=lambda starts: starts.owed)
        if first.firsts < second.firsts:
            return First(first.number, Why.FEWER_FIRSTS)
        if first.firsts == second.firsts:
            return First(first.number, Why.MORE_SECONDS)
        return First(first.number, Why.BALANCE)
    if one.firsts != other.firsts:
        return First(min(one, other, key=lambda s: s.firsts).number, Why.FEWER_FIRSTS)
    if met:
        began = max(met)[1]
        return First(other.number if began == one.number else one.number, Why.HEAD_TO_HEAD)
    theirs = dict(other.history)
    for round_, went_first in reversed(one.history):
        if round_ in theirs and theirs[round_] != went_first:
            return First(other.number if went_first else one.number, Why.TURN_ABOUT)
    pair = sorted((one.number, other.number))
    return First(lots.choice(pair), Why.DRAWN)


def meetings_between(
    one: int, other: int, results: Sequence[Result], rules: StartRules = PLAYED_ONLY
) -> list[tuple[int, int]]:
    """The games two entries played, as (round, who went first), where that is known."""
    return [
        (result.round, result.first)
        for result in results
        if result.outcome in GAMES
        and {result.first, result.second} == {one, other}
        and (result.round, result.first) not in rules.unknown
    ]
