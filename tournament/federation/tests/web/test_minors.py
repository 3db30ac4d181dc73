"""Names of minors in championships and lists of registrations follow the rule of the event."""

import pytest
from django.test import Client
from django.urls import reverse
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
def test_championship_hides_the_name_of_a_minor_by_the_events_rule(
    desk, whole_robin, minors, stands, hidden
):
    ana = Player.objects.get(name="Ana Lopez")
    correct_person(desk, ana, name="Ana Lopez", is_minor=True)
    event = decide(desk, minors)
    prix = create_championship(desk, name="Grand Prix")
    prix.events.add(close_event(desk, event, accepted=True))
    table = Client().get(reverse("championship", args=[prix.slug])).text
    assert stands in table
    assert [way.pattern for way in hidden if way.search(table)] == []


def test_registration_list_hides_the_name_of_a_minor_by_the_events_rule(desk, event, round_one):
    correct_person(desk, Player.objects.get(name="Ana Lopez"), name="Ana Lopez", is_minor=True)
    decide(desk, "first_and_initial")
    event = Event.objects.get(pk=event.pk)
    RegistrationRules.objects.create(event=event, when="now", shows_names=True)
    for name, key in (("Ana Lopez", "ana lopez"), ("Uma Stone", "uma stone")):
        Registration.objects.create(
            event=event, name=name, name_key=key, state="place", came_at=timezone.now(), queued_at=timezone.now()
        )  # fmt: skip
    assert [row.name for row in public_registrations(event)] == ["Ana L.", "Uma Stone"]
