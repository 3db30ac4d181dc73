"""Championships: edited by directors, public on screen and paper, separate for each organisation."""

import datetime as dt
import re
from itertools import product

import pytest
from django.test import Client

from scoring.tenancy import tenant
from tests.remembered import remembered
from tests.shown import text, words_shown
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import close_event
from tournament.actions.people.details import details_of, update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.safety.organisations import create_organisation
from tournament.federation.actions.championships import (
    change_championship,
    create_championship,
)
from tournament.federation.models import Championship
from tournament.federation.queries.championships import championship_state
from tournament.models import Entry, Event, Pairing
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db
PAGE = "/championship/grand-prix/"
CHANGE = "/championships/grand-prix/"
RULES = {"scoring": "place", "table": [], "best": 0, "qualify": 0, "qualify_each": 0}


def played(desk, name, day, *pairs, divisions=("A",), closed=True):
    """Return an event in which the first of each pair beats the second, by decreasing margins, in every division."""
    event = create_event(desk, name=name, preset="naspa_nwl", date=dt.date(2026, 2, day))
    for title in divisions:
        division = create_division(desk, event, name=title)
        people = [f"{who} {title}" if len(divisions) > 1 else who for pair in pairs for who in pair]
        add_players(desk, division, "\n".join(people))
        numbers = {entry.name: entry.number for entry in division.entries.all()}
        order = [numbers[who] for who in people]
        boards = list(zip(order[::2], order[1::2], strict=True))
        publish_round(desk, pair_by_hand(desk, division, boards, firsts_as_listed=True))
        for place, pairing in enumerate(
            Pairing.objects.filter(round__division=division).order_by("board")
        ):
            enter_result(desk, pairing, 500 - 20 * place, 300)
    if closed:
        close_event(desk, event, accepted=True)
    return Event.objects.get(pk=event.pk)


@pytest.fixture
@remembered
def prix(desk):
    """Create a championship: Ana wins one event and is third in another, Ben is second twice, Cy wins the second."""
    one = played(desk, "One", 1, ("Ana Lopez", "Dee Ray"), ("Ben Okafor", "Cy Young"))
    two = played(desk, "Two", 8, ("Cy Young", "Dee Ray"), ("Ben Okafor", "Ana Lopez"))
    late = played(desk, "Late", 15, ("Ana Lopez", "Ben Okafor"), closed=False)
    this = create_championship(desk, name="Grand Prix")
    return change_championship(
        desk, this, name="Grand Prix", events=[two, one, late], rules=RULES, by_division=False
    )


def ruled(desk, this, **rules):
    events = list(this.events.all())
    return change_championship(
        desk, this, name=this.name, events=events, rules=RULES | rules, by_division=False
    )


def table(this, number=0):
    state = championship_state(this)
    return [
        (line.rank, state.names[line.person], line.half_points / 2)
        for line in state.tables[number].lines
    ]


@pytest.mark.full
def test_places_equal_those_of_each_events_standings(prix):
    state = championship_state(prix)
    for at, event in enumerate(state.events):
        places = {
            row.person.name: row.line.rank for row in division_standings(event.divisions.get()).rows
        }
        assert places == {
            state.names[line.person]: own.place
            for line in state.tables[0].lines
            for own in line.events
            if own.event == at
        }


def test_public_page_shows_the_table_the_rules_and_events_to_come(client, prix):
    page = words_shown(client.get(PAGE))
    # Ana and Cy each have a first and a third place and the same spread; Ben was second twice.
    assert table(prix) == [
        (1, "Ana Lopez", 6),
        (1, "Cy Young", 6),
        (3, "Ben Okafor", 6),
        (4, "Dee Ray", 2),
    ]
    assert "1 Ana Lopez 6 4 2 1 Cy Young 6 2 4 3 Ben Okafor 6 3 3 4 Dee Ray 2 1 1" in page
    assert "All events count." in page
    assert "If points are equal, the best single event decides" in page
    assert "Late 15 Feb 2026 counts once it is closed" in page
    assert client.get("/championship/nowhere/").status_code == 404


def test_event_that_does_not_count_is_shown_in_brackets(client, desk, prix):
    this = ruled(desk, prix, best=1)
    assert table(this) == [
        (1, "Ana Lopez", 4),
        (1, "Cy Young", 4),
        (3, "Ben Okafor", 3),
        (4, "Dee Ray", 1),
    ]
    page = words_shown(client.get(PAGE))
    assert "The best 1 event counts." in page
    assert "1 Ana Lopez 4 4 (2) 1 Cy Young 4 (2) 4" in page


