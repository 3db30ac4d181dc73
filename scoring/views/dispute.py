"""The dispute about a game: two sheets and the board, and the director's rulings."""

from __future__ import annotations

import re
from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring.access import Permission, game_scope, has_page_permission, requires
from scoring.actions.activity import Actor
from scoring.actions.disputes import (
    InvalidColumns,
    rule_on_disputed_turn,
    rule_on_disputed_turns,
    save_columns,
)
from scoring.actions.refusals import Refused
from scoring.forms import typed_reason
from scoring.models import Ruling, TurnEntry
from scoring.queries.disputes import dispute_of
from scoring.queries.sheets import GameSheet, sheet
from scoring.views.bulk_rulings import decisions_of, submitted_reasons
from scoring.views.dispute_findings import RefusedRuling
from scoring.views.dispute_page import DisputePage
from scoring.views.pad import find_game
from scoring.views.row_choices import ProposedPoints
from scoring.views.sentences import unchanged_winner_sentence
from scoring.views.sheet_boxes import typed_columns

_WHOLE_NUMBER = re.compile(r"[+-]?\d{1,5}")
ACTION_METHODS = ("GET", "HEAD", "POST")
"""The HTTP methods of actions. GET and HEAD, sent when a refused form is reloaded, lead back to the page."""


@require_safe
@requires(Permission.DESK, game_scope)
def dispute(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the sheets beside the record, turn by turn."""
    return show_dispute(
        request, DisputePage(dispute_of(find_game(pk)), proposed=_checked_points(request))
    )


@requires(Permission.DIRECT, game_scope)
@require_http_methods(ACTION_METHODS)
def save_sheets(request: HttpRequest, pk: int) -> HttpResponse:
    """Save the typed columns of the sheets and compare them."""
    game = find_game(pk)
    if request.method != "POST":
        return redirect("dispute:game", pk=pk)
    typed = typed_columns(request.POST, game.players.count())
    if not any(written.text.strip() for written in typed.values()) and not dispute_of(game).columns:
        nothing = _("Every field is empty. Type at least one column of a sheet.")
        return show_dispute(
            request, DisputePage(dispute_of(game), typed, error=nothing), status=422
        )
    try:
        save_columns(game, typed, Actor.for_user(request.user))
    except InvalidColumns as refused:
        page = DisputePage(dispute_of(game), typed, refused.problems)
        return show_dispute(request, page, status=422)
    except Refused as refused:
        return show_dispute(
            request, DisputePage(dispute_of(game), typed, error=str(refused)), status=422
        )
    return redirect("dispute:game", pk=pk)


@requires(Permission.DIRECT, game_scope)
@require_http_methods(ACTION_METHODS)
def rule_on_all(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct every turn without a ruling, with one reason for all or one for each."""
    game = find_game(pk)
    if request.method != "POST":
        return redirect("dispute:game", pk=pk)
    reasons = submitted_reasons(request.POST)
    several = DisputePage(dispute_of(game)).bulk_correction
    try:
        rulings = rule_on_disputed_turns(
            game, decisions_of(several, request.POST), Actor.for_user(request.user)
        )
    except Refused as refused:
        typed = replace(reasons, error=str(refused))
        return show_dispute(request, DisputePage(dispute_of(game), reasons=typed), status=409)
    ruled = ngettext(
        "{count} turn has been corrected.", "{count} turns have been corrected.", len(rulings)
    ).format(count=len(rulings))
    messages.success(request, ruled)
    return _redirect_to_next_turn(DisputePage(dispute_of(find_game(pk))))


@requires(Permission.DIRECT, game_scope)
@require_http_methods(ACTION_METHODS)
def rule_on(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Correct a score disputed by the sheets, or let it stand."""
    game = find_game(pk)
    turn_entry = get_object_or_404(TurnEntry, pk=entry, game=game)
    if request.method != "POST":
        return _redirect_to_turn(sheet(game), entry)
    decision, __, figure = str(request.POST.get("ruling", "")).partition(":")
    reason = typed_reason(request.POST)
    points = parse_points(figure)
    if decision not in Ruling.Decision.values or points is None:
        message = _("Choose one of the two rulings: correct the score, or let it stand.")
        page = DisputePage(dispute_of(game), refusal=RefusedRuling(entry, reason, message))
        return show_dispute(request, page, status=422)
    try:
        ruling = rule_on_disputed_turn(
            turn_entry, decision, points, Actor.for_user(request.user), reason=reason
        )
    except Refused as refused:
        page = DisputePage(dispute_of(game), refusal=RefusedRuling(entry, reason, str(refused)))
        return show_dispute(request, page, status=409)
    now = sheet(find_game(pk))
    row = next(row for row in now.rows if row.entry.pk == ruling.entry_id)
    ruled = _("Ruled: {ruling}.").format(ruling=ruling)
    messages.success(request, f"{ruled} {unchanged_winner_sentence(row, now)}".strip())
    return _redirect_to_next_turn(DisputePage(dispute_of(find_game(pk))))


def parse_points(text: str) -> int | None:
    """Return the whole number typed, with either kind of minus sign, or None if it is invalid or too long."""
    typed = text.strip().replace("−", "-")
    return int(typed) if _WHOLE_NUMBER.fullmatch(typed) else None


def _redirect_to_next_turn(page: DisputePage) -> HttpResponse:
    """Redirect to the first turn that still needs a ruling.

    If there is none, redirect to the top of the page, where the recount is printed.
    """
    address = reverse("dispute:game", args=[page.game.pk])
    return redirect(f"{address}#{page.open_turns[0].anchor}" if page.open_turns else address)


def _redirect_to_turn(now: GameSheet, entry: int) -> HttpResponse:
    """Redirect to an entry's turn on the dispute page, or to its top if the entry has been superseded."""
    turn = next((row.number for row in now.rows if row.entry.pk == entry), None)
    address = reverse("dispute:game", args=[now.game.pk])
    return redirect(address if turn is None else f"{address}#turn-{turn}")


def _checked_points(request: HttpRequest) -> ProposedPoints | None:
    """Return the points for a row of the sheets that “Check a score” passed in the address.

    Return None if they are missing or invalid.
    """
    figures = [request.GET.get(name, "") for name in ("seat", "row", "points")]
    if not all(figure.isdecimal() and len(figure) < 5 for figure in figures):
        return None
    seat, row, points = map(int, figures)
    return ProposedPoints(seat, row, points, " ".join(request.GET.get("play", "").split())[:40])


def show_dispute(request: HttpRequest, page: DisputePage, status: int = 200) -> HttpResponse:
    """Render the page of a dispute, including refused forms."""
    directs = has_page_permission(request, Permission.DIRECT)
    context = {"page": page, "directs": directs}
    return render(request, "scoring/dispute/dispute.html", context, status=status)
