"""Practice events: created with real actions at any stage, and removed completely."""

from random import Random

import pytest
from django.db import connection

from scoring.models import Activity, LoggedCount
from scoring.simulation import simulate_game
from tests.cases import look
from tests.tournament.actions.cases import RECHECK, all_of
from tests.tournament.actions.safety.at_the_desk import published
from tournament.actions.act import Refused
from tournament.actions.event.housekeeping import close_event
from tournament.actions.event.practice import (
    PracticeSpec,
    PracticeStage,
    make_practice_event,
    random_roster,
    remove_practice_event,
)
from tournament.models import Event, ResultEntry
from tournament.models.tables import program_models
from tournament.queries.safety.recheck import recheck
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db


def practised(players=9, rounds=4, seed=1, stage=PracticeStage.FINISHED, *, recorded=False, **more):
    """Return a step that makes a practice event, with recorded games if they are wanted."""

    def take(desk, _division):
        wanted = PracticeSpec(players, rounds, seed, stage, **more)
        play = simulate_record if recorded else None
        return str(make_practice_event(desk, wanted, **({"play": play} if play else {})))

    return take


def simulate_record(rules, rng):
    return simulate_game(rng, rules).record


def removed(desk, _division):
    close_event(desk, practice_event(), accepted=True)
    remove_practice_event(desk, practice_event())


def practice_event():
    return Event.objects.get(is_practice=True)


def rounds_and_ranks(_division):
    event = practice_event()
    division = event.divisions.get()
    rounds = [(r.method, r.phase, r.pairings.count()) for r in division.rounds.order_by("number")]
    ranks = [
        (row.person.name, row.line.record, row.line.spread)
        for row in division_standings(division).rows
    ]
    return event.slug, rounds, ResultEntry.objects.count(), ranks, [*map(str, recheck(event))]


def counts(_division):
    connection.check_constraints()
    stored = [model for model in program_models() if model not in (Activity, LoggedCount)]
    return {model.__name__: count for model in stored if (count := model.objects.count())}


SEEN, COUNTS = look(rounds_and_ranks), look(counts)
CASES = {
    **{f"at the stage {stage}": (practised(stage=stage), SEEN) for stage in PracticeStage},
    "of another seed": (practised(seed=2), SEEN),
    "of four players": (practised(4, 6), SEEN),
    "by a sound plan": (practised(12, 7), SEEN),
    "by one method": (practised(8, 2, plan="random"), SEEN),
    "recorded and removed": (
        all_of(published, practised(5, 3, stage=PracticeStage.HALF, recorded=True)), COUNTS, removed, COUNTS, RECHECK,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_practice_event_is_as_approved(play_case, name):
    play_case(name, *CASES[name])


def test_practice_plan_must_be_sound_or_an_automatic_method():
    assert PracticeSpec(2, 60, 1, PracticeStage.SETUP, plan="swiss").plan == "swiss"
    for plan in ("magic", "manual"):
        with pytest.raises(Refused, match=f"no plan “{plan}”. Plans: sound"):
            PracticeSpec(8, 2, 1, PracticeStage.SETUP, plan=plan)


@pytest.mark.parametrize(("players", "rounds"), [(1, 3), (1001, 3), (8, 0), (8, 61)])
def test_impossible_player_and_round_counts_are_refused(players, rounds):
    with pytest.raises(
        Refused, match=r"cannot have \d+ \w+\. Choose [12] to (60|1000) (rounds|players)"
    ):
        PracticeSpec(players, rounds, 1, PracticeStage.SETUP)


def test_thousand_practice_players_have_distinct_names():
    assert len({line.rpartition(" ")[0] for line in random_roster(1000, Random(1))}) == 1000
