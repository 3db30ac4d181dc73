"""Settle a dispute without a record: rule on a row of the sheets, and save the agreed final score."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.access import Permission, game_scope, requires
from scoring.actions.activity import Actor
from scoring.actions.refusals import Refused
from scoring.actions.sheet_rulings import agree_final_scores, rule_on_row
from scoring.bulk_actions import parse_key
from scoring.forms import typed_reason
from scoring.models import Game
from scoring.queries.disputes import dispute_of
from scoring.views.dispute import ACTION_METHODS, parse_points, show_dispute
from scoring.views.dispute_page import DisputePage
from scoring.views.pad import find_game
from scoring.views.row_choices import ProposedPoints, final_score_input
from scoring.wording.phrases import format_points


@requires(Permission.DIRECT, game_scope)
@require_http_methods(ACTION_METHODS)
def rule_on_sheet_row(request: HttpRequest, pk: int) -> HttpResponse:
    """Rule on the score of a row where the sheets differ; a refused ruling is shown at the row."""
    game = find_game(pk)
    if request.method != "POST":
        return redirect("dispute:game", pk=pk)
    seat, row = (parse_points(request.POST.get(name, "")) for name in ("seat", "row"))
    reason = typed_reason(request.POST)
    figure, _space, play = " ".join(request.POST.get("points", "").split()).partition(" ")
    points = parse_points(figure or request.POST.get("typed", ""))
    try:
        if seat is None or row is None or points is None:
            raise Refused(_("Choose a score, or type one: a whole number of points."))
        seen = parse_key(request.POST.get("seen", ""))
        actor = Actor.for_user(request.user)
        rule_on_row(game, seat, row, points, actor, play=play, reason=reason, seen=seen)
    except Refused as refused:
        proposed = ProposedPoints(seat or 0, row or 0, points or 0, play, reason, str(refused))
        page = DisputePage(dispute_of(game), proposed=proposed)
        return show_dispute(request, page, status=422)
    messages.success(
        request,
        _("Ruled: the score in row {row} is {points}.").format(
            points=format_points(points), row=row
        ),
    )
    return redirect(f"{reverse('dispute:game', args=[pk])}#row-{seat}-{row}")


@requires(Permission.DIRECT, game_scope)
@require_http_methods(ACTION_METHODS)
def settle_dispute(request: HttpRequest, pk: int) -> HttpResponse:
    """Save the final score agreed by the players; a refusal is shown with the form.

    If the game belongs to a board of an event, the result of that board is corrected.
    """
    game = find_game(pk)
    if request.method != "POST":
        return redirect("dispute:game", pk=pk)
    typed = [request.POST.get(f"final-{seat}", "").strip() for seat in _seats(game)]
    reason = typed_reason(request.POST)
    scores = [score for text in typed if (score := parse_points(text)) is not None]
    try:
        if len(scores) < len(typed):
            raise Refused(_("Type the final score of every player, as a whole number."))
        seen = parse_key(request.POST.get("seen", ""))
        agree_final_scores(game, scores, Actor.for_user(request.user), reason=reason, seen=seen)
    except Refused as refused:
        form = final_score_input(dispute_of(game), typed, reason, str(refused))
        page = DisputePage(dispute_of(game), final=form, error="" if form else str(refused))
        return show_dispute(request, page, status=422)
    messages.success(request, _("The agreed final score has been saved."))
    return redirect("dispute:game", pk=pk)


def _seats(game: Game) -> range:
    return range(1, game.players.count() + 1)
