"""After a forgotten turn, later turns with the wrong players are reassigned."""

from scoring.engine.game.reassignment import reassign_turns
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Turn, TurnKind
from tests.scoring.engine.typing.test_typed_turn import game


def passed(*players: int, of: int = 2):
    """Return a game of passes by these players, and the new players by `reassign_turns` from each turn on."""
    position = game(players=of)
    return position.add_turns([Turn(TurnKind.PASS, player, announced=0) for player in players])


def players(position: Replay) -> list[int]:
    return [turn.player for turn in position.turns]


def test_each_later_turn_moves_to_the_other_player():
    assert players(reassign_turns(passed(0, 0, 1, 0), 1)) == [0, 1, 0, 1]


def test_turns_in_order_are_unchanged():
    assert players(reassign_turns(passed(0, 1, 0), 1)) == [0, 1, 0]


def test_turns_are_unchanged_if_moving_them_does_not_help():
    assert players(reassign_turns(passed(0, 1, 1, 0), 1)) == [0, 1, 1, 0]


def test_order_of_three_players_is_found_in_both_directions():
    forgotten = passed(0, 1, 1, 2, 0, of=3)
    assert players(reassign_turns(forgotten, 2)) == [0, 1, 2, 0, 1]
    one_too_many_out = passed(0, 2, 0, 1, of=3)
    assert players(reassign_turns(one_too_many_out, 1)) == [0, 1, 2, 0]


def test_points_given_by_name_stay_with_the_player():
    position = game()
    turns = [
        Turn(TurnKind.PASS, 0, announced=0),
        Turn(TurnKind.PASS, 0, announced=0),
        Turn(TurnKind.ADJUSTMENT, 1, announced=-5, remark="late"),
    ]
    assert players(reassign_turns(position.add_turns(turns), 1)) == [0, 1, 1]
