"""The words of a championship, its ties, qualifiers and divisions, and the championships of two organisations."""

import pytest

from scoring.tenancy import tenant
from tests.remembered import remembered
from tests.shown import words_shown
from tournament.actions.event.housekeeping import close_event
from tournament.actions.people.details import details_of, update_entry
from tournament.actions.safety.organisations import create_organisation
from tournament.federation.actions.championships import change_championship, create_championship
from tournament.federation.queries.championships import championship_state
from tournament.federation.tests.stories import play
from tournament.models import Entry, Event

pytestmark = pytest.mark.django_db
PAGE = "/championship/grand-prix/"
RULES = {"scoring": "place", "table": [], "best": 0, "qualify": 0, "qualify_each": 0}


def ruled(desk, this, events=None, by_division=False, **rules):
    """Change the rules, and the events if they are given."""
    events = list(this.events.all()) if events is None else events
    return change_championship(
        desk, this, name=this.name, events=events, rules=RULES | rules, by_division=by_division
    )


@pytest.fixture
@remembered
def prix(desk):
    """Create a championship: Ana wins one event and is third in another, Ben is second twice, Cy wins the second."""
    games = (("Ana Lopez", "Dee Ray", 500, 300), ("Ben Okafor", "Cy Young", 480, 300))
    one = play(desk, "One", (2, 1), *games)
    games = (("Cy Young", "Dee Ray", 500, 300), ("Ben Okafor", "Ana Lopez", 480, 300))
    two = play(desk, "Two", (2, 8), *games)
    late = play(desk, "Late", (2, 15), ("Ana Lopez", "Ben Okafor", 500, 300), closed=False)
    return ruled(desk, create_championship(desk, name="Grand Prix"), [two, one, late])


@pytest.mark.parametrize(
    ("rules", "sentences"),
    [
        (
            {},
            [
                # Ana and Cy each have a first and a third place and the same spread.
                "1 Ana Lopez 6 4 2 1 Cy Young 6 2 4 3 Ben Okafor 6 3 3 4 Dee Ray 2 1 1",
                "All events count.",
                "If points are equal, the best single event decides",
                "Late 15 Feb 2026 counts once it is closed",
            ],
        ),
        ({"best": 1}, ["The best 1 event counts.", "1 Ana Lopez 4 4 (2) 1 Cy Young 4 (2) 4"]),
        (
            {"qualify_each": 1, "qualify": 3},
            [
                "1 Ana Lopez 6 Q in One 4 2 1 Cy Young 6 Q in Two 2 4",
                "3 Ben Okafor 6 Q by place in the table 3 3 4 Dee Ray 2 1 1",
                "The winner of each event qualifies.",
            ],
        ),
    ],
)
def test_public_page_shows_the_table_and_its_rules(client, desk, prix, rules, sentences):
    ruled(desk, prix, **rules)
    page = words_shown(client.get(PAGE))
    assert [sentence for sentence in sentences if sentence not in page] == []


def test_divisions_may_have_separate_tables(desk):
    games = ("Ana A", "Ben A", 500, 300), ("Ana B", "Ben B", 500, 300)
    event = play(desk, "One", (2, 1), *games, divisions=("A", "B"))
    this = create_championship(desk, name="Grand Prix")
    state = championship_state(ruled(desk, this, [event], by_division=True))
    assert [row.name for row in state.tables] == ["A", "B"]
    assert [state.names[line.person] for line in state.tables[1].lines] == ["Ana B", "Ben B"]


@pytest.mark.parametrize(("ending", "begins"), [("pdf", b"%PDF"), ("xlsx", b"PK")])
def test_table_is_a_file_too(client, prix, ending, begins):
    assert client.get(f"{PAGE}table.{ending}").content.startswith(begins)


def test_player_is_shown_by_initials_on_request(client, desk, prix):
    entry = Entry.objects.filter(player__name="Ben Okafor", division__event__name="Late").get()
    update_entry(desk, entry, **details_of(entry) | {"by_initials": True})
    assert "Ben Okafor" in words_shown(client.get(PAGE))  # only in an event that does not count yet
    close_event(desk, Event.objects.get(name="Late"), accepted=True)
    page = words_shown(client.get(PAGE))
    assert "Okafor" not in page
    assert "B. O." in page


def test_championships_of_two_organisations_are_separate(client, desk, prix, director_client):
    with tenant(create_organisation(desk, name="Northern Lights").pk):
        theirs = create_championship(desk, name="Grand Prix")
    assert theirs.slug == "grand-prix-2"
    theirs.name = "Grand Prix North"
    assert championship_state(ruled(desk, theirs, [prix.events.first()])).tables == ()
    assert "Grand Prix North" not in director_client.get("/championships/").text
    assert director_client.get("/championships/grand-prix-2/").status_code == 404
    assert client.get("/championship/grand-prix-2/").status_code == 200
