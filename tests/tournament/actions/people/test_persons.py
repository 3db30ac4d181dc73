"""Merging two records of one person without losing any pairing."""

import pytest

from scoring.models import Activity
from tests.remembered import remembered
from tests.tournament.engine.in_words import in_words
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players, preview_roster
from tournament.actions.people.keep_apart import keep_apart
from tournament.actions.people.persons import merge_persons
from tournament.models import Entry, KeepApart, Player
from tournament.queries.people.persons import GameTally, all_persons, similar_pairs, similar_people

pytestmark = pytest.mark.django_db


def person(name):
    return Player.objects.get(name=name)


@pytest.fixture
@remembered
def spring(desk, four):
    division = create_division(desk, create_event(desk, name="Spring", preset="club"), name="A")
    add_players(desk, division, "Anna Lopez 1810\nGus Hall")
    return division


def test_similar_names_are_found(spring, django_assert_num_queries):
    with django_assert_num_queries(2):
        pairs = similar_people(similar_pairs())
    assert [(str(pair.one), str(pair.other)) for pair in pairs] == [("Ana Lopez", "Anna Lopez")]


def test_merged_player_gets_every_entry_of_the_other_name(desk, four, spring):
    merge_persons(desk, person("Ana Lopez"), person("Anna Lopez"))
    entries = Entry.objects.filter(player__name="Ana Lopez")
    assert {entry.division.event.name for entry in entries} == {"Autumn Open", "Spring"}
    assert person("Anna Lopez").merged_into == person("Ana Lopez")
    assert "Anna Lopez" not in [p.name for p in all_persons()]
    activity = Activity.objects.get(verb="merge_persons")
    assert activity.summary == "Anna Lopez is the same person as Ana Lopez: 1 entry moved."


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


def test_impossible_merge_is_refused_with_the_reason(desk, four, spring):
    with pytest.raises(Refused, match="two different people"):
        merge_persons(desk, person("Ana Lopez"), person("Ana Lopez"))
    merge_persons(desk, person("Ana Lopez"), person("Anna Lopez"))
    with pytest.raises(Refused, match="Anna Lopez has already been merged into Ana Lopez"):
        merge_persons(desk, person("Gus Hall"), person("Anna Lopez"))


def test_keep_apart_follows_the_merged_player(desk, four, spring):
    keep_apart(desk, spring.event, person("Anna Lopez"), person("Gus Hall"), hard=True)
    merge_persons(desk, person("Ana Lopez"), person("Anna Lopez"))
    assert str(KeepApart.objects.get()) == "Ana Lopez and Gus Hall"


def test_tie_counts_as_half_a_win_and_half_a_loss():
    tally = GameTally()
    for half_points, spread in ((2, 30), (1, 0), (0, -12)):
        tally.add_result(half_points, spread)
    assert (tally.half_wins, tally.half_losses, tally.ties, tally.spread) == (3, 3, 1, 18)
