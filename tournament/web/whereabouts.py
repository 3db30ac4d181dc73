"""Where a recorded game belongs: the way to its board, whether its result counts there, what is printed of it."""

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from scoring.models import Game
from tournament.models import Pairing
from tournament.queries.rounds import result_history
from tournament.queries.uncounted import uncounted
from tournament.web.game_papers import papers_of, recounts_of


def whereabouts(sender: Any, *, game: Game, **_: Any) -> list[tuple[str, str]]:
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
