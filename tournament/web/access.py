"""The permissions of each role, and the permission that each view requires.

This module uses the mechanism of the score pad (`scoring.access`), so that events and single games
follow the same rule. The helpers page of an event shows the permissions of each role, and a test tries
every address with every role.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from ipaddress import ip_address
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy

from scoring.access import (
    DENIAL_MESSAGES,
    OWN_ORGANISATION,
    Permission,
    UrlArguments,
    View,
    ask_to_log_in,
    has_page_permission,
    has_permission,
)
from scoring.access import requires as requires_at
from scoring.models.organisation import ORGANISATION, Organisation
from scoring.tenancy import FIRST_TENANT
from tournament.models import Event
from tournament.models.membership import Role
from tournament.queries.safety.roles import (
    CurrentRole,
    current_roles_of,
    is_administrator,
    is_in_closed_round,
    organisation_of_game,
    roles_at,
)
from tournament.web.public_pages import public_address_of

__all__ = [
    "Permission",
    "ask_to_log_in",
    "has_page_permission",
    "has_permission",
    "is_at_the_laptop",
    "requires",
    "requires_desk",
]

PERMISSIONS_OF: dict[Role, frozenset[Permission]] = {
    Role.OWNER: frozenset(Permission),
    Role.DIRECTOR: frozenset(Permission) - {Permission.OWN},
    Role.RATING_OFFICER: frozenset(
        {Permission.READ, Permission.ASK, Permission.DESK, Permission.LOOK, Permission.RATE}
    ),
    Role.SCOREKEEPER: frozenset(
        {Permission.READ, Permission.ASK, Permission.DESK, Permission.RECORD}
    ),
    Role.DOOR: frozenset({Permission.READ, Permission.ASK, Permission.CHECK_IN}),
    Role.READER: frozenset({Permission.READ, Permission.ASK, Permission.DESK, Permission.LOOK}),
}

RIGHTS: tuple[tuple[Promise, Permission], ...] = (
    (
        _lazy(
            "See the public site with pairings, results, standings and games; use the word judge"
        ),
        Permission.READ,
    ),
    (_lazy("See the desk, with results and recorded games as they come in"), Permission.DESK),
    (_lazy("See drafts, standings held back and the activity log of the event"), Permission.LOOK),
    (
        _lazy("Enter and correct results of a round that is not closed; undo their own actions"),
        Permission.RECORD,
    ),
    (_lazy("Record, correct and finish games of a round that is not closed"), Permission.RECORD),
    (_lazy("Check players in and out"), Permission.CHECK_IN),
    (_lazy("Set up divisions, rules, players, walk-ins and players kept apart"), Permission.DIRECT),
    (
        _lazy("Draft, change, publish, close and reopen rounds; undo these actions"),
        Permission.DIRECT,
    ),
    (_lazy("Accept a result reported by one player; settle players' requests"), Permission.RECORD),
    (
        _lazy(
            "See and renew players' codes, stop a player's reports, open kiosks, grant withdrawals"
        ),
        Permission.DIRECT,
    ),
    (
        _lazy("Rule on contradictions and disputes, correct closed rounds, give penalties"),
        Permission.DIRECT,
    ),
    (_lazy("Rate the event and undo the rating"), Permission.RATE),
    (_lazy("Rename, close and reopen the event"), Permission.DIRECT),
    (
        _lazy("Choose helpers; remove an event with no published round, or an imported one"),
        Permission.OWN,
    ),
)
"""The actions in an event, each with the permission it requires."""

ORGANISATION_RIGHTS: tuple[tuple[Promise, Permission], ...] = (
    (_lazy("See the desks of all its events and its library of games"), Permission.LOOK),
    (_lazy("Add and withdraw rating lists; rate its events and undo ratings"), Permission.RATE),
    (
        _lazy("Create events and clubs, merge people entered twice, record games outside events"),
        Permission.DIRECT,
    ),
    (_lazy("Direct all its events"), Permission.DIRECT),
    (
        _lazy("Rename it, choose its staff, see its activity log; own all its events"),
        Permission.OWN,
    ),
)
"""The actions in an organisation, each with the permission it requires."""

INSTALLATION_PERMISSIONS: tuple[tuple[Promise, Promise], ...] = (
    (
        _lazy("Create events and clubs, merge people entered twice, record games outside events"),
        _lazy("Owners and directors of any event on this server"),
    ),
    (
        _lazy("Practise keeping score, with a made-up game"),
        _lazy("All helpers of any event on this server"),
    ),
    (
        _lazy("Upload games and word lists, overrule the word judge"),
        _lazy("Owners and directors of any event on this server"),
    ),
    (
        _lazy("Take snapshots, load word lists for all organisations"),
        _lazy("Owners and directors if there is one organisation; otherwise the administrators"),
    ),
    (
        _lazy("Go back to a snapshot, see the whole activity log, create organisations"),
        _lazy("The account created when Ninetimer was set up, and other staff accounts"),
    ),
)
"""The actions outside events, each with a description of the people who may perform it."""


class SecondFactorMissing(PermissionDenied):
    """Access was denied because the account has no second factor; the page links to its setup."""


def rights_at(place: Event | Organisation) -> tuple[tuple[Promise, Permission], ...]:
    """Return the actions in an event or an organisation, each with the permission it requires."""
    return RIGHTS if isinstance(place, Event) else ORGANISATION_RIGHTS


def event_scope(names: UrlArguments) -> str:
    """Return the scope of the event that the address names, or `HOUSE` if it names none."""
    return f"event:{names['event']}" if "event" in names else OWN_ORGANISATION


def requires(
    permission: Permission, place: Callable[[UrlArguments], str] = event_scope
) -> Callable[[View], View]:
    """Require a permission for a view, by default in the event that its address names."""
    return requires_at(permission, place)


def requires_desk(view: View) -> View:
    """Restrict a GET or HEAD view to the desk, and redirect other readers.

    Readers who may only check players in are sent to the check-in page, the others to the public
    form of the page or to the log-in page. Other methods get a 405 response.
    """

    @wraps(view)
    def guarded(request: HttpRequest, **given: Any) -> HttpResponse:
        request.place = event_scope(given)  # type: ignore[attr-defined]
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        if has_page_permission(request, Permission.DESK):
            return view(request, **given)
        if has_page_permission(request, Permission.CHECK_IN):
            return _redirect_to(request, reverse("check_in", args=[given["event"]]))
        return _redirect_to_public_page(request, given)

    guarded.permission = Permission.DESK  # type: ignore[attr-defined]
    return guarded


def _redirect_to_public_page(request: HttpRequest, names: UrlArguments) -> HttpResponse:
    """Redirect to the public form of this page.

    If it has none, redirect to the log-in page, or raise `PermissionDenied` if the user is logged in.
    """
    match = request.resolver_match
    if there := public_address_of(str(match and match.url_name), names):
        return _redirect_to(request, there)
    if request.user.is_authenticated:
        raise PermissionDenied(str(DENIAL_MESSAGES[Permission.DESK]))
    return ask_to_log_in(request, names)


def _redirect_to(request: HttpRequest, there: str) -> HttpResponse:
    if "HX-Request" in request.headers:
        return HttpResponse(headers={"HX-Redirect": there})
    return redirect(there)


def is_at_the_laptop(request: HttpRequest) -> bool:
    """Return whether the request comes from the computer the program runs on; False if its address is unknown."""
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def has_permission_at(user: User, permission: Permission, place: str) -> bool:
    """Return whether the roles of `user` give the permission in the scope `place`.

    At `HOUSE`, the roles in the user's own organisation count. Users without a role in a recorded
    game may see it if they may use the desk of the organisation that owns it. A user who is only a
    scorekeeper may not record in a closed round. Roles are read once per request and stored on the
    request's user.
    """
    roles = _roles_at(
        user, place if place != OWN_ORGANISATION else f"{ORGANISATION}:{own_organisation_key(user)}"
    )
    if not roles and permission is Permission.DESK and place.startswith("game:"):
        game = place.partition(":")[2]
        roles = _roles_at(user, f"{ORGANISATION}:{organisation_of_game(game) or FIRST_TENANT}")
    holding = {role for role in roles if permission in PERMISSIONS_OF[role]}
    if holding == {Role.SCOREKEEPER} and permission is Permission.RECORD:
        return not is_in_closed_round(place)
    return bool(holding)


CHOSEN_ORGANISATION = "organisation"
"""The session key for the organisation that a user who works for several has chosen."""
_chosen: ContextVar[Callable[[], int | None]] = ContextVar("chosen", default=lambda: None)


@contextmanager
def organisation_choice(choice: Callable[[], int | None]) -> Iterator[None]:
    """Use `choice` in the block to find the chosen organisation; it is called only when needed."""
    token = _chosen.set(choice)
    try:
        yield
    finally:
        _chosen.reset(token)


def own_organisation_key(user: User) -> int:
    """Return the primary key of the organisation that `user` works for.

    That is the chosen one if they may work for it, else the first they joined, else `FIRST_TENANT`.
    Administrators of the installation may choose any organisation.
    """
    chosen = _chosen.get()()
    if is_administrator(user):
        return chosen or FIRST_TENANT
    mine = [position.organisation for position in _current_roles(user)]
    return chosen if chosen in mine else next(iter(mine), FIRST_TENANT)


def _roles_at(user: User, place: str) -> frozenset[Role]:
    known: dict[str, frozenset[Role]] = user.__dict__.setdefault("roles_by_place", {})
    if place not in known:
        known[place] = roles_at(user, place, _current_roles(user))
    return known[place]


def _current_roles(user: User) -> tuple[CurrentRole, ...]:
    if "positions" not in user.__dict__:
        user.__dict__["positions"] = () if is_administrator(user) else current_roles_of(user)
    positions: tuple[CurrentRole, ...] = user.__dict__["positions"]
    return positions
