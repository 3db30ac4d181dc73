"""Pairing a round during the previous one: the results of its games do not affect the pairs."""

from dataclasses import replace

import pytest

from tests.tournament.engine.pairing.events import play
from tournament.engine.pairing.method import all_methods
from tournament.engine.pairing.planning import plan_round
from tournament.engine.results import Outcome

METHODS = [key for key, method in all_methods().items() if method.reads_no_results]


def paired_ahead(players, seed):
    """Return the request for round 6 on the standings after round 4, with one result of round 5 missing."""
    event = play(players, 6, seed)
    request, _ = event.rounds[5]
    ahead = replace(request, source_round=4, standing=event.rounds[4][0].standing)
    (*others, open_) = [row for row in ahead.results if row.round == 5 and row.second]
    rest = tuple(row for row in ahead.results if row.round < 5 or not row.second)
    return ahead, rest, others, open_


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("players", "seed"), [(12, 1), (13, 2)])
def test_plan_does_not_depend_on_games_still_playing(method, players, seed):
    ahead, rest, others, open_ = paired_ahead(players, seed)
    now = replace(ahead, results=(*rest, *others), arranged=((5, open_.first, open_.second),))
    ended = (row._replace(first_score=1, second_score=900) for row in [*others, open_])
    later = replace(ahead, results=(*rest, *ended))
    assert now != later
    assert now.without_later_scores == later.without_later_scores
    requests = (ahead, now, later, now.without_later_scores)
    plans = [plan_round(request, method)[0] for request in requests]
    assert plans == plans[:1] * 4
    assert len(plans[0].pairs) == players // 2


def test_forfeits_and_results_the_standings_use_stay_in_the_request():
    ahead, rest, others, open_ = paired_ahead(12, 1)
    forfeit = open_._replace(outcome=Outcome.FIRST_FORFEITS)
    request = replace(ahead, results=(*rest, *others, forfeit)).without_later_scores
    assert request.results == (*rest, forfeit)
    assert {row[0] for row in request.arranged} == {5}
    for same in (replace(ahead, source_round=None), replace(ahead, head_to_head_firsts=True)):
        assert same.without_later_scores is same
    assert {"swiss", "cop", "factor", "king_of_the_hill"} <= {*METHODS}  # the slowest ones
