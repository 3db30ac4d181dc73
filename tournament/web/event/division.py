"""The desk of one division: the next step, the boards of a round, result entry and the players."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.act import EditConflict, ReasonMissing, Refused
from tournament.actions.rounds.rounds import close_round, publish_round, reopen_round
from tournament.models import Division
from tournament.queries.event.desk import (
    DeskStep,
    NextStep,
    accepts_results,
    checklist,
    desk_phases,
    next_step,
    round_to_show,
)
from tournament.queries.people.check_in import absent_entries
from tournament.queries.people.entries import DivisionField, division_field
from tournament.queries.rounds.automatic_rounds import automatic_round_notice
from tournament.queries.rounds.drafts import (
    draft_figures,
    next_planned_round,
    publication_obstacles,
)
from tournament.queries.rounds.rounds import Board, boards_of, round_summaries, shared_reasons
from tournament.queries.standings.standings import division_standings
from tournament.queries.versions import version_of_division, version_of_pairings
from tournament.web.access import Permission, has_page_permission, requires, requires_desk
from tournament.web.cards import cards_at
from tournament.web.event.panel import panel_context
from tournament.web.forms import ReasonForm, ResultLineForm
from tournament.web.frame import frame_of
from tournament.web.page import (
    NOTHING_NEW,
    find_division,
    find_round,
    page,
    query_number,
    select_list_part,
)
from tournament.web.perform import perform_after_snapshot
from tournament.web.results.results import LineOutcome, enter_line, line_context, line_mode
from tournament.web.rounds.pairing_progress import round_being_paired
from tournament.wording.log import say

PHASE_CHANGES = {
    "published": ("before_publishing", _lazy("Round {number} has been published.")),
    "closed": ("before_closing", _lazy("Round {number} has been closed.")),
    "playing": ("before_reopening", _lazy("Round {number} is open again.")),
}
"""The snapshot's reason code and the success message, by requested phase."""
ON_THE_PODIUM = 3


@requires_desk
def division_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show the desk of a division with the round given by `?round=`, or with the current one."""
    division_ = find_division(event, division)
    return _render_page(request, division_, query_number(request, "round"))


@requires(Permission.RECORD)
@require_POST
def enter_typed_result(
    request: HttpRequest, event: str, division: str, number: int
) -> HttpResponse:
    """Enter one result line at the desk; a doubtful line needs a second Enter.

    A script receives the outcome and the current desk; without scripts the desk is reloaded.
    """
    division_ = find_division(event, division)
    answer = enter_line(request, find_round(request, division_, number))
    if isinstance(answer, HttpResponse):
        return answer
    if request.headers.get("HX-Request"):
        context = (
            _current_desk(request, division_, number) if answer.confirmation else {"frame": None}
        )
        context |= {"division": division_, "swapped": True, **line_context(answer)}
        return page(request, "tournament/event/_desk_answer.html", context, status=answer.status)
    if answer.confirmation is None:
        return _render_page(request, division_, number, answer=answer)
    contradicts = answer.confirmation.contradicts
    level = messages.WARNING if contradicts else messages.SUCCESS
    messages.add_message(request, level, str(answer.confirmation).strip())
    return redirect(_round_address(division_, number))


@requires(Permission.DIRECT)
@require_POST
def change_phase(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Publish, close or reopen a round."""
    division_ = find_division(event, division)
    round_ = find_round(request, division_, number)
    wanted = request.POST.get("to", "")
    if wanted not in PHASE_CHANGES:
        messages.error(request, _("A round can be published, closed or reopened."))
        return redirect(_round_address(division_, number))
    why, done = PHASE_CHANGES[wanted]
    actor = Actor.for_user(request.user)
    try:
        with perform_after_snapshot(request, say(why, round=number, division=division_)):
            if wanted == "published":
                publish_round(actor, round_, seen=request.POST.get("seen"))
            elif wanted == "closed":
                close_round(actor, round_)
            else:
                reopen_round(actor, round_, reason=request.POST.get("reason", ""))
    except (ReasonMissing, EditConflict) as refused:
        messages.warning(request, str(refused))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, done.format(number=number))
    return redirect(_round_address(division_, number))


@requires(Permission.RECORD)
@gzip_page
def desk_changes(
    request: HttpRequest, event: str, division: str, shown: int, version: int
) -> HttpResponse:
    """Return the parts of the desk that the poll replaces, or an empty response if nothing has changed since `version`.

    `shown` is the number of the round shown, 0 if there is none.
    """
    division_ = find_division(event, division)
    if version_of_division(division_) == version:
        return HttpResponse(status=NOTHING_NEW)
    return page(
        request,
        "tournament/event/_desk_live.html",
        _current_desk(request, division_, shown or None),
    )


