"""The lead after each turn of one recorded game."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.queries.sheets import GameSheet, sheet
from scoring.wording.phrases import format_signed
from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.framing import options_for_recorded_games, report_on
from tournament.reports.pictures.lines import lead_picture
from tournament.reports.report import Chart, Column, Group, Kind, Picture, Report, Row, Table
from tournament.reports.report_options import GameOptions, requested_recorded_game

COLUMNS = (
    Column("turn", _lazy("Turn"), Kind.INTEGER),
    Column("name", _lazy("Player")),
    Column("word", _lazy("Word")),
    Column("score", _lazy("Score"), Kind.SCORE),
    Column("first_total", _lazy("First"), Kind.SCORE, name=_lazy("First player’s total")),
    Column("second_total", _lazy("Second"), Kind.SCORE, name=_lazy("Second player’s total")),
    Column("lead", _lazy("Lead"), Kind.SPREAD, name=_lazy("First player’s lead")),
)


class ScoreGraph(Definition):
    """The score graph of a game: a chart of the lead after each turn, and every turn with the totals."""

    title = "Score graph"
    group = "Recorded games"

    Options = GameOptions
    folder_options = staticmethod(options_for_recorded_games)

    def build(self, event: Event, options: GameOptions, printed_at: datetime) -> Report:
        """Return the score graph of the game on one board, with its turns.

        Raise `CannotReport` for an unknown division, round or board, or if the game has not been recorded.
        """
        pairing, recorded = requested_recorded_game(event, options, _("A score graph"))
        game = sheet(recorded)
        rows, leads = _turns(game)
        names = (game.names[0], game.names[-1])
        table = Table("rows", COLUMNS, (Group(rows),), empty=_("No turn has been recorded."))
        drawing = lead_picture(leads, names, _description(leads, names))
        return report_on(
            self,
            event,
            [pairing.round.division],
            printed_at,
            round_number=pairing.round.number,
            facts=(
                (_("Board"), str(pairing.board)),
                (_("First"), names[0]),
                (_("Second"), names[1]),
            ),
            board=str(pairing.board),
            sections=(Picture(drawing, chart=Chart("turn", ("lead",))), table)
            if rows
            else (table,),
        )


def _turns(game: GameSheet) -> tuple[tuple[Row, ...], list[int]]:
    """Return every turn with both totals, and the first player's leads, which begin with 0 before the first turn."""
    totals = [0, 0]
    leads = [0]
    rows: list[Row] = []
    for row in game.rows:
        totals[row.seat] = row.total
        leads.append(totals[0] - totals[1])
        rows.append((row.number, game.names[row.seat], row.word, row.counts, *totals, leads[-1]))
    return tuple(rows), leads


def _description(leads: list[int], names: tuple[str, str]) -> str:
    largest = max(leads, key=abs)
    who = names[0] if largest > 0 else names[1]
    return _("The lead after each turn; the largest was {lead} for {player}.").format(
        lead=format_signed(abs(largest)), player=who
    )
