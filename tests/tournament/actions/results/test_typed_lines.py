"""Typed lines of the results screen, rulings on contradicting results, and whole rounds at once."""

import pytest
from django.db import transaction

from scoring.models import Activity
from scoring.queries.chain import check_log
from tournament.actions.act import ConfirmationRequired, ReasonMissing, Refused
from tournament.actions.results.recorded_games import post_recorded_result
from tournament.actions.results.results import InvalidResult, enter_result
from tournament.actions.results.typed_lines import (
    enter_round_results,
    enter_typed_result,
    pairing_of_line,
    result_consequences,
    rule_for_result,
)
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.engine.typed_result import TypedFigures, parse_typed_result
from tournament.models import Entry, Pairing, ResultEntry, Round
from tournament.queries.results.confirmation import confirmation_of
from tournament.queries.standings.standings import division_standings, records_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def enter(desk, round_one):
    def typed(line, mode=TypedFigures.SCORES, *, accepted=False):
        understood = parse_typed_result(line, mode)
        pairing = pairing_of_line(round_one, understood)
        return enter_typed_result(desk, pairing, understood, accepted=accepted)

    return typed


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
def test_typed_forfeit_belongs_to_the_named_player(enter, line, outcome, figures):
    entry = enter(line)
    assert (entry.outcome, entry.first_score, entry.second_score) == (outcome, *figures)


def test_spread_only_result_counts_in_the_standings(enter, four):
    entry = enter("p2 -45", TypedFigures.SPREAD)
    assert str(entry) == "spread +45"
    rows = [(r.person.number, r.line.spread) for r in division_standings(four).rows]
    assert rows[0] == (1, 45)
    assert rows[-1] == (2, -45)


def test_spread_only_result_is_refused_if_points_rank(desk, enter, four):
    four.precedence = ["wins", "points_for"]
    four.save()
    with pytest.raises(InvalidResult, match="ranks by points"):
        enter("1 22", TypedFigures.SPREAD)


def test_spread_agrees_with_matching_scores(desk, enter, board):
    enter("1 402 380")
    enter("1 22", TypedFigures.SPREAD)
    assert ResultEntry.objects.count() == 1
    enter("2 22", TypedFigures.SPREAD)
    recorded = post_recorded_result(desk, board(2), 390, 368)
    assert [str(row) for row in ResultEntry.objects.filter(standing="counts")] == [
        "402-380",
        "390-368",
    ]
    assert list(recorded.supersedes.values_list("spread_only", flat=True)) == [True]


BOTH = "Ana Lopez – Ben Okafor"


@pytest.mark.parametrize(
    ("line", "sentence_shown", "anas", "bens"),
    [
        ("1 402 380", "Ana Lopez 402, Ben Okafor 380. Ana Lopez by 22.", "1-0 +22", "0-1 −22"),
        ("1 400 400", "Ana Lopez 400, Ben Okafor 400. A tie.", "½-½ 0", "½-½ 0"),
        ("p2 f", f"{BOTH}. Ben Okafor forfeits, Ana Lopez wins.", "1-0 +50", "0-1 −50"),
        ("1 v", f"{BOTH}. Void: the round does not count.", "0-0 0", "0-0 0"),
    ],
)
def test_typed_result_is_confirmed(
    enter, board, django_assert_num_queries, line, sentence_shown, anas, bens
):
    entry = enter(line, accepted=True)
    pairing = board(1)
    str(pairing), pairing.round.division.event.rules
    records = f"The records are now Ana Lopez {anas}, Ben Okafor {bens}."
    with django_assert_num_queries(2):
        assert str(confirmation_of(pairing, entry)) == f"Board 1: {sentence_shown} {records}"


def test_confirmed_records_match_the_standings(four, whole_robin):
    table = division_standings(four)
    for number, record in records_of(four, [1, 2, 3, 4]).items():
        line = table.row(number).line
        assert (record.record, record.spread) == (line.record, line.spread)


