"""Undo at the desk: earlier state restored, later changes preserved, an entry in the log, and reasons for refusals."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.tournament.actions.safety.at_the_desk import (
    board_of,
    closed,
    drafted,
    last,
    number,
    played,
    playing,
    published,
    round_of,
)
from tournament.actions.act import ReasonMissing, Refused
from tournament.actions.people.check_in import check_in
from tournament.actions.people.details import details_of, update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.people.keep_apart import keep_apart
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.results.typed_lines import enter_round_results
from tournament.actions.rounds.drafts import draft_round_robin, pair_by_hand, pair_round
from tournament.actions.rounds.rounds import publish_round, reopen_round
from tournament.actions.safety.undo import undo_action
from tournament.models import Entry, Pairing, Penalty, Player, ResultEntry, Round, UndoStep
from tournament.queries.rounds.drafts import PairingChoice
from tournament.queries.safety.undo import last_steps

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_step_with_later_dependents_is_not_undone_and_names_them(desk, four):
    closed(desk, four)
    pair_round(desk, four, 2, PairingChoice("swiss"))
    steps = {offer.step.kind: offer for offer in last_steps(four)}
    assert steps["pair_round"].can_be_undone
    close = "First undo “Round 1 of division A closed”"
    swiss = "First undo “Round 2 of division A paired: Swiss on the standings after round 1”"
    results = [offer for offer in last_steps(four) if offer.step.kind == "enter_result"]
    assert [offer.obstacles for offer in results] == 2 * [
        (
            f"{swiss}: it depends on the results of round 1.",
            f"{close}: it depends on the results of round 1.",
        )
    ]
    with pytest.raises(Refused, match="it depends on the results of round 1"):
        undo_action(desk, results[0].step)
    (added,) = (offer for offer in last_steps(four) if offer.step.kind == "add_players")
    assert any("it depends on this change to the players" in why for why in added.obstacles)
    undo_action(desk, steps["pair_round"].step)
    undo_action(desk, steps["close_round"].step)
    undo_action(desk, results[1].step)
    assert [offer.can_be_undone for offer in last_steps(four)][:3] == [False, False, True]


def test_earlier_step_without_later_dependents_is_undone(desk, four):
    played(desk, four)
    first = UndoStep.objects.filter(division=four, kind="enter_result").earliest("activity_id")
    undo_action(desk, first)
    counting = ResultEntry.objects.filter(pairing__round__division=four, standing="counts")
    assert [(row.pairing.board, str(row)) for row in counting] == [(2, "420-390")]


def test_later_result_of_a_board_must_be_undone_first(desk, four):
    playing(desk, four)
    correct_result(desk, board_of(four, 1), 401, 380)
    one, two = UndoStep.objects.filter(division=four, kind__endswith="_result").order_by(
        "activity_id"
    )
    with pytest.raises(Refused, match="401-380”: it concerns the same board"):
        undo_action(desk, one)
    undo_action(desk, two)
    undo_action(desk, one)
    assert not ResultEntry.objects.filter(standing="counts").exists()
    rows = ResultEntry.objects.values_list("first_score", "standing")
    assert sorted(rows) == [(400, "superseded"), (401, "superseded")]


def test_game_in_progress_is_undone_only_on_the_score_pad(desk, four):
    published(desk, four)
    publishing = last(four)
    start_game(desk, board_of(four, 1))
    with pytest.raises(Refused, match="its turns are kept"):
        undo_action(desk, last(four))
    with pytest.raises(Refused, match="recording started"):
        undo_action(desk, publishing)


def test_undoing_a_name_or_rating_needs_a_reason_once_published(desk, four):
    undo_action(desk, described(desk, four, rating=1900))
    published(desk, four)
    undo_action(desk, described(desk, four, team="Reds"))
    for changed in ({"rating": 1900}, {"name": "Anna Lopez"}):
        step = described(desk, four, **changed)
        with pytest.raises(ReasonMissing, match="Rounds are published"):
            undo_action(desk, step)
        undo_action(desk, step, reason="by mistake")
    step = described(desk, four, rating=1850)
    for rating in (1700, 1999):
        Entry.objects.filter(division=four, number=1).update(rating=rating)
        assert why_not(desk, step) == CHANGED


def test_undoing_a_result_needs_a_reason_when_a_correction_would(desk, four):
    draft_round_robin(desk, four, accepted=True)
    publish_round(desk, round_of(four))
    enter_result(desk, board_of(four, 1), 400, 380)
    step = last(four)
    enter_result(desk, board_of(four, 2), 400, 380)
    publish_round(desk, Round.objects.get(division=four, number=2))
    with pytest.raises(ReasonMissing, match="Rounds after round 1 are published"):
        undo_action(desk, step)
    undone = undo_action(desk, step, reason="wrong board")
    assert undone.reason == "wrong board"


def test_undoing_a_closing_needs_a_reason_once_a_later_round_is_published(desk, four):
    closed(desk, four)
    closing = last(four)
    pair_by_hand(desk, four, [(1, 3), (2, 4)])
    publish_round(desk, Round.objects.get(division=four, number=2))
    with pytest.raises(ReasonMissing, match="Rounds after round 1 are published"):
        undo_action(desk, closing)
    undo_action(desk, closing, reason="a score was wrong")
    assert round_of(four).phase == "playing"


@pytest.mark.parametrize("rounds", [1, 3])
def test_undo_steps_are_listed_in_one_query(desk, four, rounds, django_assert_num_queries):
    for _ in range(rounds):
        check_in(desk, number(four, 1), here=True)
        check_in(desk, number(four, 1), here=False)
    with django_assert_num_queries(1):
        assert len(last_steps(four)) == 2 * rounds + 1


CHANGED = "The data has been changed in another way since this action. See the activity log."


def why_not(desk, step):
    with pytest.raises(Refused) as refused:
        undo_action(desk, step, reason="by mistake")
    return str(refused.value)


def described(desk, division, **changed):
    """Change the details of the first player, and return the step."""
    entry = number(division, 1)
    update_entry(desk, entry, **details_of(entry) | changed, reason="misread")
    return last(division)


@pytest.mark.parametrize(
    ("entered", "boards"),
    [
        (
            lambda desk, four: enter_round_results(
                desk, round_of(four), {1: (400, 380), 2: (350, 390)}
            ),
            "Boards 1, 2 have",
        ),
        (lambda desk, four: start_game(desk, board_of(four, 2)), "Board 2 has"),
    ],
)
def test_result_or_game_without_an_undo_step_prevents_the_undo(desk, four, entered, boards):
    published(desk, four)
    entered(desk, four)
    UndoStep.objects.filter(kind="start_game").delete()
    assert why_not(desk, last(four)) == (f"{boards} a result or a recorded game: undo that first.")


def test_phase_changed_outside_the_program_prevents_the_undo(desk, four):
    closed(desk, four)
    Round.objects.update(phase="playing")
    assert why_not(desk, last(four)) == CHANGED
    Round.objects.update(phase="closed")
    reopen_round(desk, round_of(four), reason="slip")
    Round.objects.update(phase="closed")
    assert why_not(desk, last(four)) == CHANGED


def test_player_and_team_named_draft_are_not_mistaken_for_the_phase(desk, four):
    described(desk, four, name="draft", team="draft")
    described(desk, four, name="Ann")
    Player.objects.filter(entries=number(four, 1)).update(name="Bea")
    assert why_not(desk, last(four)) == CHANGED
    described(desk, four, team="Reds")
    Entry.objects.filter(pk=number(four, 1).pk).update(team="Blues")
    assert why_not(desk, last(four)) == CHANGED


def test_penalty_revoked_outside_the_program_prevents_the_undo(desk, four):
    played(desk, four)
    give_penalty(desk, number(four, 1), round_number=1, spread=-50, reason="phone")
    Penalty.objects.update(revoked_at=timezone.now())
    assert why_not(desk, last(four)) == CHANGED


def test_undoing_a_reopening_needs_no_reason_after_a_later_round(desk, four):
    closed(desk, four)
    pair_by_hand(desk, four, [(1, 3), (2, 4)])
    publish_round(desk, Round.objects.get(division=four, number=2))
    reopen_round(desk, round_of(four), reason="slip")
    undo_action(desk, last(four))
    assert round_of(four).phase == "closed"
    assert Round.objects.get(division=four, number=2).phase == "published"


def test_players_of_a_board_with_an_undone_result_are_not_removed(desk, four):
    (added,) = UndoStep.objects.filter(division=four)
    playing(desk, four)
    for step in UndoStep.objects.exclude(pk=added.pk).order_by("-activity_id"):
        undo_action(desk, step)
    assert why_not(desk, added) == (
        "These players have been paired in a round that was published. Withdraw them instead."
    )
    assert four.entries.count() == 4


def test_undoing_added_players_removes_their_replaced_draft_pairings(desk, four):
    drafted(desk, four)
    add_players(desk, four, "Eve Stone\nFay Ito")
    for first, second in ((5, 6), (1, 5), (6, 2)):
        Pairing.objects.create(
            round=round_of(four),
            board=3,
            first=number(four, first),
            second=number(four, second),
            replaced_at=timezone.now(),
        )
    undo_action(desk, last(four))
    assert [entry.number for entry in four.entries.order_by("number")] == [1, 2, 3, 4]
    assert not Player.objects.filter(name__in=["Eve Stone", "Fay Ito"]).exists()
    assert [str(row) for row in Pairing.objects.all()] == [str(board_of(four, n)) for n in (1, 2)]


def test_undoing_added_players_removes_only_players_first_entered_then(desk, four):
    names = ["Abe Abel", "Fay Ito", "Gus Hall", "Hal Ray"]
    add_players(desk, four, "\n".join(names))
    entries = list(Entry.objects.filter(division=four, number__gt=4).order_by("number"))
    keep_apart(desk, four.event, entries[0].player, number(four, 1).player, hard=True)
    added = min(entry.added_at for entry in entries)
    for entry, before in zip(entries, (0, 0, 10, 10.5), strict=True):
        Player.objects.filter(pk=entry.player_id).update(
            created_at=added - dt.timedelta(seconds=before)
        )
    undo_action(desk, last(four))
    remaining = Player.objects.filter(name__in=names).order_by("name")
    assert [person.name for person in remaining] == ["Abe Abel", "Hal Ray"]


def test_log_stores_the_undone_action_as_a_translatable_code(desk, four):
    check_in(desk, number(four, 1), here=True)
    undone = undo_action(desk, last(four))
    assert undone.message["params"]["what"]["code"] == "check_in"
