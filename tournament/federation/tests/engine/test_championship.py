"""Championships over several events: points, the best n, ties and qualifiers."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.federation.engine.championship import (
    ChampionshipRules,
    Placing,
    Scoring,
    championship_ranking,
    half_points_of,
    parse_rules,
)

ANA, BEN, CY, DEE = 1, 2, 3, 4
PLACE, WINS = ChampionshipRules(), ChampionshipRules(Scoring.WINS)
TABLE = ChampionshipRules(Scoring.TABLE, (10, 6, 3))


def order(placings, rules):
    return [
        (line.rank, line.person, line.half_points / 2)
        for line in championship_ranking(placings, rules)
    ]


@pytest.mark.parametrize(
    ("rules", "place", "half_wins", "points"),
    [
        (PLACE, 1, 0, 12),
        (PLACE, 12, 0, 1),
        (WINS, 5, 9, 4.5),
        (TABLE, 1, 0, 10),
        (TABLE, 3, 0, 3),
        (TABLE, 4, 0, 0),
    ],
)
def test_place_among_twelve_gives_the_points_of_each_scoring(rules, place, half_wins, points):
    assert half_points_of(Placing(ANA, 0, place, 12, half_wins), rules) == 2 * points


def test_best_events_count_with_earlier_ones_preferred():
    placings = [Placing(ANA, event, place, 10) for event, place in enumerate((4, 1, 4))]
    (line,) = championship_ranking(placings, ChampionshipRules(best=2))
    assert line.half_points == 2 * (10 + 7)
    assert [row.counts for row in line.events] == [True, True, False]


def test_equal_points_are_decided_by_best_event_then_wins_then_spread():
    one_great = [Placing(ANA, 0, 1, 5), Placing(ANA, 1, 5, 5)]
    two_good = [Placing(BEN, 0, 3, 5), Placing(BEN, 1, 3, 5)]
    assert order([*two_good, *one_great], PLACE) == [(1, ANA, 6), (2, BEN, 6)]
    wins = [Placing(ANA, 0, 2, 5, 8, 10), Placing(BEN, 0, 2, 5, 10, 0)]
    assert [person for _, person, _ in order(wins, PLACE)] == [BEN, ANA]
    spread = [Placing(ANA, 0, 2, 5, 8, 10), Placing(BEN, 0, 2, 5, 8, 11)]
    assert [person for _, person, _ in order(spread, PLACE)] == [BEN, ANA]
    level = [Placing(BEN, 0, 2, 5, 8, 10), Placing(ANA, 0, 2, 5, 8, 10)]
    assert order(level, PLACE) == [(1, ANA, 4), (1, BEN, 4)]
    first = Placing(CY, 0, 1, 5, 9, 0)
    assert order([first, *level], PLACE) == [(1, CY, 5), (2, ANA, 4), (2, BEN, 4)]


def test_event_that_does_not_count_does_not_break_ties():
    rules = ChampionshipRules(best=1)
    placings = [Placing(ANA, 0, 1, 5, 8), Placing(BEN, 0, 1, 5, 8), Placing(BEN, 1, 5, 5, 99, 999)]
    assert order(placings, rules) == [(1, ANA, 5), (1, BEN, 5)]


def test_first_of_each_event_and_of_the_table_qualify():
    placings = [
        Placing(ANA, 0, 1, 4), Placing(BEN, 0, 2, 4), Placing(CY, 0, 3, 4), Placing(DEE, 0, 4, 4),
        Placing(ANA, 1, 1, 4), Placing(CY, 1, 2, 4), Placing(BEN, 1, 3, 4), Placing(DEE, 1, 4, 4),
    ]  # fmt: skip
    lines = championship_ranking(placings, ChampionshipRules(qualify_each=1))
    assert {line.person: line.qualified_in for line in lines} == {
        ANA: 0, BEN: None, CY: None, DEE: None,
    }  # fmt: skip
    assert [line.person for line in lines if line.is_qualified] == [ANA]
    two = championship_ranking(placings, ChampionshipRules(qualify=2, qualify_each=2))
    assert {line.person: (line.qualified_in, line.is_qualified) for line in two} == {
        ANA: (0, True), BEN: (0, True), CY: (1, True), DEE: (None, False),
    }  # fmt: skip


def in_words(placings, rules):
    """Return each person's highest total over all choices of `best` events, or of all events if fewer."""
    totals = {}
    for person in {placing.person for placing in placings}:
        own = [half_points_of(row, rules) for row in placings if row.person == person]
        size = min(rules.best or len(own), len(own))
        totals[person] = max(sum(chosen) for chosen in combinations(own, size))
    return totals


placings_of_events = st.lists(
    st.tuples(st.integers(1, 6), st.integers(0, 5), st.integers(1, 9), st.integers(0, 20)),
    max_size=20,
    unique_by=lambda row: row[:2],
)


@given(
    placings_of_events,
    st.sampled_from([Scoring.PLACE, Scoring.WINS, Scoring.TABLE]),
    st.integers(0, 4),
)
def test_points_equal_those_of_the_rule_written_in_words(rows, scoring, best):
    placings = [Placing(person, event, place, 9, wins) for person, event, place, wins in rows]
    rules = ChampionshipRules(scoring, (9, 5, 2), best)
    lines = championship_ranking(placings, rules)
    assert {line.person: line.half_points for line in lines} == in_words(placings, rules)
    points = [line.half_points for line in lines]
    assert points == sorted(points, reverse=True)
    assert all(sum(row.counts for row in line.events) <= (best or 99) for line in lines)


def test_rules_are_read_from_their_stored_form():
    stored = {"scoring": "table", "table": [10, 6], "best": 3, "qualify": 4, "unknown": 1}
    assert parse_rules(stored) == ChampionshipRules(Scoring.TABLE, (10, 6), 3, 4)
    assert parse_rules({}) == ChampionshipRules()
    for bad in ({"scoring": "dance"}, {"table": 10}, {"table": [10, None]}, {"best": "two"}):
        with pytest.raises(ValueError, match=r"dance|10 is not|None|two"):
            parse_rules(bad)
