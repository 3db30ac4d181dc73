"""Planning rounds: a new plan replaces the planned rounds and never published ones."""

import pytest

from tournament.actions.act import Refused
from tournament.actions.event.events import create_division
from tournament.actions.people.entries import add_players
from tournament.actions.rounds.plans import (
    adopt_proposal,
    adopt_proposal_if_unplanned,
    plan_rounds,
    set_plan,
    set_seating,
    unplan_rounds,
)
from tournament.engine.pairing.event_plan import ONE_EARLIER, SEEDS, PlannedRounds, StandingsSource
from tournament.engine.pairing.seating import DEFAULT_SEATING, Seating
from tournament.models import Division, PlanLine
from tournament.queries.rounds.pairing import plan_of
from tournament.queries.rounds.proposals import proposal_for

pytestmark = pytest.mark.django_db
TABLE = PlannedRounds(1, 6, "round_robin", {"cycles": 2}, SEEDS)


def spans(plan):
    return [(line.from_round, line.to_round, line.method) for line in plan]


def test_plan_stores_its_options_and_sources(desk, four):
    plan_rounds(desk, four, TABLE)
    plan_rounds(desk, four, PlannedRounds(4, 4, "manual", source=ONE_EARLIER))
    assert spans(plan_of(four)) == [(1, 3, "round_robin"), (4, 4, "manual"), (5, 6, "round_robin")]
    assert plan_of(four)[0].options == {"cycles": 2}
    assert [line.source for line in plan_of(four)] == [SEEDS, ONE_EARLIER, SEEDS]


def test_planned_rounds_can_be_removed_from_the_plan(desk, four):
    plan_rounds(desk, four, TABLE)
    unplan_rounds(desk, four, 3, 6)
    assert spans(plan_of(four)) == [(1, 2, "round_robin")]


def test_plan_of_published_rounds_cannot_change(desk, round_one):
    division = round_one.division
    PlanLine.objects.create(
        division=division, from_round=1, to_round=3, method="manual", source="seeds"
    )
    with pytest.raises(Refused, match=r"Round 1 is already published\. Plan round 2"):
        plan_rounds(desk, division, TABLE)
    set_plan(desk, division, [TABLE], rounds=6)
    assert spans(plan_of(division)) == [(1, 1, "manual"), (2, 6, "round_robin")]
    assert Division.objects.get(pk=division.pk).rounds_planned == 6


def test_plan_cannot_be_shorter_than_the_published_rounds(desk, round_one):
    with pytest.raises(Refused, match="Round 1 is already published, so there cannot be 0"):
        set_plan(desk, round_one.division, [], rounds=0)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (PlannedRounds(1, 2, "magic"), "There is no pairing method “magic”"),
        (PlannedRounds(1, 2, "round_robin", {"laps": 2}), "has no option laps"),
        (PlannedRounds(2, 1, "manual"), "run backwards"),
        (PlannedRounds(2, 201, "manual"), "cannot have more than 200 rounds"),
        (
            PlannedRounds(2, 3, "manual", source=StandingsSource(fixed_round=2)),
            "Choose an earlier round",
        ),
    ],
)
def test_impossible_plan_is_refused_and_not_stored(desk, four, line, sentence):
    with pytest.raises(Refused, match=sentence):
        plan_rounds(desk, four, line)
    assert not PlanLine.objects.exists()


def test_boards_and_byes_are_set_once_for_all_rounds(desk, four):
    set_seating(desk, four, Seating(first_board=11, byes_spared=3))
    seating = Seating.from_stored(Division.objects.get(pk=four.pk).seating)
    assert (seating.first_board, seating.bye_order.spared, seating.stay_put) == (11, 3, False)
    set_seating(desk, four, DEFAULT_SEATING)
    assert Division.objects.get(pk=four.pk).seating == {}
    with pytest.raises(Refused, match="from 1 to 9999"):
        set_seating(desk, four, Seating(first_board=0))


def test_proposal_for_a_new_division_uses_the_events_number_of_rounds(desk, four):
    adopt_proposal(desk, four, 3)
    second = create_division(desk, four.event, name="B")
    assert proposal_for(second) is None
    add_players(desk, second, "\n".join(f"Player {letter}" for letter in "ABCDEFGHIJKLMNOPQR"))
    proposal = proposal_for(second)
    assert proposal.rounds == 3
    assert [(line.from_round, line.to_round) for line in proposal.proposed.plan] == [(1, 2), (3, 3)]
    adopt_proposal_if_unplanned(desk, second, proposal.rounds)
    assert plan_of(second) == proposal.proposed.plan
    assert Division.objects.get(pk=second.pk).rounds_planned == 3
    adopt_proposal_if_unplanned(desk, second, 7)
    assert plan_of(second) == proposal.proposed.plan
    assert proposal_for(second) is None
