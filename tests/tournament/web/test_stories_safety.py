"""Helpers are invited, actions are found and undone, and accounts are protected by the forms of their pages."""

import datetime as dt
import secrets
import time
from itertools import count
from types import SimpleNamespace

import pyotp
import pytest
from django.contrib.auth.models import User

from tests.stories import POST, SEND, WITH_ALL_ROOMS, stop_chance, tell, tell_without_chance
from tests.tournament.logged_in import browser_of
from tests.tournament.reports.evening import whole_evening
from tournament import jobs
from tournament.actions.people.accounts import PASSWORD_CHARACTERS
from tournament.actions.safety import roles, second_factor
from tournament.web.safety import snapshots

pytestmark = WITH_ALL_ROOMS
NOW = dt.datetime(2026, 10, 3, 18, 30, tzinfo=dt.UTC)
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
CUP = "/events/hst-open/"
LOG = f"{CUP}activity/"
UNDO = f"{CUP}a/undo/"


def evening(desk):
    """Create the event with data for every report."""
    whole_evening()


def right_code():
    """Return the code that the app of the owner shows now."""
    return pyotp.TOTP(SECRET).at(int(NOW.timestamp()))


def passwords(old, new, repeated):
    """Return the form of a new password."""
    return {"old_password": old, "new_password1": new, "new_password2": repeated}


