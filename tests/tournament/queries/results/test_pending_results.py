"""Whether the result of a recorded game is the counted result of its board, and the explanation if not."""

import pytest

from tournament.models import Pairing, ResultEntry, Round
from tournament.queries.results.recorded_games import pending_result


def entered(figures, source="recorded", standing="counts", **more):
    first, second = figures
    return ResultEntry(
        first_score=first, second_score=second, source=source, standing=standing, outcome="played", **more
    )  # fmt: skip


def board_of(phase):
    return Pairing(board=3, round=Round(number=2, phase=phase))


OLD = entered((332, 408))
NEW = entered((377, 358), standing="beside")


@pytest.mark.parametrize(
    "results",
    [
        [],
        [OLD],
        [entered((400, 380), "typed")],
        [entered((332, 408), standing="superseded"), entered((332, 408), "typed")],
        [
            entered((332, 408), standing="superseded"),
            entered((-76, 0), "imported", spread_only=True),
        ],
    ],
    ids=["no result", "it counts", "nothing recorded", "chosen by hand", "the same spread"],
)
def test_nothing_is_shown_where_the_game_counts_or_there_is_none(results):
    assert pending_result(results) is None


def test_in_a_closed_round_it_waits_for_a_decision():
    assert pending_result([OLD, NEW]).sentence(board_of("closed")) == (
        "Round 2 is closed, so 377-358 does not count yet. Until the director decides, 332-408 "
        "counts."
    )


def test_after_a_ruling_on_the_result_it_waits_too():
    typed = entered((340, 408), "typed", reason="as on both slips")
    assert pending_result([typed, NEW]).sentence(board_of("playing")) == (
        "A ruling says that 340-408 counts, so 377-358 does not count yet. The director must "
        "decide."
    )


def test_a_result_chosen_instead_is_named():
    chosen = entered((340, 408), "typed")
    gone = entered((377, 358), standing="superseded")
    assert pending_result([gone, chosen]).sentence(board_of("closed")) == (
        "At board 3 a different result counts: 340-408."
    )
