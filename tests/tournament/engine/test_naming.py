"""Names as displayed in public."""

import pytest

from tournament.engine import naming


@pytest.mark.parametrize(
    ("name", "sort_name", "way", "shown", "listed"),
    [
        ("Ana Lopez", "Lopez, Ana", naming.FULL, "Ana Lopez", "Lopez, Ana"),
        ("Ana Lopez", "Lopez, Ana", naming.FIRST_AND_INITIAL, "Ana L.", "L., Ana"),
        ("Ana Lopez", "Lopez, Ana", naming.INITIALS, "A. L.", "L. A."),
        ("Ana Maria de Cruz", "de Cruz, Ana Maria", naming.FIRST_AND_INITIAL, "Ana Maria D. C.", "D. C., Ana Maria"),
        ("Nagy Péter", "Nagy, Péter", naming.FIRST_AND_INITIAL, "N. Péter", "N., Péter"),
        ("Nagy Péter", "Nagy Péter", naming.FIRST_AND_INITIAL, "N. P.", "N. P."),
        ("Ana", "Ana", naming.FIRST_AND_INITIAL, "Ana", "Ana"),
        ("Ana", "Ana", naming.INITIALS, "A.", "A."),
    ],
)  # fmt: skip
def test_name_is_shortened_as_the_event_requires(name, sort_name, way, shown, listed):
    assert naming.shown_name(name, sort_name, way) == shown
    assert naming.shown_sort_name(name, sort_name, way) == listed


def test_initials_on_request_and_the_events_form_for_minors_apply():
    assert (
        naming.name_form(by_initials=False, is_minor=False, minors=naming.INITIALS) == naming.FULL
    )
    assert (
        naming.name_form(by_initials=False, is_minor=True, minors=naming.FIRST_AND_INITIAL)
        == naming.FIRST_AND_INITIAL
    )
    assert naming.name_form(by_initials=False, is_minor=True, minors=naming.FULL) == naming.FULL
    assert naming.name_form(by_initials=True, is_minor=True, minors=naming.FULL) == naming.INITIALS
