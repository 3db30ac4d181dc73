"""The last choices on this device (rules, word list), used as defaults in the next form."""

from __future__ import annotations

from collections.abc import Container
from typing import TypeVar

from django.http import HttpRequest, HttpResponse

RULES = "rules"
WORD_LIST = "word-list"

_COOKIE_MAX_AGE_SECONDS = 365 * 24 * 60 * 60
_Response = TypeVar("_Response", bound=HttpResponse)


def last_choice(request: HttpRequest, what: str, known: Container[str]) -> str:
    """Return the last chosen key, or "" if there is none or it is no longer `known`."""
    key = request.COOKIES.get(_cookie_name(what), "")
    return key if key in known else ""


def remember_choice(response: _Response, what: str, key: str) -> _Response:
    """Set a cookie with the chosen key on the response, and return the response."""
    response.set_cookie(
        _cookie_name(what), key, max_age=_COOKIE_MAX_AGE_SECONDS, httponly=True, samesite="Lax"
    )
    return response


def _cookie_name(what: str) -> str:
    return f"ninetimer-last-{what}"
