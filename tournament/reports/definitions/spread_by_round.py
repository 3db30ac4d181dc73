"""How spreads grew: everybody's spread after each round."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.models import Event
from tournament.queries.results.played import DivisionGames, division_games
from tournament.queries.standings.standings import division_standings
from tournament.reports.definition import Definition
from tournament.reports.framing import held_back_note, part_of, report_on
from tournament.reports.pictures.lines import Series, line_picture
from tournament.reports.report import Chart, Column, Group, Kind, Picture, Report, Section, Table
from tournament.reports.request import (
    CannotReport,
    audience_option,
    division_option,
    is_public,
    report_option,
    requested_divisions,
)

MOST = 40


class SpreadByRound(Definition):
    """Everybody's spread after each round, and a picture of how it grew for those on top.

    Spread as it was made; where the event caps it, the standings say what counts.
    """

    title = "Spread by round"
    group = "Standings and records"

    @dataclass(frozen=True, slots=True)
    class Options:
        """Of whom."""

        division: str = division_option()
        top: int = report_option("How many are in the picture.", 10)
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
        plays = [division_games(division, public=public) for division in divisions]
        sections: list[Section] = []
        for play in plays:
            ranked = division_standings(play.division, public=public).table.order
            sections += _sections(play, ranked, options.top, single=len(plays) == 1)
        return report_on(
            "spread_by_round",
            self.title,
            event,
            divisions,
            printed_at,
            sections=tuple(sections),
            notes=held_back_note(any(play.held_back for play in plays)),
            landscape=True,
        )


def _sections(
    play: DivisionGames, ranked: tuple[int, ...], top: int, *, single: bool
) -> list[Section]:
    rounds = [number for number in play.rounds if number <= play.last_with_result]
    columns = (
        Column("number", _("No."), Kind.INTEGER, name=_("Number")),
        Column("name", _("Name"), width=18),
        *(
            Column(
                f"round_{number}",
                _("R{number}").format(number=number),
                Kind.SPREAD,
                name=_("Round {number}").format(number=number),
            )
            for number in rounds
        ),
    )
    spreads = {number: _spreads(play, number, rounds) for number in ranked}
    rows = (
        tuple((number, play.name(number), *spreads[number]) for number in ranked) if rounds else ()
    )
    table = Table(
        "rows", columns, (Group(rows),) if rows else (), empty=_("No result is in yet."), repeat=2
    )
    table = part_of(table, play.division, single=single)
    if not rows:
        return [table]
    lines = [Series(play.name(number), spreads[number]) for number in ranked[:top]]
    description = _(
        "The spread after each round of the {count} on top; the figures are in the table."
    ).format(count=len(lines))
    drawing = line_picture(lines, description, foot=_("Round"), from_round=rounds[0], signs=True)
    chart = Chart("name", tuple(column.key for column in columns[2:]), of_rows=len(lines))
    return [Picture(drawing, title=table.shown_title, chart=chart), table]


def _spreads(play: DivisionGames, number: int, rounds: list[int]) -> tuple[int | None, ...]:
    """The spread after each round; None before the first one the entry was in."""
    steps = [step for step in play.steps[number] if step.outcome is not None]
    spreads: list[int | None] = []
    for round_ in rounds:
        earlier = [step for step in steps if step.round <= round_]
        spreads.append(earlier[-1].total_spread if earlier else None)
    return tuple(spreads)
