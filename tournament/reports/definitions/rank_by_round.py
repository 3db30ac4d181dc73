"""How the leaders rose and fell: everybody's rank after each round."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.engine.standings import Standings
from tournament.models import Event
from tournament.queries.standings.standings import (
    DivisionStandings,
    division_standings,
    standings_by_round,
)
from tournament.reports.definition import Definition
from tournament.reports.framing import part_of, report_on
from tournament.reports.pictures.lines import Series, line_picture
from tournament.reports.report import (
    Chart,
    Column,
    Group,
    Kind,
    Picture,
    Report,
    Row,
    Section,
    Table,
)
from tournament.reports.request import (
    CannotReport,
    audience_option,
    division_option,
    is_public,
    report_option,
    requested_divisions,
)

MOST = 40


class RankByRound(Definition):
    """Everybody's rank after each round, and a picture of how the leaders came there.

    The picture shows those on top at the end, as many as asked for; the table everybody.
    """

    title = "Rank by round"
    group = "Standings and records"

    @dataclass(frozen=True, slots=True)
    class Options:
        """Of whom."""

        division: str = division_option()
        top: int = report_option("How many have a colour and a name in the picture.", 10)
        audience: str = audience_option()

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """A picture and a table for each division. Raises `CannotReport` for an impossible number."""
        if not 1 <= options.top <= MOST:
            raise CannotReport(
                _("The picture has room for 1 to {most} players, not {top}.").format(
                    most=MOST, top=options.top
                )
            )
        divisions = requested_divisions(event, options.division)
        public = is_public(options.audience)
        sections: list[Section] = []
        for division in divisions:
            final = division_standings(division, public=public)
            rounds = standings_by_round(division, public=public)
            sections += _sections(final, rounds, options.top, single=len(divisions) == 1)
        return report_on(
            "rank_by_round",
            self.title,
            event,
            divisions,
            printed_at,
            sections=tuple(sections),
            landscape=True,
        )


def _sections(
    standings: DivisionStandings, rounds: list[Standings], top: int, *, single: bool
) -> list[Section]:
    ranks = [{line.number: line.rank for line in table.lines} for table in rounds]
    final = standings.rows if rounds else ()
    columns = (
        Column("rank", _("Rank"), Kind.INTEGER),
        Column("number", _("No."), Kind.INTEGER, name=_("Number")),
        Column("name", _("Name"), width=18),
        *(
            Column(
                f"round_{round_.after}",
                _("R{number}").format(number=round_.after),
                Kind.INTEGER,
                name=_("Round {number}").format(number=round_.after),
            )
            for round_ in rounds
        ),
    )
    rows: tuple[Row, ...] = tuple(
        (
            row.line.rank,
            row.person.number,
            row.person.name,
            *(places[row.person.number] for places in ranks),
        )
        for row in final
    )
    table = Table(
        "rows", columns, (Group(rows),) if rows else (), empty=_("No result is in yet."), repeat=3
    )
    table = part_of(table, standings.division, single=single)
    if not rows:
        return [table]
    lowest = max(2, *(max(places.values(), default=2) for places in ranks))
    paths = [tuple(places[row.person.number] for places in ranks) for row in final]
    lines = [
        Series(f"{row.line.rank}  {row.person.name}", path)
        for row, path in zip(final[:top], paths, strict=False)
    ]
    description = _(
        "The ranks after each round of the {count} on top, the others in grey; the figures are in "
        "the table."
    ).format(count=len(lines))
    drawing = line_picture(
        lines,
        description,
        foot=_("Round"),
        from_round=rounds[0].after,
        lowest=lowest,
        behind=paths[top:],
    )
    chart = Chart("name", tuple(c.key for c in columns[3:]), of_rows=len(lines), ranks=True)
    return [Picture(drawing, title=table.shown_title, chart=chart), table]
