"""Undo at the desk: the earlier state is restored, later changes are kept, and the log records it."""

import contextlib
from random import Random

import pytest

from scoring.queries.chain import check_chain
from tests.tournament.actions.safety.at_the_desk import (
    board_of,
    closed,
    last,
    number,
    played,
    playing,
    published,
    round_of,
)
from tournament.actions.act import ReasonMissing, Refused
from tournament.actions.people.check_in import check_in
from tournament.actions.people.details import describe_entry, details_of
from tournament.actions.people.late_entries import add_late
from tournament.actions.people.withdrawals import return_entry, withdraw
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import make_round_robin, pair_by_hand, pair_round
from tournament.actions.rounds.rounds import close_round, publish_round, reopen_round
from tournament.actions.safety.undo import undo_action
from tournament.engine.attendance import LateEntry, Withdrawal
from tournament.models import Entry, Pairing, ResultEntry, Round, UndoStep
from tournament.queries.rounds.drafts import PairingChoice
from tournament.queries.safety.recheck import recheck
from tournament.queries.safety.undo import last_steps, rows_of
from tournament.queries.standings.standings import division_standings

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def live(division):
    """Return the visible state of the division."""
    rows = rows_of(division)
    standing = {
        name: {key: value for key, value in row.items() if key != "superseded_at"}
        for name, row in rows.items()
        if row.get("replaced_at") is None
        and row.get("standing") != "superseded"
        and row.get("revoked_at") is None
        and not (row.get("phase") == "draft" and not pairings_of(name))
    }
    table = [(row.line.rank, row.person.number) for row in division_standings(division).rows]
    return standing, table


def pairings_of(name):
    return Pairing.objects.filter(round=name.partition(":")[2], replaced_at=None).exists()


@pytest.mark.full
def test_an_action_done_again_after_its_undoing_is_like_the_first(desk, four):
    published(desk, four)
    undo_action(desk, last(four))
    undo_action(desk, last_standing(four))
    assert not Pairing.objects.filter(round__division=four, replaced_at=None).exists()
    closed(desk, four)
    assert round_of(four).phase == "closed"
    assert list(map(str, recheck(four.event))) == []


def last_standing(division):
    return UndoStep.objects.filter(division=division, undone_by=None).latest("activity_id")


@pytest.mark.full
def test_what_something_later_depends_on_is_not_undone_and_it_says_what_and_why(desk, four):
    closed(desk, four)
    pair_round(desk, four, 2, PairingChoice("swiss"))
    steps = {offer.step.kind: offer for offer in last_steps(four)}
    assert steps["pair_round"].can_be_undone
    close = "First undo “Round 1 of division A closed”"
    swiss = "First undo “Round 2 of division A paired: Swiss on the standings after round 1”"
    results = [offer for offer in last_steps(four) if offer.step.kind == "enter_result"]
    assert [offer.why_not for offer in results] == 2 * [
        (
            f"{swiss}: it depends on the results of round 1.",
            f"{close}: it depends on the results of round 1.",
        )
    ]
    with pytest.raises(Refused, match="it depends on the results of round 1"):
        undo_action(desk, results[0].step)
    (added,) = (offer for offer in last_steps(four) if offer.step.kind == "add_players")
    assert any("it depends on the players as changed here" in why for why in added.why_not)
    undo_action(desk, steps["pair_round"].step)
    undo_action(desk, steps["close_round"].step)
    undo_action(desk, results[1].step)
    assert [offer.can_be_undone for offer in last_steps(four)][:3] == [False, False, True]


def test_an_earlier_step_is_undone_where_nothing_later_depends_on_it(desk, four):
    played(desk, four)
    first = UndoStep.objects.filter(division=four, kind="enter_result").earliest("activity_id")
    undo_action(desk, first)
    counting = ResultEntry.objects.filter(pairing__round__division=four, standing="counts")
    assert [(row.pairing.board, str(row)) for row in counting] == [(2, "420-390")]


def test_of_two_results_of_one_board_the_later_is_undone_first(desk, four):
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


def test_a_round_with_a_result_is_not_unpublished(desk, four):
    published(desk, four)
    step = last(four)
    enter_result(desk, board_of(four, 1), 400, 380)
    with pytest.raises(Refused, match="round 1 as changed here"):
        undo_action(desk, step)
    undo_action(desk, last(four))
    undo_action(desk, step)
    assert round_of(four).phase == "draft"
    publish_round(desk, round_of(four))


def test_a_game_being_recorded_is_undone_on_the_score_pad(desk, four):
    published(desk, four)
    publishing = last(four)
    start_game(desk, board_of(four, 1))
    with pytest.raises(Refused, match="its turns are kept"):
        undo_action(desk, last(four))
    with pytest.raises(Refused, match="recording begun"):
        undo_action(desk, publishing)


def test_what_changed_in_another_way_is_not_undone(desk, four):
    check_in(desk, number(four, 1), here=True)
    Entry.objects.update(arrived_at=None)
    with pytest.raises(Refused, match="changed in another way"):
        undo_action(desk, last(four))


