"""The public registration page and the page of one registration, opened with its code."""

import datetime as dt

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from tests.remembered import remembered
from tests.shown import main_words
from tournament.actions.event.events import create_division
from tournament.federation.actions.registered_players import add_registered_players
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.federation.actions.registrations import refuse_registrations
from tournament.federation.models import Registration
from tournament.federation.web.register import REGISTRATION_CODE_THROTTLE, REGISTRATION_THROTTLE

pytestmark = pytest.mark.django_db
PAGE = "/hall/autumn-open/register/"


@pytest.fixture
@remembered
def opened(desk, event, division):
    set_registration_rules(desk, event, when="now", limit=2, shows_names=True)
    return event


def come(client, name, **more):
    answer = client.post(PAGE, {"name": name, **more})
    assert answer.status_code == 302, main_words(answer)
    return answer.url


def test_person_registers_and_receives_a_code(client, opened):
    own = come(client, "Ana Lopez", member="#77", notes="Vegetarian")
    row = Registration.objects.get()
    assert own == f"/registration/{row.code}/"
    assert (row.name, row.member, row.notes, row.state) == (
        "Ana Lopez",
        "77",
        "Vegetarian",
        "place",
    )
    page = client.get(own)
    shown = main_words(page)
    assert "You are registered." in shown
    assert row.shown_code in shown
    assert f"http://testserver{own}" in shown
    assert page["Cache-Control"] == "no-store"
    assert page["Referrer-Policy"] == "same-origin"


def test_public_list_shows_names_only_if_the_event_allows(client, desk, opened):
    come(client, "Ana Lopez", member="77", notes="Vegetarian")
    come(client, "Ben Okafor", by_initials="on")
    come(client, "Cy Young")
    shown = main_words(client.get(PAGE))
    assert "Ana Lopez" in shown
    assert "B. O." in shown
    assert "Waiting list 1. Cy Young" in shown
    assert not [word for word in ("Okafor", "77", "Vegetarian") if word in shown]
    assert Registration.objects.first().code not in client.get(PAGE).text
    set_registration_rules(desk, opened, when="now", limit=2)
    hidden = main_words(client.get(PAGE))
    assert not [name for name in ("Ana", "B. O.", "Cy") if name in hidden]
    assert "Only the event's directors and helpers can see who is registered." in hidden


def test_duplicate_name_is_accepted_when_sent_again(client, opened):
    come(client, "Ana Lopez")
    again = client.post(PAGE, {"name": "Ana Lopez"})
    assert again.status_code == 422
    assert "A person called Ana Lopez is already registered." in main_words(again)
    assert 'name="accepted" value="Ana Lopez"' in again.text
    come(client, "Ana Lopez", accepted="Ana Lopez")
    other = client.post(PAGE, {"name": "ana lopez", "accepted": "Ana Lopez"})
    assert other.status_code == 422  # another name was accepted
    assert Registration.objects.count() == 2


@pytest.mark.full
def test_registrations_from_one_device_are_limited(client, opened):
    for number in range(REGISTRATION_THROTTLE.most):
        come(client, f"Person {'ABCDEFGHIJKLMNOP'[number] * 3}")
    refused = client.post(PAGE, {"name": "One More"})
    assert refused.status_code == 429
    assert "There were too many registrations from this device." in main_words(refused)
    assert 'value="One More"' in refused.text
    assert Client(REMOTE_ADDR="10.0.0.9").post(PAGE, {"name": "One More"}).status_code == 302
    assert Registration.objects.count() == REGISTRATION_THROTTLE.most + 1


@pytest.mark.full
def test_wrong_codes_get_equal_answers_and_are_limited(client, opened):
    own = come(client, "Ana Lopez")
    back = {"event": "autumn-open"}
    for _time in range(REGISTRATION_CODE_THROTTLE.most):
        answer = client.post("/registration/", {"code": "BCDF GHJK MNPR", **back}, follow=True)
        assert "There is no registration with this code." in main_words(answer)
    right = Registration.objects.get().shown_code
    answer = client.post("/registration/", {"code": right, **back}, follow=True)
    assert "Too many wrong codes were typed on this device." in main_words(answer)
    assert client.get(own, follow=True).redirect_chain  # the address does not work either
    assert Client(REMOTE_ADDR="10.0.0.9").get(own).status_code == 200


