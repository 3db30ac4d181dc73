"""A form sent after the log-in expired is restored as typed."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.scoring.views.pads import opened
from tournament.models import Entry

pytestmark = pytest.mark.django_db

ROSTER = "/events/autumn-open/a/players/"
TYPED = {"roster": "Ana Lopez 1800\nBen <Okafor> 1700", "step": "save"}


def fields_of(page):
    """Return the hidden values of the form on the page."""
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)" />', page.text)
    return {unescape(name): unescape(value) for name, value in fields}


def log_in(client, answer, **more):
    path = answer["Location"]
    sent = {"username": "director", "password": "nine-timer", "next": path.partition("next=")[2]}
    return client.post("/login/", sent | more, follow=True, REMOTE_ADDR="127.0.0.1")


def test_form_is_restored_after_the_log_in_and_submitted(client, division):
    here = {"HTTP_REFERER": f"http://testserver{ROSTER}"}
    answer = client.post(ROSTER, TYPED, **here)
    assert answer["Location"].startswith("/login/?next=/kept/")
    assert Entry.objects.count() == 0
    page = log_in(client, answer)
    text = page.text
    assert "Ana Lopez 1800<br>Ben &lt;Okafor&gt; 1700" in text
    assert f'action="{ROSTER}"' in text
    assert f'<a href="{ROSTER}">Back to the page without sending</a>' in text
    assert fields_of(page) == TYPED
    client.post(ROSTER, fields_of(page), follow=True)
    assert Entry.objects.filter(player__name="Ana Lopez").count() == 1


def test_form_is_restored_only_in_the_same_browser(client, division, director):
    answer = client.post(ROSTER, TYPED)
    path = answer["Location"].partition("next=")[2]
    other = Client()
    other.force_login(director)
    page = other.get(path)
    assert page.status_code == 404
    assert "No saved entry in this browser" in page.text
    assert client.get(path)["Location"] == f"/login/?next={path}"


def test_sheets_of_a_dispute_are_saved(client, director):
    game = opened()
    answer = client.post(f"/games/{game.pk}/dispute/sheets/", {"column-1-1": "20 40 66"})
    page = log_in(client, answer)
    assert "20 40 66" in page.text
    assert f'<a href="/games/{game.pk}/">Back' in page.text


def test_passwords_and_empty_forms_are_not_saved(client):
    answer = client.post("/events/new/", {"name": "X", "password": "secret"})
    assert "secret" not in str(dict(client.session.items()))
    assert answer["Location"].startswith("/login/?next=/kept/")
    assert client.post("/events/new/", {"name": " "})["Location"] == "/login/?next=/"
    scripted = client.post("/events/new/", {"name": "X"}, HTTP_HX_REQUEST="true")
    assert scripted["HX-Redirect"].startswith("/login/?next=/kept/")


def test_last_three_forms_are_saved_except_overlong_ones(client):
    for number in range(4):
        client.post("/events/new/", {"name": f"Event {number}"})
    names = [fields[0][1] for _, _, fields in client.session["kept_forms"].values()]
    assert names == ["Event 1", "Event 2", "Event 3"]
    answer = client.post("/events/new/", {"name": "x" * 250_001})
    assert answer["Location"] == "/login/?next=/"


def test_single_device_cannot_fill_the_database(client):
    for _ in range(20):
        Client().post("/events/new/", {"name": "X"}, REMOTE_ADDR="10.0.0.9")
    answer = client.post("/events/new/", {"name": "X"}, REMOTE_ADDR="10.0.0.9")
    assert answer["Location"] == "/login/?next=/"
