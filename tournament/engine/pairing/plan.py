"""A paired round: who meets whom, who is first, on which board, who has the bye, and why."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.repeat_price import AVOIDED, RepeatPrice

PRIVATE = frozenset({"wished_apart", "wished_apart_why", "wished_apart_always"})
"""Codes of reasons that are the director's alone: who is to be kept apart is nobody else's."""


def for_everybody(reasons: Iterable[Message]) -> Messages:
    """The reasons that may be shown to players."""
    return tuple(reason for reason in reasons if reason.code not in PRIVATE)


def for_director(reasons: Iterable[Message]) -> Messages:
    """The reasons that nobody but the director reads."""
    return tuple(reason for reason in reasons if reason.code in PRIVATE)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two entries, the first of whom goes first; `repeat` is how often they met before."""

    board: int
    first: int
    second: int
    repeat: int = 0
    reasons: Messages = ()

    @property
    def numbers(self) -> frozenset[int]:
        """Both entry numbers, whoever goes first."""
        return frozenset((self.first, self.second))

    def __str__(self) -> str:
        return f"{self.board}: {self.first} - {self.second}"


@dataclass(frozen=True, slots=True)
class Bye:
    """An entry without an opponent this round."""

    number: int
    reasons: Messages = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """A round's pairings in board order, its byes, and what the director should know."""

    round: int
    method: str
    pairs: tuple[Pair, ...]
    byes: tuple[Bye, ...] = ()
    seed: int = 0
    warnings: Messages = ()
    """What had to be given up: forced repeats, second byes, wishes not kept."""
    notes: Messages = ()
    """How the method came to the plan as a whole, for who wants to know."""
    price: RepeatPrice = AVOIDED
    """What a repeat costs in this round, by the method and its options."""

    def __str__(self) -> str:
        lines = [str(pair) for pair in self.pairs]
        lines += [f"bye: {bye.number}" for bye in self.byes]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a method answers: pairs in the order of boards, and byes.

    `firsts_settled` says that the first of each pair goes first, but for those `by_starts`;
    otherwise starts decide.
    `reasons` are for the director, by the pair of numbers, `bye_reasons` by number;
    `pair_reason` and `bye_reason` hold for every pair and every bye.
    """

    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...] = ()
    firsts_settled: bool = False
    by_starts: frozenset[frozenset[int]] = frozenset()
    pair_reason: Message | None = None
    bye_reason: Message | None = None
    reasons: Mapping[frozenset[int], Messages] = field(default_factory=dict)
    bye_reasons: Mapping[int, Messages] = field(default_factory=dict)
    warnings: Messages = ()
    notes: Messages = ()
