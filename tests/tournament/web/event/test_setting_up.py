"""From an empty program to a drafted round, in the director's browser."""

import datetime as dt
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.shown import text
from tournament.actions.event.events import create_event
from tournament.actions.event.housekeeping import change_event_details
from tournament.actions.event.rules import set_word_list
from tournament.actions.people.check_in import check_in
from tournament.actions.people.clubs import create_club
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.rounds import close_round
from tournament.actions.safety.roles import accept_invitation, create_invitation
from tournament.catalogue import presets
from tournament.engine.pairing.seating import Seating
from tournament.extension import ExtensionPoint
from tournament.models import Division, Entry, Event
from tournament.queries.event.events import running_event
from tournament.web import cards
from tournament.web.event import event as event_page

pytestmark = pytest.mark.django_db
PLAYERS = "/events/autumn-open/a/players/"
MAKE = "/events/autumn-open/a/rounds/new/"


def test_door_and_its_page_have_the_same_name(director_client):
    home = director_client.get("/").text
    doors = home.partition('class="card-list doors')[2].partition("</ul>")[0]
    named = re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)', doors)[:-1]
    assert len(named) == 4
    for address, name in named:
        assert f"<h1>{name}</h1>" in director_client.get(address).text


def test_home_page_without_front_pages_offers_log_in_and_the_judge(
    client, event, four, monkeypatch
):
    monkeypatch.setattr(event_page, "FRONT_PAGES", ExtensionPoint())
    monkeypatch.setattr(cards, "LINKS", ExtensionPoint())
    page = client.get("/").text
    assert "Autumn Open" not in page
    main = page.partition('<main id="main"')[2].partition("</main>")[0]
    assert re.findall(r'<a href="([^"]*)"', main) == ["/login/", "/check/", "/judge/"]


def test_added_division_continues_the_board_numbers(director_client, event):
    page = "/events/autumn-open/"
    assert "autofocus" in director_client.get(page).text
    director_client.post(f"{page}divisions/", {"name": "Open"})
    assert "autofocus" not in director_client.get(page).text
    assert Seating.from_stored(Division.objects.get().seating).through


def test_event_page_shows_next_steps_and_last_actions_of_its_divisions(
    director_client, round_one, event
):
    page = director_client.get("/events/autumn-open/").text
    filled = re.findall(r'class="next-action" href="([^"]*)">([^<]*)<', page)
    assert filled == [("/events/autumn-open/a/results/", "Enter results")]
    director_client.post("/events/autumn-open/divisions/", {"name": "B"})
    several = director_client.get("/events/autumn-open/").text
    assert "next-action" not in several
    steps = re.findall(r'<a role="button" href="([^"]*)"[^>]*>([^<]*)<', several)
    assert steps == [
        ("/events/autumn-open/a/results/", "Enter results"),
        ("/events/autumn-open/b/", "Add players"),
    ]
    boards = re.findall(r'<li class="(\w+)"><a href="[^"]*"[^>]*aria-label="([^"]*)"', several)
    assert boards == [("missing", f"Board {number}: missing") for number in (1, 2)]
    for shown in (page, several):
        last = shown.partition('<div id="recent-actions"')[2].partition("</section>")[0]
        assert "Round 1 of division A published." in last


def test_pasted_players_are_previewed_before_they_are_added(director_client, division):
    pasted = "Lopez, Ana 1800\nNo1\nBen <script>x</script> Okafor"
    answer = director_client.post(PLAYERS, {"roster": pasted, "step": "read"})
    words = text(answer)
    assert "2 of 3 lines can be added." in words
    assert "Ana Lopez Lopez, Ana 1800 read" in words
    assert "No1 Not added There are digits in the name." in words
    assert not Entry.objects.exists()
    page = director_client.post(PLAYERS, {"roster": pasted, "step": "save"}, follow=True).text
    for shown in (answer.text, page):
        assert "Ben &lt;script&gt;x&lt;/script&gt; Okafor" in shown
        assert "<script>x" not in shown


def test_new_event_form_explains_the_rules_of_each_preset(director_client):
    page = director_client.get("/events/new/").text
    facts = {
        key: off
        for off, key in re.findall(r'<details class="fold"( hidden)? data-rules="(\w+)">', page)
    }
    assert facts.keys() == presets().keys()
    assert [key for key, off in facts.items() if not off] == ["club"]
    german = re.search(r'data-rules="german">(.*?)</details>', page, re.DOTALL)
    assert german is not None
    assert "<dt>Tiles</dt><dd>German</dd>" in german[1]


