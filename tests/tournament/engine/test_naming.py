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
def test_name_is_shortened_as_the_event_requires(name, sort_name, way, shown, listed):
    assert shown_name(name, sort_name, way) == shown
    assert shown_sort_name(name, sort_name, way) == listed


def test_initials_on_request_and_the_events_form_for_minors_apply():
    assert name_form(by_initials=False, is_minor=False, minors=INITIALS) == FULL
    assert (
        name_form(by_initials=False, is_minor=True, minors=FIRST_AND_INITIAL) == FIRST_AND_INITIAL
    )
    assert name_form(by_initials=False, is_minor=True, minors=FULL) == FULL
    assert name_form(by_initials=True, is_minor=True, minors=FULL) == INITIALS
