"""Pages that need no account: a player's own, and those of a kiosk."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.access import Permission, View
from scoring.tenancy import set_tenant
from tournament.hall.queries.player_codes import code_by_token, kiosk_of

KIOSK_COOKIE = "ninetimer-kiosk"
"""The cookie of a tablet that is a kiosk."""


def requires_code(view: Callable[..., HttpResponse]) -> View:
    """Mark a view as a player's own: the token of the player's code opens it, and nothing else does.

    The view gets the code in place of the token. No account is needed. An unknown token is a page that is not
    found. Browsers do not store such a page, and do not pass its address on.
    """

    @wraps(view)
    def guarded(request: HttpRequest, token: str, **names: Any) -> HttpResponse:
        code = code_by_token(token)
        if code is None:
            raise Http404(_("This code is no longer in use. Ask at the desk for yours."))
        set_tenant(code.entry.division.event.organisation_id)
        answer = view(request, code, **names)
        answer["Cache-Control"] = "no-store"
        answer["Referrer-Policy"] = "same-origin"
        return answer

    guarded.permission = Permission.ASK  # type: ignore[attr-defined]
    return guarded


def requires_kiosk(view: Callable[..., HttpResponse]) -> View:
    """Mark a view as one of a kiosk: the cookie that the tablet got for a code from the desk opens it.

    The view gets the kiosk. A device without the cookie is sent to where the code is typed.
    """

    @wraps(view)
    def guarded(request: HttpRequest, **names: Any) -> HttpResponse:
        kiosk = kiosk_of(request.COOKIES.get(KIOSK_COOKIE, ""))
        if kiosk is None:
            return redirect("kiosk")
        set_tenant(kiosk.event.organisation_id)
        answer = view(request, kiosk, **names)
        answer["Cache-Control"] = "no-store"
        return answer

    guarded.permission = Permission.ASK  # type: ignore[attr-defined]
    return guarded
