"""Missing objects and forbidden pages; see also test_who_may."""

import pytest
from django.test import Client
from django.urls import get_resolver

from tests.shown import NO_PAGE, refusal
from tournament.actions.event.events import RESERVED_DIVISION_SLUGS, create_division
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.models import Division
from tournament.web.page_cache import page_cache

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path",
    [
        "/events/nowhere/",
        "/events/autumn-open/z/",
        *(f"/events/autumn-open/a/rounds/{n}/boards/1/" for n in (0, 9, "9" * 23)),
        *(f"/events/autumn-open/a/rounds/1/boards/{n}/" for n in (0, 9, "9" * 23)),
        *(f"/events/autumn-open/a/players/{n}/" for n in (0, 9, "9" * 23)),
        "/events/autumn-open/prizes/new/?kind=hats",
        "/events/autumn-open/prizes/99/",
        "/clubs/nowhere/",
        "/help/cooking/",
        "/rules/made_up/",
        "/games/9/game.gcg",
        "/games/77/judge/",
    ],
)
def test_unknown_address_is_not_found(director_client, round_one, path):
    assert refusal(director_client.get(path)) == NO_PAGE


def test_log_in_leads_back_to_the_page_of_the_form(client, round_one):
    path = "/events/autumn-open/a/rounds/1/results/"
    here = {"HTTP_REFERER": "http://testserver/events/autumn-open/a/?round=1"}
    assert client.post(path, **here).url == "/login/?next=/events/autumn-open/a/"
    elsewhere = {"HTTP_REFERER": "http://example.org/events/"}
    assert client.post(path, **elsewhere).url == "/login/?next=/"


def test_draft_is_visible_only_to_the_director(director_client, desk, round_one):
    pair_by_hand(desk, round_one.division, [(1, 3), (2, 4)])
    path = "/events/autumn-open/a/rounds/2/boards/1/"
    pairing = director_client.get(path).context["pairing"]
    assert {pairing.first.number, pairing.second.number} == {1, 3}
    assert "Zoë Müller" not in Client().get(path, follow=True).text


def routes(resolver, before=""):
    """Yield every route of the program as a pattern."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from routes(pattern, route)
        else:
            yield route


def test_division_cannot_take_the_address_of_an_event_page():
    """A division whose page would be unreachable gets another address."""
    beginnings = ("events/<slug:event>/", "hall/<slug:event>/")
    firsts = {
        route[len(begin) :].partition("/")[0]
        for route in routes(get_resolver())
        for begin in beginnings
        if route.startswith(begin)
    }
    pages = {part for part in firsts if "." not in part and "<" not in part} - {""}
    assert {"find", "reports", "standings"} & pages == {"find", "reports"}
    assert pages - RESERVED_DIVISION_SLUGS == set()


@pytest.mark.full
@pytest.mark.parametrize("name", ["Find", "More", "Me", "Schedule", "Prizes", "Phones"])
def test_division_named_like_a_page_has_its_own_pages(client, director_client, desk, event, name):
    division = create_division(desk, event, name=name)
    assert division.slug == f"division-{name.lower()}"
    for slug, shown in ((division.slug,) * 2, (name.lower(), f"division.{name.lower()}")):
        Division.objects.filter(pk=division.pk).update(slug=slug)
        # This change is not logged, and the log is what invalidates cached pages.
        page_cache.forget()
        division.refresh_from_db()
        address = division.get_absolute_url()
        assert address == f"/events/autumn-open/{shown}/"
        assert director_client.get(address).context["division"] == division
        for page in ("", "players/", "standings/", "pairings/"):
            answer = client.get(f"/hall/autumn-open/{shown}/{page}")
            assert (answer.status_code, f"/hall/autumn-open/{shown}/" in answer.text) == (200, True)
        assert client.get(f"/hall/autumn-open/{name.lower()}/players/").status_code == 404


def test_log_in_note_of_a_read_only_page_does_not_mention_changes(client, event):
    answer = client.get("/events/autumn-open/files/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/login/?next=")
    assert "That page is for directors and helpers, so you need to log in." in answer.text
