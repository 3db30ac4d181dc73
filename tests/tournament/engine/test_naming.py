"""Names as displayed in public."""

import pytest

from tournament.engine.naming import (
    FIRST_AND_INITIAL,
    FULL,
    INITIALS,
    name_form,
    shown_name,
    shown_sort_name,
)


@pytest.mark.parametrize(
    ("name", "sort_name", "way", "shown", "listed"),
    [
        ("Ana Lopez", "Lopez, Ana", FULL, "Ana Lopez", "Lopez, Ana"),
        ("Ana Lopez", "Lopez, Ana", FIRST_AND_INITIAL, "Ana L.", "L., Ana"),
        ("Ana Lopez", "Lopez, Ana", INITIALS, "A. L.", "L. A."),
        ("Ana Maria de Cruz", "de Cruz, Ana Maria", FIRST_AND_INITIAL, "Ana Maria D. C.", "D. C., Ana Maria"),
        ("Nagy Péter", "Nagy, Péter", FIRST_AND_INITIAL, "N. Péter", "N., Péter"),
        ("Nagy Péter", "Nagy Péter", FIRST_AND_INITIAL, "N. P.", "N. P."),
        ("Ana", "Ana", FIRST_AND_INITIAL, "Ana", "Ana"),
        ("Ana", "Ana", INITIALS, "A.", "A."),
    ],
)  # fmt: skip
def test_a_name_is_cut_as_far_as_the_event_says(name, sort_name, way, shown, listed):
    assert shown_name(name, sort_name, way) == shown
    assert shown_sort_name(name, sort_name, way) == listed


def test_who_asked_for_initials_has_them_and_a_minor_what_the_event_says():
    assert name_form(by_initials=False, is_minor=False, minors=INITIALS) == FULL
    assert (
        name_form(by_initials=False, is_minor=True, minors=FIRST_AND_INITIAL) == FIRST_AND_INITIAL
    )
    assert name_form(by_initials=False, is_minor=True, minors=FULL) == FULL
    assert name_form(by_initials=True, is_minor=True, minors=FULL) == INITIALS
