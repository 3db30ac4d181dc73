"""Who may do what: the mechanism, and the rule of every page in one word.

Every view carries its rule and says at which place it holds; a test walks all addresses with every
role and fails for a view without one. Who holds which permission where is decided by the program
around the score pad (`decide_by`); by itself, whoever is logged in may do everything.
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

from scoring.lexicon import has_own
from scoring.models.organisation import INSTALLATION
from scoring.models.practice import PRACTICE
from scoring.saved_forms import save_form
from scoring.tenancy import here

View = Callable[..., HttpResponse]
Names = Mapping[str, Any]
"""What stands in an address, such as ``{"pk": 12}``."""
Decision = Callable[[User, "Permission", str], bool]
"""Whether somebody who is logged in holds a permission at a place."""

HOUSE = ""
"""The place of what belongs to no event and no game: the organisation somebody works for."""


class Permission(StrEnum):
    """What a view requires of the user."""

    READ = "read"
    """Nothing: anybody in the hall may look. Such a page writes nothing."""
    ASK = "ask"
    """Nothing, though the page takes a form: the word judge, an invitation."""
    DESK = "desk"
    """To see the pages of the desk, with results and games as they come in. Such a page writes nothing."""
    LOOK = "look"
    """To see what only the desk sees: drafts, standings held back, the log."""
    RECORD = "record"
    """To enter results and to record games."""
    CHECK_IN = "check_in"
    """To say who is here, at the door."""
    RATE = "rate"
    """To bring and take back lists of ratings, to rate, and to undo that."""
    DIRECT = "direct"
    """To set up, pair, close, rule and correct."""
    OWN = "own"
    """To say who helps, to remove, to go back to an earlier state."""


WHY_NOT = {
    Permission.DESK: _lazy("Only the people of the event's desk see this page."),
    Permission.LOOK: _lazy("Only the people of the event's desk see this page."),
    Permission.RECORD: _lazy(
        "Only the event's scorekeepers and directors do this, and once the round is closed "
        "only a director. Nothing was changed."
    ),
    Permission.CHECK_IN: _lazy(
        "Only a director or a check-in helper can do this. Nothing was changed."
    ),
    Permission.RATE: _lazy("Only a rating officer or a director does this. Nothing was changed."),
    Permission.DIRECT: _lazy("Only a director does this. Nothing was changed."),
    Permission.OWN: _lazy("Only an owner does this. Nothing was changed."),
}
"""The message for somebody who is logged in without the permission."""

FOR_EVERYBODY = frozenset({Permission.READ, Permission.ASK})
READS_ONLY = frozenset({Permission.READ, Permission.DESK})


def house(names: Names) -> str:
    """The place of a view that is about no game and no event."""
    del names
    return HOUSE


def installation(names: Names) -> str:
    """The place of a view about what all organisations share."""
    del names
    return INSTALLATION


def practice(names: Names) -> str:
    """The place of a view with which somebody begins to practise."""
    del names
    return PRACTICE


def the_game(names: Names) -> str:
    """The place of a view about one game: its scope in the activity log, such as ``game:12``."""
    return f"game:{names['pk']}"


def decide_by(decision: Decision) -> None:
    """From now on `decision` says who holds which permission where."""
    _decided_by[0] = decision


def holds(user: User | AnonymousUser, permission: Permission, place: str = HOUSE) -> bool:
    """Whether `user` holds the permission at the place, an activity scope or `HOUSE`."""
    if permission in FOR_EVERYBODY:
        return True
    if not isinstance(user, User) or not user.is_active:
        return False
    return _decided_by[0](user, permission, place)


def may(request: HttpRequest, permission: Permission) -> bool:
    """Whether who asks holds the permission at the place that the page is about."""
    return holds(request.user, permission, place_of(request))


def place_of(request: HttpRequest) -> str:
    """The place that the page is about; `HOUSE` where no rule has been asked."""
    return str(getattr(request, "place", HOUSE))


def requires(
    permission: Permission, place: Callable[[Names], str] = house
) -> Callable[[View], View]:
    """Mark a view with its rule, at the place found from its address, and hold it to it.

    Who is not logged in is sent to the log-in page and comes back to the page the form was on; from
    the score pad with the line that was typed still in it, from elsewhere to what was typed, ready
    to be sent. Who is logged in and may not is refused.
    """

    def mark(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            request.place = place(kwargs)  # type: ignore[attr-defined]
            if permission in READS_ONLY and request.method not in ("GET", "HEAD"):
                return HttpResponseNotAllowed(["GET", "HEAD"])  # reading writes nothing
            if may(request, permission):
                return view(request, *args, **kwargs)
            if request.user.is_authenticated:
                raise PermissionDenied(str(WHY_NOT[permission]))
            return ask_to_log_in(request, kwargs)

        guarded.permission = permission  # type: ignore[attr-defined]
        return guarded

    return mark


def ask_to_log_in(request: HttpRequest, names: Names | None = None) -> HttpResponse:
    """Send a stranger to the log-in page, and back afterwards."""
    answer = redirect_to_login(_way_back(request, names or {}))
    if "HX-Request" in request.headers:
        # A redirect would be followed inside the page; this one moves the whole window.
        return HttpResponse(headers={"HX-Redirect": answer.url})
    return answer


@dataclass(frozen=True)
class House:
    """What somebody may do that belongs to no event, asked by the frame of every page."""

    user: User | AnonymousUser

    @property
    def directs(self) -> bool:
        """Whether they may make events, bring word lists and files."""
        return holds(self.user, Permission.DIRECT)

    @property
    def practises(self) -> bool:
        """Whether they may practise keeping score."""
        return holds(self.user, Permission.RECORD, PRACTICE)

    @property
    def owns(self) -> bool:
        """Whether they may see the log of everything and go back to a snapshot."""
        return holds(self.user, Permission.OWN, INSTALLATION)

    @property
    def rates(self) -> bool:
        """Whether they may bring lists of ratings."""
        return holds(self.user, Permission.RATE)

    @property
    def keeps_safe(self) -> bool:
        """Whether they may take snapshots."""
        return holds(self.user, Permission.DIRECT, INSTALLATION)

    @property
    def judge(self) -> str:
        """The address of the word judge, which knows the lists of the organisation whose page this is."""
        organisation = here()
        own = f"?of={organisation}" if has_own(organisation) else ""
        return reverse("handbook:judge") + own


def house_rules(request: HttpRequest) -> dict[str, House]:
    """The context processor that lets every template ask for `house`."""
    return {"house": House(getattr(request, "user", AnonymousUser()))}


def _way_back(request: HttpRequest, names: Names) -> str:
    """The page asked for, or the page the form was on; a form that was typed is saved for it."""
    if request.method == "GET":
        return request.get_full_path()
    page = urlsplit(request.headers.get("Referer", ""))
    there = page.path if page.path and page.netloc == request.get_host() else "/"
    if "pk" in names and place_of(request) == the_game(names):
        pad = reverse("scoring:pad", args=[names["pk"]])
        if "line" in request.POST:
            typed = {"line": request.POST["line"], "correct": names.get("entry", "")}
            query = urlencode({name: value for name, value in typed.items() if value})
            return f"{pad}?{query}" if query else pad
        there = there if there != "/" else pad
    key = save_form(request, there)
    return reverse("handbook:kept", args=[key]) if key else there


def _whoever_is_logged_in(user: User, permission: Permission, place: str) -> bool:
    del user, permission, place
    return True


_decided_by: list[Decision] = [_whoever_is_logged_in]
