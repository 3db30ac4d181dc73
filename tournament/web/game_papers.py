"""The papers of one recorded game, in an event or not: those reports that offer `of_game`."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.access import Permission, requires, the_game
from scoring.models import Game
from tournament.reports.asking import CannotReport
from tournament.reports.definition import NoSuchReport, definition
from tournament.reports.delivery import page_part, render
from tournament.reports.paper import NoSuchPaper
from tournament.web.page import page

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
        of_game = getattr(definition(key), "of_game", None)
        if of_game is None:
            raise CannotReport(f"“{key}” is no paper of one game.")
        report = of_game(game, timezone.localtime(), turn)
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
        ("Score sheet (PDF)", reverse("game_paper", args=[game.pk, "score_sheet"])),
        ("Board (PDF)", reverse("game_paper", args=[game.pk, "board_diagram"])),
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
