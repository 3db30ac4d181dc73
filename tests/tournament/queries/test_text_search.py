"""Searching people and events ignores case, accents and punctuation in every database."""

import pytest

from scoring.queries.text_search import search_rows
from tournament.actions.event.events import create_event
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.entries import add_players
from tournament.models import Player
from tournament.queries.event.events import all_events

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
NAMES = "Óscar Núñez\nSeán O'Brien-Łuczak\nAna Straßer\nJo Li\nMarilyn Stone\nΣίσυφος Ångström"


@pytest.mark.parametrize(
    ("search", "names"),
    [
        ("nunez", ["Óscar Núñez"]),
        ("NÚÑ oscar", ["Óscar Núñez"]),
        ("o’brien", ["Seán O'Brien-Łuczak"]),
        ("lucz", ["Seán O'Brien-Łuczak"]),
        ("strasser", ["Ana Straßer"]),
        ("ΣΙΣΥΦΟΣ", ["Σίσυφος Ångström"]),
        ("angstrom", ["Σίσυφος Ångström"]),
        ("li", ["Jo Li"]),  # short: matches the beginning of a word, not Marilyn
        ("ril", ["Marilyn Stone"]),
        ("a st", ["Ana Straßer"]),
        ("%", ["Ana Straßer", "Jo Li", "Marilyn Stone", "Seán O'Brien-Łuczak", "Óscar Núñez", "Σίσυφος Ångström"]),
        ("xyzzy", []),
        ("ana xyzzy", []),
    ],
)  # fmt: skip
def test_players_are_found_by_all_words_of_the_search(desk, division, search, names):
    add_players(desk, division, NAMES)
    matching = search_rows(Player.objects.all(), ("name", "sort_name"), search)
    assert sorted(person.name for person in matching) == names


def test_events_are_found_by_name_place_and_club(desk, event, django_assert_num_queries):
    elsewhere = create_event(desk, name="Señor Open", preset="club", place="Łódź")
    assign_to_club(desk, elsewhere, create_club(desk, name="Thursdays"))
    for search, matching in {
        "senor": [elsewhere], "lodz": [elsewhere], "hursd": [elsewhere], "ur": [], "th": [elsewhere],
        "open": [event, elsewhere], "open thursdays": [elsewhere], "autumn thursdays": [],
    }.items():  # fmt: skip
        with django_assert_num_queries(2):
            assert sorted(all_events(search), key=lambda row: row.pk) == matching, search
