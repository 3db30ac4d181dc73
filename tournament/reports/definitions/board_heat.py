"""A heat map of the squares on which tiles were laid, over all recorded games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.queries.disputes import disputes_of
from tournament.models import Division, Pairing
from tournament.reports.per_division import DivisionDefinition
from tournament.reports.pictures.heat import heat_picture
from tournament.reports.report import Chart, Column, Group, Kind, Picture, Section, Table
from tournament.reports.report_options import DivisionOptions

SquareCounts = list[list[int]]


class Heat(NamedTuple):
    """The number of tiles on each square in a division, in one grid for each board size, and the number of games."""

    division: Division
    boards: list[SquareCounts]
    games: int


class BoardHeat(DivisionDefinition):
    """The number of times a tile was placed on each square of the board, in all games recorded turn by turn."""

    title = "Board heat map"
    group = "Recorded games"

    Options = DivisionOptions

    def gather(self, division: Division, options: DivisionOptions, *, public: bool) -> Heat:
        """Return how often each square had a tile in a division, and the number of games."""
        del public
        return _heat(division)

    def tables(self, heat: Heat, options: DivisionOptions) -> list[Section]:
        """Return a board and its figures for each board size, or an empty table if no game was recorded."""
        if not heat.boards:
            row = (Column("row", _("Row"), Kind.INTEGER),)
            return [Table("rows", row, (), empty=_("No game has been recorded."))]
        sections: list[Section] = []
        for figures in heat.boards:
            letters = [chr(65 + place) for place in range(len(figures[0]))]
            columns = (
                Column("row", _("Row"), Kind.INTEGER),
                *(Column(letter.lower(), letter, Kind.INTEGER) for letter in letters),
            )
            rows = tuple((number, *row) for number, row in enumerate(figures, start=1))
            drawing = heat_picture(
                figures,
                letters,
                _(
                    "The board; the shade and the number of each square show how often a tile was "
                    "on it."
                ),
            )
            chart = Chart("row", tuple(letter.lower() for letter in letters), shaded=True)
            sections.append(Picture(drawing, width=400.0, chart=chart))
            sections.append(Table("rows", columns, (Group(rows),)))
        return sections

    def extra_fields(self, plays: Sequence[Heat], options: DivisionOptions) -> dict[str, Any]:
        """Return the number of recorded games as the subtitle."""
        games = sum(heat.games for heat in plays)
        recorded = ngettext("{count} recorded game", "{count} recorded games", games)
        return {"subtitle": recorded.format(count=games)}


def _heat(division: Division) -> Heat:
    """Return how often each square had a tile, for each board size, and the number of games. Five queries."""
    pairings = Pairing.objects.filter(
        round__division=division, replaced_at=None, game__isnull=False
    ).select_related("game")
    games = [pairing.game for pairing in pairings if pairing.game is not None]
    boards: dict[tuple[int, int], SquareCounts] = {}
    for dispute in disputes_of(games):
        drawn = dispute.sheet.board()
        size = (drawn.rows, drawn.columns)
        figures = boards.setdefault(size, [[0] * drawn.columns for _ in range(drawn.rows)])
        for y, row in enumerate(drawn.cells):
            for x, cell in enumerate(row):
                figures[y][x] += cell.tile is not None
    return Heat(division, [boards[size] for size in sorted(boards)], len(games))
