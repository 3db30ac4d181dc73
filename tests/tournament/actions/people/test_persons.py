"""Merging two records of one person without losing any pairing."""

import pytest

from tests.remembered import remembered
from tests.tournament.engine.in_words import in_words
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players, preview_roster
from tournament.actions.people.keep_apart import keep_apart
from tournament.actions.people.persons import merge_persons
from tournament.models import Entry, KeepApart, Player
from tournament.queries.people.persons import GameTally

pytestmark = pytest.mark.django_db


def person(name):
    return Player.objects.get(name=name)


@pytest.fixture
@remembered
def spring(desk, four):
    division = create_division(desk, create_event(desk, name="Spring", preset="club"), name="A")
    add_players(desk, division, "Anna Lopez 1810\nGus Hall")
    return division


def test_merged_name_leads_to_the_remaining_player(desk, four, spring):
    merge_persons(desk, person("Ana Lopez"), person("Anna Lopez"))
    (line,) = preview_roster(spring, "Anna Lopez")
    assert in_words(line.problem) == (
        "Anna Lopez is already in this division. To add a different person of the same name, "
        "write something to distinguish them, for example “Anna Lopez (Leeds)”."
    )
    summer = create_division(desk, create_event(desk, name="Summer", preset="club"), name="A")
    added = add_players(desk, summer, "Anna Lopez\nAna Lopez")
    assert [entry.name for entry in added.entries] == ["Ana Lopez"]


def test_merging_within_a_division_removes_the_entry_never_paired(desk, round_one):
    four = round_one.division
    add_players(desk, create_division(desk, four.event, name="B"), "Anna Lopez")
    b = four.event.divisions.get(name="B")
    ana = person("Ana Lopez")
    Entry.objects.create(division=b, player=ana, number=2, added_at=ana.created_at)
    merge_persons(desk, person("Ana Lopez"), person("Anna Lopez"))
    assert [(e.number, e.name) for e in Entry.objects.filter(division=b)] == [(2, "Ana Lopez")]


def test_merging_two_players_paired_in_the_same_division_is_refused(desk, round_one):
    with pytest.raises(Refused, match="Both were paired in division A of Autumn Open"):
        merge_persons(desk, person("Ana Lopez"), person("Ben Okafor"))
    assert Entry.objects.count() == 4


def test_keep_apart_follows_the_merged_player(desk, four, spring):
    keep_apart(desk, spring.event, person("Anna Lopez"), person("Gus Hall"), hard=True)
    merge_persons(desk, person("Ana Lopez"), person("Anna Lopez"))
    assert str(KeepApart.objects.get()) == "Ana Lopez and Gus Hall"


def test_tie_counts_as_half_a_win_and_half_a_loss():
    tally = GameTally()
    for half_points, spread in ((2, 30), (1, 0), (0, -12)):
        tally.add_result(half_points, spread)
    assert (tally.half_wins, tally.half_losses, tally.ties, tally.spread) == (3, 3, 1, 18)
