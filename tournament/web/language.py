"""The language of a page: the chosen one, else the one the browser prefers.

A choice is remembered by the browser and by the account of a logged-in user, whose next log-in
restores it. Output for programs is never translated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation.trans_real import parse_accept_lang_header

from scoring.access import Permission, requires
from tournament.actions.safety.roles import save_language
from tournament.models import AccountLanguage

COOKIE = settings.LANGUAGE_COOKIE_NAME
COOKIE_MAX_AGE_SECONDS = 365 * 24 * 3600
"""Seconds for which a browser remembers the choice."""


@lru_cache(maxsize=500)
def chosen_language(cookies: str, accepts: str) -> str:
    """Return the language that the cookie or else the `Accept-Language` header selects.

    Return an empty string if none of the languages is available.
    """
    if not cookies and not accepts:
        return ""
    chosen = parse_cookie(cookies).get(COOKIE, "") if COOKIE in cookies else ""
    if chosen in dict(settings.LANGUAGES):
        return chosen
    for code, _weight in parse_accept_lang_header(accepts.lower()):
        if code == "*":
            break
        try:
            return str(translation.get_supported_language_variant(code))
        except LookupError:
            continue
    return ""


def language_of(request: HttpRequest) -> str:
    """Return the language of the request, or an empty string to use the installation's."""
    cookie = request.META.get("HTTP_COOKIE", "")
    return chosen_language(
        cookie if COOKIE in cookie else "", request.META.get("HTTP_ACCEPT_LANGUAGE", "")
    )


def activate_language(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: respond in the reader's language."""

    def answer(request: HttpRequest) -> HttpResponse:
        language = language_of(request)
        if not language:
            return _remember_language(request, get_response(request))
        with translation.override(language):
            response = get_response(request)
        return _remember_language(request, response, language)

    return answer


def _remember_language(
    request: HttpRequest, response: HttpResponse, language: str = ""
) -> HttpResponse:
    """Add the language headers to an HTML response, and the cookie to any if a language was just chosen."""
    if response.get("Content-Type", "").startswith("text/html"):
        patch_vary_headers(response, ["Accept-Language"])
        if language:
            response.headers.setdefault("Content-Language", language)
    chosen = getattr(request, "chosen_language", "")
    if chosen:
        response.set_cookie(
            COOKIE, chosen, max_age=COOKIE_MAX_AGE_SECONDS, samesite="Lax", httponly=True
        )
    return response


def adopt_account_language(request: HttpRequest, user: Any, **_signal: Any) -> None:
    """Adopt the language of the account that logs in, if it has an available one. One query."""
    choice = AccountLanguage.objects.filter(user=user).first()
    if choice and choice.language in dict(settings.LANGUAGES):
        request.chosen_language = choice.language  # type: ignore[attr-defined]


user_logged_in.connect(adopt_account_language, dispatch_uid="tournament.language")


@contextmanager
def event_language(code: str) -> Iterator[None]:
    """Activate `code`, the event's language; keep the reader's if it is empty or unavailable."""
    if code in dict(settings.LANGUAGES):
        with translation.override(code):
            yield
    else:
        yield


class LanguageForm(forms.Form):
    """The available languages, each named in its own language."""

    language = forms.ChoiceField(label=_lazy("Language"), widget=forms.RadioSelect)
    next = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = self.fields["language"]
        assert isinstance(language, forms.ChoiceField)
        language.choices = settings.LANGUAGES


@requires(Permission.ASK)
def choose_language(request: HttpRequest) -> HttpResponse:
    """Show the available languages, or adopt the chosen one and go back."""
    if request.method == "POST":
        form = LanguageForm(request.POST)
        if form.is_valid():
            chosen = form.cleaned_data["language"]
            request.chosen_language = chosen  # type: ignore[attr-defined]
            if request.user.is_authenticated:
                save_language(request.user, chosen)
            return redirect(_return_address(request, form.cleaned_data["next"]))
    else:
        now = language_of(request) or translation.get_language()
        came_from = urlsplit(request.META.get("HTTP_REFERER", ""))
        back = came_from.path + (f"?{came_from.query}" if came_from.query else "")
        form = LanguageForm(initial={"language": now, "next": back})
    return render(request, "registration/language.html", {"form": form})


def _return_address(request: HttpRequest, address: str) -> str:
    """Return the address if it belongs to this installation and is not the language page itself, else “/”."""
    safe = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return address if safe and address != request.path else "/"
