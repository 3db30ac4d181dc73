"""After a forgotten turn, later turns with the wrong players are reassigned."""

import pytest

from scoring.engine.game.reassignment import reassign_turns
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Turn, TurnKind
from tests.scoring.engine.typing.test_typed_turn import game


def players(position: Replay) -> list[int]:
    return [turn.player for turn in position.turns]


@pytest.mark.parametrize(
    ("passing", "seats", "forgotten", "reassigned"),
    [
        ((0, 0, 1, 0), 2, 1, [0, 1, 0, 1]),
        ((0, 1, 0), 2, 1, [0, 1, 0]),  # in order
        ((0, 1, 1, 0), 2, 1, [0, 1, 1, 0]),  # moving them does not help
        # The order of three players is found in both directions.
        ((0, 1, 1, 2, 0), 3, 2, [0, 1, 2, 0, 1]),
        ((0, 2, 0, 1), 3, 1, [0, 1, 2, 0]),
    ],
)
def test_each_later_turn_moves_to_the_other_player(passing, seats, forgotten, reassigned):
    turns = [Turn(TurnKind.PASS, player, announced=0) for player in passing]
    position = game(players=seats).add_turns(turns)
    assert players(reassign_turns(position, forgotten)) == reassigned


def test_points_given_by_name_stay_with_the_player():
    position = game()
    turns = [
        Turn(TurnKind.PASS, 0, announced=0),
        Turn(TurnKind.PASS, 0, announced=0),
        Turn(TurnKind.ADJUSTMENT, 1, announced=-5, remark="late"),
    ]
    assert players(reassign_turns(position.add_turns(turns), 1)) == [0, 1, 1]
