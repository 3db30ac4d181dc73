"""Who may do what: the one place that says so.

Every view carries a rule; a test walks all addresses and fails for a view without one.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

View = Callable[..., HttpResponse]


class Permission(StrEnum):
    """What a view asks of whoever comes."""

    READ = "read"
    """Nothing: anybody in the hall may look."""
    DIRECT = "direct"
    """To be logged in: set up, pair, enter and correct."""


def may(user: Any, permission: Permission) -> bool:
    """Whether `user` holds the permission."""
    if permission is Permission.READ:
        return True
    return bool(user.is_authenticated and user.is_active)


def ask_to_log_in(request: HttpRequest) -> HttpResponse:
    """Send a stranger to the log-in page, and back afterwards."""
    return redirect_to_login(_way_back(request))


def requires(permission: Permission) -> Callable[[View], View]:
    """Mark a view with its rule and hold it to it.

    Who is not logged in is sent to the log-in page and comes back afterwards; who is logged in
    and may not gets a refusal.
    """

    def mark(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if permission is Permission.READ and request.method not in ("GET", "HEAD"):
                return HttpResponseNotAllowed(["GET", "HEAD"])  # reading writes nothing
            if may(request.user, permission):
                return view(request, *args, **kwargs)
            if request.user.is_authenticated:
                raise PermissionDenied
            return ask_to_log_in(request)

        guarded.permission = permission  # type: ignore[attr-defined]
        return guarded

    return mark


def _way_back(request: HttpRequest) -> str:
    """Where to go after the log-in: the page asked for, or the page the form was on."""
    if request.method == "GET":
        return request.get_full_path()
    page = urlsplit(request.headers.get("Referer", ""))
    return page.path if page.path and page.netloc == request.get_host() else "/"
