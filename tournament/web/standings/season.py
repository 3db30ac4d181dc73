"""The public season pages of a club: schedule, table, player histories, best plays and a calendar."""

from __future__ import annotations

import datetime as dt

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from scoring.tenancy import set_tenant
from scoring.wording.phrases import format_signed
from tournament.engine.standings import format_record
from tournament.models import Club, Event
from tournament.queries.standings.seasons import EveningResults, SeasonRow, season_of
from tournament.reports.delivery import picture_fragment
from tournament.reports.pictures.lines import Series, line_picture
from tournament.web.access import Permission, requires
from tournament.web.ical import ical_response
from tournament.web.page import page
from tournament.wording.seasons import half_points_text, season_rule_in_words

BEST_PLAYS_SHOWN = 10


def _find_club(slug: str) -> Club:
    """Return the club at an address, or raise `Http404`; its organisation becomes the current one."""
    club = get_object_or_404(Club.everywhere, slug=slug)
    set_tenant(club.organisation_id)
    return club


@requires(Permission.READ)
def season_page(request: HttpRequest, club: str) -> HttpResponse:
    """Show the season's evenings, table and best plays from `?since=` to `?until=`."""
    this_club = _find_club(club)
    since, until = (_parse_day(request.GET.get(name, "")) for name in ("since", "until"))
    season = season_of(this_club, since, until, public=True)
    plays = [line for line in season.lines if line.best_play is not None]
    plays.sort(key=lambda line: (-(line.best_play or 0), line.name))
    context = {
        "club": this_club,
        "rows": [
            (
                line,
                _record_text(line),
                format_signed(line.spread),
                _average_text(line),
                points_text(line),
            )
            for line in season.lines
        ],
        "rule": season_rule_in_words(season.rule, season.evening_count) if season.rule else "",
        "sessions": season.sessions,
        "plays": plays[:BEST_PLAYS_SHOWN],
        "since": since,
        "until": until,
    }
    return page(request, "tournament/standings/season.html", context)


@requires(Permission.READ)
def season_of_player(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Show every evening of a player in the club's sessions, with their rating at the time.

    With two rated evenings or more, a chart is shown too. Raise `Http404` for a player who attended no
    evening.
    """
    this_club = _find_club(club)
    season = season_of(this_club, public=True)
    line = next((line for line in season.lines if line.player == number), None)
    if line is None:
        raise Http404
    rated = [evening for evening in line.evenings if evening.rating is not None]
    picture = None
    if len(rated) > 1:
        description = _("The rating of {name} after each evening.").format(name=line.name)
        drawing = line_picture(
            [Series("", tuple(evening.rating for evening in rated))],
            description,
            foot="",
            labels=[evening.day.isoformat() for evening in rated],
        )
        picture = picture_fragment(drawing)
    context = {
        "club": this_club,
        "line": line,
        "record": _record_text(line),
        "spread": format_signed(line.spread),
        "picture": picture,
        "evenings": [
            (
                row,
                format_record(row.half_wins, row.half_losses, 0, ties_apart=False),
                format_signed(row.spread),
                _evening_points_text(row),
            )
            for row in reversed(line.evenings)
        ],
        "rule": season_rule_in_words(season.rule, season.evening_count) if season.rule else "",
        "points": half_points_text(line.half_points),
    }
    return page(request, "tournament/standings/season_of_player.html", context)


@requires(Permission.READ)
def season_calendar(request: HttpRequest, club: str) -> HttpResponse:
    """Send the club's public calendar: its evenings with a date, as a file that phones can subscribe to."""
    this_club = _find_club(club)
    events = Event.objects.filter(
        club=this_club, is_practice=False, in_calendar=True, is_public=True, date__isnull=False
    )
    return ical_response(
        request, this_club.name, events.order_by("date", "created_at"), file=this_club.slug
    )


def _record_text(line: SeasonRow) -> str:
    return format_record(line.half_wins, line.half_losses, 0, ties_apart=False)


def _average_text(line: SeasonRow) -> str:
    return str(round(line.points / line.scored)) if line.scored else ""


def points_text(line: SeasonRow) -> tuple[str, list[tuple[str, bool]]]:
    """Return the points of a season, and for each evening its points and whether they count."""
    return half_points_text(line.half_points), [
        (half_points_text(row.half_points), row.counts) for row in line.evenings
    ]


def _evening_points_text(evening: EveningResults) -> str:
    """Return the points of an evening, in parentheses if they do not count."""
    points = half_points_text(evening.half_points)
    return points if evening.counts else f"({points})"


def _parse_day(text: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text) if text else None
    except ValueError:
        return None
