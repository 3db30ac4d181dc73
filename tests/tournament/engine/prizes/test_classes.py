"""Splitting a division into classes without separating equal ratings."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.engine.in_words import in_words
from tournament.engine.prizes.classes import (
    ClassCut,
    class_by_number,
    equal_class_cuts,
    read_rating_classes,
)

RATINGS = {1: 1800, 2: 1600, 3: 1600, 4: 1500, 5: 1200, 6: None}
CUTS = [ClassCut("A", 1600), ClassCut("B", 1200), ClassCut("C")]


@pytest.mark.parametrize(
    ("text", "cuts"),
    [
        ("A from 1600, B from 1200, C", CUTS),
        ("A 1600\nB 1200\nC", CUTS),
        ("class A: 1600; class B: 1200; class C", CUTS),
        ("x" * 20, [ClassCut("x" * 20)]),
    ],
)
def test_classes_are_read_in_the_usual_spellings(text, cuts):
    assert [(line.cut, line.problem) for line in read_rating_classes(text)] == [
        (cut, None) for cut in cuts
    ]


def test_entries_are_divided_by_lowest_ratings_or_into_equal_parts():
    assert class_by_number(RATINGS, CUTS) == {1: "A", 2: "A", 3: "A", 4: "B", 5: "B", 6: "C"}
    assert class_by_number(RATINGS, CUTS[:1]) == {1: "A", 2: "A", 3: "A", 4: "", 5: "", 6: ""}
    assert equal_class_cuts(RATINGS, 2) == (ClassCut("A", 1600), ClassCut("B"))
    assert equal_class_cuts(RATINGS, 3) == (ClassCut("A", 1800), ClassCut("B", 1500), ClassCut("C"))
    assert equal_class_cuts({1: 1500, 2: 1500, 3: 1500}, 3) == (ClassCut("A"),)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("A 1600, a 1200", "Class a appears twice."),
        ("A 1200, B 1600", "1600 is not below 1200: write the strongest class first."),
        ("A, B 1200", "Class A has no lowest rating, so no players are left for B."),
        ("-- 1200", "A class needs a name and its lowest rating: “B from 1200”."),
        ("x" * 21, "The name has 21 characters; the maximum is 20."),
    ],
)
def test_invalid_cut_is_explained(text, problem):
    assert in_words(*(line.problem for line in read_rating_classes(text))) == problem


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.integers(1, 60), st.none() | st.integers(1000, 1010), min_size=1),
    st.integers(1, 6),
)
def test_equal_ratings_are_never_split_and_every_entry_has_a_class(ratings, parts):
    classes = class_by_number(ratings, equal_class_cuts(ratings, parts))
    assert set(classes.values()) <= set("ABCDEF"[:parts])
    assert len({(rating or 0, classes[number]) for number, rating in ratings.items()}) == len(
        {rating or 0 for rating in ratings.values()}
    )
