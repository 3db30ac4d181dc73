"""Parsing a list of prizes: every line is understood or explained."""

import tomllib
from pathlib import Path

import pytest

from tests.tournament.engine.in_words import in_words
from tournament.engine.prizes.pasted_prizes import (
    ListedPrize,
    is_repeat,
    read_prizes,
    reject_repeats,
)
from tournament.wording.sentences import sentences

CASES = tomllib.loads((Path(__file__).parent / "pasted.toml").read_text(encoding="utf-8"))


def read(line, divisions=("A", "B"), classes=None):
    (prize,) = read_prizes(line, divisions, classes or {"A": {"B"}})
    return prize


@pytest.mark.parametrize(("line", "division", "title", "value"), CASES["understood"])
def test_prize_line_is_understood(line, division, title, value):
    prize = read(line)
    assert (prize.problem, prize.division, prize.value) == (None, division, value)
    assert ", ".join(sentences(prize.titles)) == title


@pytest.mark.parametrize(("line", "problem"), CASES["refused"])
def test_rejected_line_is_explained(line, problem):
    assert in_words(read(line).problem) == problem


def test_unknown_prize_is_answered_with_the_known_kinds():
    problem = in_words(read("best hair 20").problem)
    assert problem.startswith("This line cannot be read. Write a place (“1st”) or one of: ")
    assert "by hand" in problem
    prize = read("1st = 300", divisions=("A",))  # needs no division before the place
    assert (prize.problem, prize.division) == (None, "A")
    prize = read("A: class D = 20")
    assert (prize.is_valid, in_words(prize.note)) == (True, "No player is in class D yet.")
    assert read("tough luck 5 = 10").options == {"losses": 5}
    prizes = read_prizes("\n\nhigh win 5\n  \nhigh loss 4", ["A"], {})
    titles = [(line.line, in_words(*line.titles)) for line in prizes]
    assert titles == [(3, "High win"), (5, "High loss")]


LISTED = [
    ListedPrize("A", "place", {}, 1, "", "$300"),
    ListedPrize("", "high_win", {}, 1, "", "25"),
    ListedPrize("A", "rating_class", {"rating_class": "B"}, 1, "", "50"),
    ListedPrize("", "by_hand", {}, 1, "Best dressed", "a trophy"),
    ListedPrize("", "tough_luck", {"losses": None}, 1, "", "5"),
]


def checked(text, classes=None):
    return reject_repeats(read_prizes(text, ("A", "B"), classes or {"A": {"B"}}), LISTED)


@pytest.mark.parametrize(
    "line",
    [
        "A: 1st = $300", "A: 1st = $ 300", "high win = 25", "A: class b = 50",
        "By hand: best dressed = a trophy", "tough luck 5.00",
    ],
)  # fmt: skip
def test_listed_prize_is_not_accepted_again(line):
    (again,) = checked(line)
    assert is_repeat(again)
    assert in_words(again.problem) == "This prize is already on the list."


@pytest.mark.parametrize(
    "line",
    ["B: 1st = $300", "A: 2nd = $300", "2nd high win = 25", "tough luck 5 = 5", "high loss = 25"],
)
def test_prize_for_something_new_is_accepted(line):
    (new,) = checked(line)
    assert (new.is_valid, new.note) == (True, None)


def test_second_prize_for_the_same_place_is_accepted_with_a_remark():
    (second,) = checked("A: 1st = a trophy")
    assert second.is_valid
    assert in_words(second.note) == (
        "There is already a prize for the same place or achievement ($300). The winner gets both."
    )
    (places,) = checked("A: 1-3 = $300")
    assert places.places == (2, 3)
    assert in_words(places.note) == "The other places in this line are already on the list."
    twice = checked("A: 2nd = 20\nhigh loss 5\n" * 2)
    assert [line.is_valid for line in twice] == [True, True, False, False]