CODES = [letter * second_factor.RECOVERY_CODE_LENGTH for letter in PASSWORD_CHARACTERS]
"""The recovery codes, in the order in which they are made."""
JOIN = "/join/{join}/"
STORIES = {
    "activity": [
        evening,
        (LOG, ""),
        (f"{LOG}?text=round+2", ""),
        (f"{LOG}?verb=enter_result&text=2", ""),
        (f"{LOG}?verb=give_penalty", ""),
        (f"{LOG}?verb=none&day=x", ""),
        (f"{LOG}?day=2026-10-03&person=evening&text=prize", ""),
        (f"{LOG}?day=2026-10-02", ""),
        (f"{LOG}?text=paid&columns=verb&columns=actor&sort=at", ""),
        (f"{LOG}?text=paid&file=csv", ""),
        ("/activity/?text=list", ""),
        ("/organisation/activity/?text=club", ""),
        (f"{LOG}check/", "Check now"),
        ("/activity/check/", "Check now"),
    ],
    "undo": [
        evening,
        (UNDO, ""),
        (f"{UNDO}26/", POST, {"back": "event"}),
        (f"{UNDO}26/", POST, {}),
        (f"{UNDO}12/", POST, {"back": "desk"}),
        (f"{UNDO}10/", POST, {"back": "2/1"}),
        (f"{UNDO}10/", POST, {"back": "2/1", "reason": "wrong slip"}),
        (f"{UNDO}9/", POST, {"reason": "wrong board"}),
        (f"{UNDO}99/", POST, {}),
        (f"{UNDO}1/", POST, {}),
        (f"{UNDO}2/", POST, {"back": "99999/1"}),
        (f"{UNDO}?reason=7", ""),
        (f"{UNDO}own/7/", POST, {}),
        (f"{CUP}b/undo/7/", POST, {}),
    ],
    "helpers": [
        evening,
        (f"{CUP}helpers/", "Create invitation", {"role": "none"}),
        (f"{CUP}helpers/", POST, {"role": "director", "without_password": "on"}),
        (f"{CUP}helpers/", "Create invitation", {
            "role": "scorekeeper", "without_password": "on",
        }),
        (f"sam@{JOIN}", ""),
        (f"sam@{JOIN}", "Join", {"name": " "}),
        (f"sam@{JOIN}", "Join", {"name": "Evening"}),
        (f"sam@{JOIN}", "Join", {"name": "Sam", "password": "short"}),
        (f"sam@{JOIN}", "Join", {"name": "Sam"}),
        (f"sam@{CUP}helpers/", ""),
        (f"sam@{CUP}a/undo/", ""),
        (f"sam@{CUP}check-in/", ""),
        (f"sam@{CUP}a/rounds/3/boards/2/", ""),
        (f"sam@{UNDO}own/12/", POST, {}),
        (f"kim@{JOIN}", ""),
        (f"{CUP}helpers/", "Create invitation", {"role": "door"}),
        (f"kim@{JOIN}", "Join", {"name": "Kim"}),
        (f"kim@{JOIN}", "Join", {"name": "Kim", "password": "nine-timer-kim"}),
        (f"kim@{CUP}check-in/", ""),
        (f"kim@{CUP}a/players/2/", ""),
        (f"kim@{CUP}activity/", ""),
        (f"kim@{CUP}check-in/tap/", POST, {"entry": "2"}),
        (f"kim@{CUP}check-in/walk-in/", POST, {"name": "Lou Fry"}),
        (f"{CUP}helpers/2/role/", POST, {"role": "director"}),
        (f"{CUP}helpers/3/role/", SEND, {"role": "door"}),
        (f"{CUP}helpers/3/role/", SEND, {"role": "none"}),
        (f"{CUP}helpers/3/role/", SEND, {"role": "reader"}),
        (f"{CUP}helpers/3/role/", SEND, {"role": "owner"}),
        (f"{CUP}helpers/1/role/", SEND, {"role": "director"}),
        (f"{CUP}helpers/1/end/", SEND, {}),
        (f"{CUP}helpers/4/end/", POST, {}),
        (f"{CUP}helpers/9/end/", POST, {}),
        (f"{CUP}helpers/?find=sa", ""),
        (f"kim@{CUP}activity/", ""),
        (f"{CUP}helpers/", "Create invitation", {"role": "owner"}),
        (f"{CUP}helpers/invitations/3/withdraw/", POST, {}),
        (f"{CUP}helpers/invitations/3/", ""),
        (f"lee@{JOIN}", ""),
        (f"{CUP}helpers/", "Create invitation", {"role": "owner"}),
        (f"sam@{JOIN}", ""),
        ("sam@.", POST, {}),
        (f"sam@{CUP}helpers/1/end/", POST, {}),
        ("lee@/join/none/", ""),
    ],
    "organisation": [
        ("/organisation/", "Change the name", {"name": " "}),
        ("/organisation/", "Change the name", {"name": "Leeds"}),
        ("/organisation/", "Create invitation", {"role": "rating_officer"}),
        (f"rae@{JOIN}", "Join", {"name": "Rae", "password": "nine-timer-rae"}),
        ("rae@/ratings/", ""),
        ("rae@/people/", ""),
        ("/organisation/1/role/", POST, {"role": "scorekeeper"}),
        ("/organisation/1/role/", POST, {"role": "reader"}),
        ("/organisation/2/end/", POST, {}),
        ("/organisation/", ""),
        ("/organisation/activity/", ""),
    ],
    "account": [
        ("/password/second/", POST, {"code": "123456"}),
        ("/password/", POST, passwords("wrong", "x", "y")),
        ("/password/", POST, passwords("nine-timer", "12345678", "12345678")),
        ("phone@/login/", POST, {"username": "director", "password": "nine-timer"}),
        ("/password/", ""),
        ("/password/devices/", POST, {}),
        ("/password/second/", "Turn on the second factor", {"code": "12"}),
        ("/password/second/", "Turn on the second factor", {"code": right_code()}),
        ("/password/second/", ""),
        ("/password/second/", POST, {"code": right_code()}),
        ("/password/second/", POST, {"code": CODES[1], "renew": "1"}),
        ("phone@/login/code/", ""),
        ("phone@/login/", POST, {"username": "director", "password": "nine-timer"}),
        ("phone@/login/code/", POST, {"code": "000000"}),
        ("phone@/login/code/", POST, {"code": CODES[2]}),
        ("/password/second/", POST, {"code": "1"}),
        ("/password/second/", POST, {"code": "2"}),
        ("/password/second/", POST, {"code": "3"}),
        ("/password/second/", POST, {"code": "4"}),
        ("/password/second/", POST, {"code": "5"}),
        ("/password/second/", POST, {"code": CODES[3]}),
    ],
    "pages that are only sent": [
        *((page, "") for page in (
            "/snapshots/take/", "/snapshots/marked/", "/snapshots/restore/",
            "/organisation/name/", "/organisation/1/role/", "/organisation/1/end/",
            "/organisation/invitations/1/withdraw/", f"{CUP}helpers/1/role/",
            f"{CUP}helpers/1/end/", f"{CUP}helpers/invitations/1/withdraw/", f"{UNDO}1/",
            f"{UNDO}own/1/", "/password/devices/",
        )),
        ("/clubs/", "Log out"),
    ],
}  # fmt: skip
FIRST = "000001-2026-10-03-1830-before-lunch"
SECOND = "000002-2026-10-03-1830-by-hand"
SNAPSHOTS = [
    ("/snapshots/", ""),
    ("/clubs/", "Add the club", {"name": "Thursdays"}),
    ("/snapshots/", "Take a snapshot", {"why": "before  lunch"}),
    (f"/snapshots/?restore={FIRST}", ""),
    ("/clubs/", "Add the club", {"name": "Mondays"}),
    ("/snapshots/", "Take a snapshot"),
    ("/events/new/", "Create event", {"name": "Spring Cup", "preset": "wespa"}),
    ("/snapshots/?kind=hand&sort=why", ""),
    ("/snapshots/?kind=itself", ""),
    ("/snapshots/?file=csv&kind=itself", ""),
    ("/snapshots/?restore=none", ""),
    ("/snapshots/restore/", POST, {"name": "none"}),
    ("/snapshots/marked/", POST, {}),
    (f"/snapshots/?restore={FIRST}", ""),
    ("/snapshots/restore/", POST, {"name": FIRST}),
    ("/clubs/", ""),
    ("/snapshots/marked/", POST, {"row": [FIRST]}),
    *(("/snapshots/marked/", POST, {"row": [FIRST, SECOND], **sure}) for sure in ({}, {"sure": "1"})),
    ("/activity/", ""),
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("name", STORIES)
def test_answers_are_those_approved(request, monkeypatch, settings, tmp_path, desk, director, name):
    settings.NINETIMER_DATA_DIR = tmp_path
    letters = (
        letter for letter in PASSWORD_CHARACTERS for _ in range(second_factor.RECOVERY_CODE_LENGTH)
    )
    fixed = SimpleNamespace(
        choice=lambda _letters: next(letters), compare_digest=secrets.compare_digest
    )
    monkeypatch.setattr(second_factor, "secrets", fixed)
    invitations = (f"invitation-{number:021}" for number in count())
    tokens = SimpleNamespace(token_urlsafe=lambda _length: next(invitations))
    monkeypatch.setattr(roles, "secrets", tokens)
    monkeypatch.setattr(second_factor.pyotp, "random_base32", lambda: SECRET)
    clock = SimpleNamespace(**vars(time) | {"time": NOW.timestamp})
    monkeypatch.setattr(jobs, "time", clock)
    tell_without_chance(request, name, STORIES[name])


def test_answers_about_snapshots_are_those_approved(request, file_database, monkeypatch):
    monkeypatch.setattr(snapshots, "snapshot_folder", lambda: "/data/snapshots")
    monkeypatch.setattr(snapshots, "filesizeformat", lambda size: f"{len(str(size))} digits")
    stop_chance(monkeypatch)
    director = User.objects.create_superuser("director", password="nine-timer")
    tell(request, "snapshots", browser_of(director), SNAPSHOTS)
