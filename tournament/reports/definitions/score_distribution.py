"""The distribution of scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import mean, median
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.engine.results import game_value
from tournament.queries.results.division_games import DivisionGames
from tournament.reports.figures import format_decimal
from tournament.reports.per_division import DivisionDefinition
from tournament.reports.pictures.bars import bar_picture
from tournament.reports.report import Chart, Column, Group, Kind, Picture, Section, Table
from tournament.reports.report_options import ResultsOptions

POINTS_PER_RANGE = 25
COLUMNS = (
    Column("from", _lazy("From"), Kind.SCORE),
    Column("to", _lazy("To"), Kind.SCORE),
    Column("scores", _lazy("Scores"), Kind.INTEGER),
    Column("winning", _lazy("Winning"), Kind.INTEGER, name=_lazy("Winning scores")),
    Column("losing", _lazy("Losing"), Kind.INTEGER, name=_lazy("Losing scores")),
    Column("tied", _lazy("Tied"), Kind.INTEGER, name=_lazy("Tied scores")),
)


class ScoreDistribution(DivisionDefinition):
    """The number of scores in each 25-point range, with the mean and the median."""

    title = "Score distribution"
    group = "Standings and records"

    def tables(self, play: DivisionGames, options: ResultsOptions) -> list[Section]:
        """Return the chart and the table, or only an empty table before the first score."""
        scores = _scores(play)
        bins = Counter(own // POINTS_PER_RANGE for own, _ in scores)
        won = Counter(own // POINTS_PER_RANGE for own, half in scores if half == 2)
        lost = Counter(own // POINTS_PER_RANGE for own, half in scores if half == 0)
        steps = range(min(bins), max(bins) + 1) if bins else range(0)
        rows = tuple(
            (
                step * POINTS_PER_RANGE,
                step * POINTS_PER_RANGE + POINTS_PER_RANGE - 1,
                bins[step],
                won[step],
                lost[step],
                bins[step] - won[step] - lost[step],
            )
            for step in steps
        )
        table = Table("rows", COLUMNS, (Group(rows),), empty=_("There are no scores yet."))
        if not rows:
            return [table]
        description = ngettext(
            "Bars for {count} score in ranges of {step} points; the figures are in the table.",
            "Bars for {count} scores in ranges of {step} points; the figures are in the table.",
            len(scores),
        ).format(count=len(scores), step=POINTS_PER_RANGE)
        bars = [(str(step * POINTS_PER_RANGE), bins[step]) for step in steps]
        foot = _("Score, in ranges of {step} points").format(step=POINTS_PER_RANGE)
        drawing = bar_picture(bars, description, foot=foot)
        return [Picture(drawing, chart=Chart("from", ("scores",), bars=True)), table]

    def extra_fields(
        self, plays: Sequence[DivisionGames], options: ResultsOptions
    ) -> dict[str, Any]:
        """Return the mean and the median score of each division as notes."""
        single = len(plays) == 1
        return {"notes": [note for play in plays for note in _notes(play, single=single)]}


def _scores(play: DivisionGames) -> list[tuple[int, int]]:
    """Return every known score with its half points: 2 for a win, 1 for a tie, 0 for a loss."""
    scores = []
    for m in play.meetings:
        if m.has_scores and m.outcome is not None:
            _spread, won = game_value(m.outcome, m.first_score, m.second_score)
            scores += [(m.first_score, won), (m.second_score, 2 - won)]
    return scores


def _notes(play: DivisionGames, *, single: bool) -> list[str]:
    scores = [own for own, _ in _scores(play)]
    if not scores:
        return []
    note = ngettext(
        "{count} score, average {average}, median {median}.",
        "{count} scores, average {average}, median {median}.",
        len(scores),
    ).format(
        count=len(scores),
        average=format_decimal(mean(scores), 1),
        median=number_format(f"{median(scores):g}"),
    )
    if single:
        return [note]
    return [_("{division}: {note}").format(division=play.division.name, note=note)]
