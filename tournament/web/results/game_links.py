"""What the page of a recorded game shows of its event: the way to its board, and the papers printed of it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.access import Permission, requires, the_game
from scoring.models import Game
from tournament.models import Pairing
from tournament.queries.results.recorded_games import uncounted
from tournament.queries.rounds.rounds import result_history
from tournament.reports.definition import NoSuchReport, definition
from tournament.reports.delivery import page_part, render
from tournament.reports.paper import NoSuchPaper
from tournament.reports.request import CannotReport
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
            return page(request, "files/report.html", context)
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


def breadcrumbs(sender: Any, *, game: Game, **_: Any) -> list[tuple[str, str]]:
    """The places of a game, outermost first, as (text, address); none for a game of no event."""
    del sender
    pairing = Pairing.objects.select_related("round__division__event").filter(game=game).first()
    if pairing is None:
        return []
    round_ = pairing.round
    division = round_.division
    return [
        ("Events", reverse("home")),
        (str(division.event), division.event.get_absolute_url()),
        (
            f"Division {division}, {str(round_).lower()}",
            f"{division.get_absolute_url()}?round={round_.number}",
        ),
        (f"Board {pairing.board}", _board(pairing)),
    ]


def another_result(sender: Any, *, game: Game, **_: Any) -> list[tuple[str, str, str]]:
    """What counts at the board instead of the game's result, as (sentence, place, address)."""
    del sender
    pairing = Pairing.objects.select_related("round__division__event").filter(game=game).first()
    found = uncounted(result_history(pairing)) if pairing is not None else None
    if pairing is None or found is None:
        return []
    return [(found.sentence(pairing), f"board {pairing.board}", _board(pairing))]


def _board(pairing: Pairing) -> str:
    round_ = pairing.round
    names = [round_.division.event.slug, round_.division.slug]
    return reverse("board", args=[*names, round_.number, pairing.board])


def dispute_papers(sender: Any, *, game: Game, **_: Any) -> list[tuple[str, str]]:
    """The recount report of a game in the formats people print and keep."""
    del sender
    pairing = Pairing.objects.select_related("round__division__event").filter(game=game).first()
    if pairing is None:
        return recounts_of(game)
    division = pairing.round.division
    address = reverse("report_file", args=[division.event.slug, "recount"])
    place = {
        "division": division.slug,
        "round": pairing.round.number,
        "board": pairing.board,
    }
    return [
        (words, f"{address}?{urlencode({**place, 'format': file_format})}")
        for words, file_format in (
            ("Recount report to sign (PDF)", "pdf"),
            ("as a page", "html"),
            ("as a spreadsheet", "xlsx"),
        )
    ]


def game_papers(sender: Any, *, game: Game, **_: Any) -> list[tuple[str, str]]:
    """What can be printed of the game itself."""
    del sender
    return papers_of(game)
