"""Practice events: created with real actions at any stage, and removed completely."""

from random import Random

import pytest
from django.db import connection

from scoring.models import Activity, Game, LoggedCount
from scoring.queries.chain import check_log
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.practice import (
    PracticeSpec,
    PracticeStage,
    make_practice_event,
    random_roster,
    remove_practice_event,
)
from tournament.actions.people.entries import add_players
from tournament.models import Entry, Event, Player, ResultEntry, Round
from tournament.models.tables import program_models
from tournament.queries.safety.recheck import recheck
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db


def made(desk, players=9, rounds=4, seed=1, stage=PracticeStage.FINISHED, **more):
    return make_practice_event(desk, PracticeSpec(players, rounds, seed, stage), **more)


def phases(event):
    rounds = Round.objects.filter(division__event=event).order_by("number")
    return [round_.phase for round_ in rounds]


def table(event):
    return [
        (row.person.name, row.line.record, row.line.spread)
        for row in division_standings(event.divisions.get()).rows
    ]


@pytest.mark.full
@pytest.mark.parametrize(
    ("stage", "reached", "results"),
    [
        (PracticeStage.SETUP, [], 0),
        (PracticeStage.PAIRED, ["published"], 1),
        (PracticeStage.HALF, ["closed", "closed", "playing"], 13),
        (PracticeStage.FINISHED, ["closed"] * 4, 20),
    ],
)
def test_practice_event_is_consistent_at_every_stage(desk, stage, reached, results):
    """A round has four boards and a bye; at half time, two of the boards have results."""
    event = made(desk, stage=stage)
    assert (phases(event), ResultEntry.objects.count()) == (reached, results)
    assert Entry.objects.filter(division__event=event).count() == 9
    assert [str(difference) for difference in recheck(event)] == []


@pytest.mark.full
def test_same_seed_gives_the_same_practice_event(desk):
    one, two, other = made(desk), made(desk), made(desk, seed=2)
    assert one.slug != two.slug
    assert table(one) == table(two)
    assert table(one) != table(other)


@pytest.mark.full
def test_small_field_repeats_pairings_only_after_a_full_round_robin(desk):
    event = made(desk, players=4, rounds=6)
    assert phases(event) == ["closed"] * 6
    assert [str(difference) for difference in recheck(event)] == []


def test_practice_plan_must_be_sound_or_an_automatic_method():
    assert PracticeSpec(8, 2, 1, PracticeStage.SETUP, plan="swiss").plan == "swiss"
    for plan in ("magic", "manual"):
        with pytest.raises(Refused, match=f"no plan “{plan}”. Plans: sound"):
            PracticeSpec(8, 2, 1, PracticeStage.SETUP, plan=plan)


@pytest.mark.full
def test_practice_event_is_paired_by_a_sound_plan_or_a_single_method(desk):
    event = made(desk, players=12, rounds=7)
    methods = Round.objects.filter(division__event=event).values_list("method", flat=True)
    assert list(methods.order_by("number")) == [
        *["initial_fontes"] * 3,
        *["swiss"] * 2,
        "factor",
        "king_of_the_hill",
    ]
    other = make_practice_event(desk, PracticeSpec(8, 2, 1, PracticeStage.FINISHED, plan="random"))
    drawn = Round.objects.filter(division__event=other).values_list("method", flat=True)
    assert list(drawn) == ["random"] * 2


@pytest.mark.parametrize(("players", "rounds"), [(1, 3), (1001, 3), (8, 0), (8, 61)])
def test_impossible_player_and_round_counts_are_refused(players, rounds):
    with pytest.raises(
        Refused, match=r"cannot have \d+ \w+\. Choose [12] to (60|1000) (rounds|players)"
    ):
        PracticeSpec(players, rounds, 1, PracticeStage.SETUP)


def test_thousand_practice_players_have_distinct_names():
    assert len({line.rpartition(" ")[0] for line in random_roster(1000, Random(1))}) == 1000


def counts():
    return {
        model.__name__: model.objects.count()
        for model in program_models()
        if model not in (Activity, LoggedCount)
    }


@pytest.mark.full
def test_removing_a_practice_event_deletes_all_its_rows_and_no_others(
    desk, event, four, round_one, played
):
    before = counts()
    practice = made(desk, players=5, rounds=3, stage=PracticeStage.HALF, play=played)
    assert Game.objects.exists()
    remove_practice_event(desk, practice)
    assert counts() == before | {"RemovedEvent": 1}
    connection.check_constraints()
    assert [str(difference) for difference in recheck(event)] == []


def test_log_entries_of_a_removed_practice_event_remain(desk):
    practice = made(desk, stage=PracticeStage.SETUP)
    remove_practice_event(desk, practice)
    assert list(Activity.objects.order_by("id").values_list("verb", flat=True)) == [
        "create_event",
        "create_division",
        "add_players",
        "plan_rounds",
        "remove_practice_event",
    ]
    assert check_log().is_intact


def test_real_event_is_never_removed_as_a_practice_event(desk, event, round_one):
    before = counts()
    with pytest.raises(Refused, match="Autumn Open is not a practice event"):
        remove_practice_event(desk, event)
    assert counts() == before


def test_player_who_also_has_a_real_entry_is_not_removed(desk, event):
    practice = made(desk, stage=PracticeStage.SETUP)
    somebody = Player.objects.filter(entries__division__event=practice).first()
    division = create_division(desk, event, name="B")
    add_players(desk, division, somebody.name)
    remove_practice_event(desk, practice)
    assert list(Player.objects.all()) == [somebody]


def test_event_with_an_optional_reference_is_not_removed(desk):
    """Removing deletes rows that require the event, not rows with an optional reference."""
    practice = made(desk, stage=PracticeStage.PAIRED)
    other = create_event(desk, name="Spring Open", preset="club")
    remove_practice_event(desk, practice)
    assert list(Event.objects.all()) == [other]
