"""Results: entered, questioned, contradicted and corrected; no entry is lost."""

import pytest

from scoring.actions.activity import Actor
from scoring.models import Activity
from tournament.actions.act import Questionable, ReasonMissing, Refused
from tournament.actions.results.recorded_games import post_recorded_result
from tournament.actions.results.results import NotAResult, correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.models import Pairing, ResultEntry
from tournament.queries.rounds.rounds import boards_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def helper(django_user_model):
    return Actor.of(django_user_model.objects.create_user("helper", password="ten-timer"))


def history(pairing):
    rows = ResultEntry.objects.filter(pairing=pairing).order_by("id")
    return [(row.first_score, row.second_score, row.source, row.standing) for row in rows]


def test_the_same_result_entered_again_changes_nothing(desk, board):
    enter_result(desk, board(1), 402, 380)
    enter_result(desk, board(1), 402, 380)
    assert history(board(1)) == [(402, 380, "typed", "counts")]


@pytest.mark.parametrize(
    ("scores", "question"),
    [
        ((402, 402), "402-402 is a tie."),
        ((-12, 380), "A score of -12 is unusual."),
        ((1203, 380), "A score of 1203 is unusual."),
        ((40, 380), "A score of 40 is unusual."),
    ],
)
def test_an_unlikely_score_is_questioned_once_and_then_accepted(desk, board, scores, question):
    with pytest.raises(Questionable) as caught:
        enter_result(desk, board(1), *scores)
    assert caught.value.questions == [question]
    assert history(board(1)) == []
    enter_result(desk, board(1), *scores, accepted=True)
    assert history(board(1)) == [(*scores, "typed", "counts")]


def test_nothing_to_nothing_is_called_unusual_once(desk, board):
    with pytest.raises(Questionable) as caught:
        enter_result(desk, board(1), 0, 0)
    assert caught.value.questions == ["A score of 0 is unusual.", "0-0 is a tie."]


def test_an_impossible_score_is_refused_however_often(desk, board):
    with pytest.raises(NotAResult, match="A score of 40200 is not possible"):
        enter_result(desk, board(1), 40200, 380, accepted=True)


def test_ones_own_result_is_replaced_after_a_question(desk, board):
    enter_result(desk, board(1), 402, 380)
    with pytest.raises(
        Questionable, match=r"Board 1 already has the result 402-380 \(typed by director\)"
    ):
        enter_result(desk, board(1), 420, 380)
    enter_result(desk, board(1), 420, 380, accepted=True)
    assert history(board(1)) == [(402, 380, "typed", "superseded"), (420, 380, "typed", "counts")]
    summaries = [entry.summary for entry in Activity.objects.filter(verb="enter_result")]
    meeting = "Round 1, Board 1: 1 Ana Lopez - 2 Ben Okafor"
    assert summaries == [f"Correct result: {meeting}: 420-380.", f"{meeting}: 402-380."]


def test_two_helpers_who_differ_are_both_kept_until_somebody_rules(desk, helper, board):
    enter_result(helper, board(1), 402, 380)
    enter_result(desk, board(1), 420, 380, accepted=True)
    assert history(board(1)) == [(402, 380, "typed", "counts"), (420, 380, "typed", "beside")]
    correct_result(desk, board(1), 402, 380)
    assert history(board(1)) == [
        (402, 380, "typed", "superseded"),
        (420, 380, "typed", "superseded"),
        (402, 380, "typed", "counts"),
    ]


def test_a_typed_result_that_contradicts_a_recorded_game_stands_beside_it(desk, board):
    post_recorded_result(desk, board(1), 402, 380)
    enter_result(desk, board(1), 402, 370, accepted=True)
    assert history(board(1)) == [(402, 380, "recorded", "counts"), (402, 370, "typed", "beside")]


def test_a_recorded_game_that_contradicts_a_typed_result_counts_and_keeps_it_beside(desk, board):
    enter_result(desk, board(1), 402, 370)
    post_recorded_result(desk, board(1), 402, 380)
    assert history(board(1)) == [(402, 370, "typed", "beside"), (402, 380, "recorded", "counts")]


def test_a_recorded_game_that_agrees_takes_the_typed_results_place(desk, board):
    enter_result(desk, board(1), 402, 380)
    post_recorded_result(desk, board(1), 402, 380)
    assert history(board(1)) == [
        (402, 380, "typed", "superseded"),
        (402, 380, "recorded", "counts"),
    ]


def test_a_recorded_game_that_changes_replaces_its_own_result(desk, board):
    post_recorded_result(desk, board(1), 402, 380)
    post_recorded_result(desk, board(1), 402, 380)
    post_recorded_result(desk, board(1), 404, 380)
    assert history(board(1)) == [
        (402, 380, "recorded", "superseded"),
        (404, 380, "recorded", "counts"),
    ]


