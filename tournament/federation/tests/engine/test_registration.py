"""Places in an event: total limits, limits by division, and moving up."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tournament.federation.engine.registration import EventPlaces, promoted_from_waiting_list


def test_event_without_a_limit_always_has_a_place():
    places = EventPlaces()
    for _ in range(1000):
        assert places.is_free(1)
        places = places.with_place_taken(1)


def test_event_limit_applies_across_all_divisions():
    places = EventPlaces(limit=2, taken=Counter({1: 1}))
    assert places.is_free(2)
    full = places.with_place_taken(2)
    assert not full.is_free(1)
    assert full.taken == Counter({1: 1, 2: 1})
    assert places.taken == Counter({1: 1})


def test_full_division_does_not_block_other_divisions():
    places = EventPlaces(limit=10, division_limits={1: 1}, taken=Counter({1: 1}))
    assert promoted_from_waiting_list(places, [("ana", 1), ("ben", 2), ("cy", 1)]) == ["ben"]


def test_exceeded_limit_leaves_no_place():
    places = EventPlaces(limit=1, taken=Counter({1: 3}))
    assert not places.is_free(1)
    assert promoted_from_waiting_list(places, [("ana", 1)]) == []


def in_words(limit, by_division, taken, waiting):
    """Return who moves up: the first in the list whose event and division are below their limits."""
    came = []
    for key, division in waiting:
        inside = [d for d, count in taken.items() for _ in range(count)] + [d for _, d in came]
        event_is_full = limit is not None and len(inside) >= limit
        division_is_full = (
            division in by_division and inside.count(division) >= by_division[division]
        )
        if not event_is_full and not division_is_full:
            came.append((key, division))
    return [key for key, _division in came]


@given(
    st.none() | st.integers(0, 12),
    st.dictionaries(st.integers(0, 3), st.integers(1, 5)),
    st.dictionaries(st.integers(0, 3), st.integers(0, 5)),
    st.lists(st.integers(0, 3), max_size=20),
)
def test_moving_up_equals_the_rule_written_in_words(limit, by_division, taken, divisions):
    waiting = list(enumerate(divisions))
    places = EventPlaces(limit, by_division, Counter(taken))
    assert promoted_from_waiting_list(places, waiting) == in_words(
        limit, by_division, taken, waiting
    )
