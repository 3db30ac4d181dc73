"""Who may do what with a game: reading is free, everything that writes needs a log-in.

Every view carries its rule; a test walks all addresses and fails for one that lets a stranger write.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

View = Callable[..., HttpResponse]


class Permission(StrEnum):
    """What a view asks of whoever comes."""

    READ = "read"
    """Nothing: anybody in the hall may look."""
    DIRECT = "direct"
    """To be logged in: record, correct, rule, finish."""


def may(user: Any, permission: Permission) -> bool:
    """Whether `user` holds the permission."""
    if permission is Permission.READ:
        return True
    return bool(user.is_authenticated and user.is_active)


def requires(permission: Permission) -> Callable[[View], View]:
    """Mark a view with its rule and hold it to it.

    Who is not logged in is sent to the log-in page and comes back to the page the form was on, with
    the line that was typed still in it.
    """

    def mark(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if may(request.user, permission):
                return view(request, *args, **kwargs)
            if request.user.is_authenticated:
                raise PermissionDenied
            answer = redirect_to_login(_way_back(request, kwargs))
            if "HX-Request" in request.headers:
                # A redirect would be followed inside the page; this one moves the whole window.
                return HttpResponse(headers={"HX-Redirect": answer.url})
            return answer

        guarded.permission = permission  # type: ignore[attr-defined]
        return guarded

    return mark


def _way_back(request: HttpRequest, names: dict[str, Any]) -> str:
    """The page to return to after the log-in: what only answers forms has no page of its own."""
    if request.method == "GET" or "pk" not in names:
        return request.get_full_path()
    kept = {"line": request.POST.get("line", ""), "correct": names.get("entry", "")}
    query = urlencode({name: value for name, value in kept.items() if value})
    pad = reverse("scoring:pad", args=[names["pk"]])
    return f"{pad}?{query}" if query else pad
