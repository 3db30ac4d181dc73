"""The season of a club: attendance, wins, spread, averages and best plays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event
from tournament.queries.standings.seasons import ClubSeason as SeasonOfClub
from tournament.queries.standings.seasons import SeasonRow, season_of
from tournament.reports.definition import Definition
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Report, Table
from tournament.reports.report_options import (
    CannotReport,
    audience_option,
    is_public,
    report_option,
)
from tournament.wording.plugins import name_of
from tournament.wording.seasons import half_points_text, season_rule_in_words

COLUMNS = (
    Column("rank", _lazy("Rank"), Kind.INTEGER),
    Column("name", _lazy("Name")),
    Column("sessions", _lazy("Sessions"), Kind.INTEGER, name=_lazy("Sessions attended")),
    Column("games", _lazy("Games"), Kind.INTEGER, name=_lazy("Games played")),
    Column(
        "wins",
        _lazy("Wins"),
        Kind.RECORD,
        name=_lazy("Wins including byes; a tie counts as half a win"),
    ),
    Column("losses", _lazy("Losses"), Kind.RECORD),
    Column("share", _lazy("Won %"), Kind.AVERAGE, name=_lazy("Share of wins in percent")),
    Column("spread", _lazy("Spread"), Kind.SPREAD),
    Column("average", _lazy("Average"), Kind.AVERAGE, name=_lazy("Average score")),
    Column("high", _lazy("High"), Kind.SCORE, name=_lazy("Highest score")),
    Column("best_play", _lazy("Play"), Kind.SCORE, name=_lazy("Best play")),
    Column("best_word", _lazy("Word"), name=_lazy("Word of the best play")),
)
POINTS_COLUMNS = (
    Column(
        "points", _lazy("Points"), Kind.RECORD, name=_lazy("Points from the evenings that count")
    ),
    Column(
        "evenings",
        _lazy("Evenings"),
        name=_lazy("Points by evening; those in brackets do not count"),
    ),
)
"""The columns after the name in a season with points."""
SESSION_COLUMNS = (
    Column("session", _lazy("Session")),
    Column("date", _lazy("Date"), Kind.DATE),
    Column("players", _lazy("Players"), Kind.INTEGER),
    Column("rounds", _lazy("Rounds"), Kind.INTEGER),
    Column("games", _lazy("Games"), Kind.INTEGER),
)


class SeasonReport(Definition):
    """The season of the club: attendance and results of each player.

    Players are ranked by wins, then by spread. If the club has season points, these come first, with the
    points of every evening; points that do not count are in brackets. Practice sessions do not count. Without
    dates, the report covers every session of the club.
    """

    title = "Season"
    group = "At the end"

    @dataclass(frozen=True, slots=True)
    class Options:
        """The sessions to include."""

        since: str = report_option("The first day, such as 2026-09-01.", "")
        until: str = report_option("The last day, such as 2027-06-30.", "")
        audience: str = audience_option()

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """Return the season between the two days, where given, as a table of players and a table of sessions.

        Raise `CannotReport` for an event without a club and for an invalid date.
        """
        if event.club is None:
            raise CannotReport(
                _(
                    "{event} is not a session of any club. Add it to a club on that club’s page."
                ).format(event=event.name)
            )
        since, until = _parse_day(options.since), _parse_day(options.until)
        season = season_of(event.club, since, until, public=is_public(options.audience))
        subtitle = ""
        if since and until:
            subtitle = _("from {since} until {until}")
        elif since or until:
            subtitle = _("from {since}") if since else _("until {until}")
        return Report(
            "season",
            name_of(self),
            event.club.name,
            event.slug,
            printed_at,
            subtitle=subtitle.format(since=options.since, until=options.until),
            sections=(_players_table(season), _sessions_table(season)),
            notes=_rule_note(season),
            landscape=True,
        )


def _rule_note(season: SeasonOfClub) -> tuple[str, ...]:
    if season.rule is None:
        return ()
    return (
        season_rule_in_words(season.rule, season.evening_count),
        _(
            "Evenings in brackets do not count. Players with equal points are ordered by wins, "
            "then by spread."
        ),
    )


def _points_cells(line: SeasonRow) -> tuple[Cell, str]:
    evenings = (
        half_points_text(row.half_points)
        if row.counts
        else f"({half_points_text(row.half_points)})"
        for row in line.evenings
    )
    return Cell(line.half_points / 2, Emphasis.STRONG), " ".join(evenings)


def _players_table(season: SeasonOfClub) -> Table:
    rows = tuple(
        (
            line.rank,
            line.name,
            *(_points_cells(line) if season.rule else ()),
            line.sessions,
            line.games,
            line.half_wins / 2 if season.rule else Cell(line.half_wins / 2, Emphasis.STRONG),
            line.half_losses / 2,
            round(100 * line.half_wins / (line.half_wins + line.half_losses), 1)
            if line.half_wins + line.half_losses
            else None,
            line.spread,
            round(line.points / line.scored, 1) if line.scored else None,
            line.high,
            line.best_play,
            line.best_word,
        )
        for line in season.lines
    )
    columns = (*COLUMNS[:2], *POINTS_COLUMNS, *COLUMNS[2:]) if season.rule else COLUMNS
    return Table(
        "rows", columns, (Group(rows),), empty=_("No games have been played in these sessions yet.")
    )


def _sessions_table(season: SeasonOfClub) -> Table:
    rows = tuple(
        (session.name, session.day, session.players, session.rounds, session.games)
        for session in season.sessions
    )
    return Table(
        "sessions", SESSION_COLUMNS, (Group(rows),), title=_("Sessions"), empty=_("No session yet.")
    )


def _parse_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise CannotReport(
            _("“{day}” is not a date. Write year, month and day: 2026-11-20.").format(day=text)
        ) from None
