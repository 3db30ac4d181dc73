"""Parsing a list of prizes: every line is understood or explained."""

import tomllib
from pathlib import Path

import pytest

from tests.tournament.engine.in_words import in_words
from tournament.engine.prizes.pasted_prizes import (
    ListedPrize,
    is_repeat,
    read_prizes,
    without_repeats,
)
from tournament.wording.sentences import sentences

CASES = tomllib.loads((Path(__file__).parent / "pasted.toml").read_text(encoding="utf-8"))


def read(line, divisions=("A", "B"), classes=None):
    (prize,) = read_prizes(line, divisions, classes or {"A": {"B"}})
    return prize


@pytest.mark.parametrize(("line", "division", "title", "value"), CASES["understood"])
def test_a_line_is_understood(line, division, title, value):
    prize = read(line)
    assert (prize.problem, prize.division, prize.value) == (None, division, value)
    assert ", ".join(sentences(prize.titles)) == title


@pytest.mark.parametrize(("line", "problem"), CASES["refused"])
def test_a_line_that_cannot_be_taken_says_why(line, problem):
    assert in_words(read(line).problem) == problem


def test_what_is_not_understood_is_answered_with_what_would_be():
    problem = in_words(read("best hair 20").problem)
    assert problem.startswith("This line cannot be read. Write a place (“1st”) or one of: ")
    assert "by hand" in problem


def test_an_event_of_one_division_needs_no_division_before_the_place():
    prize = read("1st = 300", divisions=("A",))
    assert (prize.problem, prize.division) == (None, "A")


def test_a_class_nobody_is_in_is_remarked_on_and_taken():
    prize = read("A: class D = 20")
    assert (prize.taken, in_words(prize.note)) == (True, "Nobody is in class D yet.")


def test_blank_lines_count_and_are_passed_over():
    prizes = read_prizes("\n\nhigh win 5\n  \nhigh loss 4", ["A"], {})
    assert [(line.line, in_words(*line.titles)) for line in prizes] == [
        (3, "High win"),
        (5, "High loss"),
    ]


def test_tough_luck_keeps_its_number_of_losses():
    assert read("tough luck 5 = 10").options == {"losses": 5}


LISTED = [
    ListedPrize("A", "place", {}, 1, "", "$300"),
    ListedPrize("", "high_win", {}, 1, "", "25"),
    ListedPrize("A", "rating_class", {"rating_class": "B"}, 1, "", "50"),
    ListedPrize("", "by_hand", {}, 1, "Best dressed", "a trophy"),
    ListedPrize("", "tough_luck", {"losses": None}, 1, "", "5"),
]


@pytest.mark.parametrize(
    "line",
    [
        "A: 1st = $300", "A: 1st = $ 300", "high win = 25", "A: class b = 50",
        "By hand: best dressed = a trophy", "tough luck 5.00",
    ],
)  # fmt: skip
def test_a_prize_that_is_on_the_list_already_is_not_taken_again(line):
    (checked,) = without_repeats(read_prizes(line, ("A", "B"), {"A": {"B"}}), LISTED)
    assert is_repeat(checked)
    assert sentences([checked.problem]) == ("This prize is already on the list.",)


@pytest.mark.parametrize(
    "line",
    ["B: 1st = $300", "A: 2nd = $300", "2nd high win = 25", "tough luck 5 = 5", "high loss = 25"],
)
def test_a_prize_for_something_else_is_taken(line):
    (checked,) = without_repeats(read_prizes(line, ("A", "B"), {"A": {"B"}}), LISTED)
    assert (checked.taken, checked.note) == (True, None)


def test_something_more_for_the_same_is_taken_and_noticed():
    (checked,) = without_repeats(read_prizes("A: 1st = a trophy", ("A", "B"), {}), LISTED)
    assert checked.taken
    assert sentences([checked.note]) == (
        "There is already a prize for this ($300). The winner gets both.",
    )


def test_of_a_range_the_places_that_are_there_are_left_out():
    (checked,) = without_repeats(read_prizes("A: 1-3 = $300", ("A", "B"), {}), LISTED)
    assert checked.places == (2, 3)
    assert sentences([checked.note]) == ("The other places in this line are already on the list.",)


def test_a_list_that_stands_twice_in_what_is_pasted_counts_once():
    lines = without_repeats(read_prizes("A: 2nd = 20\nhigh loss 5\n" * 2, ("A", "B"), {}), LISTED)
    assert [line.taken for line in lines] == [True, True, False, False]
