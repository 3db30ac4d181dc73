"""The highlights of a round or of the whole event, and the leaders after each round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Division
from tournament.queries.event.highlights import DivisionHighlights, division_highlights
from tournament.reports.per_division import DivisionDefinition
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Table
from tournament.reports.report_options import (
    CannotReport,
    audience_option,
    division_option,
    report_option,
)

COLUMNS = (
    Column("highlight", _lazy("Highlight")),
    Column("figure", _lazy("Figure")),
    Column("who", _lazy("Who")),
    Column("round", _lazy("Round"), Kind.INTEGER),
    Column("board", _lazy("Board"), Kind.INTEGER),
)
LEADER_COLUMNS = (
    Column("after", _lazy("After round"), Kind.INTEGER),
    Column("leader", _lazy("Leader")),
    Column("record", _lazy("Record")),
)


class Highlights(DivisionDefinition):
    """Highlights for spectators: highest play, most bingos, highest and closest games, upsets, and leaders.

    For one round or, by default, all rounds. If up to three entries are tied, all of them are listed;
    if more are tied, none is. Plays, bingos and the longest game come from boards recorded turn by
    turn.
    """

    title = "Highlights"
    group = "Best games"

    @dataclass(frozen=True, slots=True)
    class Options:
        """The round to summarize."""

        division: str = division_option()
        round: int | None = report_option("The round. Default: all rounds.", None)
        audience: str = audience_option()

    def gather(self, division: Division, options: Options, *, public: bool) -> DivisionHighlights:
        """Return the highlights of a division in one round, or in all rounds if none is given.

        Raise `CannotReport` for a round without results.
        """
        best = division_highlights(division, options.round, public=public)
        if options.round is not None and options.round not in best.rounds:
            raise CannotReport(
                _("Round {round} of division {division} has no results.").format(
                    round=options.round, division=division
                )
            )
        return best

    def tables(self, best: DivisionHighlights, options: Options) -> Iterator[Table]:
        """Yield the table of highlights and, if there are any, the table of leaders after each round."""
        rows = tuple(
            (row.label, Cell(row.figure, Emphasis.STRONG), row.who, row.round, row.board)
            for row in best.rows
        )
        yield Table("rows", COLUMNS, (Group(rows),), empty=_("There are no results yet."))
        led = tuple((row.round, ", ".join(row.names), row.record) for row in best.leaders)
        if led:
            yield Table("leaders", LEADER_COLUMNS, (Group(led),), title=_("Leaders"))
