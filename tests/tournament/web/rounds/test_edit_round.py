"""Rearranging a round on its page, with a preview and checks before saving."""

import pytest

from tests.shown import text
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/a/rounds/1/edit/"
NOW = {"arrangement": "1:1-2 2:3-4", "seen": "1:1-2 2:3-4"}


@pytest.mark.parametrize(
    ("typed", "after"),
    [
        ("1 3", "1:1-3 2:2-4"),
        ("Ana Lopez - Zoë Müller", "1:1-3 2:2-4"),
        ("2 1", None),
        ("1 9", None),
        ("", None),
    ],
)
def test_change_is_typed_like_a_list_of_pairs(director_client, round_one, typed, after):
    answer = director_client.post(PAGE, NOW | {"do": "type", "typed": typed})
    if after:
        assert f'value="{after}"' in answer.text
    else:
        assert answer.status_code == 422
        assert f'name="typed" value="{typed}"' in answer.text


def test_blocking_remark_comes_before_all_others(director_client, desk, round_one, board):
    for number in (1, 2):
        enter_result(desk, board(number), 402, 380)
    pair_by_hand(desk, round_one.division, [(1, 2), (3, 4)])
    now = {"arrangement": "1:1-2 2:3-4", "seen": "1:1-2 2:3-4"}
    page = director_client.post("/events/autumn-open/a/rounds/2/edit/", now | {"do": "unpair:2"})
    shown = text(page)
    blocks = shown.index("neither an opponent nor the bye")
    assert shown.index("The round cannot be saved yet:") < blocks < shown.index("have met before")
    assert shown.count("have met before") == 1
