"""Results: entered, questioned, contradicted and corrected; no entry is lost."""

import pytest

from scoring.models import Activity
from tournament.actions.act import ConfirmationRequired, ReasonMissing, Refused
from tournament.actions.results.recorded_games import post_recorded_result
from tournament.actions.results.results import InvalidResult, correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.models import Pairing, ResultEntry
from tournament.queries.rounds.pairing import pairing_request
from tournament.queries.rounds.rounds import boards_of
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db


def history(pairing):
    rows = ResultEntry.objects.filter(pairing=pairing).order_by("id")
    return [f"{row} {row.source} {row.standing}" for row in rows]


HISTORIES = {
    "the same result again changes nothing":
        ("types 402 380, types 402 380", "402-380 typed counts"),
    "one's own result is replaced":
        ("types 402 380, types 420 380", "402-380 typed superseded, 420-380 typed counts"),
    "two helpers who differ are both kept":
        ("helper 402 380, types 420 380", "402-380 typed counts, 420-380 typed beside"),
    "until the director rules":
        ("helper 402 380, types 420 380, rules 402 380",
         "402-380 typed superseded, 420-380 typed superseded, 402-380 typed counts"),
    "a typed result stands beside the recorded game it contradicts":
        ("records 402 380, types 402 370", "402-380 recorded counts, 402-370 typed beside"),
    "a recorded game counts and keeps the typed result it contradicts":
        ("types 402 370, records 402 380", "402-370 typed beside, 402-380 recorded counts"),
    "a recorded game that agrees takes the typed result's place":
        ("types 402 380, records 402 380", "402-380 typed superseded, 402-380 recorded counts"),
    "a recorded game that changes replaces its own result":
        ("records 402 380, records 402 380, records 404 380",
         "402-380 recorded superseded, 404-380 recorded counts"),
    "a ruling with a reason is not undone by the recorded game":
        ("records 402 380, rules 392 380, records 404 380",
         "402-380 recorded superseded, 392-380 typed counts, 404-380 recorded beside"),
}  # fmt: skip


@pytest.mark.parametrize(("steps", "stored"), HISTORIES.values(), ids=HISTORIES)
def test_every_entry_of_a_board_is_kept_and_one_counts(desk, helper, board, steps, stored):
    ways = {
        "types": lambda *scores: enter_result(desk, board(1), *scores, accepted=True),
        "helper": lambda *scores: enter_result(helper, board(1), *scores, accepted=True),
        "records": lambda *scores: post_recorded_result(desk, board(1), *scores),
        "rules": lambda *scores: correct_result(desk, board(1), *scores, reason="overtime"),
    }
    for step in steps.split(", "):
        way, *scores = step.split()
        ways[way](*map(int, scores))
    assert history(board(1)) == stored.split(", ")


@pytest.mark.parametrize(
    ("scores", "questions"),
    [
        ((402, 402), ["402-402 is a tie."]),
        ((-12, 380), ["A score of -12 is unusual."]),
        ((1203, 380), ["A score of 1203 is unusual."]),
        ((0, 0), ["A score of 0 is unusual.", "0-0 is a tie."]),
    ],
)
def test_unlikely_score_is_questioned_once_and_then_accepted(desk, board, scores, questions):
    with pytest.raises(ConfirmationRequired) as caught:
        enter_result(desk, board(1), *scores)
    assert caught.value.questions == questions
    assert history(board(1)) == []
    entry = enter_result(desk, board(1), *scores, accepted=True)
    assert (entry.first_score, entry.second_score, entry.standing) == (*scores, "counts")


def test_impossible_score_is_always_refused(desk, board):
    with pytest.raises(InvalidResult, match="A score of 40200 is not possible"):
        enter_result(desk, board(1), 40200, 380, accepted=True)


def test_correcting_a_recorded_result_needs_a_reason(desk, board):
    post_recorded_result(desk, board(1), 402, 380)
    with pytest.raises(ReasonMissing, match="The game was recorded turn by turn"):
        correct_result(desk, board(1), 392, 380)


def test_correction_after_a_later_round_stores_its_reason(desk, board):
    for number in (1, 2):
        enter_result(desk, board(number), 402, 380)
    division = board(1).round.division
    publish_round(desk, pair_by_hand(desk, division, [(1, 3), (2, 4)]))
    with pytest.raises(ReasonMissing, match="Rounds after round 1 are published"):
        correct_result(desk, board(1), 380, 402)
    entry = correct_result(desk, board(1), 380, 402, reason="slip was turned round")
    assert entry.reason == "slip was turned round"
    old = ResultEntry.objects.get(pairing=board(1), standing="superseded")
    assert old.superseded_by == entry


def test_typing_over_a_result_after_a_later_round_needs_a_reason(desk, helper, round_one, board):
    """`enter_result` takes no reason, whichever page calls it."""
    enter_result(desk, board(1), 402, 380)
    enter_result(desk, board(2), 402, 380)
    publish_round(desk, pair_by_hand(desk, round_one.division, [(1, 3), (2, 4)]))
    with pytest.raises(ReasonMissing, match=r"Rounds after round 1 are published\. Give a reason"):
        enter_result(desk, board(1), 380, 402, accepted=True)
    enter_result(desk, board(1), 402, 380)  # the same result again changes nothing
    # The contradicting result is kept beside it.
    enter_result(helper, board(1), 380, 402, accepted=True)
    assert history(board(1)) == ["402-380 typed counts", "380-402 typed beside"]


