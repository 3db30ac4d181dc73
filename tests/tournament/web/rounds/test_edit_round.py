"""Rearranging a round on its page, with a preview and checks before saving."""

import pytest

from tests.shown import text
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.models import Pairing
from tournament.queries.rounds.drafts import arrangement_of

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/a/rounds/1/edit/"
NOW = {"arrangement": "1:1-2 2:3-4", "seen": "1:1-2 2:3-4"}


def test_swap_is_previewed_with_its_checks_without_saving(director_client, round_one):
    answer = director_client.post(PAGE, NOW | {"do": "swap", "one": "1", "other": "3"})
    words = text(answer)
    assert "Checked Every player is in the round once, and there are no repeats." in words
    assert "1 3 Zoë Müller 2 Ben Okafor changed" in words
    assert 'value="1:3-2 2:1-4"' in answer.text
    assert str(arrangement_of(round_one)) == "1:1-2 2:3-4"


def test_previewed_arrangement_is_saved_with_a_reason(director_client, round_one):
    data = {"arrangement": "1:3-2 2:1-4", "seen": "1:1-2 2:3-4", "do": "save"}
    refused = director_client.post(PAGE, data | {"reason": " "})
    assert "Round 1 is published. Give a reason." in text(refused)
    answer = director_client.post(PAGE, data | {"reason": "drove here together"})
    assert answer.url == "/events/autumn-open/a/?round=1"
    assert str(arrangement_of(round_one)) == "1:3-2 2:1-4"


def test_unpaired_players_are_named_and_can_be_paired(director_client, round_one):
    answer = director_client.post(PAGE, NOW | {"do": "unpair:1"})
    words = text(answer)
    assert "Ana Lopez has neither an opponent nor the bye." in words
    assert "Pair two players" in words
    assert "Save round 1" not in words
    paired = director_client.post(
        PAGE, {**NOW, "arrangement": "2:3-4 free:1,2", "do": "pair", "one": "1", "other": "2"}
    )
    assert "no board" not in text(paired)


@pytest.mark.parametrize(
    "typed",
    [
        {"do": "swap", "one": "1", "other": ""},
        {"do": "flip:9"},
        {"do": "nonsense"},
        {"do": "move", "board": "1", "to": "0"},
        {"do": "flip:1", "arrangement": "<script>"},
    ],
)
def test_invalid_change_is_refused_and_changes_nothing(director_client, round_one, typed):
    answer = director_client.post(PAGE, NOW | typed)
    assert answer.status_code == 422
    assert Pairing.objects.exclude(replaced_at=None).count() == 0


def test_arrangement_with_unknown_numbers_is_not_shown(director_client, round_one):
    answer = director_client.post(PAGE, {**NOW, "arrangement": "1:1-99 2:3-4", "do": "flip:1"})
    assert 'value="1:1-2 2:3-4"' in answer.text


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


def test_avoidable_repeat_is_marked_as_avoidable(director_client, desk, whole_robin):
    division = whole_robin[0].division
    pair_by_hand(desk, division, [(1, 2), (3, 4)])
    add_players(desk, division, "Eve Stone\nFinn Late")
    page = "/events/autumn-open/a/rounds/4/edit/"
    seen = {"seen": "1:1-2 2:3-4", "do": "flip:3"}
    words = text(director_client.post(page, seen | {"arrangement": "1:1-2 2:3-4 3:5-6"}))
    assert "Ana Lopez and Ben Okafor have met before" in words
    assert "2 pairings repeat an earlier one; 1 could not be avoided." in words
    words = text(director_client.post(page, seen | {"arrangement": "1:1-2 2:3-5 3:4-6"}))
    assert "Ana Lopez and Ben Okafor have met before" in words
    assert "an earlier one;" not in words


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
