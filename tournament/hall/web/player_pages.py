"""Players' own pages, opened with the token of the QR code or with number and letters.

Everything works without JavaScript; a script refreshes the page and resends reports that the
network lost.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from secrets import token_urlsafe
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.views.throttle import Throttle
from tournament.actions.act import ConfirmationRequired, Refused
from tournament.actions.people.check_in import check_in
from tournament.actions.results.results import refuse_impossible_scores
from tournament.hall.actions.player_codes import player_as_actor
from tournament.hall.actions.player_requests import ask_director
from tournament.hall.actions.reports import report_refusal, report_result, unlikely_score_questions
from tournament.hall.models import PlayerCode, PlayerRequest
from tournament.hall.queries.my_page import MyBoard, my_page
from tournament.hall.queries.player_codes import code_by_letters, code_by_token
from tournament.hall.queries.reports import boards_of_player, report_in_words
from tournament.hall.queries.versions import version_of_my_page
from tournament.hall.web.access import requires_code
from tournament.models import Event
from tournament.queries.event.frame import divisions_with_event
from tournament.signals import code_guessed
from tournament.web.access import Permission, requires
from tournament.web.forms import WholeNumberField
from tournament.web.page import find_event, parse_whole_number, shared_values_of
from tournament.web.public import public_page, site_frame

COOKIE_LIFETIME = timedelta(days=3)
"""The time for which a phone remembers its player."""
PLAYER_FORM_THROTTLE = Throttle(most=30, seconds=60, name="forms of players")
"""The limit on forms sent with one code."""
PLAYER_CODE_THROTTLE = Throttle(most=10, seconds=600, name="wrong codes of players")
PLAYER_ADDRESS_THROTTLE = Throttle(most=30, seconds=600, name="wrong codes from one address")
"""The limit on wrong letters from one address, for any number; beyond it, the desk is informed."""
SCORE_ATTRS = {"inputmode": "numeric", "autocomplete": "off", "size": 4}


class ReportForm(forms.Form):
    """Two scores, with a key that identifies the form."""

    own = WholeNumberField(
        min_value=-99_999, max_value=99_999, widget=forms.TextInput(attrs=SCORE_ATTRS)
    )
    opponent = WholeNumberField(
        min_value=-99_999, max_value=99_999, widget=forms.TextInput(attrs=SCORE_ATTRS)
    )
    key = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, against: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["own"].label = _("Your score")
        self.fields["opponent"].label = _("Score of {opponent}").format(opponent=against)


def new_form_key() -> str:
    """Return a new key for a form, so that it counts once even if it is sent repeatedly."""
    return token_urlsafe(12)


@requires_code
@require_safe
def page_of_player(request: HttpRequest, code: PlayerCode) -> HttpResponse:
    """Show the player's board, reports, record and requests; return 204 if `?seen=` is the current version."""
    event = code.entry.division.event
    version = version_of_my_page(code.entry)
    if request.GET.get("seen") == version:
        return HttpResponse(status=204)
    with shared_values_of(event.slug):
        shown = my_page(code)
    boards = [
        (board, report_refusal(code, board.board.pairing, board.board.result))
        for board in shown.boards
    ]
    answer = _player_response(
        request,
        "hall/me/page.html",
        code,
        version=version,
        shown=shown,
        boards=boards,
        form=ReportForm(initial={"key": new_form_key()}),
        key=new_form_key(),
        kinds=[(kind.value, kind.label) for kind in list(PlayerRequest.Kind)[:3]],
        said=[str(message) for message in messages.get_messages(request)],
    )
    answer.set_cookie(
        _cookie_name(event), code.token, max_age=COOKIE_LIFETIME, httponly=True, samesite="Lax"
    )
    return answer


@requires_code
def report_page(request: HttpRequest, code: PlayerCode, number: int) -> HttpResponse:
    """Accept the two scores of a round: first show what they mean, then send them.

    Redirect to the player's page if the board has changed meanwhile.
    """
    if request.method != "POST":
        return redirect("me_page", code.token)
    board = _board_in_round(code, number)
    if board is None or request.POST.get("pairing") not in (None, str(board.board.pairing.pk)):
        messages.error(
            request,
            _(
                "Nothing was sent: round {number} is closed, or your board has changed since "
                "you opened the page. Check your new board."
            ).format(number=number),
        )
        return redirect("me_page", code.token)
    if not PLAYER_FORM_THROTTLE.try_count(code.token):
        return _report_response(
            request, code, board, refused=too_many_requests_message(), status=429
        )
    return process_report_form(
        request,
        code,
        board,
        shown=lambda **context: _report_response(request, code, board, **context),
        done=reverse("me_page", args=[code.token]),
    )


def process_report_form(
    request: HttpRequest,
    code: PlayerCode,
    board: MyBoard,
    *,
    shown: Callable[..., HttpResponse],
    done: str,
    at_kiosk: bool = False,
) -> HttpResponse:
    """Check the scores entered and show what they mean, or send them and redirect to `done`.

    Phones and kiosks share this view.
    """
    opponent = board.opponent_name
    form = ReportForm(request.POST, against=opponent)
    pairing = board.board.pairing
    if not form.is_valid():
        return shown(form=form, status=422)
    own, theirs = form.cleaned_data["own"], form.cleaned_data["opponent"]
    first, second = (own, theirs) if board.is_first else (theirs, own)
    words = None
    try:
        if "send" not in request.POST:
            if why := report_refusal(code, pairing, board.board.result):
                return shown(form=form, refused=why, status=422)
            refuse_impossible_scores(first, second)
            words = report_in_words(pairing, code.entry.number, first, second)
            questions = unlikely_score_questions(pairing, (first, second))
            return shown(form=form, words=words, questions=questions)
        came_of_it = report_result(
            code,
            pairing,
            own,
            theirs,
            key=form.cleaned_data["key"] or new_form_key(),
            accepted="accepted" in request.POST,
            at_kiosk=at_kiosk,
        )
    except ConfirmationRequired as odd:
        words = report_in_words(pairing, code.entry.number, first, second)
        return shown(form=form, words=words, questions=odd.questions, status=422)
    except Refused as refused:
        return shown(form=form, refused=str(refused), status=422)
    if came_of_it.agrees:
        sentence = _("Sent. Both of you reported the same result, so it is in.")
    elif came_of_it.differs:
        sentence = _("Sent. {opponent} reported a different result; the director decides.").format(
            opponent=opponent
        )
    else:
        sentence = _("Sent. {opponent} now has to confirm the result.").format(opponent=opponent)
    messages.success(request, sentence)
    return redirect(done)


