"""Positions built from lines typed on the score pad."""

from scoring import catalogue
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Turn
from scoring.engine.typing.typed_turn import UnderstoodTurn, parse_turn

ENGLISH = catalogue.tile_set("english")
STANDARD = catalogue.layout("standard")
WESPA = catalogue.rule_set("wespa")
NAMES = ("Ann", "Ben", "Cid", "Dee")


def game(*lines: str, rules=WESPA, tiles=ENGLISH, players=2, layout=STANDARD) -> Replay:
    """Return the position after these lines, all of which must be valid."""
    position = Replay(rules, tiles, layout, players)
    for line in lines:
        position.add_turns([turn(line, position)])
    return position


def turn(line: str, position: Replay, **options) -> Turn:
    read = parse_turn(line, position, names=NAMES, **options)
    assert isinstance(read, UnderstoodTurn), read
    return read.turn
