"""The wall chart: players as rows, rounds as columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import format_signed, scores_line
from tournament.engine.progress import ProgressStep
from tournament.queries.results.division_games import DivisionGames, PrintedEntry
from tournament.reports.per_division import DivisionDefinition
from tournament.reports.report import Column, Group, Kind, Look, Row, Table
from tournament.reports.report_options import ResultsOptions
from tournament.reports.ties import RECORD_COLUMNS
from tournament.wording.letters import outcome_letter, outcome_letters_by_name

GAME_COLUMNS = (
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name")),
    Column("round", _lazy("Round"), Kind.INTEGER),
    Column("opponent_number", _lazy("Against"), Kind.INTEGER, name=_lazy("Opponent’s number")),
    Column("result", _lazy("Result")),
    Column("own", _lazy("Own"), Kind.SCORE, name=_lazy("Own score")),
    Column("theirs", _lazy("Theirs"), Kind.SCORE, name=_lazy("Opponent’s score")),
    Column("spread", _lazy("Spread"), Kind.SPREAD),
    *RECORD_COLUMNS,
    Column("total", _lazy("Total"), Kind.SPREAD, name=_lazy("Total spread")),
)

LEGEND = _lazy(
    "{won} won, {lost} lost, {tied} tie, {bye} bye, {forfeit} forfeit, {void} void. Each square "
    "also shows the player’s and the opponent’s score, wins-losses and the spread so far."
)

IN_NARROW_SQUARES = 14
"""Maximum number of rounds for three-line squares; with more rounds, squares have two lines, which are longer."""


class WallChart(DivisionDefinition):
    """Every result of every player, round by round, to hang on the wall and fill in.

    Each square contains the opponent, win or loss, both scores, and the record and spread after the
    round. A chart too wide for one sheet continues on the next, with the names repeated.
    """

    title = "Wall chart"
    group = "Standings and records"

    def tables(self, play: DivisionGames, options: ResultsOptions) -> tuple[Table, ...]:
        """Return the chart, and the same results as rows for data files."""
        return _chart(play), _games(play)

    def extra_fields(
        self, plays: Sequence[DivisionGames], options: ResultsOptions
    ) -> dict[str, Any]:
        """Return the legend of the letters in the squares as a note, and the landscape format."""
        return {"notes": (str(LEGEND).format(**outcome_letters_by_name()),), "landscape": True}


def _chart(play: DivisionGames) -> Table:
    """Return the chart as shown to readers."""
    numbers = range(1, max(play.division.rounds_planned or 0, *play.rounds, 1) + 1)
    columns = (
        Column("number", _("No."), Kind.INTEGER, name=_("Number")),
        Column("name", _("Name"), width=20),
        *(
            Column(
                f"round_{number}", _("Round {number}").format(number=number), width=9, wraps=False
            )
            for number in numbers
        ),
    )
    rows = tuple(_player_row(play, person, numbers) for person in play.people)
    return Table(
        "chart",
        columns,
        (Group(rows),),
        empty=_("No players yet."),
        look=Look.GRID,
        repeat=2,
        row_height=28.0,
    )


def _player_row(play: DivisionGames, person: PrintedEntry, numbers: range) -> Row:
    steps = {step.round: step for step in play.steps[person.number]}
    wide = len(numbers) > IN_NARROW_SQUARES
    apart = play.division.event.rules.ties_apart
    squares = (
        _square(steps[number], wide=wide, apart=apart) if number in steps else ""
        for number in numbers
    )
    return (person.number, person.name, *squares)


def _square(step: ProgressStep, *, wide: bool, apart: bool) -> str:
    against = (
        _("{result} v {opponent}")
        .format(result=outcome_letter(step.letter), opponent=step.opponent)
        .strip()
        if step.opponent
        else outcome_letter(step.letter)
    )
    if step.outcome is None:
        return against
    if step.own is None:
        scores = "" if step.spread is None else format_signed(step.spread)
    else:
        scores = scores_line((step.own, step.theirs))
    total = format_signed(step.total_spread)
    record = step.record_text(ties_apart=apart)
    lines: tuple[str, ...] = (against, scores, f"{record} {total}")
    if wide:
        lines = (f"{against}  {record}", f"{scores} {total}".strip())
    return "\n".join(filter(None, lines))


def _games(play: DivisionGames) -> Table:
    """Return the results as figures, with a row for each result of each player."""
    rows = tuple(
        (
            person.number,
            person.name,
            step.round,
            step.opponent or None,
            outcome_letter(step.letter),
            step.own,
            step.theirs,
            step.spread,
            step.half_wins / 2,
            step.half_losses / 2,
            step.ties,
            step.total_spread,
        )
        for person in play.people
        for step in play.steps[person.number]
        if step.outcome is not None
    )
    return Table("games", GAME_COLUMNS, (Group(rows),), title=_("Games"), data_only=True)
