"""The typed line of the results screen: its board and its questions."""

import pytest

from tournament.actions.act import Questionable, Refused
from tournament.actions.results.recorded_games import post_recorded_result
from tournament.actions.results.results import NotAResult, enter_result
from tournament.actions.results.typed_lines import enter_typed_result, pairing_of_line
from tournament.engine.typed_result import Mode, read_line
from tournament.models import ResultEntry
from tournament.queries.results.confirmation import confirmation_of
from tournament.queries.standings.standings import division_standings, records_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def enter(desk, round_one):
    def typed(line, mode=Mode.SCORES, *, accepted=False):
        understood = read_line(line, mode)
        pairing = pairing_of_line(round_one, understood)
        return enter_typed_result(desk, pairing, understood, accepted=accepted)

    return typed


def test_scores_follow_who_is_named(enter):
    assert str(enter("1 402 380")) == "402-380"
    assert str(enter("p4 390 410")) == "410-390"


@pytest.mark.parametrize(
    ("line", "outcome", "figures"),
    [
        ("1 f", "first_forfeits", (-50, 50)),
        ("1 w", "second_forfeits", (50, -50)),
        ("p2 f", "second_forfeits", (50, -50)),
        ("p2 w", "first_forfeits", (-50, 50)),
        ("1 ff", "both_forfeit", (-50, -50)),
        ("1 v", "void", (0, 0)),
    ],
)
def test_a_forfeit_belongs_to_who_is_named(enter, line, outcome, figures):
    entry = enter(line)
    assert (entry.outcome, entry.first_score, entry.second_score) == (outcome, *figures)


def test_two_players_cannot_have_a_bye(enter):
    with pytest.raises(NotAResult, match="a bye has one"):
        enter("1 bye")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("9 402 380", "Round 1 has no board 9. For player 9 type p9 instead."),
        ("p9 402 380", "Nobody with number 9 is paired in round 1."),
    ],
)
def test_a_board_or_player_there_is_not_is_refused(enter, line, sentence):
    with pytest.raises(Refused, match=sentence):
        enter(line)


def test_the_scores_of_another_board_are_asked_about(enter):
    enter("1 402 380")
    for line in ("2 402 380", "2 380 402"):
        with pytest.raises(Questionable) as refused:
            enter(line)
        assert refused.value.questions == ["Board 1 already has these two scores."]
    assert str(enter("2 380 402", accepted=True)) == "380-402"


def test_everything_odd_is_asked_at_once(enter):
    enter("1 402 380")
    with pytest.raises(Questionable) as refused:
        enter("1 40 40")
    assert refused.value.questions == [
        "A score of 40 is unusual.",
        "40-40 is a tie.",
        "Board 1 already has the result 402-380 (typed by director).",
    ]


def test_the_spread_alone_counts_in_the_standings_and_is_confirmed_as_such(enter, four):
    entry = enter("p2 -45", Mode.SPREAD)
    assert str(entry) == "spread +45"
    rows = [(r.person.number, r.line.spread) for r in division_standings(four).rows]
    assert rows[0] == (1, 45)
    assert rows[-1] == (2, -45)


@pytest.mark.parametrize(
    ("line", "question"),
    [("1 0", "A spread of 0 is a tie."), ("1 -612", "A spread of −612 is unusual.")],
)
def test_an_odd_spread_is_asked_about(enter, line, question):
    with pytest.raises(Questionable, match=question):
        enter(line, Mode.SPREAD)


def test_the_spread_alone_is_refused_where_points_rank(desk, enter, four):
    four.precedence = ["wins", "points_for"]
    four.save()
    with pytest.raises(NotAResult, match="ranks by points"):
        enter("1 22", Mode.SPREAD)


def test_a_spread_agrees_with_the_scores_it_comes_from(desk, enter, board):
    enter("1 402 380")
    enter("1 22", Mode.SPREAD)
    assert ResultEntry.objects.count() == 1
    enter("2 22", Mode.SPREAD)
    recorded = post_recorded_result(desk, board(2), 390, 368)
    assert [str(row) for row in ResultEntry.objects.filter(standing="counts")] == [
        "402-380",
        "390-368",
    ]
    assert list(recorded.supersedes.values_list("spread_only", flat=True)) == [True]


@pytest.mark.parametrize(
    ("line", "confirmation"),
    [
        (
            "1 402 380",
            (
                "Board 1: Ana Lopez 402, Ben Okafor 380. Ana Lopez by 22. "
                "Now Ana Lopez 1-0 +22, Ben Okafor 0-1 −22."
            ),
        ),
        (
            "p2 f",
            (
                "Board 1: Ana Lopez – Ben Okafor. Ben Okafor forfeits, Ana Lopez wins. "
                "Now Ana Lopez 1-0 +50, Ben Okafor 0-1 −50."
            ),
        ),
        (
            "1 v",
            (
                "Board 1: Ana Lopez – Ben Okafor. Void: the round does not count. Now Ana Lopez "
                "0-0 0, Ben Okafor 0-0 0."
            ),
        ),
    ],
)
def test_a_result_is_confirmed(enter, board, django_assert_num_queries, line, confirmation):
    entry = enter(line)
    pairing = board(1)
    str(pairing), pairing.round.division.event.rules
    with django_assert_num_queries(2):
        assert str(confirmation_of(pairing, entry)) == confirmation


@pytest.mark.full
def test_records_are_those_of_the_standings(four, whole_robin):
    table = division_standings(four)
    for number, record in records_of(four, [1, 2, 3, 4]).items():
        line = table.row(number).line
        assert (record.record, record.spread) == (line.record, line.spread)


def test_a_tie_is_confirmed(desk, board):
    entry = enter_result(desk, board(1), 400, 400, accepted=True)
    assert "A tie. Now Ana Lopez ½-½ 0, Ben Okafor ½-½ 0." in str(confirmation_of(board(1), entry))
