"""Receivers that link the page of a recorded game to its event, board and papers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.models import Game
from scoring.queries.flips import SupersedingResult
from scoring.wording.phrases import label_within_sentence
from tournament.models import Event, Pairing, Player
from tournament.models.results import ResultStatus
from tournament.queries.results.recorded_games import outcome_of_result, pending_result
from tournament.queries.rounds.rounds import result_history
from tournament.wording.results import result_wording


def paper_links_of(game: Game) -> list[tuple[str, str]]:
    """Return links to the papers of any game as (text, address)."""
    return [
        (_("Score sheet (PDF)"), reverse("game_paper", args=[game.pk, "score_sheet"])),
        (_("Board (PDF)"), reverse("game_paper", args=[game.pk, "board_diagram"])),
    ]


def recount_links_of(game: Game) -> list[tuple[str, str]]:
    """Return links to the recount of a game outside events as (text, address), one for each format."""
    return _recount_links(reverse("game_paper", args=[game.pk, "recount"]), {})


def _recount_links(address: str, query: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [
        (label, f"{address}?{urlencode({**query, 'format': file_format})}")
        for label, file_format in (
            (_("Recount report to sign (PDF)"), "pdf"),
            (_("as a page"), "html"),
            (_("as a spreadsheet"), "xlsx"),
        )
    ]


def event_using_word_list(sender: Any, *, key: str, **_kwargs: Any) -> str:
    """Answer `word_lists_in_use` with the name of an event that uses the word list, or an empty string."""
    del sender
    event = Event.objects.filter(lexicon=key).first()
    return str(event) if event else ""


def breadcrumbs(sender: Any, *, game: Game, **_kwargs: Any) -> list[tuple[str, str]]:
    """Return the pages above a game, outermost first, as (text, address); an empty list outside events."""
    del sender
    pairing = Pairing.objects.select_related("round__division__event").filter(game=game).first()
    if pairing is None:
        return []
    round_ = pairing.round
    division = round_.division
    return [
        (_("Events"), reverse("home")),
        (str(division.event), division.event.get_absolute_url()),
        (
            _("Division {division}, {round}").format(
                division=division, round=label_within_sentence(round_)
            ),
            f"{division.get_absolute_url()}?round={round_.number}",
        ),
        (_("Board {board}").format(board=pairing.board), _board_address(pairing)),
    ]


def other_result(sender: Any, *, game: Game, **_kwargs: Any) -> list[SupersedingResult]:
    """Return the result that counts at the board instead of the game's, or an empty list.

    It is empty for a game outside events, for a board without a result, and for a finished game whose
    result is not pending.
    """
    del sender
    pairing = Pairing.objects.select_related("round__division__event").filter(game=game).first()
    if pairing is None:
        return []
    results = result_history(pairing)
    pending = pending_result(results)
    if pending is not None:
        sentence, counts = pending.sentence(pairing), pending.counting_result
    else:
        typed = next((row for row in results if row.standing == ResultStatus.COUNTS), None)
        if typed is None or game.finished_at is not None:
            return []
        sentence = result_wording("another_counts", board=pairing.board, result=typed)
        counts = typed
    place = _("board {board}").format(board=pairing.board)
    return [SupersedingResult(sentence, place, _board_address(pairing), outcome_of_result(counts))]


def _board_address(pairing: Pairing) -> str:
    round_ = pairing.round
    names = [round_.division.event.slug, round_.division.slug]
    return reverse("board", args=[*names, round_.number, pairing.board])


def dispute_papers(sender: Any, *, game: Game, **_kwargs: Any) -> list[tuple[str, str]]:
    """Return links to the recount report of a game as (text, address), one for each format."""
    del sender
    pairing = Pairing.objects.select_related("round__division__event").filter(game=game).first()
    if pairing is None:
        return recount_links_of(game)
    division = pairing.round.division
    address = reverse("report_file", args=[division.event.slug, "recount"])
    place = {"division": division.slug, "round": pairing.round.number, "board": pairing.board}
    return _recount_links(address, place)


MAX_NAMES = 500
"""Maximum number of names proposed while typing; more would make the page too large."""


def game_papers(sender: Any, *, game: Game, **_kwargs: Any) -> list[tuple[str, str]]:
    """Return links to the papers of the game itself as (text, address)."""
    del sender
    return paper_links_of(game)


def known_names(sender: Any, **_kwargs: Any) -> list[str]:
    """Return the names of the organisation's latest players, at most `MAX_NAMES`. One query."""
    del sender
    return list(Player.objects.order_by("-pk").values_list("name", flat=True)[:MAX_NAMES])
