"""The library of recorded games, of all events or of one: search, open, copy and download as one zip file."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_POST, require_safe

from scoring.access import Permission, requires
from scoring.actions.games import duplicate_game
from scoring.bulk_actions import MAX_SELECTED, selected_keys
from scoring.downloads import file_response
from scoring.models import Game
from scoring.models.summary import QUOTES
from scoring.queries.game_files import faithful_copy, strict_copy
from scoring.views.pad_actions import perform_on_pad
from scoring.wording.phrases import format_date
from tournament.engine.turn_statistics import TurnStatistics
from tournament.exchange.upload import NamedFile, zip_files
from tournament.models import Event
from tournament.queries.results.library import (
    GameSearch,
    head_to_head,
    matching_games,
    materialize_if_small,
    prefetch_figures,
)
from tournament.queries.results.turn_statistics import game_sides
from tournament.reports.definition import NoSuchReport, find_definition
from tournament.reports.delivery import render_report, report_fragment
from tournament.reports.paper import NoSuchPaper
from tournament.reports.report import Report
from tournament.reports.turn_statistics import statistics_report
from tournament.web.access import requires_desk
from tournament.web.page import find_event, page
from tournament.web.results.tables import GamesTable
from tournament.web.tables import list_page

MAX_SHEETS = 100
"""Maximum number of score sheets in one PDF, at one or two pages each."""


class GameSearchForm(forms.Form):
    """The fields of a search for games; each may be empty."""

    player = forms.CharField(label=_lazy("Player"), required=False, max_length=80)
    opponent = forms.CharField(label=_lazy("Against"), required=False, max_length=80)
    player_won = forms.BooleanField(label=_lazy("The player won"), required=False)
    event = forms.CharField(label=_lazy("Event or title"), required=False, max_length=80)
    club = forms.CharField(label=_lazy("Club"), required=False, max_length=80)
    since = forms.DateField(
        label=_lazy("From"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label=_lazy("To"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    word = forms.CharField(label=_lazy("Words played"), required=False, max_length=80)
    score = forms.IntegerField(
        label=_lazy("Best score at least"), required=False, min_value=0, max_value=9999
    )
    bingos = forms.IntegerField(
        label=_lazy("Bingos at least"), required=False, min_value=0, max_value=50
    )
    differs = forms.BooleanField(label=_lazy("With a difference"), required=False)
    ruled = forms.BooleanField(label=_lazy("With a ruling"), required=False)


class TurnSearchForm(GameSearchForm):
    """The search for turn statistics: by player, opponent, event, club and dates."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in [*self.fields]:
            if name not in ("player", "opponent", "event", "club", "since", "until"):
                del self.fields[name]


@requires(Permission.LOOK)
@require_safe
def library_page(request: HttpRequest) -> HttpResponse:
    """List the games that match the search."""
    return _list_page(request, GameSearchForm(request.GET), None)


@requires_desk
def event_games_page(request: HttpRequest, event: str) -> HttpResponse:
    """List the recorded games of one event."""
    form = GameSearchForm(request.GET)
    del form.fields["event"], form.fields["club"]
    return _list_page(request, form, find_event(event))


def _list_page(request: HttpRequest, form: GameSearchForm, event: Event | None) -> HttpResponse:
    typed = form.cleaned_data if form.is_valid() else {}
    search = GameSearch(**{name: value for name, value in typed.items() if value not in (None, "")})
    games = matching_games(search, event) if form.is_valid() else Game.objects.none()
    if search.player and search.opponent:
        games = materialize_if_small(games)
    return list_page(
        request,
        "tournament/results/library.html",
        {
            "form": form,
            "event": event,
            "met": head_to_head(search, games),
            "search": search,
            "searching": any(typed.values()),
        },
        GamesTable,
        prefetch_figures(games),
        title=_("Recorded games"),
        event=event,
        status=200 if form.is_valid() else 422,
    )


