"""What the stories do not compare on the public pages of registration: words, focus, headers and other devices."""

import re

import pytest
from django.conf import settings
from django.test import Client

from scoring.actions.activity import Actor
from tests.remembered import remembered
from tests.shown import main_words
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.federation.actions.registered_players import add_registered_players
from tournament.federation.actions.registration_checks import TypedRegistration
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.federation.actions.registrations import refuse_registrations, register
from tournament.federation.models import Registration
from tournament.federation.web.register import REGISTRATION_CODE_THROTTLE, REGISTRATION_THROTTLE

pytestmark = pytest.mark.django_db
PAGE = "/hall/autumn-open/register/"
FAMILY = {
    "people": "2", "name": "Eva Lopez", "club": "Wien", "p2-name": "Ben Lopez", "p2-is_minor": "on", "p2-member": "B7",
    "email": "eva@example.org", "telephone": "0660 5551234", "guardian": "Eva Lopez", "agreed": "on",
}  # fmt: skip


@pytest.fixture
@remembered
def opened(desk, event, division):
    set_registration_rules(desk, event, when="now", limit=2, shows_names=True)
    return event


def come(client, name, **more):
    answer = client.post(PAGE, {"name": name, **more})
    assert answer.status_code == 302, main_words(answer)
    return answer.url


def focused(answer):
    """Return the name of the field that has the focus when the page opens."""
    (name,) = re.findall(r'name="([^"]+)"[^>]* autofocus', answer.text)
    return name


def errors_by_field(answer):
    """Return the error messages by the name of the field that shows them."""
    found = re.findall(
        r'<div id="id_([^"]+)_error"[^>]*><p class="field-error">(.*?)</p>', answer.text
    )
    return {name: text.split(".")[0] for name, text in found}


def test_own_page_tells_the_state_and_is_not_stored(client, desk, opened, division):
    ana, ben, cy = (come(client, name) for name in ("Ana Lopez", "Ben Okafor", "Cy Young"))
    page = client.get(ana)
    assert (page["Cache-Control"], page["Referrer-Policy"]) == ("no-store", "same-origin")
    assert "You are registered." in main_words(page)
    assert Registration.objects.get(name="Ana Lopez").shown_code in main_words(page)
    assert "You are on the waiting list, place 1." in main_words(client.get(cy))
    client.post(cy, {"withdraw": "1"})
    assert "You have withdrawn." in main_words(client.get(cy))
    refuse_registrations(desk, [Registration.objects.get(name="Ana Lopez")], reason="Under age")
    assert "Your registration was refused. Under age" in main_words(client.get(ana))
    add_registered_players(desk, division)
    player = main_words(client.get(ben))
    assert "You are player number 1." in player
    assert "Withdraw" not in player


def test_public_list_shows_names_only_if_the_event_allows(client, desk, opened):
    come(client, "Ana Lopez", member="77", notes="Vegetarian")
    come(client, "Ben Okafor", by_initials="on")
    come(client, "Cy Young")
    shown = main_words(client.get(PAGE))
    for part in ("Ana Lopez", "B. O.", "Waiting list 1. Cy Young"):
        assert part in shown
    assert not [word for word in ("Okafor", "77", "Vegetarian") if word in shown]
    assert Registration.objects.first().code not in client.get(PAGE).text
    set_registration_rules(desk, opened, when="now", limit=2)
    hidden = main_words(client.get(PAGE))
    assert not [name for name in ("Ana", "B. O.", "Cy") if name in hidden]
    assert "Only the event's directors and helpers can see who is registered." in hidden


def test_form_reveals_nothing_about_known_people(client, desk, opened):
    """The form gives the same answer for known and unknown names, numbers and ratings."""
    set_registration_rules(desk, opened, when="now")
    spring = create_event(desk, name="Spring Open", preset="club")
    add_players(desk, create_division(desk, spring, name="A"), "Ana Lopez 1812 #A1")
    register(Actor("x"), opened, TypedRegistration("Ben Okafor", member="B7"))
    for name, member in (("Ana Lopez", "A1"), ("Ben Okafor", "B7"), ("Cleo Young", "C9")):
        assert "1812" not in client.get(come(client, name, member=member)).text
    text = client.get(PAGE).text
    assert not [word for word in ("1812", "Ana", "Okafor", "Cleo") if word in text]


