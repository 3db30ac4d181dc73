"""The records of an event: the best games and plays, and lists from the recorded games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournament.models import Event
from tournament.reports.best_games import BEST_GAMES, DEFAULT_ROW_COUNT
from tournament.reports.closest_games import CLOSEST_GAMES, DEFAULT_GAME_COUNT
from tournament.reports.contests import DivisionContest
from tournament.reports.per_division import GamesDefinition
from tournament.reports.recorded_turns import RECORDED_TURNS
from tournament.reports.report_options import audience_option, division_option, report_option

RECORDS = {record.key: record for record in (*BEST_GAMES, CLOSEST_GAMES, *RECORDED_TURNS)}


class Records(GamesDefinition):
    """The best games and plays of the event, or all plays of one kind in the recorded games."""

    title = "Records"
    group = "Best games"
    chooses = "which"
    variants = RECORDS

    @dataclass(frozen=True, slots=True)
    class Options:
        """The records to list, and their number."""

        which: str = report_option(
            f"The kind of record: {', '.join(f'`{key}`' for key in RECORDS)}.",
            "high_wins",
            choices=[(key, record.title) for key, record in RECORDS.items()],
        )
        division: str = division_option()
        count: int | None = report_option(
            f"The number of entries to list; equal entries stay together. Default: {DEFAULT_ROW_COUNT}. "
            f"For lucky and unlucky players, the number of closest games whose margins are added up. "
            f"Default: {DEFAULT_GAME_COUNT}.",
            None,
        )
        players: int | None = report_option(
            "The number of players in each list of lucky and unlucky players; equal players stay together. "
            f"Default: {DEFAULT_ROW_COUNT}.",
            None,
        )
        audience: str = audience_option()

    def needs_plays(self, options: Options) -> bool:
        """Return whether the selected record concerns single plays."""
        return RECORDS[options.which].needs_plays

    def content(self, seen: DivisionContest, event: Event, options: Options) -> dict[str, Any]:
        """Return the lists of the selected record. Raise `CannotReport` if a requested number is less than 1."""
        return RECORDS[options.which].content(seen, event, options)