@requires(Permission.LOOK)
@require_safe
def turn_statistics(request: HttpRequest) -> HttpResponse:
    """Show statistics of the matching games' turns, as a page or in the format given by `?format=`.

    Raise `Http404` for an unknown format or paper.
    """
    form = TurnSearchForm(request.GET)
    typed = form.cleaned_data if form.is_valid() else {}
    search = GameSearch(**{name: value for name, value in typed.items() if value not in (None, "")})
    games = matching_games(search) if form.is_valid() else Game.objects.none()
    report = statistics_report(
        TurnStatistics(game_sides(games, search.player)),
        search.player.strip(f"{QUOTES} ") or search.club or search.event or _("All recorded games"),
        "games",
        timezone.localtime(),
        _subtitle(search),
    )
    file_format = request.GET.get("format", "html")
    if file_format != "html":
        try:
            delivery = render_report(report, file_format, request.GET.get("paper", ""))
        except (NoSuchReport, NoSuchPaper) as refused:
            raise Http404(str(refused)) from refused
        return file_response(delivery.content, delivery.content_type, delivery.file_name)
    query = request.GET.copy()
    downloads = []
    for name in ("pdf", "xlsx", "csv"):
        query["format"] = name
        downloads.append((name.upper(), f"?{query.urlencode()}"))
    context = {"form": form, "report": report_fragment(report), "downloads": downloads}
    status = 200 if form.is_valid() else 422
    return page(request, "tournament/results/turn_statistics.html", context, status=status)


def _subtitle(search: GameSearch) -> str:
    """Return the search criteria for the subtitle: opponent, club, event and dates; empty if there are none to show."""
    days = [format_date(day, "j F Y") if day else "" for day in (search.since, search.until)]
    period = {
        (True, True): _("{since} to {until}"),
        (True, False): _("since {since}"),
        (False, True): _("until {until}"),
        (False, False): "",
    }[bool(days[0]), bool(days[1])].format(since=days[0], until=days[1])
    against = _("against {name}").format(name=search.opponent) if search.opponent else ""
    named = [search.club, search.event] if search.player else [search.event]
    return ", ".join(filter(None, [against, *named, period]))


@requires(Permission.LOOK)
@require_safe
def library_zip(request: HttpRequest) -> HttpResponse:
    """Send the selected games, at most `MAX_SELECTED`, as GCG files in one zip file, in strict GCG if possible.

    Without a selection, show a page that says so.
    """
    chosen = selected_keys(request.GET)[:MAX_SELECTED]
    games = Game.objects.filter(pk__in=chosen).order_by("id")
    if not games:
        return page(request, "tournament/results/nothing_chosen.html", {}, status=422)
    bundle = zip_files([_gcg_file(game) for game in games], "games")
    return file_response(bundle.content, "application/zip", bundle.name)


@requires(Permission.LOOK)
@require_safe
def library_sheets(request: HttpRequest) -> HttpResponse:
    """Send the score sheets of the selected games as one PDF, or explain that there are none or too many."""
    games = Game.objects.filter(pk__in=selected_keys(request.GET)).order_by("id")
    count = games.count()
    if not 0 < count <= MAX_SHEETS:
        context = {"count": count, "most": MAX_SHEETS}
        return page(request, "tournament/results/nothing_chosen.html", context, status=422)
    now, sheet_of = timezone.localtime(), getattr(find_definition("score_sheet"), "of_game")  # noqa: B009
    bundle = Report(
        key="score_sheets",
        title=_("Score sheets"),
        event="",
        event_slug="games",
        printed_at=now,
        parts=tuple(sheet_of(game, now) for game in games),
    )
    delivery = render_report(bundle, "pdf")
    return file_response(delivery.content, delivery.content_type, delivery.file_name, is_shown=True)


@requires(Permission.DIRECT)
@require_POST
def copy_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Make an open copy of the game outside any event."""
    game = get_object_or_404(Game, pk=pk)
    return perform_on_pad(
        request,
        game,
        lambda actor: duplicate_game(game, actor),
        done=_("You are now looking at a copy; the original game is not changed."),
        to=Game.get_absolute_url,
    )


def _gcg_file(game: Game) -> NamedFile:
    text = strict_copy(game).text or faithful_copy(game)
    names = "-".join(player.name for player in game.players.all())
    stem = re.sub(r"\W+", "-", f"{game.pk} {names}").strip("-")[:80]
    return NamedFile(f"games/{stem}.gcg", text.encode())
