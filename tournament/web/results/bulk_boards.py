"""Bulk actions on the list of results: print result slips, or accept reported results."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.bulk_actions import list_address, rows_with_checkbox_values, selected_checkbox_values
from scoring.wording.phrases import comma_list
from tournament.actions.results.accepted_reports import accept_reports
from tournament.models import Event, PlayerReport
from tournament.queries.results.event_boards import EventBoards
from tournament.queries.rounds.rounds import Board
from tournament.web.access import Permission, has_page_permission, requires
from tournament.web.page import find_event
from tournament.web.perform import perform
from tournament.web.results.tables import ResultsTable


@requires(Permission.RECORD)
@require_POST
def change_boards(request: HttpRequest, event: str) -> HttpResponse:
    """Apply one action to all selected boards, or to none of them."""
    this_event = find_event(event)
    to = list_address(request, reverse("all_results", args=[this_event.slug]))
    marks = selected_checkbox_values(request.POST)
    marked: list[Board] = rows_with_checkbox_values(ResultsTable, EventBoards(this_event), marks)
    if not marks:
        messages.error(request, _("No board is selected. Select boards in the list first."))
    elif len(marked) < len(marks):
        messages.error(
            request,
            _(
                "A selected board no longer exists: its round was undone or paired again. Reload "
                "the page."
            ),
        )
    elif request.POST.get("do") == "slips":
        return _print_slips(request, this_event, marked, to)
    elif request.POST.get("do") == "accept":
        return _accept_reports(request, marked, to)
    else:
        messages.error(request, _("Choose what to do with the selected rows."))
    return redirect(to)


def _print_slips(request: HttpRequest, event: Event, marked: list[Board], to: str) -> HttpResponse:
    """Redirect to the result slips of the boards, which must belong to one round."""
    rounds = {board.pairing.round.number for board in marked}
    if len(rounds) != 1:
        messages.error(
            request,
            _("Result slips are printed for one round at a time. Select boards of the same round."),
        )
        return redirect(to)
    only = " ".join(
        f"{board.pairing.round.division.slug}.{board.pairing.board}" for board in marked
    )
    query = urlencode({"round": rounds.pop(), "only": only, "format": "pdf"})
    return redirect(f"{reverse('report_file', args=[event.slug, 'result_slips'])}?{query}")


def _accept_reports(request: HttpRequest, marked: list[Board], to: str) -> HttpResponse:
    """Accept the single report of each board as its result.

    Nothing is changed if a board has no report or two that differ.
    """
    others = [board for board in marked if board.state != "reported"]
    if others:
        messages.error(
            request,
            _(
                "{boards} cannot be accepted: there is no report, or there are two different "
                "ones. Nothing was changed. Clear their boxes and try again."
            ).format(boards=comma_list(map(_board_name, others))),
        )
        return redirect(to)
    keys = [board.reports[0].pk for board in marked]
    rows = PlayerReport.objects.select_related("pairing__round__division__event")
    reports = list(rows.filter(pk__in=keys))
    rules = has_page_permission(request, Permission.DIRECT)
    return perform(
        request,
        lambda actor: accept_reports(actor, reports, may_rule=rules),
        done=lambda count: ngettext(
            "The report for {count} board now counts.",
            "The reports for {count} boards now count.",
            count,
        ).format(count=count),
        to=to,
    )


def _board_name(board: Board) -> str:
    pairing = board.pairing
    return _("{division}, round {round}, board {board}").format(
        division=pairing.round.division, round=pairing.round.number, board=pairing.board
    )
