"""Parsing the typed line of a result without the field."""

import re

import pytest

from tournament.engine.pairing.seating import format_board_ranges
from tournament.engine.typed_result import (
    ResultNotUnderstood,
    TypedFigures,
    TypedOutcome,
    TypedResult,
    parse_typed_result,
    unusual_figure_messages,
)
from tournament.wording.sentences import sentence


@pytest.mark.parametrize(
    "line", ["4 402 380", " 4  402 380 ", "4/402/380", "4*402*380", "b4, 402, 380", "004 402 380"]
)
def test_board_and_two_scores_may_have_any_separator(line):
    assert parse_typed_result(line) == TypedResult(4, score=402, opponent=380)


@pytest.mark.parametrize(
    "line",
    ["4 402-380", "4 402:380", "4 402\N{EN DASH}380", "4 402 - 380", "4 402\N{MINUS SIGN}380"],
)
def test_scores_in_the_programs_own_notation_are_read(line):
    assert parse_typed_result(line) == TypedResult(4, score=402, opponent=380)
    assert parse_typed_result(f"{line} 22", TypedFigures.BOTH) == TypedResult(
        4, score=402, opponent=380
    )


def test_dash_before_a_score_stays_a_minus():
    assert parse_typed_result("4 350 -12") == TypedResult(4, score=350, opponent=-12)
    assert parse_typed_result("4 350 \N{MINUS SIGN}12") == TypedResult(4, score=350, opponent=-12)
    assert parse_typed_result("4 350--12") == TypedResult(4, score=350, opponent=-12)
    assert parse_typed_result("4 -12-350") == TypedResult(4, score=-12, opponent=350)
    assert parse_typed_result("4 \N{MINUS SIGN}22", TypedFigures.SPREAD).score == -22
    with pytest.raises(ResultNotUnderstood) as caught:
        parse_typed_result("4 402-380", TypedFigures.SPREAD)
    assert re.search("“402-380” is not a score", sentence(caught.value.message))


@pytest.mark.parametrize("line", ["p17 402 380", "#17 402 380", "P17/402/380"])
def test_player_is_marked_by_a_letter_or_a_sign(line):
    assert parse_typed_result(line) == TypedResult(17, by_player=True, score=402, opponent=380)


def test_players_first_mode_reads_a_bare_number_as_player_and_b_as_board():
    assert parse_typed_result("17 402 380", by_player=True).by_player
    assert not parse_typed_result("b17 402 380", by_player=True).by_player


def test_number_alone_only_selects_its_board():
    assert parse_typed_result("4").only_selects
    assert not parse_typed_result("4 0 380").only_selects


@pytest.mark.parametrize(
    ("word", "ending"),
    [
        ("f", TypedOutcome.FORFEITS),
        ("W", TypedOutcome.WINS),
        ("ff", TypedOutcome.BOTH_FORFEIT),
        ("void", TypedOutcome.VOID),
        ("bye", TypedOutcome.BYE),
    ],
)
def test_word_stands_for_an_unplayed_board_in_every_mode(word, ending):
    for mode in TypedFigures:
        assert parse_typed_result(f"4 {word}", mode).outcome is ending


@pytest.mark.parametrize("spread", ["22", "+22"])
def test_spread_is_a_check_digit(spread):
    assert parse_typed_result(f"4 402 380 {spread}", TypedFigures.BOTH) == TypedResult(
        4, score=402, opponent=380
    )


def test_spread_without_a_sign_is_its_size():
    assert parse_typed_result("4 380 402 22", TypedFigures.BOTH).score == 380
    assert parse_typed_result("4 380 402 -22", TypedFigures.BOTH).score == 380


@pytest.mark.parametrize(
    ("line", "mode", "reason"),
    [
        ("", TypedFigures.SCORES, "Nothing was typed"),
        ("x4 402 380", TypedFigures.SCORES, "“x4” is neither a board nor a player"),
        ("0 402 380", TypedFigures.SCORES, "“0” is neither a board nor a player"),
        (
            "4 402",
            TypedFigures.SCORES,
            "two scores after the board or player number; only one is typed",
        ),
        ("4 402 380 22", TypedFigures.SCORES, "two scores after the board or player number, not 3"),
        (
            "4 402 380",
            TypedFigures.BOTH,
            "two scores and the spread after the board or player number, not 2 numbers",
        ),
        (
            "4 402 380",
            TypedFigures.SPREAD,
            "the spread after the board or player number, not 2 numbers",
        ),
        ("4 4o2 380", TypedFigures.SCORES, "“4o2” is not a score"),
        ("4 402 380 32", TypedFigures.BOTH, "differ by 22, but the spread typed is 32"),
        ("4 402 380 -22", TypedFigures.BOTH, "differ by 22, but the spread typed is -22"),
    ],
)
def test_unreadable_part_is_named(line, mode, reason):
    with pytest.raises(ResultNotUnderstood) as caught:
        parse_typed_result(line, mode)
    assert re.search(reason, sentence(caught.value.message))


def test_spread_alone_belongs_to_the_named_side():
    assert parse_typed_result("4 -22", TypedFigures.SPREAD) == TypedResult(
        4, score=-22, spread_only=True
    )


def test_line_is_written_back_in_canonical_form():
    assert str(parse_typed_result("004/402/380")) == "b4 402 380"
    assert str(parse_typed_result("#17 f")) == "p17 f"
    assert str(parse_typed_result("4 22", TypedFigures.SPREAD)) == "b4 +22"


def test_missing_boards_are_listed_in_ranges():
    assert format_board_ranges([1, 2, 3, 5, 6, 9]) == "1–3, 5, 6, 9"
    assert format_board_ranges([]) == ""
    assert format_board_ranges([1, 3, 4, 5, 6, 8, 9]) == "1, 3–6, 8, 9"


@pytest.mark.parametrize(
    ("scores", "question"),
    [
        ((900, 200), ["A spread of +700 is unusual."]),
        ((200, 900), ["A spread of −700 is unusual."]),
        ((500, 100), []),
        ((402, 38), ["A score of 38 is unusual."]),
    ],
)
def test_two_likely_scores_far_apart_are_questioned(scores, question):
    assert [sentence(message) for message in unusual_figure_messages("played", *scores)] == question
