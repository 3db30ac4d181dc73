"""Names of minors in championships and lists of registrations follow the rule of the event."""

import pytest
from django.utils import timezone

from tests.tournament.web.safety.minors import FAMILY, FIRST, decide
from tournament.actions.event.housekeeping import close_event
from tournament.actions.people.persons import correct_person
from tournament.federation.actions.championships import create_championship
from tournament.federation.models import Registration, RegistrationRules
from tournament.federation.queries.registrations import public_registrations
from tournament.models import Event, Player

pytestmark = pytest.mark.django_db


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