def test_game_recorded_after_a_later_round_waits_beside_the_typed_result(desk, round_one, board):
    enter_result(desk, board(1), 402, 380)
    enter_result(desk, board(2), 402, 380)
    publish_round(desk, pair_by_hand(desk, round_one.division, [(1, 3), (2, 4)]))
    post_recorded_result(desk, board(1), 380, 402)
    assert history(board(1)) == ["402-380 typed counts", "380-402 recorded beside"]


def test_closed_round_accepts_corrections_only_with_a_reason(desk, round_one, board):
    for number in (1, 2):
        enter_result(desk, board(number), 402, 380)
    close_round(desk, round_one)
    with pytest.raises(ReasonMissing, match="Round 1 is closed"):
        enter_result(desk, board(1), 400, 380)
    with pytest.raises(ReasonMissing, match="Round 1 is closed"):
        correct_result(desk, board(1), 400, 380)
    correct_result(desk, board(1), 400, 380, reason="added up again")
    assert history(board(1))[-1] == "400-380 typed counts"


def test_correction_to_the_same_result_is_refused(desk, board):
    with pytest.raises(Refused, match="has no result yet"):
        correct_result(desk, board(1), 402, 380)
    enter_result(desk, board(1), 402, 380)
    with pytest.raises(Refused, match="already"):
        correct_result(desk, board(1), 402, 380)


def test_half_bye_is_half_a_win_without_spread(desk, four):
    round_ = publish_round(desk, pair_by_hand(desk, four, [(1, 2)], [3, 4]))
    bye = Pairing.objects.get(round=round_, first__number=4)
    correct_result(desk, bye, outcome="half_bye")
    line = division_standings(four).row(4).line
    assert (line.record, line.spread) == ("½-½", 0)
    assert pairing_request(four, 2).byes[4] == (1,)


def test_board_with_two_players_has_no_bye(desk, board):
    with pytest.raises(InvalidResult, match="the result cannot be a bye"):
        enter_result(desk, board(1), outcome="bye")


def test_draft_accepts_no_results(desk, four):
    round_ = pair_by_hand(desk, four, [(1, 2), (3, 4)])
    pairing = Pairing.objects.get(round=round_, board=1)
    with pytest.raises(Refused, match="Round 1 is a draft"):
        enter_result(desk, pairing, 402, 380)


@pytest.mark.parametrize("scores", [(450, 387), (420, 420)])
def test_slip_scores_confirm_a_game_lost_on_time(desk, board, scores):
    post_recorded_result(desk, board(1), *scores, outcome="second_wins")
    entry = enter_result(desk, board(1), *scores)
    assert (entry.outcome, entry.source, entry.standing) == ("second_wins", "recorded", "counts")
    assert ResultEntry.objects.count() == 1
    assert str(enter_result(desk, board(1), scores[0] - scores[1], spread_only=True)) == str(entry)


def test_different_scores_for_a_game_lost_on_time_are_stored_beside_it(desk, board):
    post_recorded_result(desk, board(1), 450, 387, outcome="second_wins")
    beside = enter_result(desk, board(1), 440, 387, accepted=True)
    assert (str(beside), beside.standing) == ("440-387", "beside")


def test_forfeit_without_an_opponent_is_labelled_without_first_or_second(desk, four):
    round_ = publish_round(desk, pair_by_hand(desk, four, [(1, 2)], [3, 4]))
    alone = Pairing.objects.get(round=round_, first__number=4)
    entry = enter_result(desk, alone, outcome="first_forfeits", accepted=True)
    assert entry.label_without_opponent == "Forfeits"
    assert "Forfeits" in Activity.objects.latest("id").summary
    assert "First forfeits" not in Activity.objects.latest("id").summary
    assert {board.outcome for board in boards_of(round_)} == {"", "Forfeits", "Bye"}


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ((402, 380), (380, 402), "380-402. 2 Ben Okafor wins instead of 1 Ana Lopez."),
        ((380, 402), (402, 380), "402-380. 1 Ana Lopez wins instead of 2 Ben Okafor."),
        ((402, 380), (400, 400), "400-400. It is now a tie; previously, 1 Ana Lopez had won."),
        ((380, 402), (400, 400), "400-400. It is now a tie; previously, 2 Ben Okafor had won."),
        ((400, 400), (380, 402), "380-402. 2 Ben Okafor wins; previously, it was a tie."),
        ((400, 400), (402, 380), "402-380. 1 Ana Lopez wins; previously, it was a tie."),
        ((402, 380), (412, 380), ": 412-380."),
    ],
)
def test_correction_is_logged_with_the_change_of_winner(desk, board, before, after, change):
    enter_result(desk, board(1), *before, accepted=True)
    correct_result(desk, board(1), *after, accepted=True)
    assert Activity.objects.latest("pk").summary.endswith(change)
