"""The plan of a round: pairs, firsts, boards and byes, with the reasons."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.repeat_price import REPEATS_AVOIDED, RepeatPrice

PRIVATE_REASON_CODES = frozenset({"wished_apart", "wished_apart_why", "wished_apart_always"})
"""Codes of reasons shown only to the director, because wishes to stay apart are confidential."""


def public_reasons(reasons: Iterable[Message]) -> Messages:
    """Return the reasons that may be shown to players."""
    return tuple(reason for reason in reasons if reason.code not in PRIVATE_REASON_CODES)


def director_reasons(reasons: Iterable[Message]) -> Messages:
    """Return the reasons shown only to the director."""
    return tuple(reason for reason in reasons if reason.code in PRIVATE_REASON_CODES)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two entries, of which the first goes first; `earlier_meetings` is the number of their earlier meetings."""

    board: int
    first: int
    second: int
    earlier_meetings: int = 0
    reasons: Messages = ()

    @property
    def numbers(self) -> frozenset[int]:
        """Both entry numbers, unordered."""
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
    """A round's pairings in board order, its byes, and messages for the director."""

    round: int
    method: str
    pairs: tuple[Pair, ...]
    byes: tuple[Bye, ...] = ()
    seed: int = 0
    warnings: Messages = ()
    """Messages on the concessions: forced repeats, second byes and pairs that should have been kept apart."""
    notes: Messages = ()
    """Notes on how the method arrived at the whole plan."""
    price: RepeatPrice = REPEATS_AVOIDED
    """The price of a repeat in this round, according to the method and its options."""

    def __str__(self) -> str:
        lines = [str(pair) for pair in self.pairs]
        lines += [f"bye: {bye.number}" for bye in self.byes]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A method's result: pairs in board order, and byes.

    With `firsts_settled`, the first of each pair goes first, except for the pairs in `by_starts`;
    otherwise starts decide. `reasons` has the reasons for each pair, by its numbers, and `bye_reasons`
    those for each bye, by number; `pair_reason` and `bye_reason` apply to every pair and every bye.
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
