"""The papers of one recorded game, in an event or not: its board alone, its score sheet, its recount."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.access import Permission, requires, the_game
from scoring.models import Game
from scoring.queries.disputes import dispute_of
from scoring.queries.sheets import sheet
from scoring.views.pad_page import PadPage
from tournament.reports.asking import CannotReport
from tournament.reports.definitions.recount import RecountHead, recount
from tournament.reports.definitions.score_sheet import SheetHead, score_sheet
from tournament.reports.delivery import page_part, render
from tournament.reports.paper import NoSuchPaper
from tournament.reports.registry import NoSuchReport
from tournament.reports.report import Board, Report
from tournament.web.page import page

FORMATS = ("pdf", "html", "xlsx")
LARGEST_NUMBER = 9


@require_safe
@requires(Permission.READ, the_game)
def game_paper(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Send a paper of the game in the format of `?format=`; `?turn=` is the turn after which the board is drawn."""
    game = get_object_or_404(Game, pk=pk)
    asked = request.GET.get("turn", "")
    turn = int(asked) if asked.isdecimal() and len(asked) <= LARGEST_NUMBER else None
    file_format = request.GET.get("format", "pdf")
    try:
        report = _paper(key, game, turn, timezone.localtime())
        if file_format == "html":
            address = request.path
            downloads = [(each.upper(), f"{address}?format={each}") for each in ("pdf", "xlsx")]
            context = {"report": page_part(report), "title": report.title, "downloads": downloads}
            return page(request, "reports/page.html", context)
        delivery = render(report, file_format, request.GET.get("paper", "a4"))
    except (CannotReport, NoSuchReport, NoSuchPaper) as refused:
        raise Http404(str(refused)) from refused
    response = HttpResponse(delivery.content, content_type=delivery.content_type)
    shown = "inline" if file_format == "pdf" else "attachment"
    response["Content-Disposition"] = f'{shown}; filename="{delivery.file_name}"'
    return response


def papers_of(game: Game) -> list[tuple[str, str]]:
    """What can be printed of any game, as (text, address)."""
    return [
        ("Score sheet (PDF)", reverse("game_paper", args=[game.pk, "score-sheet"])),
        ("Board (PDF)", reverse("game_paper", args=[game.pk, "board"])),
    ]


def recounts_of(game: Game) -> list[tuple[str, str]]:
    """The recount of a game of no event, as (text, address) for each format."""
    address = reverse("game_paper", args=[game.pk, "recount"])
    return [
        (words, f"{address}?{urlencode({'format': file_format})}")
        for words, file_format in (
            ("Recount report to sign (PDF)", "pdf"),
            ("as a page", "html"),
            ("as a spreadsheet", "xlsx"),
        )
    ]


def _paper(key: str, game: Game, turn: int | None, printed_at: datetime) -> Report:
    place, slug = game.title or "A game of its own", f"game-{game.pk}"
    if key == "score-sheet":
        return score_sheet(SheetHead(place, slug), sheet(game), printed_at)
    if key == "board":
        return _board(game, turn, place, slug, printed_at)
    if key != "recount":
        raise CannotReport(f"A game has no paper “{key}”.")
    found = dispute_of(game)
    if found.comparison is None:
        raise CannotReport("No player’s sheet was typed for this game.")
    return recount(RecountHead(place, slug), found, found.comparison, [], printed_at)


def _board(game: Game, turn: int | None, place: str, slug: str, printed_at: datetime) -> Report:
    now = sheet(game)
    shown = PadPage(now, step=turn)
    names = " – ".join(now.names)
    return Report(
        key="board",
        title=names,
        event=place,
        event_slug=slug,
        printed_at=printed_at,
        subtitle=shown.caption,
        sections=(Board(now.board(shown.step).cells, key="diagram"),),
    )