@pytest.fixture
def contradicting(desk, helper, board):
    """Enter different results for board 1 by two helpers; return the current and the other entry."""
    enter_result(helper, board(1), 402, 380)
    enter_result(desk, board(1), 420, 380, accepted=True)
    return list(ResultEntry.objects.order_by("id"))


def stored_results():
    return [(str(row), row.standing) for row in ResultEntry.objects.order_by("id")]


@pytest.mark.parametrize(("chosen", "figures"), [(0, "402-380"), (1, "420-380")])
def test_ruling_makes_the_chosen_result_count_and_keeps_both(desk, contradicting, chosen, figures):
    rule_for_result(desk, contradicting[chosen])
    assert stored_results() == [
        ("402-380", "superseded"),
        ("420-380", "superseded"),
        (figures, "counts"),
    ]


def test_ruling_on_a_recorded_game_needs_a_reason(desk, board):
    post_recorded_result(desk, board(1), 402, 380)
    beside = enter_result(desk, board(1), 402, 370, accepted=True)
    with pytest.raises(ReasonMissing, match="recorded turn by turn"):
        rule_for_result(desk, beside)
    assert rule_for_result(desk, beside, reason="overtime").reason == "overtime"


def test_awarded_bye_is_replaced_by_an_entered_result(desk, four):
    Entry.objects.get(number=4).delete()
    round_ = publish_round(desk, pair_by_hand(desk, four, [(1, 2)], [3]))
    bye = Pairing.objects.get(round=round_, second=None)
    with pytest.raises(ConfirmationRequired, match="already Bye"):
        enter_result(desk, bye, outcome="void")
    enter_result(desk, bye, outcome="void", accepted=True)
    assert stored_results() == [("Bye", "superseded"), ("Void", "counts")]


def test_consequences_of_a_forfeit_include_the_awarded_spread(desk, board):
    enter_result(desk, board(1), 402, 380)
    enter_result(desk, board(2), 410, 380)
    assert result_consequences(board(1), 0, 0, "second_forfeits").sentences == [
        "Ana Lopez moves up from place 2 to 1.",
        "Zoë Müller moves down from place 1 to 2.",
        "Dai Jones moves up from place 4 to 3.",
        "Ben Okafor moves down from place 3 to 4.",
    ]


def rows(round_):
    fields = [f.attname for f in ResultEntry._meta.fields]
    stored = [name for name in fields if name not in ("id", "pairing_id", "entered_at")]
    results = ResultEntry.objects.filter(pairing__round=round_).order_by("pairing__board")
    logged = Activity.objects.filter(verb="enter_result").order_by("id")[:2]
    return (
        list(results.values_list("pairing__board", *stored)),
        list(logged.values_list("user", "actor", "summary", "scope", "reason", "before", "after")),
        Round.objects.get(pk=round_.pk).phase,
    )


@pytest.fixture
def one_by_one(desk, round_one, board):
    """Return the rows left by `enter_result`, rolled back afterwards."""
    with transaction.atomic():
        enter_result(desk, board(1), 400, 380)
        enter_result(desk, board(2), 300, 512)
        stored = rows(round_one)
        transaction.set_rollback(True)
    return stored


def test_whole_round_stores_the_same_results_log_and_phase_as_single_entries(
    desk, round_one, one_by_one
):
    enter_round_results(desk, round_one, {1: (400, 380), 2: (300, 512)})
    assert rows(round_one) == one_by_one
    assert check_log().is_intact
    assert close_round(desk, round_one).phase == "closed"


def test_whole_round_with_a_bad_result_stores_none(desk, round_one, board):
    enter_result(desk, board(2), 300, 512)
    for scores, refusal in (
        ({1: (400, 380), 2: (1, 2)}, Refused),
        ({1: (400, 380), 3: (1, 2)}, InvalidResult),
        ({1: (40000, 380)}, InvalidResult),
    ):
        with pytest.raises(refusal):
            enter_round_results(desk, round_one, scores)
    assert Pairing.objects.filter(results=None).count() == 1
