"""Print the recount of a game; a copy is stored with the game and can be opened again."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.access import game_scope
from scoring.actions.activity import Actor
from scoring.actions.papers import RECOUNT, PrintedPaper, store_printed_recount
from scoring.actions.refusals import Refused
from scoring.downloads import file_response
from scoring.models import Game, PaperCopy
from scoring.views.pad import find_game
from tournament.models import Pairing
from tournament.reports.definition import find_definition
from tournament.reports.delivery import build_report, event_state, render_report
from tournament.reports.report import Report
from tournament.reports.report_options import CannotReport, GameOptions
from tournament.web.access import Permission, requires


@requires(Permission.DIRECT, game_scope)
@require_POST
def print_recount_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Store the current recount, or keep the last copy if nothing has changed since, and redirect to it.

    If printing is refused, redirect to the game with the reason.
    """
    game = find_game(pk)
    try:
        copy = store_printed_recount(
            game, _print_report(_recount_report(game)), Actor.for_user(request.user)
        )
    except (CannotReport, Refused) as refused:
        messages.error(request, str(refused))
        return redirect("dispute:game", pk=pk)
    return redirect("paper_copy", pk=pk, copy=copy.pk)


@require_safe
@requires(Permission.DESK, game_scope)
@never_cache
def paper_copy(request: HttpRequest, pk: int, copy: int) -> HttpResponse:  # noqa: ARG001 - the permission asks
    """Send a stored paper of the game as it was printed."""
    printed = get_object_or_404(PaperCopy, pk=copy, game=pk)
    return file_response(bytes(printed.content), "application/pdf", printed.name, is_shown=True)


def _recount_report(game: Game) -> Report:
    """Return the recount of a game, in the language and branding of its event if it belongs to one."""
    chosen = find_definition(RECOUNT)
    pairing = Pairing.objects.select_related("round__division__event").filter(game=game).first()
    if pairing is None:
        report: Report = chosen.of_game(game, timezone.localtime())  # type: ignore[attr-defined]
        return report
    division = pairing.round.division
    options = GameOptions(division.slug, pairing.round.number, pairing.board)
    state = event_state(division.event)
    return build_report(chosen, division.event, options, state.moment, "pdf", chain_head=state.head)


def _print_report(report: Report) -> PrintedPaper:
    contents = repr(replace(report, printed_at=datetime.min.replace(tzinfo=UTC), chain_head=""))
    delivery = render_report(report, "pdf")
    digest = hashlib.sha256(contents.encode()).hexdigest()
    return PrintedPaper(delivery.file_name, delivery.content, digest)
