"""The page of recent actions in a division, each with its undo or the reason why it cannot be undone."""

import re

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.forms import typed_reason
from tournament.actions.act import ReasonMissing, Refused
from tournament.actions.safety.undo import undo_action, undo_reason_message
from tournament.models import Division, UndoStep
from tournament.queries.safety.activity import logged_sentence
from tournament.queries.safety.undo import MAX_LISTED_STEPS, RESULT_STEP_KINDS, last_steps
from tournament.web.access import Permission, has_page_permission, requires
from tournament.web.page import find_division, page, query_number, return_address

BOARD_RETURN_ADDRESS = re.compile(r"(\d{1,4})/(\d{1,4})")
"""Pattern of a return address that consists of a round and a board, sent by the button on a board's page."""


@requires(Permission.DIRECT)
def undo_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """List the actions, latest first; `?reason=` is the key of a step that needs a reason."""
    this_division = find_division(event, division)
    wanted = query_number(request, "reason")
    steps = UndoStep.objects.filter(pk=wanted or 0, division=this_division, undone_by=None)
    step = steps.first() if wanted else None
    return page(
        request,
        "tournament/safety/undo.html",
        {
            "division": this_division,
            "offers": last_steps(this_division),
            "most": MAX_LISTED_STEPS,
            "step_with_reason": step.pk if step else None,
            "why_a_reason": undo_reason_message(step) if step else "",
        },
    )


@requires(Permission.DIRECT)
@require_POST
def undo_step_page(request: HttpRequest, event: str, division: str, step: int) -> HttpResponse:
    """Undo one step, and return to the page with the button."""
    this_division = find_division(event, division)
    row = get_object_or_404(
        UndoStep.objects.select_related("activity"), pk=step, division=this_division
    )
    return _undo_step(request, this_division, row)


@requires(Permission.RECORD)
@require_POST
def undo_own_result(request: HttpRequest, event: str, division: str, step: int) -> HttpResponse:
    """Undo a result that the user entered; raise `Http404` for anything else."""
    this_division = find_division(event, division)
    own = UndoStep.objects.filter(kind__in=RESULT_STEP_KINDS, activity__user=request.user.pk)
    row = get_object_or_404(own.select_related("activity"), pk=step, division=this_division)
    return _undo_step(request, this_division, row)


def _undo_step(request: HttpRequest, division: Division, row: UndoStep) -> HttpResponse:
    row.division = division
    names = [division.event.slug, division.slug]
    try:
        entry = undo_action(Actor.for_user(request.user), row, reason=typed_reason(request.POST))
    except ReasonMissing as refused:
        if has_page_permission(request, Permission.DIRECT):
            return redirect(f"{reverse('undo_list', args=names)}?reason={row.pk}")
        messages.warning(request, str(refused))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, logged_sentence(entry))
    back = request.POST.get("back", "")
    if back == "desk":
        return redirect(division)
    if back == "event":
        return redirect(division.event)
    if board := BOARD_RETURN_ADDRESS.fullmatch(back):
        return redirect("board", *names, int(board[1]), int(board[2]))
    return redirect(return_address(request, division.event.slug, reverse("undo_list", args=names)))
