"""Who may do what, in one table: what each role holds, and what each permission opens.

The mechanism is that of the score pad (`scoring.access`), so that one rule holds for both. The page
of an event's helpers shows the table; a test walks every address with every role.
"""

from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address
from typing import Any

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.access import HOUSE, Names, Permission, View, ask_to_log_in, holds, may
from scoring.access import requires as requires_at
from tournament.models.membership import Role
from tournament.queries.people.player_codes import code_by_token, kiosk_of
from tournament.queries.safety.roles import is_of_closed_round, role_at

__all__ = [
    "Permission",
    "ask_to_log_in",
    "holds",
    "is_at_the_laptop",
    "may",
    "requires",
    "requires_code",
    "requires_desk",
    "requires_kiosk",
    "the_event",
]

KIOSK_COOKIE = "ninetimer-kiosk"
"""What a tablet holds that is a kiosk."""

PERMISSIONS_OF: dict[Role, frozenset[Permission]] = {
    Role.OWNER: frozenset(Permission),
    Role.DIRECTOR: frozenset(Permission) - {Permission.OWN},
    Role.SCOREKEEPER: frozenset(
        {Permission.READ, Permission.ASK, Permission.DESK, Permission.RECORD}
    ),
    Role.DOOR: frozenset({Permission.READ, Permission.ASK, Permission.CHECK_IN}),
    Role.READER: frozenset({Permission.READ, Permission.ASK, Permission.DESK, Permission.LOOK}),
}

RIGHTS: tuple[tuple[Promise, Permission], ...] = (
    (
        _lazy("See the public site: pairings, results, standings, games; ask the word judge"),
        Permission.READ,
    ),
    (
        _lazy("See the desk, with results and recorded games as they come in"),
        Permission.DESK,
    ),
    (_lazy("See drafts, standings held back and the activity of the event"), Permission.LOOK),
    (
        _lazy("Enter and correct results of a round that is not closed, undo one's own"),
        Permission.RECORD,
    ),
    (
        _lazy("Record games of a round that is not closed, correct and finish them"),
        Permission.RECORD,
    ),
    (_lazy("Check players in, one or all at once, and out again"), Permission.CHECK_IN),
    (_lazy("Set up: divisions, rules, players, walk-ins, who is kept apart"), Permission.DIRECT),
    (_lazy("Make, change, publish, close and reopen rounds; undo"), Permission.DIRECT),
    (
        _lazy("Accept a result that one player reported, take down what players ask"),
        Permission.RECORD,
    ),
    (
        _lazy("See and renew codes of players, shut off their reports, open kiosks, grant leaving"),
        Permission.DIRECT,
    ),
    (
        _lazy("Rule on contradictions and disputes, correct closed rounds, penalties"),
        Permission.DIRECT,
    ),
    (_lazy("Rename and close the event, open it again"), Permission.DIRECT),
    (
        _lazy("Say who helps; remove an event in which nothing was published, or an imported one"),
        Permission.OWN,
    ),
)
"""What can be done in an event, and the permission it takes."""

HOUSE_RIGHTS: tuple[tuple[Promise, Promise], ...] = (
    (
        _lazy("Make events and clubs, merge people entered twice, record games of no event"),
        _lazy("Owners and directors of an event here"),
    ),
    (
        _lazy("Practise keeping score, with a made-up game"),
        _lazy("Whoever helps with an event here"),
    ),
    (
        _lazy("Bring word lists and files of games, overrule the word judge, take snapshots"),
        _lazy("Owners and directors of an event here"),
    ),
    (
        _lazy("Go back to a snapshot, see the activity of all events"),
        _lazy("The account the program was set up with, and others marked as staff"),
    ),
)
"""What belongs to no event, and who may do it."""


def the_event(names: Names) -> str:
    """The place of a view: the event its address names, or the house."""
    return f"event:{names['event']}" if "event" in names else HOUSE


def requires(
    permission: Permission, place: Callable[[Names], str] = the_event
) -> Callable[[View], View]:
    """Mark a view with its rule and hold it to it, in the event its address names."""
    return requires_at(permission, place)


def requires_desk(instead: str, *names: str) -> Callable[[View], View]:
    """Mark a view as a page of the desk that the public site has too.

    Who helps with nothing but the check-in is led there, everybody else to the page `instead` of the site, whose
    address takes the `names` from the address of the view.
    """

    def mark(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **given: Any) -> HttpResponse:
            request.place = the_event(given)  # type: ignore[attr-defined]
            if request.method not in ("GET", "HEAD"):
                return HttpResponseNotAllowed(["GET", "HEAD"])
            if may(request, Permission.DESK):
                return view(request, **given)
            if may(request, Permission.CHECK_IN):
                there = reverse("check_in", args=[given["event"]])
            else:
                there = reverse(instead, args=[given[name] for name in names])
            if "HX-Request" in request.headers:
                return HttpResponse(headers={"HX-Redirect": there})
            return redirect(there)

        guarded.permission = Permission.DESK  # type: ignore[attr-defined]
        return guarded

    return mark


def requires_code(view: Callable[..., HttpResponse]) -> View:
    """Mark a view as a player's own: it is opened by the token of a player's code, and by nothing else.

    The view gets the code in place of the token. Whoever has the token needs no account; a token nobody has is
    no page. What such a page shows is stored nowhere, and its address goes nowhere.
    """

    @wraps(view)
    def guarded(request: HttpRequest, token: str, **names: Any) -> HttpResponse:
        code = code_by_token(token)
        if code is None:
            raise Http404(_("This code is no longer in use. Ask at the desk for yours."))
        answer = view(request, code, **names)
        answer["Cache-Control"] = "no-store"
        answer["Referrer-Policy"] = "same-origin"
        return answer

    guarded.permission = Permission.ASK  # type: ignore[attr-defined]
    return guarded


def requires_kiosk(view: Callable[..., HttpResponse]) -> View:
    """Mark a view as one of a kiosk: it is opened by what the tablet was given for a code from the desk.

    The view gets the kiosk. Elsewhere the code is asked for.
    """

    @wraps(view)
    def guarded(request: HttpRequest, **names: Any) -> HttpResponse:
        kiosk = kiosk_of(request.COOKIES.get(KIOSK_COOKIE, ""))
        if kiosk is None:
            return redirect("kiosk")
        answer = view(request, kiosk, **names)
        answer["Cache-Control"] = "no-store"
        return answer

    guarded.permission = Permission.ASK  # type: ignore[attr-defined]
    return guarded


def is_at_the_laptop(request: HttpRequest) -> bool:
    """Whether the request comes from the computer the program runs on."""
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def decide(user: User, permission: Permission, place: str) -> bool:
    """Whether `user` holds the permission at the place, by their role there.

    Every recorded game is seen by whoever owns or directs an event here.
    The role is asked for once a request: it is kept with the user of that request.
    """
    known: dict[str, Role | None] = user.__dict__.setdefault("roles_by_place", {})
    if place not in known:
        known[place] = role_at(user, place)
    role = known[place]
    if role is Role.SCOREKEEPER and permission is Permission.RECORD and is_of_closed_round(place):
        return False
    if role is None and permission is Permission.DESK and place.startswith("game:"):
        return decide(user, permission, HOUSE)
    return role is not None and permission in PERMISSIONS_OF[role]
