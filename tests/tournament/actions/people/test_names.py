"""Names with the family name first, by the rules of the event."""

import pytest
from django.utils import translation

from tournament.actions.people.entries import add_players
from tournament.models import Entry, Player
from tournament.queries.alphabet import in_alphabet

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_an_event_with_the_family_name_first_lists_people_as_they_are_said(desk, division):
    division.event.rules_copy["names"] = "family_first"
    division.event.save()
    add_players(desk, division, "Szabó Anna 1500\nNagy, Péter 1600")
    people = Entry.objects.filter(division=division).order_by("player__sort_name")
    assert [(entry.name, entry.player.sort_name) for entry in people] == [
        ("Nagy Péter", "Nagy Péter"),
        ("Szabó Anna", "Szabó Anna"),
    ]
    assert [" ".join(filter(None, entry.player.narrow_name)) for entry in people] == [
        "Nagy Péter",
        "Szabó Anna",
    ]


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("en-gb", ["Nada", "Ñandú", "Ole", "Øst", "Oz", "Zoe"]),
        ("es", ["Nada", "Nz", "Ñandú", "Ole", "Øst", "Zoe"]),
    ],
)
def test_a_list_is_ordered_by_the_alphabet_of_whoever_reads(
    director_client, division, desk, language, wanted
):
    """In English, Ñ and Ø sort among N and O; in Spanish, Ñ follows N. The same on SQLite and PostgreSQL."""
    add_players(desk, division, "\n".join(reversed(wanted)))
    page = director_client.get(
        "/events/autumn-open/players/", {"sort": "name"}, headers={"Accept-Language": language}
    )
    names = [
        name
        for _, name in sorted((page.content.decode().index(f">{name}<"), name) for name in wanted)
    ]
    assert names == wanted
    with translation.override(language):
        people = Player.objects.filter(name__in=wanted).order_by(in_alphabet("sort_name"))
        assert [person.name for person in people] == wanted
