"""Pairings searched before the division is locked: used, searched again, or refused."""

import threading

import pytest
from django.core.management import call_command
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Activity
from tests.fixtures import database_in
from tournament.actions.act import ReasonMissing, Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.bulk_entries import pair_present_entries
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds import pairing_search
from tournament.actions.rounds.automatic_rounds import run_due_steps, set_automatic_publishing
from tournament.actions.rounds.drafts import pair_by_hand, pair_round
from tournament.actions.rounds.pairing_search import pairing_inputs, search_and_pair
from tournament.actions.rounds.plans import set_plan
from tournament.actions.rounds.rounds import publish_round
from tournament.engine.pairing.automatic_rounds import AutomaticStep
from tournament.engine.pairing.event_plan import ONE_EARLIER, PlannedRounds
from tournament.models import Event, Pairing, Round
from tournament.queries.rounds.drafts import PairingChoice, draft_pairs_text

pytestmark = pytest.mark.postgres

SWISS = PairingChoice("swiss")


@pytest.fixture
def searches(monkeypatch):
    """Return the list of the rounds searched for, in order."""
    numbers, plan_round = [], pairing_search.plan_round

    def counted(request, *how):
        numbers.append(request.round)
        return plan_round(request, *how)

    monkeypatch.setattr(pairing_search, "plan_round", counted)
    return numbers


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [None, 5])
def test_pairings_found_are_used_unchanged(desk, four, searches, seed):
    how = PairingChoice("random", seed=seed)
    searched = pairing_inputs(four, 1, how).search()
    round_ = pair_round(desk, four, 1, how, searched=searched)
    assert searches == [1]
    assert round_.seed == searched.inputs.request.seed
    assert {p.numbers for p in searched.plan.pairs} == {
        frozenset((p.first.number, p.second.number)) for p in Pairing.objects.all()
    }


@pytest.mark.django_db
def test_pairings_are_searched_again_after_a_change(desk, four, searches):
    searched = pairing_inputs(four, 1, SWISS).search()
    add_players(desk, four, "Eve Stone 1400")
    round_ = pair_round(desk, four, 1, SWISS, searched=searched)
    assert searches == [1, 1]
    assert Pairing.objects.get(round=round_, second=None).first.name == "Eve Stone"
    other = pairing_inputs(four, 1, PairingChoice("king_of_the_hill")).search()
    assert pair_round(desk, four, 1, SWISS, searched=other).method == "swiss"
    assert searches == [1, 1, 1, 1]


@pytest.mark.django_db
def test_outdated_long_search_is_repeated_before_the_lock(desk, four, searches, monkeypatch):
    monkeypatch.setattr(pairing_search, "MAX_FOREGROUND_PLAYERS", 3)
    monkeypatch.setattr(pairing_search, "run_stoppable", lambda search, **_look: search())
    late = iter(("Eve", "Fay", "Gus", "Hal"))
    inputs, within = pairing_inputs(four, 1, SWISS), []

    def pair(searched):
        add_players(desk, four, f"{next(late)} Stone 1400")
        within.append((len(searches), searched is None))
        return pair_round(desk, four, 1, SWISS, searched=searched)

    round_ = search_and_pair(inputs, pair)
    assert within == [(1, False), (2, False), (3, False), (3, True)]
    assert draft_pairs_text(four, 1).count("\n") == 3
    assert searches == [1] * 4
    assert round_.phase == "draft"


@pytest.mark.django_db
def test_results_of_the_current_round_do_not_outdate_the_search(desk, round_one, board, searches):
    ahead = PairingChoice("swiss", source=ONE_EARLIER)
    searched = pairing_inputs(round_one.division, 2, ahead).search()
    enter_result(desk, board(1), 400, 380)
    pair_round(desk, round_one.division, 2, ahead, searched=searched)
    assert searches == [2]


@pytest.mark.django_db
def test_impossible_round_is_refused_before_the_search(desk, round_one, searches):
    division = round_one.division
    with pytest.raises(Refused, match=r"Round 2 is not paired yet\. Pair it before round 3"):
        pairing_inputs(division, 3, SWISS)
    with pytest.raises(ReasonMissing):
        pairing_inputs(division, 1, SWISS, reason=" ")
    assert searches == []
    searched = pairing_inputs(division, 1, SWISS, reason="Asked").search()
    assert pair_round(desk, division, 1, SWISS, reason="Asked", searched=searched).phase == "draft"
    assert searches == [1]


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["swiss", "round_robin"])
def test_absent_player_is_left_out_of_the_search(desk, four, searches, method):
    set_plan(desk, four, [PlannedRounds(1, 3, method)], rounds=3)
    searched = pairing_inputs(four, 1, absent=(2,)).search()
    pair_present_entries(desk, four, 1, [2], searched=searched)
    assert searches == [1]
    assert "2" not in draft_pairs_text(four, 1).replace("\n", " ").split()


@pytest.mark.full
def test_pairing_search_does_not_block_other_writers(file_database, monkeypatch):
    """With the command and automatic pairing; others would otherwise wait ten seconds and be refused."""
    ana = Actor("ana")
    division = create_division(ana, create_event(ana, name="Open", preset="naspa_nwl"), name="A")
    add_players(ana, division, "Ana 1800\nBen 1700\nZoë 1600\nDai 1500")
    set_plan(ana, division, [PlannedRounds(1, 4, "king_of_the_hill")], rounds=4)
    plan_round = pairing_search.plan_round

    def write(name):
        with database_in(file_database):
            create_event(Actor("ben"), name=name, preset="naspa_nwl")

    written = []

    def plan_while_another_writes(request, *how):
        written.append(f"Other {len(written)}")
        other = threading.Thread(target=write, args=written[-1:], daemon=True)
        other.start()
        other.join(5)
        assert Event.objects.filter(name=written[-1]).exists()
        return plan_round(request, *how)

    monkeypatch.setattr(pairing_search, "plan_round", plan_while_another_writes)
    call_command("pair", division.event.slug)
    publish_round(ana, Round.objects.select_related("division__event").get())
    for pairing in Pairing.objects.all():
        enter_result(ana, pairing, 400, 380)
    set_automatic_publishing(ana, division, 5)
    assert run_due_steps(timezone.now()) == [AutomaticStep.PAIR]
    assert [*Round.objects.values_list("number", "phase")] == [(1, "playing"), (2, "draft")]
    assert len(written) == 2


@pytest.mark.django_db
def test_automatic_pairing_accepts_a_round_paired_during_its_search(
    desk, round_one, board, monkeypatch
):
    division = round_one.division
    set_plan(desk, division, [PlannedRounds(1, 4, "king_of_the_hill")], rounds=4)
    set_automatic_publishing(desk, division, 5)
    enter_result(desk, board(1), 400, 380)
    enter_result(desk, board(2), 410, 300)

    def refuse_while_another_pairs(*_how):
        pair_by_hand(desk, division, [(1, 4), (2, 3)])
        raise Refused("No pairs.")

    monkeypatch.setattr(
        pairing_search.PairingInputs, "search_in_background", refuse_while_another_pairs
    )
    assert run_due_steps(timezone.now()) == []
    assert Round.objects.get(number=2).method == "manual"
    assert not Activity.objects.filter(verb="refuse_unattended").exists()
