"""Access without an account: decorators for players' own pages and kiosk pages."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.access import Permission, View
from scoring.tenancy import set_tenant
from tournament.hall.queries.player_codes import code_by_token, kiosk_by_secret

KIOSK_COOKIE = "ninetimer-kiosk"
"""The cookie that marks a tablet as a kiosk."""


def requires_code(view: Callable[..., HttpResponse]) -> View:
    """Return a view that is opened with the token of a player's code, without an account.

    The view gets the code instead of the token. An unknown token gives a 404. Browsers do not store such
    a page, nor send its address to other sites as a referrer.
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
    """Return a view that is opened with the cookie of a kiosk.

    The view gets the kiosk. A device without the cookie of an open kiosk is redirected to the form for
    the code.
    """

    @wraps(view)
    def guarded(request: HttpRequest, **names: Any) -> HttpResponse:
        kiosk = kiosk_by_secret(request.COOKIES.get(KIOSK_COOKIE, ""))
        if kiosk is None:
            return redirect("kiosk")
        set_tenant(kiosk.event.organisation_id)
        answer = view(request, kiosk, **names)
        answer["Cache-Control"] = "no-store"
        return answer

    guarded.permission = Permission.ASK  # type: ignore[attr-defined]
    return guarded
