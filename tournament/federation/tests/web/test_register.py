"""What the stories do not compare on the public pages of registration: focus, headers and other devices."""

import re

import pytest
from django.conf import settings
from django.test import Client

from tests.remembered import remembered
from tests.shown import main_words
from tournament.federation.actions.registration_rules import set_registration_rules
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


def test_own_page_is_not_stored_and_its_address_not_passed_on(client, opened):
    page = client.get(come(client, "Ana Lopez"))
    assert (page["Cache-Control"], page["Referrer-Policy"]) == ("no-store", "same-origin")


def test_first_error_or_the_new_person_has_the_focus(client, opened):
    assert focused(client.post(PAGE, FAMILY | {"name": "", "guardian": ""})) == "name"
    assert focused(client.post(PAGE, FAMILY | {"guardian": ""})) == "guardian"
    assert focused(client.post(PAGE, {"people": "1", "another": "1"})) == "p2-name"


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
