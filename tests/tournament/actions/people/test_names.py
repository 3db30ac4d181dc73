"""Names with the family name first, where the rules of the event say so."""

import pytest

from tournament.actions.people.details import describe_entry
from tournament.actions.people.entries import add_players
from tournament.models import Entry

pytestmark = pytest.mark.django_db


def test_an_event_with_the_family_name_first_lists_people_as_they_are_said(desk, division):
    division.event.rules_copy["names"] = "family_first"
    division.event.save()
    add_players(desk, division, "Szabó Anna 1500\nNagy, Péter 1600")
    people = Entry.objects.filter(division=division).order_by("player__sort_name")
    assert [(entry.name, entry.player.sort_name) for entry in people] == [
        ("Nagy Péter", "Nagy Péter"),
        ("Szabó Anna", "Szabó Anna"),
    ]
    assert [entry.player.short_name for entry in people] == ["Nagy Péter", "Szabó Anna"]
