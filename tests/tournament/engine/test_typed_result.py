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

FOUR = TypedResult(4, score=402, opponent=380)
SCORES, BOTH, SPREAD = TypedFigures.SCORES, TypedFigures.BOTH, TypedFigures.SPREAD
OUTCOMES = {
    "f": TypedOutcome.FORFEITS, "W": TypedOutcome.WINS, "ff": TypedOutcome.BOTH_FORFEIT,
    "void": TypedOutcome.VOID, "bye": TypedOutcome.BYE,
}  # fmt: skip


@pytest.mark.parametrize(
    ("line", "mode", "typed"),
    [
        *(
            (line, SCORES, FOUR)
            for line in ("4 402 380", " 4  402 380 ", "4/402/380", "4*402*380", "b4, 402, 380")
        ),
        ("004 402 380", SCORES, FOUR),
        # Scores in the program's own notation.
        *(
            row
            for line in ("4 402-380", "4 402:380", "4 402–380", "4 402 - 380", "4 402−380")
            for row in ((line, SCORES, FOUR), (f"{line} 22", BOTH, FOUR))
        ),
        # A dash before a score stays a minus.
        ("4 350 -12", SCORES, TypedResult(4, score=350, opponent=-12)),
        ("4 350 −12", SCORES, TypedResult(4, score=350, opponent=-12)),
        ("4 350--12", SCORES, TypedResult(4, score=350, opponent=-12)),
        ("4 -12-350", SCORES, TypedResult(4, score=-12, opponent=350)),
        ("4 −22", SPREAD, TypedResult(4, score=-22, spread_only=True)),
        ("4 -22", SPREAD, TypedResult(4, score=-22, spread_only=True)),
        *(
            (line, SCORES, TypedResult(17, by_player=True, score=402, opponent=380))
            for line in ("p17 402 380", "#17 402 380", "P17/402/380")
        ),
        # The spread is a check digit; without a sign it is its size.
        ("4 402 380 22", BOTH, FOUR),
        ("4 402 380 +22", BOTH, FOUR),
        ("4 380 402 22", BOTH, TypedResult(4, score=380, opponent=402)),
        ("4 380 402 -22", BOTH, TypedResult(4, score=380, opponent=402)),
        *(
            (f"4 {word}", mode, TypedResult(4, outcome=outcome))
            for word, outcome in OUTCOMES.items()
            for mode in TypedFigures
        ),
    ],
)
def test_line_is_read_in_any_notation(line, mode, typed):
    assert parse_typed_result(line, mode) == typed


def test_player_or_board_comes_first_and_is_written_in_canonical_form():
    assert parse_typed_result("17 402 380", by_player=True).by_player
    assert not parse_typed_result("b17 402 380", by_player=True).by_player
    assert parse_typed_result("4").only_selects
    assert not parse_typed_result("4 0 380").only_selects
    assert str(parse_typed_result("004/402/380")) == "b4 402 380"
    assert str(parse_typed_result("#17 f")) == "p17 f"
    assert str(parse_typed_result("4 22", TypedFigures.SPREAD)) == "b4 +22"
    assert format_board_ranges([1, 2, 3, 5, 6, 9]) == "1–3, 5, 6, 9"
    assert format_board_ranges([]) == ""
    assert format_board_ranges([1, 3, 4, 5, 6, 8, 9]) == "1, 3–6, 8, 9"


AFTER = "after the board or player number"


@pytest.mark.parametrize(
    ("line", "mode", "reason"),
    [
        ("", SCORES, "Nothing was typed"),
        ("x4 402 380", SCORES, "“x4” is neither a board nor a player"),
        ("0 402 380", SCORES, "“0” is neither a board nor a player"),
        ("4 402", SCORES, f"two scores {AFTER}; only one is typed"),
        ("4 402 380 22", SCORES, f"two scores {AFTER}, not 3"),
        ("4 402 380", BOTH, f"two scores and the spread {AFTER}, not 2 numbers"),
        ("4 402 380", SPREAD, f"the spread {AFTER}, not 2 numbers"),
        ("4 402-380", SPREAD, "“402-380” is not a score"),
        ("4 4o2 380", SCORES, "“4o2” is not a score"),
        ("4 402 380 32", BOTH, "differ by 22, but the spread typed is 32"),
        ("4 402 380 -22", BOTH, "differ by 22, but the spread typed is -22"),
    ],
)
def test_unreadable_part_is_named(line, mode, reason):
    with pytest.raises(ResultNotUnderstood) as caught:
        parse_typed_result(line, mode)
    assert re.search(reason, sentence(caught.value.message))


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
