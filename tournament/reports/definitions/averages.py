"""Average scores of players and their opponents, and statistics of recorded games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.prizes.contest import ContestDivision, ContestSide
from tournament.engine.turn_figures import (
    RecordedFigures,
    RecordedTurn,
    recorded_figures,
    turns_by_player,
)
from tournament.models import Event
from tournament.reports.contests import DivisionContest
from tournament.reports.per_division import GamesDefinition
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Row, Table
from tournament.reports.report_options import ResultsOptions

SCORE_COLUMNS = (
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name")),
    Column("games", _lazy("Games"), Kind.INTEGER, name=_lazy("Games with scores")),
    Column("average", _lazy("For"), Kind.AVERAGE, name=_lazy("Average score")),
    Column("average_against", _lazy("Against"), Kind.AVERAGE, name=_lazy("Opponents’ average")),
    Column("high", _lazy("High"), Kind.SCORE, name=_lazy("Highest score")),
    Column("low", _lazy("Low"), Kind.SCORE, name=_lazy("Lowest score")),
)
RECORDED_COLUMNS = (
    Column("recorded", _lazy("Recorded"), Kind.INTEGER, name=_lazy("Games recorded")),
    Column("play_average", _lazy("Per play"), Kind.AVERAGE, name=_lazy("Average per play")),
    Column("best_play", _lazy("Best"), Kind.SCORE, name=_lazy("Best play")),
    Column("bingos", _lazy("Bingos"), Kind.INTEGER),
    Column("phonies", _lazy("Phonies"), Kind.INTEGER),
    Column("challenges_won", _lazy("Ch. won"), Kind.INTEGER, name=_lazy("Challenges won")),
    Column("challenges_lost", _lazy("Ch. lost"), Kind.INTEGER, name=_lazy("Challenges lost")),
    Column("exchanges", _lazy("Exch."), Kind.INTEGER, name=_lazy("Exchanges")),
)


class Averages(GamesDefinition):
    """Average, highest and lowest scores of all players and their opponents.

    Byes, forfeits and results of which only the spread is known do not count. If games are recorded turn by
    turn, the report includes the average play, bingos, phonies, challenges and exchanges.
    """

    title = "Averages"
    group = "Standings and records"
    Options = ResultsOptions

    def content(
        self, seen: DivisionContest, event: Event, options: ResultsOptions
    ) -> dict[str, Any]:
        """Return a table for each division, on landscape pages if games were recorded."""
        turns = turns_by_player(seen.turns(event))
        recorded = bool(turns)
        tables = [_table(section, turns, recorded=recorded) for section in seen.sections]
        return {"sections": seen.by_division(tables), "landscape": recorded}


def _table(
    section: ContestDivision, turns: dict[tuple[str, int], list[RecordedTurn]], *, recorded: bool
) -> Table:
    sides: dict[int, list[ContestSide]] = {}
    for side in section.sides:
        if side.score is not None:
            sides.setdefault(side.number, []).append(side)
    rows = [
        (
            number,
            section.name(number),
            *_scores(sides[number]),
            *(_recorded_figures(turns, section.division, number) if recorded else ()),
        )
        for number in sorted(sides, key=lambda n: (-_mean(_own_scores(sides[n])), n))
    ]
    return Table(
        "rows",
        (*SCORE_COLUMNS, *(RECORDED_COLUMNS if recorded else ())),
        (Group(tuple(rows)),),
        empty=_("No game with scores has been played yet."),
    )


def _scores(sides: Sequence[ContestSide]) -> Row:
    own = _own_scores(sides)
    others = [side.opponent_score or 0 for side in sides]
    return (
        len(sides),
        Cell(round(_mean(own), 1), Emphasis.STRONG),
        round(_mean(others), 1),
        max(own),
        min(own),
    )


def _recorded_figures(
    turns: dict[tuple[str, int], list[RecordedTurn]], division: str, number: int
) -> Row:
    own = turns.get((division, number))
    if not own:
        return (None,) * len(RECORDED_COLUMNS)
    counts: RecordedFigures = recorded_figures(own, number, division)
    average = counts.play_average
    return (
        counts.games,
        None if average is None else round(average, 1),
        counts.best if counts.plays else None,
        counts.bingos,
        counts.phonies,
        counts.challenges_won,
        counts.challenges_lost,
        counts.exchanges,
    )


def _own_scores(sides: Sequence[ContestSide]) -> list[int]:
    return [side.score or 0 for side in sides]


def _mean(figures_: Sequence[int]) -> float:
    return sum(figures_) / len(figures_)
