"""Standings from the database: equal to those of the engine, in a fixed number of queries."""

import pytest

from tournament.actions.results.results import correct_result, enter_result
from tournament.models import Entry
from tournament.queries.event.events import all_events, division_summaries
from tournament.queries.rounds.pairing import pairing_request
from tournament.queries.rounds.rounds import boards_of, round_summaries
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db


def table(division, after=None):
    return [
        (row.line.rank, row.person.name, *(cell.text for cell in row.cells))
        for row in division_standings(division, after).rows
    ]


def test_standings_include_every_result(desk, four, board):
    enter_result(desk, board(1), 400, 350)
    enter_result(desk, board(2), 380, 382)
    assert table(four) == [
        (1, "Ana Lopez", "1", "0", "+50"),
        (2, "Dai Jones", "1", "0", "+2"),
        (3, "Zoë Müller", "0", "1", "−2"),
        (4, "Ben Okafor", "0", "1", "−50"),
    ]


def test_corrected_result_changes_every_later_round(desk, four, whole_robin):
    before = table(four, 3)
    pairing = boards_of(whole_robin[0])[0].pairing
    correct_result(desk, pairing, 300, 500, reason="slip was turned round")
    after = table(four, 3)
    assert before != after
    assert division_standings(four, 1).row(pairing.second.number).line.spread == 200


def test_tie_break_is_named_unless_wins_decide(desk, four, board):
    enter_result(desk, board(1), 400, 350)
    enter_result(desk, board(2), 400, 390)
    rows = division_standings(four).rows
    assert [row.decided_by for row in rows] == ["", "Spread", "", "Spread"]


def test_withdrawn_players_are_hidden_if_the_rules_say_so(desk, event, four, whole_robin):
    Entry.objects.filter(number=4).update(withdrawn_after=1)
    assert [row.person.number for row in division_standings(four, 3).rows][-1] == 4
    four.event.rules_copy["withdrawn"] = "hidden"
    del four.event.rules
    assert 4 not in [row.person.number for row in division_standings(four, 3).rows]


def test_number_of_queries_is_constant(four, whole_robin, event, django_assert_num_queries):
    with django_assert_num_queries(3):
        division_standings(four)
    with django_assert_num_queries(1):
        assert [s.missing for s in round_summaries(four)] == [0, 0, 0]
    with django_assert_num_queries(2):
        assert len(boards_of(whole_robin[0])) == 2
    with django_assert_num_queries(6):
        pairing_request(four, 4)
    with django_assert_num_queries(3):
        assert [(d.players, d.rounds, d.current) for d in division_summaries(event)] == [(4, 3, 3)]
    with django_assert_num_queries(1):
        assert [(e.division_count, e.player_count) for e in all_events()] == [(1, 4)]
