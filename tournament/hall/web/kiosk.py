"""Kiosks: shared tablets for check-in and results, set up and unlocked with a code from the desk.

While a browser has a kiosk's cookie, every other page of the program redirects here; entering the
code again unlocks it. Every page returns to the start after half a minute without a touch.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.views.throttle import Throttle
from tournament.actions.act import Refused
from tournament.actions.people.check_in import check_in
from tournament.hall.actions.player_codes import player_as_actor
from tournament.hall.models import Kiosk
from tournament.hall.queries.my_page import MyBoard
from tournament.hall.queries.player_codes import kiosk_by_code, kiosk_by_secret
from tournament.hall.queries.reports import boards_of_player
from tournament.hall.web.access import KIOSK_COOKIE, requires_kiosk
from tournament.hall.web.player_pages import (
    ReportForm,
    find_typed_code,
    new_form_key,
    process_report_form,
)
from tournament.models import Entry
from tournament.queries.people.check_in import check_in_overview
from tournament.queries.people.entries import public_name, public_sort_name
from tournament.signals import code_guessed
from tournament.web.access import Permission, requires

KIOSK_PATH = "/kiosk/"
OTHER_ALLOWED_PATHS = ("/static/",)
"""Other paths that a kiosk may access."""
A_DAY = timedelta(days=1)
IDLE_SECONDS = 30
"""Seconds after which an untouched page returns to the start."""
KIOSK_CODE_THROTTLE = Throttle(most=20, seconds=600, name="wrong codes of kiosks")
"""The limit on wrong kiosk codes from one address."""
View = Callable[[HttpRequest], HttpResponse]


def lock_kiosks(get_response: View) -> View:
    """Return the middleware that restricts kiosk browsers to kiosk pages."""

    def restrict(request: HttpRequest) -> HttpResponse:
        if request.COOKIES.get(KIOSK_COOKIE) and not request.path.startswith(
            (KIOSK_PATH, *OTHER_ALLOWED_PATHS)
        ):
            return redirect("kiosk")
        return get_response(request)

    return restrict


@requires(Permission.ASK)
def kiosk_page(request: HttpRequest) -> HttpResponse:
    """Show the start page of the kiosk, or the form for its code."""
    kiosk = kiosk_by_secret(request.COOKIES.get(KIOSK_COOKIE, ""))
    if kiosk is not None:
        return _start_response(request, kiosk)
    refused = ""
    if request.method == "POST":
        kiosk, refused = _kiosk_for_code(request)
        if kiosk is not None:
            answer: HttpResponse = redirect("kiosk")
            answer.set_cookie(
                KIOSK_COOKIE, kiosk.secret, max_age=A_DAY, httponly=True, samesite="Lax"
            )
            return answer
    answer = _render(request, "code", None, refused=refused, status=422 if refused else 200)
    answer.delete_cookie(KIOSK_COOKIE)
    return answer


def _kiosk_for_code(request: HttpRequest) -> tuple[Kiosk | None, str]:
    """Return the kiosk for the code entered and an empty string, or None and the error message."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    if KIOSK_CODE_THROTTLE.is_over(address):
        code_guessed.send(str, address=address)
        return None, _("Too many wrong codes were typed on this device. Wait a few minutes.")
    kiosk = kiosk_by_code(request.POST.get("code", "")[:20])
    if kiosk is None:
        KIOSK_CODE_THROTTLE.count_use(address)
        return None, _("This code is not valid. The director can find it on the Phones page.")
    return kiosk, ""


def _start_response(request: HttpRequest, kiosk: Kiosk) -> HttpResponse:
    search = request.GET.get("q", "")[:80]
    matching = check_in_overview(kiosk.event, search).entries if search else []
    people = [(entry, public_sort_name(entry)) for entry in matching]
    return _render(
        request,
        "start",
        kiosk,
        search=search,
        people=people,
        said=[str(message) for message in messages.get_messages(request)],
    )


@requires_kiosk
@require_safe
def kiosk_player_page(request: HttpRequest, kiosk: Kiosk, entry: int) -> HttpResponse:
    """Show one player at the kiosk: check-in, the board, and the form for the result."""
    return _player_response(request, kiosk, _find_entry(kiosk, entry))


@requires_kiosk
@require_POST
def check_in_page(request: HttpRequest, kiosk: Kiosk, entry: int) -> HttpResponse:
    """Check the player in."""
    who = _find_entry(kiosk, entry)
    try:
        check_in(player_as_actor(who), who, here=True)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("{player} is checked in.").format(player=public_name(who)))
    return redirect("kiosk")


@requires_kiosk
@require_POST
def kiosk_report_page(request: HttpRequest, kiosk: Kiosk, entry: int) -> HttpResponse:
    """Accept a result at the kiosk from a player who enters the four letters printed on the scorecard."""
    who = _find_entry(kiosk, entry)
    board = _board_of(who)
    if board is None or request.POST.get("pairing") != str(board.board.pairing.pk):
        messages.error(request, _("Nothing was sent: the board has changed in the meantime."))
        return redirect("kiosk")
    code, refused = find_typed_code(request, kiosk.event)
    if code is None or code.entry_id != who.pk:
        return _player_response(
            request, kiosk, who, refused=refused or wrong_letters_message(), status=422
        )
    return process_report_form(
        request,
        code,
        board,
        shown=lambda status=200, **context: _player_response(
            request, kiosk, who, status=status, **context
        ),
        done=reverse("kiosk"),
        at_kiosk=True,
    )


@requires_kiosk
@require_POST
def leave_kiosk_page(request: HttpRequest, kiosk: Kiosk) -> HttpResponse:
    """Unlock the tablet if the desk's code is correct."""
    there, refused = _kiosk_for_code(request)
    if there is None or there.pk != kiosk.pk:
        messages.error(request, refused or _("This is the code of another kiosk."))
        return redirect("kiosk")
    answer = redirect("kiosk")
    answer.delete_cookie(KIOSK_COOKIE)
    return answer


def wrong_letters_message() -> str:
    """Return the message for letters that do not belong to the player."""
    return _("These letters do not belong to this player. The right ones are on the scorecard.")


def _player_response(
    request: HttpRequest, kiosk: Kiosk, entry: Entry, *, status: int = 200, **context: Any
) -> HttpResponse:
    board = _board_of(entry)
    shown = {
        "entry": entry,
        "name": public_name(entry),
        "board": board,
        "form": ReportForm(initial={"key": new_form_key()}),
        "letters": request.POST.get("letters", "")[:20],
    }
    return _render(request, "player", kiosk, status=status, **(shown | context))


def _find_entry(kiosk: Kiosk, key: int) -> Entry:
    rows = Entry.objects.select_related("player", "division__event")
    return get_object_or_404(rows, pk=key, division__event=kiosk.event_id)


def _board_of(entry: Entry) -> MyBoard | None:
    """Return the entry's board in the latest current round in which it has an opponent; None if there is none."""
    for board in boards_of_player(entry):
        pairing = board.pairing
        if pairing.second is not None:
            is_first = pairing.first_id == entry.pk
            return MyBoard(board, is_first, pairing.second if is_first else pairing.first)
    return None


def _render(
    request: HttpRequest, page: str, kiosk: Kiosk | None, *, status: int = 200, **context: Any
) -> HttpResponse:
    known = {"kiosk": kiosk, "back_after": IDLE_SECONDS, "is_start": page != "player"}
    answer = render(request, f"hall/kiosk/{page}.html", known | context, status=status)
    answer["Cache-Control"] = "no-store"
    return answer
