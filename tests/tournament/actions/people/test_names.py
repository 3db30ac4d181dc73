"""Names by the rules of the event and the alphabet of the reader."""

import pytest
from django.utils import translation

from tournament.actions.people.entries import add_players
from tournament.models import Entry, Player
from tournament.queries.alphabet import collate_by_language

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_event_with_family_names_first_lists_names_as_spoken(desk, division):
    division.event.rules_copy["names"] = "family_first"
    division.event.save()
    add_players(desk, division, "Szabó Anna 1500\nNagy, Péter 1600")
    people = Entry.objects.filter(division=division).order_by("player__sort_name")
    assert [(entry.name, entry.player.sort_name) for entry in people] == [
        ("Nagy Péter", "Nagy Péter"),
        ("Szabó Anna", "Szabó Anna"),
    ]
    narrow = [" ".join(filter(None, entry.player.narrow_name)) for entry in people]
    assert narrow == ["Nagy Péter", "Szabó Anna"]


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("en-gb", ["Nada", "Ñandú", "Ole", "Øst", "Oz", "Zoe"]),
        ("es", ["Nada", "Nz", "Ñandú", "Ole", "Øst", "Zoe"]),
    ],
)
def test_names_are_sorted_by_the_alphabet_of_the_readers_language(division, desk, language, wanted):
    """In English, Ñ and Ø sort among N and O; in Spanish, Ñ follows N. The same on SQLite and PostgreSQL."""
    add_players(desk, division, "\n".join(reversed(wanted)))
    with translation.override(language):
        people = Player.objects.filter(name__in=wanted).order_by(collate_by_language("sort_name"))
        assert [person.name for person in people] == wanted
