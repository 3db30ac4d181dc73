"""Where on the board tiles were laid, over all recorded games."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.queries.disputes import disputes_of
from tournament.models import Division, Event, Pairing
from tournament.reports.definition import Definition
from tournament.reports.framing import part_of, report_on
from tournament.reports.pictures.heat import heat_picture
from tournament.reports.report import Chart, Column, Group, Kind, Picture, Report, Section, Table
from tournament.reports.request import WhichDivision, requested_divisions

Figures = list[list[int]]


class BoardHeat(Definition):
    """How often a tile lay on each square of the board, in all games recorded turn by turn."""

    title = "Board heat map"
    group = "Recorded games"

    Options = WhichDivision

    def build(self, event: Event, options: WhichDivision, printed_at: datetime) -> Report:
        """A board and its figures for each division and size of board."""
        divisions = requested_divisions(event, options.division)
        single = len(divisions) == 1
        sections: list[Section] = []
        games = 0
        for division in divisions:
            boards, many = _heat(division)
            games += many
            sections += _sections(division, boards, single=single)
        return report_on(
            self,
            event,
            divisions,
            printed_at,
            subtitle=ngettext("{count} recorded game", "{count} recorded games", games).format(
                count=games
            ),
            sections=tuple(sections),
        )


def _heat(division: Division) -> tuple[list[Figures], int]:
    """The tiles on each square, a board for each size, and how many games. Five queries."""
    pairings = Pairing.objects.filter(
        round__division=division, replaced_at=None, game__isnull=False
    ).select_related("game")
    games = [pairing.game for pairing in pairings if pairing.game is not None]
    boards: dict[tuple[int, int], Figures] = {}
    for dispute in disputes_of(games):
        drawn = dispute.sheet.board()
        size = (drawn.rows, drawn.columns)
        figures = boards.setdefault(size, [[0] * drawn.columns for _ in range(drawn.rows)])
        for y, row in enumerate(drawn.cells):
            for x, cell in enumerate(row):
                figures[y][x] += cell.tile is not None
    return [boards[size] for size in sorted(boards)], len(games)


def _sections(division: Division, boards: list[Figures], *, single: bool) -> list[Section]:
    if not boards:
        empty = Table(
            "rows", (Column("row", _("Row"), Kind.INTEGER),), (), empty=_("No game is recorded.")
        )
        return [part_of(empty, division, single=single)]
    sections: list[Section] = []
    for figures in boards:
        letters = [chr(65 + place) for place in range(len(figures[0]))]
        columns = (
            Column("row", _("Row"), Kind.INTEGER),
            *(Column(letter.lower(), letter, Kind.INTEGER) for letter in letters),
        )
        rows = tuple((number, *row) for number, row in enumerate(figures, start=1))
        table = part_of(Table("rows", columns, (Group(rows),)), division, single=single)
        description = _("The board, each square shaded and numbered by how often a tile lay there.")
        chart = Chart("row", tuple(letter.lower() for letter in letters), shaded=True)
        drawing = heat_picture(figures, letters, description)
        picture = Picture(drawing, title=table.shown_title, width=400.0, chart=chart)
        sections += [picture, table]
    return sections
