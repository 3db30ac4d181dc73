"""Whether the result of a recorded game counts at its board, and whether a ruling flipped its winner."""

import pytest

from scoring.actions.games import finish_game, reopen_game
from scoring.actions.rulings import rule_on_entry
from scoring.actions.turns import record_turn
from scoring.engine.typing.typed_turn import parse_turn
from scoring.models import Ruling
from scoring.queries.sheets import sheet
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result
from tournament.models import Pairing, ResultEntry, Round
from tournament.models.results import ResultStatus
from tournament.queries.results.recorded_games import counting_flips, pending_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def flipped(desk, board):
    """Record board 1: Ana Lopez 25 (35 announced), Ben Okafor 29; then let the announced score stand."""
    game = start_game(desk, board(1))
    lines = ["8H ZONE 36", *["pass"] * 6, "2: adjust 30 late start", "1: rack A", "2: rack E"]
    for line in lines:
        record_turn(game, parse_turn(line, sheet(game).replay).turn, desk, confirmed=True)
    finish_game(game, desk)
    reopen_game(game, desk, reason="recount")
    entry = sheet(game).entries[0]
    rule_on_entry(entry, Ruling.Decision.LET_STAND, desk, reason="both agreed")
    finish_game(game, desk)
    return board(1)


def result_of(pairing):
    return ResultEntry.objects.get(pairing=pairing, standing=ResultStatus.COUNTS)


def test_flipped_winner_is_listed_while_the_recorded_result_counts(desk, flipped):
    ((pairing, flip),) = counting_flips([(flipped, result_of(flipped))])
    assert pairing == flipped
    assert (flip.before, flip.after) == ("Ben Okafor wins, 29 to 25", "Ana Lopez wins, 35 to 29")
    correct_result(desk, flipped, 400, 380, reason="played again", accepted=True)
    assert counting_flips([(flipped, result_of(flipped))]) == []


def test_boards_without_games_make_no_queries(board, django_assert_num_queries):
    pairing = board(2)
    with django_assert_num_queries(0):
        assert counting_flips([(pairing, None)]) == []


def entered(figures, source="recorded", standing="counts", **more):
    first, second = figures
    return ResultEntry(
        first_score=first, second_score=second, source=source, standing=standing, outcome="played", **more
    )  # fmt: skip


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
def test_no_pending_result_if_the_game_counts_or_is_missing(results):
    assert pending_result(results) is None


@pytest.mark.parametrize(
    ("results", "phase", "sentence"),
    [
        (
            [OLD, NEW],
            "closed",
            (
                "Round 2 is closed, so 377-358 does not count yet. Until the director decides, "
                "332-408 counts."
            ),
        ),
        (
            [entered((340, 408), "typed", reason="as on both slips"), NEW],
            "playing",
            (
                "A ruling says that 340-408 counts, so 377-358 does not count yet. The director "
                "must decide."
            ),
        ),
        (
            [entered((377, 358), standing="superseded"), entered((340, 408), "typed")],
            "closed",
            "On board 3, a different result counts: 340-408.",
        ),
    ],
)
def test_pending_result_names_the_result_that_counts(results, phase, sentence):
    board = Pairing(board=3, round=Round(number=2, phase=phase))
    assert pending_result(results).sentence(board) == sentence
