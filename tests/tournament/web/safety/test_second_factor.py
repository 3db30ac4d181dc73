"""Second factors from activation to log-in, including all failures."""

import re
import time
from datetime import UTC, datetime

import pyotp
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from scoring.models import Activity
from tournament.actions.safety import second_factor
from tournament.models import RecoveryCode, SecondFactor

pytestmark = pytest.mark.django_db
PAGE, LOG_IN, CODE = "/password/second/", "/login/", "/login/code/"
PASSWORD = "nine-timer"


class Clock:
    """A clock for the program that a test sets."""

    def __init__(self):
        self.now = 1_800_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(
        second_factor.timezone, "now", lambda: datetime.fromtimestamp(made.now, UTC)
    )
    return made


@pytest.fixture
def owner(db, clock):
    """Return an account with a second factor, and its recovery codes."""
    user = User.objects.create_superuser("owner", password=PASSWORD)
    browser = Client()
    browser.force_login(user)
    assert "qr-code" in browser.get(PAGE).text
    page = browser.post(PAGE, {"code": shown(user, clock)}).text
    codes = re.findall(r"<code>(\w{5}-\w{5})</code>", page)
    assert len(codes) == 10
    clock.now += 60
    return user, codes


def shown(user, clock, ahead=0):
    """Return the code shown by the authenticator app."""
    return pyotp.TOTP(SecondFactor.objects.get(user=user).secret).at(int(clock.now) + ahead)


def half_way(name="owner", password=PASSWORD, way=""):
    browser = Client()
    answer = browser.post(LOG_IN + way, {"username": name, "password": password})
    return browser, answer


def is_in(browser):
    return "_auth_user_id" in browser.session


def lets_in(code, browser=None):
    """Send a code after the password, and return whether it logs in."""
    browser = browser or half_way()[0]
    browser.post(CODE, {"code": code})
    return is_in(browser)


def test_log_in_requires_the_code_after_the_password(owner, clock):
    user, _codes = owner
    browser, answer = half_way(way="?next=/clubs/")
    assert answer["Location"] == CODE
    assert not is_in(browser)
    assert browser.get("/clubs/").status_code == 302
    answer = browser.post(CODE, {"code": shown(user, clock)})
    assert (answer["Location"], is_in(browser)) == ("/clubs/", True)


def test_code_works_once_and_invalidates_earlier_ones(owner, clock):
    user, _codes = owner
    code, earlier = shown(user, clock), shown(user, clock, -30)
    assert [lets_in(each) for each in (code, code, earlier)] == [True, False, False]


@pytest.mark.parametrize(("ahead", "counts"), [(-60, False), (-30, True), (30, True), (60, False)])
def test_phone_clock_may_be_half_a_minute_off(owner, clock, ahead, counts):
    clock.now += 600
    assert lets_in(shown(owner[0], clock, ahead)) is counts


def test_five_wrong_codes_pause_the_log_in_for_five_then_ten_minutes(owner, clock):
    user, codes = owner
    browser, _answer = half_way()
    for wrong in ("000000", "00000", "Zürich", "١٢٣٤٥٦", "0000000"):
        assert browser.post(CODE, {"code": wrong}).status_code < 500
    assert Activity.objects.first().summary == (
        "5 wrong codes for owner: codes are refused for a few minutes."
    )
    for right in (shown(user, clock), codes[0]):
        assert not lets_in(right, browser)
        assert not lets_in(right), "the limit applies to the account, not to the browser"
    clock.now += 301
    assert not lets_in("000000", browser)
    page = browser.post(CODE, {"code": shown(user, clock)}).text
    assert "Wait 10 minutes" in page
    clock.now += 601
    assert lets_in(shown(user, clock), browser)
    assert SecondFactor.objects.get(user=user).wrong == 0


def test_recovery_code_works_once_and_is_logged(owner):
    code = owner[1][3]
    assert lets_in(code.upper().replace("-", " "))
    assert (
        Activity.objects.first().summary == "owner logged in with a recovery code; codes left: 9."
    )
    assert not lets_in(code)
    assert not RecoveryCode.objects.filter(digest__contains=code).exists()


def test_pending_log_in_needs_the_password_and_expires_after_five_minutes(
    owner, clock, monkeypatch
):
    browser, _answer = half_way()
    later = time.time() + 301
    monkeypatch.setattr("tournament.web.safety.second_factor.time.time", lambda: later)
    assert browser.post(CODE, {"code": shown(owner[0], clock)})["Location"] == LOG_IN
    assert not is_in(browser)
    assert Client().get(CODE)["Location"] == LOG_IN
    monkeypatch.undo()
    browser, answer = half_way(password="wrong")
    assert answer.status_code == 200
    assert browser.get(CODE)["Location"] == LOG_IN


def test_password_change_ends_a_pending_log_in(owner, clock):
    user, _codes = owner
    browser, _answer = half_way()
    user.set_password("another-one")
    user.save()
    assert not lets_in(shown(user, clock), browser)


def test_turning_off_and_renewing_codes_require_a_code(owner, clock):
    user, codes = owner
    browser = Client()
    browser.force_login(user)
    assert browser.post(PAGE, {"code": "000000", "end": "1"}).status_code == 422
    page = browser.post(PAGE, {"code": shown(user, clock), "renew": "1"}).text
    fresh = re.findall(r"<code>(\w{5}-\w{5})</code>", page)
    assert browser.post(PAGE, {"code": codes[0], "end": "1"}).status_code == 422
    browser.post(PAGE, {"code": fresh[0], "end": "1"})
    assert not SecondFactor.objects.exists()
    assert Activity.objects.first().summary == "owner now logs in without a second factor."
    assert is_in(half_way()[0])


def test_command_resets_a_lost_second_factor(owner, capsys):
    call_command("reset_second_factor", "owner")
    assert capsys.readouterr().out == "owner now logs in with the password alone.\n"
    assert is_in(half_way()[0])
    with pytest.raises(CommandError, match="owner has no second factor"):
        call_command("reset_second_factor", "owner")