def test_qualified_player_is_marked_with_the_event(client, desk, prix):
    ruled(desk, prix, qualify_each=1, qualify=3)
    page = words_shown(client.get(PAGE))
    assert (
        "1 Ana Lopez 6 Q in One 4 2 1 Cy Young 6 Q in Two 2 4 3 Ben Okafor 6 "
        "Q by place in the table 3 3 4 Dee Ray 2 1 1 " in (f"{page} ")
    )
    assert "The winner of each event qualifies." in page


def test_divisions_may_have_separate_tables(desk):
    event = played(desk, "One", 1, ("Ana", "Ben"), divisions=("A", "B"))
    this = create_championship(desk, name="Grand Prix")
    change_championship(
        desk, this, name="Grand Prix", events=[event], rules=RULES, by_division=True
    )
    state = championship_state(Championship.objects.get())
    assert [row.name for row in state.tables] == ["A", "B"]
    assert [state.names[line.person] for line in state.tables[1].lines] == ["Ana B", "Ben B"]


def test_championship_table_is_downloaded_in_every_format(client, prix):
    for file_format, begins in (("pdf", b"%PDF"), ("xlsx", b"PK"), ("csv", b"")):
        answer = client.get(f"{PAGE}table.{file_format}")
        assert answer.status_code == 200
        assert answer.content.startswith(begins)
    assert "Ana Lopez" in client.get(f"{PAGE}table.csv").text
    assert client.get(f"{PAGE}table.docx").status_code == 404


def test_player_is_shown_by_initials_on_request(client, desk, prix):
    entry = Entry.objects.filter(player__name="Ben Okafor", division__event__name="Late").get()
    update_entry(desk, entry, **details_of(entry) | {"by_initials": True})
    assert "Ben Okafor" in words_shown(client.get(PAGE))  # only in an event that does not count yet
    close_event(desk, Event.objects.get(name="Late"), accepted=True)
    page = words_shown(client.get(PAGE))
    assert "Okafor" not in page
    assert "B. O." in page


def test_director_creates_a_championship_and_sets_its_rules(director_client, desk):
    event = played(desk, "One", 1, ("Ana Lopez", "Ben Okafor"))
    made = director_client.post("/championships/", {"name": "Grand Prix"})
    assert made.url == CHANGE
    page = director_client.get(CHANGE).text
    seen = re.search(r'name="seen" value="([^"]*)"', page)[1]
    form = {"name": "Grand Prix", "scoring": "table", "event": [event.pk], "seen": seen}
    wrong = director_client.post(CHANGE, {**form, "table": "25, eighteen"})
    assert wrong.status_code == 422
    assert "“eighteen” is not a whole number of points." in wrong.text
    assert re.search(rf'value="{event.pk}" checked', wrong.text)
    assert director_client.post(CHANGE, form).status_code == 422  # a table without points
    saved = director_client.post(CHANGE, {**form, "table": "25, 18"})
    assert saved.url == PAGE
    assert table(Championship.objects.get()) == [(1, "Ana Lopez", 25), (2, "Ben Okafor", 18)]
    stale = director_client.post(CHANGE, {**form, "table": "9 8"})
    assert stale.status_code == 422
    assert "The championship Grand Prix has changed" in text(stale)
    twice = director_client.post("/championships/", {"name": "grand prix"})
    assert "There is already a championship called grand prix." in text(twice)
    with pytest.raises(Refused, match="no name"):
        create_championship(desk, name="  ")


def test_championships_of_two_organisations_are_separate(desk, prix, director_client):
    north = create_organisation(desk, name="Northern Lights")
    with tenant(north.pk):
        theirs = create_championship(desk, name="Grand Prix")
    assert theirs.slug == "grand-prix-2"
    event = prix.events.first()
    change_championship(
        desk, theirs, name="Grand Prix North", events=[event], rules=RULES, by_division=False
    )
    assert championship_state(theirs).tables == ()
    assert "Grand Prix North" not in director_client.get("/championships/").text
    assert director_client.get("/championships/grand-prix-2/").status_code == 404
    assert Client().get("/championship/grand-prix-2/").status_code == 200
    assert "Grand Prix" in Client().get("/calendar/1/").text


@pytest.mark.full
def test_championship_takes_a_constant_number_of_queries(
    client, desk, prix, django_assert_num_queries
):
    with django_assert_num_queries(6):
        client.get(PAGE)
    more = [
        played(desk, f"More {number}", 20 + number, *pairs)
        for number, pairs in product(range(3), [(("Ana Lopez", "Ben Okafor"),)])
    ]
    change_championship(
        desk,
        prix,
        name=prix.name,
        events=[*prix.events.all(), *more],
        rules=RULES,
        by_division=False,
    )
    with django_assert_num_queries(6):
        client.get(PAGE)
