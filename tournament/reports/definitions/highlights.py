"""The highlights of a round or of the whole event, and who led after each round."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event
from tournament.queries.event.highlights import DivisionHighlights, division_highlights
from tournament.reports.definition import Definition
from tournament.reports.framing import part_of, report_on
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Report, Section, Table
from tournament.reports.request import (
    CannotReport,
    audience_option,
    division_option,
    is_public,
    report_option,
    requested_divisions,
)

COLUMNS = (
    Column("highlight", _lazy("Highlight")),
    Column("figure", _lazy("Figure")),
    Column("who", _lazy("Who")),
    Column("round", _lazy("Round"), Kind.INTEGER),
    Column("board", _lazy("Board"), Kind.INTEGER),
)
LEADERS = (
    Column("after", _lazy("After round"), Kind.INTEGER),
    Column("leader", _lazy("Leader")),
    Column("record", _lazy("Record")),
)


class Highlights(Definition):
    """What audiences look at: highest play, most bingos, highest and closest games, upsets, and who led.

    Of one round where one is named, else of all. What is level is listed up to three times; plays, bingos and the
    longest game are those of the boards recorded turn by turn.
    """

    title = "Highlights"
    group = "Best games"

    @dataclass(frozen=True, slots=True)
    class Options:
        """Of which round."""

        division: str = division_option()
        round: int | None = report_option("The round; all of them when not given.", None)
        audience: str = audience_option()

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """Two tables for each division. Raises `CannotReport` for a round without a result."""
        divisions = requested_divisions(event, options.division)
        sections: list[Section] = []
        for division in divisions:
            best = division_highlights(division, options.round, public=is_public(options.audience))
            if options.round is not None and options.round not in best.rounds:
                raise CannotReport(
                    _("Round {round} of division {division} has no result.").format(
                        round=options.round, division=division
                    )
                )
            sections += _sections(best, single=len(divisions) == 1)
        return report_on(self, event, divisions, printed_at, sections=tuple(sections))


def _sections(best: DivisionHighlights, *, single: bool) -> list[Section]:
    """The tables of one division."""
    rows = tuple(
        (row.label, Cell(row.figure, Emphasis.STRONG), row.who, row.round, row.board)
        for row in best.rows
    )
    made = Table("rows", COLUMNS, (Group(rows),) if rows else (), empty=_("No result is in yet."))
    led = tuple((row.round, ", ".join(row.names), row.record) for row in best.leaders)
    sections: list[Section] = [part_of(made, best.division, single=single)]
    if led:
        table = Table("leaders", LEADERS, (Group(led),), title=_("Leaders"))
        sections.append(part_of(table, best.division, single=single))
    return sections