def test_manual_pairs_start_from_the_present_draft(director_client, four):
    sent = {"how": "round_robin", "table-rounds": "next", "table-cycles": "1"}
    director_client.post(MAKE, sent)
    assert "1 4\n2 3</textarea>" in director_client.get(MAKE).text


def test_doubtful_lines_are_questioned_once_before_anything_is_created(director_client):
    roster = "Ana Lopez\nBen Okafor (late)\nNo1"
    typed = {"name": "Thursday", "preset": "club", "roster": roster}
    answer = director_client.post("/events/new/", typed)
    assert "“No1” will not be added. There are digits in the name." in text(answer)
    assert "“Ben Okafor (late)”: “(late)” becomes part of the name." in text(answer)
    assert not Event.objects.exists()
    accepted = answer.context["form"]["accepted"].value()
    director_client.post("/events/new/", typed | {"accepted": accepted})
    names = ["Ana Lopez", "Ben Okafor (late)"]
    assert list(Entry.objects.values_list("player__name", flat=True)) == names


def test_players_are_read_from_a_file(director_client):
    file = SimpleUploadedFile("players.csv", b"Name,Rating\nAna Lopez,1800\nBen Okafor,1500\n")
    director_client.post("/events/new/", {"name": "Thursday", "preset": "club", "file": file})
    added = list(Entry.objects.values_list("player__name", "rating"))
    assert added == [("Ana Lopez", 1800), ("Ben Okafor", 1500)]
    nonsense = {"file": SimpleUploadedFile("players.xlsx", b"no workbook")}
    answer = director_client.post("/events/new/", {"name": "Friday", "preset": "club", **nonsense})
    assert (answer.status_code, Event.objects.count()) == (422, 1)


def test_checklist_ticks_completed_tasks_until_the_first_round_is_over(
    director_client, desk, round_one, board, django_user_model
):
    def tasks():
        tasks = director_client.get("/events/autumn-open/a/").context["tasks"]
        return {str(task.label): task.is_done for task in tasks}

    def done():
        return [label for label, is_done in tasks().items() if is_done]

    paired = ["Players added", "Rounds planned", "Round 1 paired", "Round 1 published"]
    assert done() == paired
    assert "Players checked in" not in tasks(), "nobody is checked in once all sit at a board"
    event = round_one.division.event
    set_word_list(desk, event, event.lexicon)
    check_in(desk, Entry.objects.get(number=1), here=True)
    accept_invitation(
        django_user_model.objects.create_user("keeper"),
        create_invitation(desk, event, "scorekeeper")[0],
    )
    enter_result(desk, board(1), 402, 380)
    assert all(tasks().values())
    enter_result(desk, board(2), 402, 380)
    round_one.refresh_from_db()
    close_round(desk, round_one)
    assert done() == []


@pytest.mark.full
def test_many_events_are_paginated_and_searchable(
    director_client, desk, django_assert_max_num_queries
):
    club = create_club(desk, name="Rookdale")
    for number in range(60):
        of = {"club": club if number == 7 else None, "place": "Visby" if number == 9 else ""}
        create_event(desk, name=f"Evening {number}", preset="club", **of)
    first, second = (text(director_client.get(f"/?page={number}")) for number in (1, 2))
    assert "Page 1 of 2" in first
    assert ("Evening 3 " in second, "Evening 59" in second) == (True, False)
    for typed, name in (("rook", "Evening 7"), ("visby eve", "Evening 9")):
        shown = text(director_client.get("/", {"find": typed}))
        assert (name in shown, "1 event " in shown) == (True, True)
    assert "No rows match." in text(director_client.get("/?find=xyzzy"))
    with django_assert_max_num_queries(12):
        director_client.get("/")


TODAY = dt.date(2026, 10, 17)


def test_todays_event_is_preferred_as_the_running_event(desk, event, round_one):
    assert running_event(TODAY) == event  # a round is open
    evening = create_event(desk, name="Evening", preset="club", date=TODAY)
    assert running_event(TODAY) == evening
    assert running_event(TODAY + dt.timedelta(7)) == event


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


def test_pasted_names_are_previewed_without_creating_the_event(
    director_client, django_assert_num_queries
):
    pasted = (
        "Ana Lopez 1500\nBen Okafor, Thursdays\n\nDivision B:\nCleo Marsh 900\nDai Tanaka 850\n3"
    )
    with django_assert_num_queries(4):
        answer = director_client.post("/new-event/players/", {"preset": "club", "roster": pasted})
    shown = " ".join(re.sub("<[^>]*>", " ", answer.text).split())
    assert shown.startswith("Division A Ana Lopez 1500 ")
    assert "Division B Cleo Marsh 900 Dai Tanaka 850 3 " in shown
    assert not Event.objects.exists()
