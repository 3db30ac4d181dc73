"""Choose who goes first in a pairing, by the official rule, and give the reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from tournament.engine.message import Message
from tournament.engine.results import GAMES, Result
from tournament.engine.starts import PLAYED_ONLY, StartRules, Starts


class FirstReason(StrEnum):
    """The reasons for going first; each value is a message code."""

    FEWER_FIRSTS = "fewer_firsts"
    """The entry has gone first less often."""
    MORE_SECONDS = "more_seconds"
    """The entry has gone second more often."""
    BALANCE = "balance"
    """The entry has the lower balance of firsts minus seconds, although it has gone first more often."""
    HEAD_TO_HEAD = "head_to_head"
    """The entry went second in the last meeting of the two."""
    TURN_ABOUT = "turn_about"
    """The entry went second in the latest round in which only one of the two did."""
    DRAWN = "drawn"
    BY_TABLE = "by_table"
    """The round robin table decides."""
    BY_LIST = "by_list"
    """The entry is named first in the director's list."""
    LISTED = "listed"
    """`BY_TABLE` or `BY_LIST`, in rounds paired by earlier versions."""


@dataclass(frozen=True, slots=True)
class FirstChoice:
    """The entry that goes first, and the reason."""

    number: int
    why: FirstReason

    @property
    def reason(self) -> Message:
        """The reason as a message, without the figures behind it."""
        return Message("first", why=Message(self.why.value))


def decide_first(
    one: Starts, other: Starts, lots: Random, *, met: Sequence[tuple[int, int]] = ()
) -> FirstChoice:
    """Return the entry that goes first, with the reason.

    The entry with the lower balance of firsts minus seconds goes first. Equals are separated by fewer
    firsts, then by the latest round in which only one went second, then by lot. For entries with the
    same number of starts this is the official rule: fewer firsts, then more seconds. After byes the
    balance comes first, or else it would grow.

    `met` has their earlier games as (round, entry that went first). If given, the latest of them
    decides before rounds against others do.
    """
    if one.surplus != other.surplus:
        first, second = sorted((one, other), key=lambda starts: starts.surplus)
        if first.firsts < second.firsts:
            return FirstChoice(first.number, FirstReason.FEWER_FIRSTS)
        if first.firsts == second.firsts:
            return FirstChoice(first.number, FirstReason.MORE_SECONDS)
        return FirstChoice(first.number, FirstReason.BALANCE)
    if one.firsts != other.firsts:
        return FirstChoice(min(one, other, key=lambda s: s.firsts).number, FirstReason.FEWER_FIRSTS)
    if met:
        began = max(met)[1]
        return FirstChoice(
            other.number if began == one.number else one.number, FirstReason.HEAD_TO_HEAD
        )
    theirs = dict(other.history)
    for round_, went_first in reversed(one.history):
        if round_ in theirs and theirs[round_] != went_first:
            return FirstChoice(other.number if went_first else one.number, FirstReason.TURN_ABOUT)
    pair = sorted((one.number, other.number))
    return FirstChoice(lots.choice(pair), FirstReason.DRAWN)


def meetings_between(
    one: int, other: int, results: Sequence[Result], rules: StartRules = PLAYED_ONLY
) -> list[tuple[int, int]]:
    """Return the games of two entries in which it is known who went first, as (round, that entry)."""
    return [
        (result.round, result.first)
        for result in results
        if result.outcome in GAMES
        and {result.first, result.second} == {one, other}
        and (result.round, result.first) not in rules.unknown
    ]
