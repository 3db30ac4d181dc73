"""Unusual typed lines are questioned before they are recorded."""

import pytest

from scoring import catalogue
from scoring.engine.typing.typed_turn import parse_turn
from scoring.wording.engine import sentences
from tests.scoring.engine.typed_games import NAMES, game

OVER = ("8H ZONE 26", *("pass",) * 6)
NOT_ENDED = "According to the record, the game has not ended: nobody has gone out."
READ_AS = "I8 holds T; the word has R there. Read as B(T)RAG, it scores 12"
LOST = "Ann is more than 10 minutes over and loses the game under these rules."


def questions_about(line, *before, **options):
    """Return the questions about a line typed after these lines."""
    return sentences(parse_turn(line, game(*before, **options), names=NAMES).questions)


@pytest.mark.parametrize(
    ("line", "before", "question"),
    [
        ("1: rack QE", OVER[:1], NOT_ENDED),
        ("1: rack QE", OVER, ""),
        ("1: rack QE", (*OVER, "1: rack AB"), "Ann's rack has already been settled: AB."),
        ("1: rack QE", (*OVER, "1: rack AB", "1: rack AE"), "Ann's rack has already been settled: AE."),
        ("2: rack QE", (*OVER, "1: rack AB"), ""),
        ("1: rack ZE", OVER, "With ZE on the rack, there are more Z than the set has."),
        ("2: rack Q", (*OVER, "1: rack QE"), "With Q on the rack, there are more Q than the set has."),
        ("1: time 10", OVER[:1], NOT_ENDED),
        ("1: time -10:00", OVER, ""),
        ("1: time -10:01", OVER, LOST),
        ("1: time 10", (*OVER, "1: time 100"), LOST),
        ("2: time 10", (*OVER, "1: time 110"), ""),
        ("I7 BRAG", ("8G CAT 10",), f"{READ_AS}."),
        ("I7 BRAG 11", ("8G CAT 10",), f"{READ_AS}, not 11."),
        ("I7 BRAG 12", ("8G CAT 10",), ""),
        ("I7 BTRAG", ("8G CAT 10",), ""),
        ("8G CATS", ("8G CAT 10",), ""),
    ],
)  # fmt: skip
def test_unusual_racks_times_and_words_over_other_tiles_are_questioned(line, before, question):
    assert questions_about(line, *before) == ((question,) if question else ())


def test_box_rules_do_not_question_the_end_before_racks():
    assert questions_about("1: rack QE", "8H ZONE 26", rules=catalogue.rule_set("box_hasbro")) == ()


@pytest.mark.parametrize("word", ["froZEN", "FROzeN", "frozEN", "Frozen"])
def test_too_many_small_letters_for_blanks_are_reported(word):
    small = sum(letter.islower() for letter in word)
    blanks = f"Read without blanks: {word} has {small} lowercase letters, but the set has 2 blanks."
    is_name = word == "Frozen"
    assert questions_about(f"8H {word} 38") == (() if small <= 2 or is_name else (blanks,))