def test_a_name_or_rating_is_put_back_with_a_reason_once_a_round_is_published(desk, four):
    def described(**changed):
        entry = Entry.objects.select_related("player", "division__event").get(
            division=four, number=1
        )
        details = details_of(entry) | changed
        describe_entry(desk, entry, **details, reason="misread")
        return last(four)

    undo_action(desk, described(rating=1900))
    published(desk, four)
    undo_action(desk, described(team="Reds"))
    for changed in ({"rating": 1900}, {"name": "Anna Lopez"}):
        step = described(**changed)
        with pytest.raises(ReasonMissing, match="Rounds are published"):
            undo_action(desk, step)
        undo_action(desk, step, reason="by mistake")
    step = described(rating=1850)
    for rating in (1700, 1999):
        Entry.objects.filter(division=four, number=1).update(rating=rating)
        with pytest.raises(Refused, match="changed in another way"):
            undo_action(desk, step, reason="by mistake")


@pytest.mark.full
def test_a_result_is_undone_with_a_reason_where_a_correction_would_need_one(desk, four):
    make_round_robin(desk, four, accepted=True)
    publish_round(desk, round_of(four))
    enter_result(desk, board_of(four, 1), 400, 380)
    step = last(four)
    enter_result(desk, board_of(four, 2), 400, 380)
    publish_round(desk, Round.objects.get(division=four, number=2))
    with pytest.raises(ReasonMissing, match="Rounds after round 1 are published"):
        undo_action(desk, step)
    undone = undo_action(desk, step, reason="wrong board")
    assert undone.reason == "wrong board"


def test_a_closing_is_undone_with_a_reason_once_a_later_round_is_published(desk, four):
    closed(desk, four)
    closing = last(four)
    pair_by_hand(desk, four, [(1, 3), (2, 4)])
    publish_round(desk, Round.objects.get(division=four, number=2))
    with pytest.raises(ReasonMissing, match="Rounds after round 1 are published"):
        undo_action(desk, closing)
    undo_action(desk, closing, reason="a score was wrong")
    assert round_of(four).phase == "playing"


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_list_of_undo_steps_is_one_query(desk, four, rounds, django_assert_num_queries):
    for _ in range(rounds):
        check_in(desk, number(four, 1), here=True)
        check_in(desk, number(four, 1), here=False)
    with django_assert_num_queries(1):
        assert len(last_steps(four)) == 2 * rounds + 1


def something(desk, division, rng):
    """Do something at random, refused or not."""
    entry = number(division, rng.randint(1, division.entries.count()))
    rounds = list(Round.objects.filter(division=division))
    round_ = rng.choice(rounds) if rounds else None
    boards = list(Pairing.objects.filter(round__division=division, replaced_at=None))
    board = rng.choice(boards) if boards else None
    scores = (rng.randint(300, 500), rng.randint(300, 500))
    ways = [
        lambda: check_in(desk, entry, here=rng.random() < 0.5),
        lambda: pair_round(
            desk,
            division,
            len(rounds) + 1,
            PairingChoice(rng.choice(["swiss", "random"])),
            reason="so",
        ),
        lambda: add_late(desk, division, f"Late {rng.randint(1, 999)}", LateEntry.NEXT_ROUND),
        lambda: withdraw(desk, entry, rng.choice(list(Withdrawal)), after=len(rounds)),
        lambda: return_entry(desk, entry),
    ]
    if round_:
        ways += [
            lambda: publish_round(desk, round_),
            lambda: close_round(desk, round_),
            lambda: reopen_round(desk, round_, reason="so"),
            lambda: give_penalty(desk, entry, round_number=1, spread=-50, reason="so"),
        ]
    if board:
        ways += 4 * [
            lambda: enter_result(desk, board, *scores, accepted=True),
            lambda: correct_result(desk, board, *scores, reason="so", accepted=True),
        ]
    with contextlib.suppress(Refused):
        rng.choice(ways)()


def why_not(desk, step):
    """Undo the step; return the reason if it cannot be undone, otherwise ""."""
    try:
        undo_action(desk, step, reason="walking back")
    except Refused as refused:
        return str(refused)
    return ""


@pytest.mark.full
@pytest.mark.parametrize("seed", [0, 3, 5])
def test_undoing_one_after_the_other_walks_the_whole_way_back(desk, four, seed):
    rng = Random(seed)
    seen = {1: live(four)}
    for _ in range(150):
        something(desk, four, rng)
        if (done := UndoStep.objects.count()) not in seen:
            seen[done] = live(four)
        if done == 20:
            break
    assert len(seen) > 12
    while True:
        left = UndoStep.objects.filter(division=four, undone_by=None).order_by("-activity_id")
        if left.count() == 1:
            break
        if "paired in a round that was published" in why_not(desk, left[0]):
            break  # a late entry who has played stays, with all earlier steps
        assert live(four) == seen[left.count()]
    assert list(map(str, recheck(four.event))) == []
    assert check_chain().broken == ""
