"""Names by the rules of the event and the alphabet of the reader; removing an entry before its first pairing."""

import pytest
from django.utils import translation

from tests.tournament.actions.safety.at_the_desk import number
from tournament.actions.act import Refused
from tournament.actions.people.entries import add_players, remove_entry
from tournament.actions.results.penalties import give_penalty
from tournament.actions.rounds.drafts import draft_round_robin
from tournament.models import Entry, Pairing, Player
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


def test_removing_a_late_entry_removes_its_missed_round(desk, round_one):
    add_players(desk, round_one.division, "Eve Stone")
    assert Pairing.objects.filter(first__number=5).count() == 1
    remove_entry(desk, number(round_one.division, 5))
    assert not Entry.objects.filter(number=5).exists()
    assert Pairing.objects.count() == 2


def test_removing_a_paired_entry_is_refused_with_every_reason(desk, round_one):
    ana = number(round_one.division, 1)
    give_penalty(desk, ana, round_number=1, spread=-50, reason="phone")
    with pytest.raises(Refused, match=r"has been paired.*has a penalty"):
        remove_entry(desk, ana)
    assert Entry.objects.count() == 4


def test_entry_in_a_draft_cannot_be_removed(desk, four):
    draft_round_robin(desk, four, accepted=True)
    with pytest.raises(Refused, match="The drafts of rounds 1, 2 and 3 include Ana Lopez"):
        remove_entry(desk, number(four, 1))
