"""Permissions: the decorator that protects every view, and the checks for users and scopes.

Every view declares its permission and its scope: the game, event, organisation or installation that
it is about. A test visits all addresses with every role and fails for a view without a rule. A
function registered by `register_permission_check` decides whether a user has a permission in a
scope; by default, every logged-in user may do everything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import reverse
from django.utils.translation import gettext_lazy as _lazy

from scoring.lexicon import has_own_lists
from scoring.models.organisation import INSTALLATION
from scoring.models.practice import PRACTICE
from scoring.saved_forms import save_form
from scoring.tenancy import current_tenant

View = Callable[..., HttpResponse]
UrlArguments = Mapping[str, Any]
"""The arguments captured from an address, such as ``{"pk": 12}``."""
Decision = Callable[[User, "Permission", str], bool]
"""Function that returns whether a logged-in user has a permission in a scope."""

OWN_ORGANISATION = ""
"""The scope of anything outside events and games: the user's organisation."""


class Permission(StrEnum):
    """The permission that a view requires."""

    READ = "read"
    """No restriction; anyone may view the page. Such a page writes nothing."""
    ASK = "ask"
    """No restriction, even if the page accepts a form, such as the word judge or an invitation."""
    DESK = "desk"
    """View the pages of the desk, with incoming results and games. Such a page writes nothing."""
    LOOK = "look"
    """View what only the desk may see: drafts, withheld standings, the log."""
    RECORD = "record"
    """Enter results and record games."""
    CHECK_IN = "check_in"
    """Check players in at the door."""
    RATE = "rate"
    """Upload and withdraw rating lists, rate events, and undo ratings."""
    DIRECT = "direct"
    """Set up, pair and close events, rule on results, and correct them."""
    OWN = "own"
    """Manage helpers, delete events, erase people, and restore an earlier state."""


DENIAL_MESSAGES = {
    Permission.DESK: _lazy("Only the event's directors and helpers can see this page."),
    Permission.LOOK: _lazy("Only the event's directors and helpers can see this page."),
    Permission.RECORD: _lazy(
        "Only scorekeepers and directors of this event can do this; once the round is closed, "
        "only a director can. Nothing was changed."
    ),
    Permission.CHECK_IN: _lazy(
        "Only a director or a check-in helper can do this. Nothing was changed."
    ),
    Permission.RATE: _lazy("Only a rating officer or a director can do this. Nothing was changed."),
    Permission.DIRECT: _lazy("Only a director can do this. Nothing was changed."),
    Permission.OWN: _lazy("Only an owner can do this. Nothing was changed."),
}
"""The message for a logged-in user who is refused a page, keyed by the missing permission."""

FOR_EVERYBODY = frozenset({Permission.READ, Permission.ASK})
READS_ONLY = frozenset({Permission.READ, Permission.DESK})


def organisation_scope(names: UrlArguments) -> str:
    """Return `OWN_ORGANISATION`, the scope of a view outside events and games."""
    del names
    return OWN_ORGANISATION


def installation_scope(names: UrlArguments) -> str:
    """Return `INSTALLATION`, the scope of a view shared by all organisations."""
    del names
    return INSTALLATION


def practice_scope(names: UrlArguments) -> str:
    """Return `PRACTICE`, the scope of a view for starting a practice game."""
    del names
    return PRACTICE


def game_scope(names: UrlArguments) -> str:
    """Return the scope of a view about one game, as in the activity log: ``game:12``."""
    return f"game:{names['pk']}"


def register_permission_check(decision: Decision) -> None:
    """Register the function that decides whether a user has a permission in a scope."""
    _permission_check[0] = decision


def has_permission(
    user: User | AnonymousUser, permission: Permission, place: str = OWN_ORGANISATION
) -> bool:
    """Return whether `user` has the permission in the scope `place`, which is written as in the activity log."""
    if permission in FOR_EVERYBODY:
        return True
    if not isinstance(user, User) or not user.is_active:
        return False
    return _permission_check[0](user, permission, place)


def has_page_permission(request: HttpRequest, permission: Permission) -> bool:
    """Return whether the requesting user has the permission in the scope of the page."""
    return has_permission(request.user, permission, scope_of_request(request))


def scope_of_request(request: HttpRequest) -> str:
    """Return the scope of the requested page, or `OWN_ORGANISATION` if its view sets none."""
    return str(getattr(request, "place", OWN_ORGANISATION))


