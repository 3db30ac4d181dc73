"""The page of one board: its results and their origin, corrections, and recording the game."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.actions.sheet_rulings import POSSIBLE_SCORES
from scoring.forms import typed_reason
from tournament.actions.act import ConfirmationRequired, EditConflict, ReasonMissing, Refused
from tournament.actions.results.entries import is_replaceable_by
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import (
    InvalidResult,
    correct_result,
    correction_reason_message,
    enter_result,
)
from tournament.actions.results.typed_lines import result_consequences, rule_for_result
from tournament.models import Pairing, ResultEntry
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.results.confirmation import (
    correction_sentence,
    is_lost_on_time,
    outcome_sentence,
)
from tournament.queries.results.consequences import Consequences
from tournament.queries.results.recorded_games import counting_flips
from tournament.queries.rounds.rounds import boards_of, result_history
from tournament.queries.safety.undo import RESULT_STEP_KINDS, UndoOffer, last_steps
from tournament.queries.versions import version_of_results
from tournament.web.access import Permission, has_page_permission, requires, requires_desk
from tournament.web.conflict import Conflict, conflict_of_results, is_kept_beside, seen_version
from tournament.web.forms import BoardResultForm
from tournament.web.page import find_division, find_pairing, find_round, page


@requires_desk
def board_page(
    request: HttpRequest, event: str, division: str, number: int, board: int
) -> HttpResponse:
    """Show a board with all results entered for it; `?outcome=` fills in values typed elsewhere."""
    pairing = _find_pairing(request, event, division, number, board)
    if "outcome" not in request.GET:
        return _render_page(request, pairing)
    version = version_of_results(result_history(pairing))
    form = BoardResultForm({**request.GET.dict(), "seen": version})
    form.fields["reason"].widget.attrs["autofocus"] = True
    follows = _consequences_of(pairing, form) if form.is_valid() else []
    return _render_page(request, pairing, form, follows)


@requires(Permission.RECORD)
@require_POST
def board_result(
    request: HttpRequest, event: str, division: str, number: int, board: int
) -> HttpResponse:
    """Enter the board's result, or correct the one the form is based on.

    A conflict, questions or a missing reason are shown with the form. A board paired again since
    the page was opened is left unchanged.
    """
    pairing = _find_pairing(request, event, division, number, board)
    form = BoardResultForm(request.POST)
    questions: list[str] = []
    conflict: Conflict | None = None
    directs = has_page_permission(request, Permission.DIRECT)
    if request.POST.get("pairing", str(pairing.pk)) != str(pairing.pk):
        messages.error(
            request,
            _(
                "Board {board} was paired again since you opened the page and is now {first} – "
                "{second}. What you typed was not saved."
            ).format(
                board=board,
                first=pairing.first.name,
                second=pairing.second.name if pairing.second else _("a bye"),
            ),
        )
        return redirect(_address(pairing))
    if pairing.round.phase == Phase.CLOSED and not directs:
        form.add_error(
            None,
            _("{round} is closed. Only a director can correct it now.").format(round=pairing.round),
        )
    if form.is_valid():
        try:
            entry = _enter_or_correct(request, pairing, form)
        except EditConflict as changed:
            beside = is_kept_beside(Actor.for_user(request.user), changed, rules=directs)
            conflict = conflict_of_results(
                pairing, _typed_result(pairing, form), changed, is_kept_beside=beside
            )
            follows = _consequences_of(pairing, form) if changed.now and not beside else []
            questions = [*follows, *changed.questions]
        except ConfirmationRequired as questionable:
            questions = questionable.questions
        except ReasonMissing as missing:
            form.add_error("reason", str(missing))
            questions = _consequences_of(pairing, form)
        except InvalidResult as refused:
            form.add_error(_impossible_score_field(form), str(refused))
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _entered_message(board, entry))
            return redirect(_address(pairing))
    return _render_page(request, pairing, form, questions, conflict)


def _enter_or_correct(request: HttpRequest, pairing: Pairing, form: BoardResultForm) -> ResultEntry:
    """Correct the result that the form showed; enter a new one if it showed none or `beside` is set."""
    typed = form.cleaned_data
    actor, figures = Actor.for_user(request.user), form.typed_scores
    accepted = typed["accepted"] == form.signature
    if typed["seen"] and not typed["beside"]:
        return correct_result(
            actor,
            pairing,
            *figures,
            outcome=typed["outcome"],
            spread_only=typed["spread_only"],
            reason=typed["reason"],
            accepted=accepted,
            questions=_consequences_of(pairing, form),
            seen=typed["seen"],
            may_rule=has_page_permission(request, Permission.DIRECT),
        )
    return enter_result(
        actor,
        pairing,
        *figures,
        outcome=typed["outcome"],
        spread_only=typed["spread_only"],
        accepted=accepted,
        seen=typed["seen"],
        may_rule=has_page_permission(request, Permission.DIRECT),
    )


def _impossible_score_field(form: BoardResultForm) -> str | None:
    """Return the name of the first field with an impossible score, or None if both are possible."""
    scores = zip(("first_score", "second_score"), form.typed_scores, strict=True)
    return next((name for name, score in scores if score not in POSSIBLE_SCORES), None)


def _consequences_of(pairing: Pairing, form: BoardResultForm) -> list[str]:
    return result_consequences(pairing, *form.typed_scores, form.cleaned_data["outcome"]).sentences


def _typed_result(pairing: Pairing, form: BoardResultForm) -> ResultEntry:
    """Return the typed result as an unsaved entry."""
    first, second = form.typed_scores
    return ResultEntry(
        pairing=pairing,
        outcome=form.cleaned_data["outcome"],
        spread_only=form.cleaned_data["spread_only"],
        first_score=first,
        second_score=second,
        reason=form.cleaned_data["reason"],
    )


@requires(Permission.DIRECT)
@require_POST
def rule_on_results(
    request: HttpRequest, event: str, division: str, number: int, board: int
) -> HttpResponse:
    """Let one of the contradicting results count; if the reason is missing, ask for it."""
    pairing = _find_pairing(request, event, division, number, board)
    chosen = request.POST.get("entry", "")
    entry = next((row for row in result_history(pairing) if str(row.pk) == chosen), None)
    if entry is None:
        messages.error(
            request,
            _("This result of board {board} no longer exists. Reload the page.").format(
                board=board
            ),
        )
        return redirect(_address(pairing))
    reason = typed_reason(request.POST)
    try:
        ruled = rule_for_result(
            Actor.for_user(request.user), entry, reason=reason, seen=request.POST.get("seen", "")
        )
    except ReasonMissing as refused:
        return _render_page(request, pairing, ruling=RulingWithoutReason(reason, str(refused)))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(_address(pairing))
    messages.success(request, _entered_message(board, ruled))
    return redirect(_address(pairing))


@requires(Permission.RECORD)
@require_POST
def record_game(
    request: HttpRequest, event: str, division: str, number: int, board: int
) -> HttpResponse:
    """Open the board's score pad or, for a director on request, its score sheets.

    The first call starts the game.
    """
    pairing = _find_pairing(request, event, division, number, board)
    try:
        game = start_game(Actor.for_user(request.user), pairing)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(_address(pairing))
    if request.POST.get("then") == "sheets" and has_page_permission(request, Permission.DIRECT):
        return redirect("dispute:game", pk=game.pk)
    return redirect("scoring:pad", pk=game.pk)


def _find_pairing(
    request: HttpRequest, event: str, division: str, number: int, board: int
) -> Pairing:
    return find_pairing(find_round(request, find_division(event, division), number), board)


@dataclass(frozen=True, slots=True)
class RulingWithoutReason:
    """A ruling without the required reason: what was typed, and why a reason is needed."""

    reason: str
    refusal: str


def _render_page(
    request: HttpRequest,
    pairing: Pairing,
    form: BoardResultForm | None = None,
    questions: Sequence[str] = (),
    conflict: Conflict | None = None,
    *,
    ruling: RulingWithoutReason | None = None,
) -> HttpResponse:
    history = result_history(pairing)
    directs = has_page_permission(request, Permission.DIRECT)
    counts = next((row for row in history if row.standing == ResultStatus.COUNTS), None)
    initial = (
        {
            "outcome": counts.outcome,
            "first_score": counts.first_score,
            "second_score": counts.second_score,
        }
        if counts and counts.is_game and not counts.spread_only
        else {"outcome": counts.outcome}
        if counts
        else {}
    )
    records = pairing.round.is_public and has_page_permission(request, Permission.RECORD)
    board = boards_of(pairing.round, pairing)[0] if records else None
    beside = [row for row in history if row.standing == ResultStatus.BESIDE]
    version = version_of_results(history)
    form_shown = form or BoardResultForm(initial=initial)
    if pairing.second:
        rules = pairing.round.division.event.rules
        form_shown.label_outcomes(pairing.first.name, pairing.second.name, rules)
    return page(
        request,
        "tournament/results/board.html",
        {
            "division": pairing.round.division,
            "round": pairing.round,
            "pairing": pairing,
            "first_known": (pairing.round.number, pairing.first.number)
            not in pairing.round.division.start_rules.unknown,
            "history": history,
            "no_game": counts.label_for_players(pairing.first.name, pairing.second.name)
            if counts and pairing.second
            else "",
            "counts": counts,
            "game": pairing.game,
            "flips": [flip for _pairing, flip in counting_flips([(pairing, counts)])],
            "is_lost_on_time": counts is not None and is_lost_on_time(pairing, counts),
            "claims": _contradicting_results(pairing, history) if directs else [],
            "beside": beside,
            "board": board
            if board and board.reports and (board.is_unconfirmed or not counts)
            else None,
            "version": version,
            "form": form_shown,
            "conflict": conflict,
            "seen": seen_version(form, conflict, version),
            "kept_beside": conflict.is_kept_beside
            if conflict
            else form.data.get("beside")
            if form is not None
            else _is_stored_beside(request, counts, directs=directs),
            "why_a_reason": correction_reason_message(pairing) if counts else "",
            "questions": questions,
            "ruling": ruling,
            "last_step": _last_step(request, pairing) if records else None,
            "typing": _may_enter_result(request, pairing, contested=bool(beside))
            or conflict is not None,
        },
        status=422 if request.method == "POST" else 200,
    )


def _last_step(request: HttpRequest, pairing: Pairing) -> UndoOffer | None:
    """Return the last step on the board's result if the reader may undo it now, else None. One query.

    Readers who may not direct may undo only their own results.
    """
    own = None if has_page_permission(request, Permission.DIRECT) else request.user.pk
    board = f"board {pairing.pk}"
    for offer in last_steps(pairing.round.division):
        if board in offer.step.touches and offer.step.undone_by_id is None:
            is_own = own in (None, offer.step.activity.user_id)
            return (
                offer
                if is_own and offer.can_be_undone and offer.step.kind in RESULT_STEP_KINDS
                else None
            )
    return None


def _may_enter_result(request: HttpRequest, pairing: Pairing, *, contested: bool) -> bool:
    """Return whether the reader may enter a result.

    The round must be public and the event open; a closed round or contradicting results require a
    director.
    """
    if not pairing.round.is_public or pairing.round.division.event.closed_at:
        return False
    ruled_on = contested or pairing.round.phase == Phase.CLOSED
    return has_page_permission(request, Permission.DIRECT if ruled_on else Permission.RECORD)


def _is_stored_beside(request: HttpRequest, counts: ResultEntry | None, *, directs: bool) -> bool:
    """Return whether a result typed here would only be stored beside the current one.

    True if a result counts and the reader may neither direct nor replace it.
    """
    return (
        counts is not None
        and not directs
        and not is_replaceable_by(counts, Actor.for_user(request.user))
    )


def _contradicting_results(
    pairing: Pairing, history: list[ResultEntry]
) -> list[tuple[ResultEntry, str, Consequences]]:
    """Return the contradicting results, each with its winner and the consequences of choosing it.

    Return an empty list unless there are at least two.
    """
    open_ = [row for row in history if row.standing != ResultStatus.SUPERSEDED]
    if len(open_) < 2:
        return []
    return [
        (
            row,
            outcome_sentence(pairing, row),
            result_consequences(pairing, row.first_score, row.second_score, row.outcome),
        )
        for row in open_
    ]


def _entered_message(board: int, entry: ResultEntry) -> str:
    """Return the message after a result has been entered: it waits beside another, corrects one, or counts."""
    if entry.standing == ResultStatus.BESIDE:
        return _(
            "Board {board}: {result} has been saved alongside the existing result. The director "
            "decides which one counts."
        ).format(board=board, result=entry)
    if corrected := correction_sentence(entry.pairing, entry):
        return _("Board {board}: {what}").format(board=board, what=corrected)
    if entry.is_game:
        return _("Board {board}: {result} now counts.").format(board=board, result=entry)
    second = entry.pairing.second
    result = (
        entry.label_for_players(entry.pairing.first.name, second.name) if second else str(entry)
    )
    return _("Board {board} now counts as “{result}”.").format(board=board, result=result)


def _address(pairing: Pairing) -> str:
    division = pairing.round.division
    return reverse(
        "board", args=[division.event.slug, division.slug, pairing.round.number, pairing.board]
    )
