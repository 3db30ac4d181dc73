"""A blank score sheet for keeping score by hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.catalogue import tile_set_of
from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.framing import report_on
from tournament.reports.report import Column, Columns, Group, Kind, Look, Report, Table, Text
from tournament.reports.report_options import CannotReport, report_option

PLAY_COLUMNS = (
    Column("turn", "", Kind.INTEGER, name=_lazy("Turn")),
    Column("square", _lazy("Square"), width=6),
    Column("word", _lazy("Word"), width=16),
    Column("score", _lazy("Score"), Kind.SCORE, width=5),
    Column("total", _lazy("Total"), Kind.SCORE, width=6),
)
MAX_TURNS = 30


class BlankScoreSheet(Definition):
    """An empty score sheet with two columns for plays, a list of tiles to track and space for the end of the game."""

    title = "Score sheet, blank"
    group = "Setting up"
    for_paper = True

    @dataclass(frozen=True, slots=True)
    class Options:
        """The length of the sheet."""

        turns: int = report_option("The number of turns for each player.", 20)

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """Return the sheet. Raise `CannotReport` unless there are 1 to `MAX_TURNS` turns."""
        if not 1 <= options.turns <= MAX_TURNS:
            raise CannotReport(
                _("A score sheet has room for 1 to {most} turns, not {turns}.").format(
                    most=MAX_TURNS, turns=options.turns
                )
            )
        sides = tuple(
            (_plays_table(key, title, options.turns), _game_end_table(f"{seat}_end"))
            for seat, key, title in (
                ("first", "goes_first", _("Goes first: {line}")),
                ("second", "goes_second", _("Goes second: {line}")),
            )
        )
        return report_on(
            self,
            event,
            (),
            printed_at,
            facts=(
                (_("Division"), "......"),
                (_("Round"), "......"),
                (_("Board"), "......"),
                (_("Date"), "................"),
            ),
            sections=(Columns(sides), _tiles(event)),
        )


def _tiles(event: Event) -> Text:
    """Return the tiles of the event's tile set, to be crossed off as they are played."""
    tile_set = tile_set_of(event.rules)
    kinds = ("\u00a0".join([tile] * count) for tile, count in tile_set.counts.items() if count)
    return Text(
        (" · ".join(kinds),),
        _("Tiles to cross off ({size})").format(size=tile_set.size),
        key="tiles",
    )


def _plays_table(key: str, title: str, turns: int) -> Table:
    rows = tuple((number, "", "", None, None) for number in range(1, turns + 1))
    return Table(
        key,
        PLAY_COLUMNS,
        (Group(rows),),
        title=title.format(line="." * 40),
        look=Look.GRID,
        row_height=21.0,
    )


def _game_end_table(key: str) -> Table:
    rows = tuple((what, None) for what in (_("Rack left"), _("Overtime"), _("Final score")))
    columns = (Column("what", _("At the end")), Column("score", _("Score"), Kind.SCORE, width=8))
    return Table(key, columns, (Group(rows),), look=Look.GRID, row_height=21.0)
