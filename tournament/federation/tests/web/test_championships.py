"""Files of a championship, people who are not shown by name, and the championships of two organisations."""

import pytest
from django.utils import timezone

from scoring.tenancy import tenant
from tests.remembered import remembered
from tests.shown import words_shown
from tests.tournament.web.safety.minors import FAMILY, FIRST, decide
from tournament.actions.event.housekeeping import close_event
from tournament.actions.people.details import details_of, update_entry
from tournament.actions.people.persons import correct_person
from tournament.actions.safety.organisations import create_organisation
from tournament.federation.actions.championships import change_championship, create_championship
from tournament.federation.models import Registration, RegistrationRules
from tournament.federation.queries.championships import championship_state
from tournament.federation.queries.registrations import public_registrations
from tournament.federation.tests.stories import play
from tournament.models import Entry, Event, Player

pytestmark = pytest.mark.django_db
PAGE = "/championship/grand-prix/"
RULES = {"scoring": "place", "table": [], "best": 0, "qualify": 0, "qualify_each": 0}


@pytest.fixture
@remembered
def prix(desk):
    """Create a championship of a closed event and an open one in which Ben plays, too."""
    one = play(desk, "One", (2, 1), ("Ana Lopez", "Ben Okafor", 500, 300))
    late = play(desk, "Late", (2, 15), ("Ana Lopez", "Ben Okafor", 500, 300), closed=False)
    prix = create_championship(desk, name="Grand Prix")
    prix.events.set([one, late])
    return prix


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
    values = {"name": "Grand Prix North", "rules": RULES, "by_division": False}
    change_championship(desk, theirs, events=[prix.events.get(name="One")], **values)
    assert championship_state(theirs).tables == ()
    assert "Grand Prix North" not in director_client.get("/championships/").text
    assert director_client.get("/championships/grand-prix-2/").status_code == 404
    assert client.get("/championship/grand-prix-2/").status_code == 200


@pytest.mark.parametrize(
    ("minors", "stands", "hidden"),
    [("initials", "A. L.", (FAMILY, FIRST)), ("first_and_initial", "Ana L.", (FAMILY,))],
)
def test_name_of_a_minor_is_hidden_by_the_events_rule(
    client, desk, whole_robin, minors, stands, hidden
):
    ana = Player.objects.get(name="Ana Lopez")
    correct_person(desk, ana, name="Ana Lopez", is_minor=True)
    event = Event.objects.get(pk=decide(desk, minors).pk)
    RegistrationRules.objects.create(event=event, when="now", shows_names=True)
    for name in ("Ana Lopez", "Uma Stone"):
        Registration.objects.create(
            event=event, name=name, name_key=name.lower(), state="place", came_at=timezone.now(),
            queued_at=timezone.now(),
        )  # fmt: skip
    assert [row.name for row in public_registrations(event)] == [stands, "Uma Stone"]
    prix = create_championship(desk, name="Grand Prix")
    prix.events.add(close_event(desk, event, accepted=True))
    table = client.get(f"/championship/{prix.slug}/").text
    assert stands in table
    assert [way.pattern for way in hidden if way.search(table)] == []
