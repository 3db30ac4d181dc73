"""What-if pairings of played or future rounds, by one method or all; nothing is stored."""

import re

import pytest

from tests.shown import text
from tests.tournament.fixtures import play_round
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round
from tournament.models import Round
from tournament.web.rounds.forms import method_choices

pytestmark = pytest.mark.django_db
DIVISION = "/events/autumn-open/a/"


def what_if(number):
    return f"{DIVISION}rounds/{number}/what-if/"


@pytest.fixture
def played(desk, four):
    """Play round 1: 1 beats 3 by 20 and 2 beats 4 by 20."""
    return close_round(desk, play_round(desk, four, [(1, 3), (2, 4)], [(400, 380)] * 2))


def test_played_round_is_compared_with_another_pairing_and_its_results(
    director_client, desk, four, played
):
    pair_by_hand(desk, four, [(1, 2), (3, 4)])
    page = director_client.get(what_if(1), {"method": "swiss", "seed": "3"})
    assert "2 of 2 boards differ." in text(page)
    assert "Use this method" not in text(page)
    halves = {"method": "swiss", "seed": "3", "option_opponents": "halves"}
    boards = director_client.get(what_if(1), halves).context["answer"].boards
    met = {(b.row.first.number, b.row.second.number): (b.is_same, b.actual_games) for b in boards}
    assert set(map(frozenset, met)) == {frozenset({1, 3}), frozenset({2, 4})}
    for (first, _second), same_and_games in met.items():
        scores = (400, 380) if first in (1, 2) else (380, 400)
        assert same_and_games == (True, ((1, *scores),))
    assert Round.objects.count() == 2


def test_every_method_has_a_row_with_its_costs_or_an_obstacle(
    director_client, played, django_assert_max_num_queries
):
    table = director_client.get(what_if(2), {"methods": "all", "seed": "5"}).text
    rows = re.findall(r'hx-get="\?row=(\w+)&amp;seed=5', table)
    assert rows == [key for key, _label in method_choices()]
    with django_assert_max_num_queries(20):
        row = director_client.get(what_if(2), {"row": "swiss", "seed": "5"}).text
    assert re.findall(r'<td class="num">(\d+)</td>', row) == ["0", "4", "4", "3", "0", "0"]
    refused = director_client.get(what_if(2), {"row": "team_round_robin"}).text
    assert 'colspan="6"' in refused
    assert Round.objects.count() == 1


def test_use_button_pairs_the_draft_as_shown(director_client, desk, four, played):
    pair_by_hand(desk, four, [(1, 4), (2, 3)])
    page = director_client.get(what_if(2), {"method": "king_of_the_hill", "seed": "7"})
    shown = {row.row.first.number: row.row.second.number for row in page.context["answer"].boards}
    sent = dict(page.context["sent_values"])
    used = director_client.post(f"{DIVISION}rounds/2/pair/", sent)
    assert used.status_code == 302
    round_ = Round.objects.get(number=2)
    assert (round_.method, round_.seed) == ("king_of_the_hill", 7)
    pairs = round_.pairings.filter(replaced_at=None)
    assert dict(pairs.values_list("first__number", "second__number")) == shown
