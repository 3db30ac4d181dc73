"""Guessing passwords is limited by name and device, for all roles."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.remembered import remembered
from tournament.actions.safety.roles import create_invitation, create_invited_account

pytestmark = pytest.mark.django_db


def guess(name, password, device):
    sent = {"username": name, "password": password}
    return Client().post("/login/", sent, REMOTE_ADDR=device)


@pytest.fixture
@remembered
def helper(desk, event):
    invitation, _ = create_invitation(desk, event, "scorekeeper")
    return create_invited_account(invitation, name="Ann Bell", password="nine letters")


@pytest.mark.parametrize("wrong", [0, 8])
def test_old_password_is_needed_and_its_guessing_limited(helper, wrong):
    browser = Client(REMOTE_ADDR="10.0.0.4")
    browser.force_login(helper)
    new = {"new_password1": "another nine letters", "new_password2": "another nine letters"}
    for _ in range(wrong):
        answer = browser.post("/password/", {"old_password": "wrong", **new})
    assert not wrong or answer.status_code == 429
    answer = browser.post("/password/", {"old_password": "nine letters", **new})
    assert answer.status_code == (429 if wrong else 302)
    helper.refresh_from_db()
    assert helper.check_password("nine letters" if wrong else "another nine letters")


@pytest.mark.parametrize(
    ("name", "password"), [("director", "nine-timer"), ("Ann Bell", "nine letters")]
)
def test_eight_wrong_passwords_pause_a_name_on_that_device_only(helper, name, password):
    for _ in range(7):
        answer = guess(name, "wrong", "10.0.0.1")
    assert "This name and password do not match." in answer.text
    assert guess(name, "wrong", "10.0.0.1").status_code == 429
    paused = guess(name, password, "10.0.0.1")
    assert paused.status_code == 429
    assert "ninetimer_session" not in paused.cookies
    assert guess(name, password, "10.0.0.2").status_code == 302


def test_account_is_logged_out_on_its_other_devices_only(director, client):
    client.force_login(director)
    other, stranger = Client(), Client()
    other.force_login(director)
    stranger.force_login(User.objects.create_user("somebody", password="nine letters"))
    assert "You are also logged in on 1 other device." in client.get("/password/").text
    client.post("/password/devices/")
    assert "You are logged in on this device only." in client.get("/password/").text
    assert other.get("/password/").url == "/login/?next=/password/"
    assert client.get("/password/").status_code == stranger.get("/password/").status_code == 200