def requires(
    permission: Permission, place: Callable[[UrlArguments], str] = organisation_scope
) -> Callable[[View], View]:
    """Return a decorator that protects a view with a permission, in the scope given by its address.

    An anonymous user is sent to the log-in page and then to the requested page or, after submitting a
    form, to a page that restores it: the score pad with the typed line, or the form ready to be
    submitted. Raise `PermissionDenied` for a logged-in user without the permission. A view that only
    reads accepts only GET and HEAD.
    """

    def protect(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            request.place = place(kwargs)  # type: ignore[attr-defined]
            if permission in READS_ONLY and request.method not in ("GET", "HEAD"):
                return HttpResponseNotAllowed(
                    ["GET", "HEAD"]
                )  # a read-only page accepts no other method
            if has_page_permission(request, permission):
                return view(request, *args, **kwargs)
            if request.user.is_authenticated:
                raise PermissionDenied(str(DENIAL_MESSAGES[permission]))
            return ask_to_log_in(request, kwargs)

        guarded.permission = permission  # type: ignore[attr-defined]
        return guarded

    return protect


def ask_to_log_in(request: HttpRequest, names: UrlArguments | None = None) -> HttpResponse:
    """Redirect an anonymous user to the log-in page, from which they return to the requested page.

    `names` are the arguments of the requested address. A request made by htmx gets a header that makes
    it load the log-in page in the whole window.
    """
    answer = redirect_to_login(_address_after_log_in(request, names or {}))
    if "HX-Request" in request.headers:
        # htmx would follow a redirect inside the page; this one changes the whole window.
        return HttpResponse(headers={"HX-Redirect": answer.url})
    return answer


@dataclass(frozen=True)
class UserPermissions:
    """The user's permissions outside events, for the frame of every page."""

    user: User | AnonymousUser

    @property
    def may_direct(self) -> bool:
        """Whether the user may create events and upload word lists and files in their organisation."""
        return has_permission(self.user, Permission.DIRECT)

    @property
    def may_practise(self) -> bool:
        """Whether the user may practise keeping score."""
        return has_permission(self.user, Permission.RECORD, PRACTICE)

    @property
    def is_owner(self) -> bool:
        """Whether the user may view the complete log and restore snapshots."""
        return has_permission(self.user, Permission.OWN, INSTALLATION)

    @property
    def may_upload_rating_lists(self) -> bool:
        """Whether the user may upload rating lists."""
        return has_permission(self.user, Permission.RATE)

    @property
    def may_take_snapshots(self) -> bool:
        """Whether the user may take snapshots."""
        return has_permission(self.user, Permission.DIRECT, INSTALLATION)

    @property
    def judge_address(self) -> str:
        """The address of the word judge, naming the current organisation if it has its own word lists."""
        organisation = current_tenant()
        own = f"?of={organisation}" if has_own_lists(organisation) else ""
        return reverse("handbook:judge") + own


def permissions_context(request: HttpRequest) -> dict[str, UserPermissions]:
    """Return the context that provides `user_permissions` to every template."""
    return {"user_permissions": UserPermissions(getattr(request, "user", AnonymousUser()))}


def _address_after_log_in(request: HttpRequest, names: UrlArguments) -> str:
    """Return the address to show after the log-in, saving a submitted form.

    For a GET request, this is the requested page. For a line typed on the pad, it is the pad with
    that line. For any other form, it is the page that restores it or, if nothing is saved, the page
    from which it was submitted; if that is unknown, it is the pad of the game or "/".
    """
    if request.method == "GET":
        return request.get_full_path()
    page = urlsplit(request.headers.get("Referer", ""))
    there = page.path if page.path and page.netloc == request.get_host() else "/"
    if "pk" in names and scope_of_request(request) == game_scope(names):
        pad = reverse("scoring:pad", args=[names["pk"]])
        if "line" in request.POST:
            typed = {"line": request.POST["line"], "correct": names.get("entry", "")}
            query = urlencode({name: value for name, value in typed.items() if value})
            return f"{pad}?{query}" if query else pad
        there = there if there != "/" else pad
    key = save_form(request, there)
    return reverse("handbook:kept", args=[key]) if key else there


def _allow_logged_in_users(user: User, permission: Permission, place: str) -> bool:
    del user, permission, place
    return True


_permission_check: list[Decision] = [_allow_logged_in_users]
