"""The page of the hall: cards for phones, screens, the stream and the public site."""

import re

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from scoring.models import Activity
from tournament.hall.actions.player_codes import give_missing_division_codes
from tournament.hall.actions.player_requests import ask_director
from tournament.hall.actions.reports import report_result
from tournament.hall.actions.screens import make_screen
from tournament.hall.actions.site import set_site_visibility
from tournament.hall.models import PlayerCode, PlayerRequest, Screen
from tournament.hall.tests.web import test_phones as phones
from tournament.models import Event, EventSize

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("server")]
server = phones.server
HALL = "/events/autumn-open/hall/"
BROADCAST = "broadcast" in settings.NINETIMER_ROOMS


def cards(page):
    """Return the text of each card by name."""
    matches = re.findall(r"<li>\s*<svg.*?</li>", page.text, re.DOTALL)
    return {re.search("<h2>(.*?)</h2>", card)[1]: words_of(card) for card in matches}


def words_of(card):
    return " ".join(strip_tags(card.replace("</a>", "</a> ")).split())


def links(page):
    return re.findall(r'href="(/events/autumn-open/[^"]*|/hall/autumn-open/)"', page.text)


def test_four_cards_lead_only_to_what_is_on(director_client, event):
    with CaptureQueriesContext(connection) as queries:
        page = director_client.get(HALL)
    stream = ["Stream"] if BROADCAST else []
    assert list(cards(page)) == ["Phones", "Screens", *stream, "Public site"]
    assert reverse("phones", args=[event.slug]) not in links(page)
    assert "/hall/autumn-open/" in links(page)
    assert len(queries) == (9 if BROADCAST else 8)


def test_open_phone_access_is_shown_with_its_address(director_client, event):
    director_client.post("/events/autumn-open/phones/let-in/", {"network": "192.168.1.0/24"})
    page = director_client.get(HALL)
    assert "On 192.168.1.20:8000 No device has connected yet." in cards(page)["Phones"]
    assert "/events/autumn-open/phones/" in links(page)


def test_phone_card_counts_reports_and_requests_of_players(director_client, round_one, board):
    codes = PlayerCode.objects.select_related("entry__player", "entry__division__event")
    code = codes.get(entry=board(1).first)
    for kind in list(PlayerRequest.Kind)[:3]:
        ask_director(code, kind)
    report_result(code, board(1), 400, 380, key="form")
    page = director_client.get(HALL)
    assert "4 reports and requests from players are waiting" in cards(page)["Phones"]
    assert "/events/autumn-open/player-phones/" in links(page)


def test_closed_event_gets_no_screen(director_client, event):
    Event.objects.update(closed_at="2026-11-28T12:00Z")
    answer = director_client.post("/events/autumn-open/room/screens/new/", follow=True)
    assert answer.redirect_chain[0][0] == HALL
    assert not Screen.objects.exists()
    assert "Add the first screen" not in answer.text


def test_scorekeeper_sees_phones_and_public_site_without_switches(keeper_client):
    page = keeper_client.get(HALL)
    assert list(cards(page)) == ["Phones", "Public site"]
    assert "<form" not in page.text.partition("<main")[2].partition("</main>")[0]
    assert "/events/autumn-open/player-phones/" in links(page)


@pytest.mark.parametrize(
    "address",
    [
        "/hall/autumn-open/",
        "/hall/autumn-open/a/standings/",
        "/hall/autumn-open/more/",
        "/hall/autumn-open/a/1/",
        "/events/autumn-open/tourney.js",
        *(["/api/v1/events/autumn-open"] if BROADCAST else []),
    ],
)
def test_hidden_site_is_at_no_public_address(director_client, desk, event, round_one, address):
    client = Client()
    assert client.get(address).status_code == 200
    sent = director_client.post(f"{HALL}site/", {"on": "no"}, follow=True)
    assert "Off The public site is hidden from everybody." in cards(sent)["Public site"]
    assert "/hall/autumn-open/" not in links(sent)
    assert client.get(address).status_code == 404
    assert client.get("/hall/", follow=True).text.count("Autumn Open") == 0
    director_client.post(f"{HALL}site/", {"on": "yes"})
    assert client.get(address).status_code == 200


def test_hiding_twice_is_logged_once(desk, event):
    for is_shown in (False, False, True):
        set_site_visibility(desk, event, shown=is_shown)
    log = Activity.objects.filter(verb__in=("hide_site", "show_site")).order_by("id")
    assert [row.summary for row in log] == [
        "The public site is off: it is hidden from everybody.",
        "The public site is on: everybody can open it.",
    ]


def test_players_page_works_without_links_to_a_hidden_site(client, desk, event, four):
    give_missing_division_codes(four)
    token = PlayerCode.objects.get(entry__division=four, entry__number=1).token
    assert "/hall/autumn-open/" in client.get(f"/me/{token}/").text
    (cookie,) = (cookie for cookie in client.cookies.values() if cookie.value == token)
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    set_site_visibility(desk, event, shown=False)
    page = client.get(f"/me/{token}/")
    assert "Ana Lopez" in page.text
    assert re.findall('href="(/hall/autumn-open/[^"]*)"', page.text) == []


def test_screens_show_no_code_for_a_hidden_site(client, desk, event, director_client):
    director_client.post("/events/autumn-open/phones/let-in/", {"network": "192.168.1.0/24"})
    screen = make_screen(desk, event)
    address = f"/hall/autumn-open/screens/{screen.number}/"
    assert 'data-list="code"' in client.get(address).text
    set_site_visibility(desk, event, shown=False)
    assert 'data-list="code"' not in client.get(address).text


def tabs(page):
    bar = page.text.partition('<nav class="row tabs')[2].partition("</nav>")[0].partition(">")[2]
    return words_of(bar), re.findall('aria-current="page">([^<]*)<', bar)


@pytest.mark.parametrize("address", ["", "../phones/", "../player-phones/", "../room/"])
def test_every_page_of_the_hall_has_its_tab_selected(director_client, four, address):
    page = director_client.get(f"{HALL}{address}".replace("hall/../", ""))
    assert tabs(page) == ("Desk Whole event Hall", ["Hall"])


def test_club_evening_has_the_hall_in_search_but_not_in_its_menu(director_client, four):
    Event.objects.update(size=EventSize.CLUB)
    assert "Hall" not in tabs(director_client.get("/events/autumn-open/a/"))[0]
    assert tabs(director_client.get(HALL)) == ("Desk Hall", ["Hall"])
    for typed, matches in (("hall", "Hall"), ("clock", "Clock and screens"), ("phon", "Phones")):
        page = director_client.get("/events/autumn-open/find/", {"q": typed})
        assert matches in words_of(page.text), typed
