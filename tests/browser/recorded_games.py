"""Recorded games as somebody at the pad would type them."""

from __future__ import annotations

from typing import NamedTuple

from scoring import catalogue
from scoring.engine import gcg
from scoring.engine.game.replay import Replay, replay
from scoring.engine.game.turns import Kind, Turn
from scoring.engine.typing.lines import typed_line
from tests.samples import GAMES

RULES = "naspa_nwl"
CHOSEN = (
    "human_05_exchange_pass_tt",
    "human_08_withdraw_exchange_dd_crlf",
    "human_06_tt_groups",
    "human_41_withdraw",
    "machine_02",
    "human_07_exchange_dd",
    "human_10_exchange_dd",
    "human_42_withdraw",
    "machine_03",
    "machine_04",
)


class TypedGame(NamedTuple):
    """A game: what is typed for each turn but the racks at the end, the turns, and the final scores."""

    name: str
    players: tuple[str, str]
    lines: tuple[str, ...]
    turns: tuple[Turn, ...]
    finals: tuple[int, ...]


def recorded_games(most: int) -> list[TypedGame]:
    """The first so many of the games chosen."""
    return [_typed(name, (GAMES / f"{name}.gcg").read_text()) for name in CHOSEN[:most]]


def _typed(name: str, text: str) -> TypedGame:
    position = _empty()
    record = gcg.read(text).in_tiles(position.tile_set)
    lines, turns = [], []
    for turn in record.turns:
        if turn.kind is Kind.END_RACK:
            break
        lines.append(bare(turn, position))
        turns.append(turn)
        position.take([turn])
    whole = replay(record.turns, position.rules, position.tile_set, position.board.layout, 2)
    finals = tuple(
        next(turn.total for turn in reversed(record.turns) if turn.player == seat)
        for seat in (0, 1)
    )
    assert whole.finals == finals, f"{name}: choose a record whose totals are right"
    players = (record.seats[0].name, record.seats[1].name)
    return TypedGame(name, players, tuple(lines), tuple(turns), finals)


def bare(turn: Turn, position: Replay) -> str:
    """A turn as the bare notation has it: square, word with a dot for what lies there, score."""
    if turn.kind is Kind.PLAY:
        return f"{turn.coordinate} {position.tile_set.write(turn.tiles)} {turn.announced}"
    if turn.kind is Kind.WITHDRAWN:
        return "--"
    return typed_line(turn._replace(rack=None, total=None), position)


def _empty() -> Replay:
    rules = catalogue.rule_set(RULES)
    return Replay(rules, catalogue.tile_set(rules.tile_set), catalogue.layout(rules.layout))