def _current_desk(request: HttpRequest, division: Division, number: int | None) -> dict[str, Any]:
    """Return the context of the desk with the frame of its page."""
    frame = frame_of(request, division.event, division, number)
    return _desk_context(request, division, number) | {"frame": frame}


def _render_page(
    request: HttpRequest,
    division: Division,
    number: int | None,
    *,
    answer: LineOutcome | None = None,
) -> HttpResponse:
    context = _desk_context(request, division, number)
    shown = context["shown"]
    typing = (
        has_page_permission(request, Permission.RECORD)
        and shown is not None
        and accepts_results(shown.round)
        and division.event.closed_at is None
    )
    if typing or answer is not None:  # a refusal is also shown if the round was closed meanwhile
        names = [division.event.slug, division.slug, shown.round.number]
        part = f"?part={context['part']}" if context["part"] else ""
        context |= line_context(
            answer or LineOutcome(form=ResultLineForm(initial=line_mode(request)))
        ) | {
            "typing": typing,
            "answered": answer is not None,
            "line_address": reverse("type_result", args=names) + part,
        }
    context["reason_form"] = ReasonForm()
    status = answer.status if answer is not None else 200
    return page(request, "tournament/event/division.html", context, status=status)


def _desk_context(request: HttpRequest, division: Division, number: int | None) -> dict[str, Any]:
    """Return the context of a division's desk without the result line, for round `number` or the current round."""
    directs, looks = (
        has_page_permission(request, Permission.DIRECT),
        has_page_permission(request, Permission.LOOK),
    )
    records = has_page_permission(request, Permission.RECORD)
    version = version_of_division(division)
    field = division_field(division)
    rounds = [r for r in round_summaries(division) if looks or r.round.is_public]
    shown = round_to_show(rounds, number, drafts=looks)
    boards = boards_of(shown.round) if shown else []
    boards_shown, parts = select_list_part(request, boards)
    absent = absent_entries(division) if directs or records else []
    step = next_step(rounds, len(field.people), division.rounds_planned, not_here=len(absent))
    ahead = step.step in (DeskStep.ENTER_RESULTS, DeskStep.DECIDE, DeskStep.CLOSE)
    last = max((row.round.number for row in rounds), default=0)
    planned = None
    if directs and (ahead or step.step in (DeskStep.CHECK_IN, DeskStep.MAKE_ROUND)):
        planned = next_planned_round(division, last + 1 if ahead else step.number, ahead=ahead)
    draft = None
    unfit: Sequence[str] = ()
    if looks and shown and not shown.round.is_public:
        draft = draft_figures(division, shown.round, boards)
        if directs and step.number == shown.round.number:
            unfit = _draft_problems(division, step.number, field, boards)
    return {
        "division": division,
        "draft": draft,
        "unfit": unfit,
        "draft_rows": select_list_part(request, draft.boards)[0] if draft else (),
        "version": version,
        "works": records,
        "people": field.people,
        "rounds": rounds,
        "shown": shown,
        "boards": boards_shown,
        "parts": parts,
        "part": query_number(request, "part") if parts else None,
        "common": shared_reasons(board.reasons for board in boards if board.pairing.second)
        if draft
        else (),
        "missing": [b.pairing.board for b in boards if b.is_missing and b.pairing.board],
        "planned": planned,
        "podium": division_standings(division).rows[:ON_THE_PODIUM]
        if step.step == DeskStep.FINISH and directs
        else (),
        "announced": automatic_round_notice(division) if directs else None,
        "being_paired": round_being_paired(division) if directs else None,
        "draft_seen": version_of_pairings(board.pairing for board in boards)
        if shown and shown.round.number == step.number
        else "",
        "step": step if directs else NextStep(DeskStep.ADD_PLAYERS),
        "phases": desk_phases(NextStep(DeskStep.FINISH) if division.event.closed_at else step),
        "tasks": checklist(division, rounds, len(field.people))
        if directs and not division.event.closed_at
        else [],
        "desk_cards": cards_at("desk", request, division),
        "panel_cards": cards_at("panel", request, division),
        **panel_context(request, division, rounds, boards, absent),
    }


def _draft_problems(
    division: Division, number: int, field: DivisionField, boards: Sequence[Board]
) -> Sequence[str]:
    """Return the reasons why the draft cannot be published.

    There are none if it seats exactly the players who have not withdrawn.
    """
    seated = {
        entry.number
        for board in boards
        for entry in (board.pairing.first, board.pairing.second)
        if entry is not None
    }
    playing = {person.number for person in field.people if person.withdrawn_after is None}
    if seated == playing:
        return ()
    return publication_obstacles(division, number, [board.pairing for board in boards])


def _round_address(division: Division, number: int) -> str:
    where = reverse("division", args=[division.event.slug, division.slug])
    return f"{where}?round={number}"