def test_code_is_recognised_in_any_notation(client, opened):
    own = come(client, "Ana Lopez")
    typed = Registration.objects.get().shown_code.lower().replace(" ", "-")
    assert client.post("/registration/", {"code": typed, "event": "autumn-open"}).url == own
    assert client.get(own.lower()).status_code == 200


def test_person_changes_and_withdraws_and_the_next_moves_up(client, opened):
    own = come(client, "Ana Lopez")
    come(client, "Ben Okafor")
    waiting = come(client, "Cy Young")
    assert "You are on the waiting list, place 1." in main_words(client.get(waiting))
    assert client.post(own, {"name": "Ana María Lopez", "change": "1"}).status_code == 302
    assert "Ana María Lopez" in main_words(client.get(own))
    wrong = client.post(own, {"name": "4711", "notes": "still here", "change": "1"})
    assert wrong.status_code == 422
    assert "still here</textarea>" in wrong.text
    client.post(own, {"withdraw": "1"})
    assert "You have withdrawn." in main_words(client.get(own))
    assert "You are registered." in main_words(client.get(waiting))
    twice = client.post(own, {"withdraw": "1"}, follow=True)
    assert "is withdrawn and can no longer be changed" in main_words(twice)


def test_refused_or_entered_person_sees_the_state_of_the_registration(
    client, desk, opened, division
):
    own, other = come(client, "Ana Lopez"), come(client, "Ben Okafor")
    refuse_registrations(desk, [Registration.objects.get(name="Ana Lopez")], reason="Under age")
    add_registered_players(desk, division)
    refused = main_words(client.get(own))
    assert "Your registration was refused. Under age" in refused
    player = main_words(client.get(other))
    assert "You are player number 1." in player
    assert "Withdraw" not in player


def test_registration_page_explains_that_it_is_closed_outside_its_dates(
    client, desk, event, division
):
    set_registration_rules(desk, event, when="now")
    empty = client.post(PAGE, {})
    assert (empty.status_code, "Type your first and family name." in empty.text) == (422, True)
    now = timezone.now()
    set_registration_rules(desk, event, when="dates", opens_at=now + dt.timedelta(days=2))
    assert "Registration opens on" in main_words(client.get(PAGE))
    set_registration_rules(desk, event, when="never")
    assert "Registration is closed." in main_words(client.get(PAGE))
    sent = client.post(PAGE, {"name": "Ana Lopez"})
    assert sent.status_code == 422
    assert "Registration is closed. Nothing was sent." in main_words(sent)
    assert 'value="Ana Lopez"' in sent.text
    assert "Registration is closed. Nothing was sent." in main_words(client.post(PAGE, {}))


def test_event_with_several_divisions_asks_for_one(client, desk, opened):
    create_division(desk, opened, name="B")
    assert client.post(PAGE, {"name": "Ana Lopez"}).status_code == 422
    come(client, "Ana Lopez", division="b")
    assert Registration.objects.get().division.slug == "b"
    assert client.post(PAGE, {"name": "Ben Okafor", "division": "zz"}).status_code == 422


@pytest.mark.skipif("hall" in settings.ROOMS_OFF, reason="the hall has the public pages")
def test_public_pages_link_to_an_open_registration(client, desk, opened):
    assert f'href="{PAGE}"' in client.get("/hall/autumn-open/").text
    opened.date = timezone.localdate() + dt.timedelta(days=3)
    opened.save()
    assert "Registration open" in client.get("/calendar/1/").text
    set_registration_rules(desk, opened, when="never")
    assert "Registration open" not in client.get("/calendar/1/").text
    assert f'href="{PAGE}"' not in client.get("/hall/autumn-open/").text


def test_registration_page_takes_a_constant_number_of_queries(
    client, opened, django_assert_num_queries
):
    come(client, "Ana Lopez")
    client.get(PAGE)
    with django_assert_num_queries(9):
        client.get(PAGE)
    for name in ("Ben Okafor", "Cy Young", "Dee Ray"):
        come(client, name)
    with django_assert_num_queries(9):
        client.get(PAGE)
