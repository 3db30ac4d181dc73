"""The starts of every entry, from its results.

Byes never count as starts unless the event's rules say so. In the events of some bodies, a player
who forfeits before play is charged first and second alternately; the opponent never is.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.engine.results import GAMES, NOBODY, Outcome, Result, forfeits_of, is_bye


@dataclass(frozen=True, slots=True)
class StartRules:
    """The rules on what counts as going first or second besides games."""

    byes_charged: bool = False
    """Whether a bye is charged like a game, alternately first and second."""
    forfeits_charged: bool = False
    """Whether a forfeit counts alternately as going first and second for the player who forfeits."""
    unknown: frozenset[tuple[int, int]] = frozenset()
    """Games with an unknown start, as (round, first-named entry); they count for neither player."""


PLAYED_ONLY = StartRules()
"""The rules under which only games count as starts."""


@dataclass(frozen=True, slots=True)
class Starts:
    """One entry's history of starts, as (round, went first) in round order."""

    number: int
    history: tuple[tuple[int, bool], ...] = ()

    @property
    def firsts(self) -> int:
        """The number of firsts."""
        return sum(1 for _, first in self.history if first)

    @property
    def seconds(self) -> int:
        """The number of seconds."""
        return len(self.history) - self.firsts

    @property
    def surplus(self) -> int:
        """Firsts minus seconds; if negative, the entry is due to go first."""
        return self.firsts - self.seconds

    def __str__(self) -> str:
        return f"{self.firsts} firsts, {self.seconds} seconds"


def starts_of(
    numbers: Iterable[int],
    results: Iterable[Result],
    rules: StartRules = PLAYED_ONLY,
    arranged: Iterable[tuple[int, int, int]] = (),
) -> dict[int, Starts]:
    """Return the starts of each of `numbers`.

    `arranged` are pairings without a result yet, as (round, first, second): who goes first is settled
    when the round is published, not when the result comes in.
    """
    history: dict[int, list[tuple[int, bool]]] = {number: [] for number in numbers}
    rows = [(r.round, r.first, r.second, r.outcome) for r in results]
    rows += [(round_, first, second, Outcome.PLAYED) for round_, first, second in arranged]
    rows.sort(key=lambda row: row[0])
    for round_, first, second, outcome in rows:
        if outcome in GAMES:
            if NOBODY not in (first, second) and (round_, first) not in rules.unknown:
                _record_start(history, first, round_, went_first=True)
                _record_start(history, second, round_, went_first=False)
        elif is_bye(outcome):
            if rules.byes_charged:
                _charge_start(history, first, round_)
        elif outcome != Outcome.VOID and rules.forfeits_charged:
            for number, gone in zip((first, second), forfeits_of(outcome), strict=True):
                if gone:
                    _charge_start(history, number, round_)
    return {number: Starts(number, tuple(rounds)) for number, rounds in history.items()}


def _record_start(
    history: dict[int, list[tuple[int, bool]]], number: int, round_: int, *, went_first: bool
) -> None:
    if number in history:
        history[number].append((round_, went_first))


def _charge_start(history: dict[int, list[tuple[int, bool]]], number: int, round_: int) -> None:
    """Charge a first if the entry has had no more firsts than seconds, otherwise a second."""
    if number in history:
        firsts = sum(1 for _, first in history[number] if first)
        history[number].append((round_, firsts * 2 <= len(history[number])))