@requires_code
@require_POST
def own_check_in_page(request: HttpRequest, code: PlayerCode) -> HttpResponse:
    """Check the player in; do nothing after too many forms."""
    if PLAYER_FORM_THROTTLE.try_count(code.token):
        try:
            check_in(player_as_actor(code.entry), code.entry, here=True)
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, _("You are checked in."))
    return redirect("me_page", code.token)


@requires_code
@require_POST
def request_director_page(request: HttpRequest, code: PlayerCode) -> HttpResponse:
    """Send a request to the director.

    The request asks the director to come to the board, to let the player leave after a round, or to let
    the player play without a phone.
    """
    if not PLAYER_FORM_THROTTLE.try_count(code.token):
        messages.error(request, too_many_requests_message())
        return redirect("me_page", code.token)
    kind = request.POST.get("kind", "")
    boards = boards_of_player(code.entry)
    pairing = boards[0].pairing if boards else None
    after = parse_whole_number(request.POST.get("after", ""), digits=3)
    try:
        ask_director(code, kind, pairing=pairing, after=after)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("The desk can see your request now."))
    return redirect("me_page", code.token)


@requires(Permission.ASK)
def sign_in(request: HttpRequest, event: str) -> HttpResponse:
    """Redirect a remembered phone to its page, or show the form for number and letters.

    A correct form redirects to the player's page, and `forget` makes the phone forget its player.
    """
    event_ = find_event(event)
    refused = ""
    if request.method == "POST" and "forget" in request.POST:
        answer: HttpResponse = redirect("me_sign_in", event)
        answer.delete_cookie(_cookie_name(event_))
        return answer
    if request.method == "POST":
        code, refused = find_typed_code(request, event_)
        if code is not None:
            return redirect("me_page", code.token)
    else:
        known = code_by_token(request.COOKIES.get(_cookie_name(event_), ""))
        if known is not None and known.entry.division.event_id == event_.pk:
            return redirect("me_page", known.token)
    divisions = divisions_with_event(event_)
    frame = site_frame(event_, divisions, here="mine")
    answer = public_page(
        request,
        "hall/me/sign_in.html",
        frame,
        {
            "refused": refused,
            "number": request.POST.get("number", "")[:5],
            "csrf_token": get_token(request),
        },
        status=422 if refused else 200,
    )
    answer["Cache-Control"] = "no-store"
    return answer


def find_typed_code(request: HttpRequest, event: Event) -> tuple[PlayerCode | None, str]:
    """Return the code for the number and letters entered and an empty string, or None and the error message.

    The message does not say which of the two is wrong. After too many wrong letters for a number from
    one address, all letters for it are refused for a while.
    """
    typed = request.POST.get("number", "").strip()
    number = parse_whole_number(typed, digits=5) or 0
    address = str(request.META.get("REMOTE_ADDR", ""))
    key = f"{address} {event.pk} {number}"
    if PLAYER_CODE_THROTTLE.is_over(key):
        code_guessed.send(str, address=address)
        return None, _(
            "Too many wrong codes for this number were typed on this device. Wait a few minutes, "
            "scan the code on your scorecard, or ask at the desk."
        )
    code = code_by_letters(event, number, request.POST.get("letters", "")[:20])
    if code is None:
        PLAYER_CODE_THROTTLE.count_use(key)
        if not PLAYER_ADDRESS_THROTTLE.try_count(address):
            code_guessed.send(str, address=address)
        return None, _("This number and these letters do not match. Check both on your scorecard.")
    return code, ""


def too_many_requests_message() -> str:
    """Return the message for too many requests."""
    return _("You have sent too many requests. Wait a minute.")


def _board_in_round(code: PlayerCode, number: int) -> MyBoard | None:
    """Return the player's board in the current round with this number, or None if there is none."""
    for board in boards_of_player(code.entry):
        pairing = board.pairing
        if pairing.round.number == number:
            is_first = pairing.first_id == code.entry_id
            return MyBoard(board, is_first, pairing.second if is_first else pairing.first)
    return None


def _report_response(
    request: HttpRequest, code: PlayerCode, board: MyBoard, *, status: int = 200, **context: Any
) -> HttpResponse:
    return _player_response(
        request, "hall/me/report.html", code, status=status, board=board, **context
    )


def _player_response(
    request: HttpRequest,
    template: str,
    code: PlayerCode,
    *,
    version: str = "",
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """Return one of the player's pages in the frame of the public site."""
    division = code.entry.division
    event = division.event
    divisions: list[Any] = [division]
    frame = site_frame(event, divisions, division, here="mine", version=version)
    return public_page(
        request,
        template,
        frame,
        {"code": code, "entry": code.entry, "csrf_token": get_token(request), **context},
        status=status,
    )


def _cookie_name(event: Event) -> str:
    """Return the name of the cookie with the player's token."""
    return f"ninetimer-me-{event.slug}"
