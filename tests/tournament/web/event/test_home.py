"""The home page: three doors, the running event and a search; also the size of an event and its menus."""

import datetime as dt
import re

import pytest

from tests.shown import text
from tournament.actions.event.events import create_event
from tournament.actions.event.housekeeping import change_event_details, close_event
from tournament.actions.people.clubs import create_club
from tournament.models import Event
from tournament.queries.event.events import running_event

pytestmark = pytest.mark.django_db
TODAY = dt.date(2026, 10, 17)


def test_doors_lead_to_an_event_a_game_a_dispute_and_a_score(director_client):
    page = director_client.get("/").text
    doors = page.partition('class="card-list doors')[2].partition("</ul>")[0]
    assert re.findall(r'<a href="([^"]*)"', doors) == [
        "/events/new/", "/games/new/", "/check/", "/disputes/new/", "/judge/",
    ]  # fmt: skip
    for address, name in re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)', doors)[:-1]:
        assert f"<h1>{name}</h1>" in director_client.get(address).text  # a door and its page agree
    assert 'href="/clubs/"' in page


def test_running_event_has_a_card_with_one_button(director_client, desk, round_one):
    page = director_client.get("/")
    card = page.text.partition('class="note running')[2].partition("</section>")[0]
    assert "round 1 · 2 results missing" in " ".join(re.sub("<[^>]*>", "", card).split())
    assert re.findall(r'<a href="([^"]*)"', card) == ["/events/autumn-open/a/"]
    assert page.text.count("next-action") == 1
    close_event(desk, Event.objects.get(), accepted=True)
    assert "note running" not in director_client.get("/").text


def test_todays_event_is_preferred_as_the_running_event(desk, event, round_one):
    assert running_event(TODAY) == event  # a round is open
    evening = create_event(desk, name="Evening", preset="club", date=TODAY)
    assert running_event(TODAY) == evening
    assert running_event(TODAY + dt.timedelta(7)) == event


def test_club_card_links_to_roster_season_and_next_session(director_client, desk):
    assert 'id="clubs-title"' not in director_client.get("/").text
    create_club(desk, name="Thursdays")
    page = director_client.get("/")
    assert "Thursdays 0 evenings Roster Season Next week" in text(page)


def test_search_finds_events_people_actions_and_help_on_every_page(director_client, four):
    def matches_of(client, search):
        return re.findall(
            r'class="row ends" href="([^"]*)"', client.get("/find/", {"q": search}).text
        )

    assert matches_of(director_client, "autumn")[0] == "/events/autumn-open/"
    assert matches_of(director_client, "check a score") == ["/check/"]
    name = four.entries.first().player
    assert f"/people/{name.pk}/" in matches_of(director_client, name.name.split()[0])
    assert "/events/new/" in matches_of(director_client, "new event")


def test_event_size_affects_only_the_menus(director_client, desk, round_one):
    def tabs(address):
        page = director_client.get(f"/events/autumn-open/{address}").text
        bar = page.partition('<nav class="row tabs')[2].partition("</nav>")[0]
        return re.findall(r">([^<>]+)</(?:a|strong)>", bar)

    assert "Ratings" in tabs("a/standings/")
    event = change_event_details(desk, Event.objects.get(), name="Autumn Open", size="club")
    assert "Ratings" not in tabs("a/standings/")
    assert "Ratings" in tabs("a/ratings/")  # shown if a rating system exists
    assert "Ratings Page" in text(director_client.get("/events/autumn-open/find/?q=ratings"))
    assert event.size == "club"
    change_event_details(desk, event, name="Autumn Open")
    assert Event.objects.get().size == "club"


def test_new_event_has_the_chosen_size(director_client):
    page = director_client.get("/events/new/").text
    assert '<option value="club" selected>Club evening</option>' in page
    sent = {"name": "Winter Cup", "preset": "wespa", "size": "audience"}
    director_client.post("/events/new/", sent)
    assert Event.objects.get().size == "audience"
    director_client.post("/events/new/", sent | {"name": "Other", "size": "vast"})
    assert Event.objects.count() == 1


PASTED = "Ana Lopez 1500\nBen Okafor, Thursdays\n\nDivision B:\nCleo Marsh 900\nDai Tanaka 850\n3\n"


def test_pasted_names_are_previewed_without_creating_the_event(
    director_client, django_assert_num_queries
):
    with django_assert_num_queries(4):
        answer = director_client.post("/new-event/players/", {"preset": "club", "roster": PASTED})
    shown = " ".join(re.sub("<[^>]*>", " ", answer.text).split())
    assert shown.startswith("Division A Ana Lopez 1500 ")
    assert "Division B Cleo Marsh 900 Dai Tanaka 850 3 " in shown
    assert not Event.objects.exists()


def test_heading_in_the_list_creates_a_second_division(director_client):
    typed = {"name": "Winter Cup", "preset": "club", "rounds": "3"}
    roster = "Ana Lopez 1500\nBen Okafor 1400\nDivision B:\nCleo Marsh 900\nDai Tanaka 850"
    answer = director_client.post("/events/new/", typed | {"roster": roster})
    assert answer.url == "/events/winter-cup/"
    divisions = Event.objects.get().divisions.all()
    assert [(row.name, row.entries.count(), row.rounds.count()) for row in divisions] == [
        ("A", 2, 1), ("B", 2, 1),
    ]  # fmt: skip


def test_doubtful_line_of_a_second_division_is_questioned_first(director_client):
    typed = {"name": "Winter Cup", "preset": "club", "rounds": "3", "roster": PASTED}
    answer = director_client.post("/events/new/", typed)
    assert answer.status_code == 422
    assert "“3” will not be added." in text(answer)
    assert "Division B:" in answer.context["form"]["roster"].value()
    assert not Event.objects.exists()
