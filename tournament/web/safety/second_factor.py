"""Log in with a second factor, and set one up on the account page."""

from __future__ import annotations

import time
from typing import Any

import pyotp
from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.actions.safety.second_factor import (
    begin_second_factor,
    check_second_factor,
    confirm_second_factor,
    end_second_factor,
    renew_recovery_codes,
)
from tournament.models.membership import SecondFactor
from tournament.web.access import Permission, requires
from tournament.web.page import page
from tournament.web.safety.roles import qr_code_of

PENDING_LOGIN = "second_factor"
"""The session key under which a user who has typed the password but not yet the code is stored."""
PENDING_LOGIN_SECONDS = 300.0
"""Seconds within which the code must follow the password."""
ISSUER = "Ninetimer"


class CodeInput(forms.TextInput):
    """A code field that is emptied after a wrong code, since the next one is typed in full."""

    def format_value(self, value: Any) -> None:
        """Return None, so that the field is shown empty."""


class CodeForm(forms.Form):
    """A code from the app, or a recovery code."""

    code = forms.CharField(
        label=_lazy("Code"),
        max_length=20,
        widget=CodeInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "autofocus": True}
        ),
        error_messages={"required": _lazy("Type the code.")},
    )


class LogInView(LoginView):
    """Log in with name and password, followed by a code if the account has a second factor."""

    redirect_authenticated_user = True

    def form_valid(self, form: Any) -> HttpResponse:
        """Log in, or remember the user for the code page."""
        user = form.get_user()
        if not SecondFactor.objects.filter(user=user, confirmed_at__isnull=False).exists():
            return super().form_valid(form)
        self.request.session.cycle_key()
        self.request.session[PENDING_LOGIN] = {
            "user": user.pk,
            "backend": user.backend,
            "password": user.get_session_auth_hash(),
            "until": time.time() + PENDING_LOGIN_SECONDS,
            "next": self.get_success_url(),
        }
        return redirect("login_code")


@requires(Permission.ASK)
@never_cache
def login_code_page(request: HttpRequest) -> HttpResponse:
    """Ask for a code after the right password, and log in.

    Redirect to the log-in page if the password was not typed within `PENDING_LOGIN_SECONDS` seconds or has
    changed, or if the account is inactive.
    """
    half = request.session.get(PENDING_LOGIN)
    user = User.objects.filter(pk=half["user"], is_active=True).first() if half else None
    if (
        half is None
        or user is None
        or time.time() > half["until"]
        or not constant_time_compare(half["password"], user.get_session_auth_hash())
    ):
        request.session.pop(PENDING_LOGIN, None)
        return redirect("login")
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            check_second_factor(Actor.for_user(user), user, form.cleaned_data["code"])
        except Refused as refused:
            form.add_error("code", str(refused))
        else:
            del request.session[PENDING_LOGIN]
            login(request, user, backend=half["backend"])
            return redirect(half["next"])
    return page(
        request,
        "tournament/safety/login_code.html",
        {"form": form},
        status=422 if form.errors else 200,
    )


@login_required
@never_cache
def second_factor(request: HttpRequest) -> HttpResponse:
    """Set up or remove a second factor, or make new recovery codes; recovery codes are shown once."""
    user = request.user
    assert isinstance(user, User)
    factor = SecondFactor.objects.filter(user=user, confirmed_at__isnull=False).first()
    form, codes = CodeForm(request.POST or None), list[str]()
    if request.method == "POST" and form.is_valid():
        typed, actor = form.cleaned_data["code"], Actor.for_user(user)
        try:
            if factor is None:
                codes = confirm_second_factor(actor, user, typed)
            elif "renew" in request.POST:
                codes = renew_recovery_codes(actor, user, typed)
            else:
                end_second_factor(actor, user, typed)
                messages.success(
                    request, _("The second factor is off. You log in with the password alone.")
                )
                return redirect("second_factor")
        except Refused as refused:
            form.add_error("code", str(refused))
    context: dict[str, Any] = {"form": form, "codes": codes, "is_on": factor is not None}
    if codes:
        context["is_on"] = True
    elif factor is None:
        context |= _setup_context(user)
    else:
        context["left"] = factor.recovery_codes.filter(used_at=None).count()
    return page(
        request, "tournament/safety/second_factor.html", context, status=422 if form.errors else 200
    )


def _setup_context(user: User) -> dict[str, Any]:
    secret = begin_second_factor(user).secret
    address = pyotp.TOTP(secret).provisioning_uri(user.get_username(), issuer_name=ISSUER)
    groups = " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))
    return {"secret": groups, "code": qr_code_of(address)}
