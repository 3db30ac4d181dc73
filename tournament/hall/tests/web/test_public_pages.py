"""Anonymous readers are redirected from the desk to the public pages, in the language of the event."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.shown import NO_PAGE, refusal, text
from tournament.actions.event.housekeeping import change_event_details
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.hall.actions.site import set_site_visibility

pytestmark = pytest.mark.django_db
DESK = "/events/autumn-open/a/"


@pytest.mark.parametrize(
    ("desk_page", "public"),
    [
        ("/events/autumn-open/", "/hall/autumn-open/"),
        ("/events/autumn-open/games/", "/hall/autumn-open/"),
        ("/events/autumn-open/find/", "/hall/autumn-open/find/"),
        (DESK, "/hall/autumn-open/a/"),
        (f"{DESK}standings/", "/hall/autumn-open/a/standings/"),
        (f"{DESK}pictures/", "/hall/autumn-open/a/standings/"),
        (f"{DESK}rounds/1/boards/1/", "/hall/autumn-open/a/pairings/1/"),
        (f"{DESK}players/1/", "/hall/autumn-open/a/1/"),
    ],
)
def test_desk_page_redirects_visitors_to_the_public_page(client, round_one, desk_page, public):
    assert client.get(desk_page).url == public


def test_polled_desk_page_redirects_visitors_too(client, round_one):
    polled = client.get("/events/autumn-open/?since=1", headers={"HX-Request": "true"})
    assert polled.headers["HX-Redirect"] == "/hall/autumn-open/"


def test_draft_round_does_not_exist_for_visitors(desk, round_one):
    pair_by_hand(desk, round_one.division, [(1, 3), (2, 4)])
    answer = Client().get(f"{DESK}rounds/2/boards/1/", follow=True)
    assert refusal(answer) == (404, "There is no round 2 here")
    assert "Zoë Müller" not in answer.text


def test_division_has_a_single_address(client, four):
    assert client.get("/hall/autumn-open/a/").context["division"] == four
    assert refusal(client.get("/hall/autumn-open/division.a/")) == NO_PAGE


def test_cached_page_is_rendered_once_per_language(client, event):
    address = reverse("site_now", args=[event.slug])
    german = client.get(address, headers={"accept-language": "de"})
    french = client.get(address, headers={"accept-language": "fr"})
    again = client.get(address, headers={"accept-language": "de"})
    assert "Anmeldung für Helfer" in german.text
    assert "Connexion des assistants" in french.text
    assert again.content == german.content
    tags = {german["ETag"], french["ETag"], client.get(address)["ETag"]}
    assert len(tags) == 3
    other = client.get(address, headers={"accept-language": "fr", "if-none-match": german["ETag"]})
    assert other.status_code == 200


def test_public_pages_use_the_language_of_their_event(client, event, desk):
    change_event_details(desk, event, name=event.name, date=event.date, language="es")
    page = client.get(reverse("site_now", args=[event.slug]), headers={"accept-language": "de"})
    assert "Acceso de ayudantes" in page.text
    assert "Anmeldung für Helfer" not in page.text


def test_visitors_see_no_event_that_is_not_public(client, desk, event):
    set_site_visibility(desk, event, shown=False)
    client.logout()
    page = client.get("/").text
    assert event.name not in page
    assert "Log in Check a score Word judge" in text(client.get("/"))