def test_a_ruling_with_a_reason_is_not_undone_by_the_recorded_game(desk, board):
    post_recorded_result(desk, board(1), 402, 380)
    correct_result(desk, board(1), 392, 380, reason="overtime agreed at the table")
    post_recorded_result(desk, board(1), 404, 380)
    assert history(board(1)) == [
        (402, 380, "recorded", "superseded"),
        (392, 380, "typed", "counts"),
        (404, 380, "recorded", "beside"),
    ]


def test_correcting_a_recorded_result_asks_for_a_reason(desk, board):
    post_recorded_result(desk, board(1), 402, 380)
    with pytest.raises(ReasonMissing, match="The game was recorded turn by turn"):
        correct_result(desk, board(1), 392, 380)


def test_correcting_under_a_later_round_asks_for_a_reason_and_keeps_it(desk, board):
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


@pytest.mark.full
def test_typing_over_a_result_under_a_later_round_is_refused_without_a_reason(
    desk, helper, round_one, board
):
    """`enter_result` takes no reason, whichever page calls it."""
    enter_result(desk, board(1), 402, 380)
    enter_result(desk, board(2), 402, 380)
    publish_round(desk, pair_by_hand(desk, round_one.division, [(1, 3), (2, 4)]))
    with pytest.raises(ReasonMissing, match=r"Rounds after round 1 are published\. Give a reason"):
        enter_result(desk, board(1), 380, 402, accepted=True)
    enter_result(desk, board(1), 402, 380)  # the same result again changes nothing
    # The contradicting result is kept beside it.
    enter_result(helper, board(1), 380, 402, accepted=True)
    assert history(board(1)) == [(402, 380, "typed", "counts"), (380, 402, "typed", "beside")]


def test_a_game_recorded_under_a_later_round_waits_beside_what_was_typed(desk, round_one, board):
    enter_result(desk, board(1), 402, 380)
    enter_result(desk, board(2), 402, 380)
    publish_round(desk, pair_by_hand(desk, round_one.division, [(1, 3), (2, 4)]))
    post_recorded_result(desk, board(1), 380, 402)
    assert history(board(1)) == [(402, 380, "typed", "counts"), (380, 402, "recorded", "beside")]


def test_a_closed_round_takes_corrections_with_a_reason_only(desk, round_one, board):
    for number in (1, 2):
        enter_result(desk, board(number), 402, 380)
    close_round(desk, round_one)
    with pytest.raises(ReasonMissing, match="Round 1 is closed"):
        enter_result(desk, board(1), 400, 380)
    with pytest.raises(ReasonMissing, match="Round 1 is closed"):
        correct_result(desk, board(1), 400, 380)
    correct_result(desk, board(1), 400, 380, reason="added up again")
    assert history(board(1))[-1] == (400, 380, "typed", "counts")


def test_correcting_to_what_it_is_already_is_refused(desk, board):
    with pytest.raises(Refused, match="has no result yet"):
        correct_result(desk, board(1), 402, 380)
    enter_result(desk, board(1), 402, 380)
    with pytest.raises(Refused, match="already"):
        correct_result(desk, board(1), 402, 380)


def test_two_players_have_no_bye(desk, board):
    with pytest.raises(NotAResult, match="a bye has one"):
        enter_result(desk, board(1), outcome="bye")


def test_a_draft_takes_no_results(desk, four):
    round_ = pair_by_hand(desk, four, [(1, 2), (3, 4)])
    pairing = Pairing.objects.get(round=round_, board=1)
    with pytest.raises(Refused, match="Round 1 is a draft"):
        enter_result(desk, pairing, 402, 380)


@pytest.mark.parametrize("scores", [(450, 387), (420, 420)])
def test_the_scores_of_the_slip_confirm_a_game_lost_on_time(desk, board, scores):
    post_recorded_result(desk, board(1), *scores, outcome="second_wins")
    entry = enter_result(desk, board(1), *scores)
    assert (entry.outcome, entry.source, entry.standing) == ("second_wins", "recorded", "counts")
    assert history(board(1)) == [(*scores, "recorded", "counts")]
    assert str(enter_result(desk, board(1), scores[0] - scores[1], spread_only=True)) == str(entry)


def test_other_scores_than_those_of_a_game_lost_on_time_stand_beside_it(desk, board):
    post_recorded_result(desk, board(1), 450, 387, outcome="second_wins")
    enter_result(desk, board(1), 440, 387, accepted=True)
    assert history(board(1)) == [(450, 387, "recorded", "counts"), (440, 387, "typed", "beside")]


def test_who_is_alone_forfeits_and_is_not_called_the_first(desk, four):
    round_ = publish_round(desk, pair_by_hand(desk, four, [(1, 2)], [3, 4]))
    alone = Pairing.objects.get(round=round_, first__number=4)
    entry = enter_result(desk, alone, outcome="first_forfeits", accepted=True)
    assert entry.label_alone == "Forfeits"
    assert "Forfeits" in Activity.objects.latest("id").summary
    assert "First forfeits" not in Activity.objects.latest("id").summary
    assert {board.outcome for board in boards_of(round_)} == {"", "Forfeits", "Bye"}