@pytest.mark.full
def test_only_the_device_with_many_attempts_is_refused(client, opened):
    own = come(client, "Ana Lopez")
    other = Client(REMOTE_ADDR="10.0.0.9")
    for _time in range(REGISTRATION_THROTTLE.most):
        client.post(PAGE, {"name": ""})
    assert client.post(PAGE, {"name": "One More"}).status_code == 429
    assert other.post(PAGE, {"name": "One More"}).status_code == 302
    for _time in range(REGISTRATION_CODE_THROTTLE.most):
        client.post("/registration/", {"code": "BCDF GHJK MNPR", "event": "autumn-open"})
    assert client.get(own).status_code == 302
    assert other.get(own).status_code == 200


@pytest.mark.skipif("hall" in settings.ROOMS_OFF, reason="the hall has the public pages")
def test_public_pages_link_to_a_registration_while_it_is_open(client, desk, opened):
    pages = ("/hall/autumn-open/", "/calendar/1/")
    assert [f'href="{PAGE}"' in client.get(page).text for page in pages] == [True, True]
    set_registration_rules(desk, opened, when="never")
    assert [f'href="{PAGE}"' in client.get(page).text for page in pages] == [False, False]


def test_family_gets_one_code_and_each_person_an_own_one(client, opened):
    answer = client.post(PAGE, FAMILY)
    eva, ben = Registration.objects.order_by("pk")
    assert answer.url == f"/registration/{eva.family}/"
    shown = main_words(client.get(answer.url))
    assert "Eva Lopez registered Ben Lopez registered" in shown
    assert eva.formatted_family_code in shown
    assert eva.family not in client.get(f"/registration/{ben.code}/").text
    assert client.post(PAGE, {"name": "Ben Lopez"}).status_code == 302, "no question names a minor"


def test_every_error_is_at_its_field_and_the_first_has_the_focus(client, opened):
    wrong = {"name": "", "p2-club": "www.x.org", "guardian": "", "telephone": "soon", "agreed": ""}
    answer = client.post(PAGE, FAMILY | wrong)
    assert errors_by_field(answer) == {
        "name": "Type your first and family name",
        "p2-club": "Links are not allowed here",
        "telephone": "“soon” is not a telephone number",
        "guardian": "Ben Lopez is a minor",
        "agreed": "Agree to the storage of your contact details, or leave e-mail, telephone and guardian empty",
    }
    assert focused(answer) == "name"
    assert focused(client.post(PAGE, FAMILY | {"guardian": ""})) == "guardian"
    assert focused(client.post(PAGE, {"people": "1", "another": "1"})) == "p2-name"
    client.post(PAGE, FAMILY)
    own = client.post(
        f"/registration/{Registration.objects.last().code}/",
        {"name": "4711", "is_minor": "on", "email": "eva@", "guardian": "Eva", "notes": "here", "change": "1"},
    )  # fmt: skip
    assert list(errors_by_field(own)) == ["name", "email", "agreed"]
    assert "here</textarea>" in own.text


def test_contacts_remain_if_the_event_stops_requesting_them(client, desk, opened):
    client.post(PAGE, FAMILY)
    set_registration_rules(desk, opened, when="now", contact="none")
    assert 'name="email"' not in client.get(PAGE).text
    eva, ben = Registration.objects.order_by("pk")
    client.post(f"/registration/{eva.code}/", {"name": "Eva Lopez", "notes": "Late", "change": "1"})
    client.post(f"/registration/{ben.code}/", {"name": "Benno Lopez", "change": "1"})
    eva, ben = Registration.objects.order_by("pk")
    assert (eva.notes, eva.contact.email) == ("Late", "eva@example.org")
    assert (ben.name, ben.is_minor) == ("Benno Lopez", True)
    come(client, "Cy Young", email="cy@example.org")
    assert not hasattr(Registration.objects.get(name="Cy Young"), "contact")
