"""What is odd about a line that was understood, each with the sentence to confirm before it is recorded."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.board.tiles import BLANK, TileSet
from scoring.engine.game.outcome import lost_on_time
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Kind, Turn
from scoring.engine.typing.words import TypedTile


def doubts_of_word(word: str, typed: Sequence[TypedTile], tile_set: TileSet) -> tuple[str, ...]:
    """A word in which small letters stand between capitals, and none could be meant as blanks."""
    small = [letter for letter in word if letter.islower()]
    mixed = small and any(letter.isupper() for letter in word) and word != word.capitalize()
    blanks = set(tile_set.blank_forms.values())
    if not mixed or any(item.tile in blanks for item in typed):
        return ()
    number = tile_set.counts[BLANK]
    has = f"the set has {number} blank{'' if number == 1 else 's'}"
    return (f"Read without blanks: {word} has {len(small)} small letters, and {has}.",)


def doubts_of_rack(position: Replay, turn: Turn, holder: str) -> tuple[str, ...]:
    """An end rack before the end, a second one, or tiles that lie on the board. `holder` is the name."""
    found = [*_too_early(position)]
    tile_set = position.tile_set
    settled = [old for old in position.turns if old.kind is Kind.END_RACK]
    same = [old for old in settled if old.player == turn.player]
    if same and position.players == 2:
        found.append(f"{holder}'s rack is settled already: {tile_set.write(same[-1].tiles)}.")
    held = tile_set.pack([*turn.tiles, *(tile for old in settled for tile in old.tiles)])
    if not same and tile_set.lacks(position.unseen, held):
        short = ", ".join(dict.fromkeys(tile_set.short(position.unseen, held)))
        found.append(
            f"With {tile_set.write(turn.tiles)} on the rack there is more of {short} than the set has."
        )
    return tuple(found)


def doubts_of_time(position: Replay, turn: Turn, name: str) -> tuple[str, ...]:
    """Overtime before the end, or so much of it that it costs the game. `name` is whose clock it is."""
    found = [*_too_early(position)]
    after = Replay(position.rules, position.tile_set, position.board.layout, position.players)
    after.take((*position.turns, turn))
    if turn.player in lost_on_time(after) - lost_on_time(position):
        minutes = position.rules.overtime_cap_minutes
        found.append(
            f"{name} is more than {minutes} minutes over and loses the game by these rules."
        )
    return tuple(found)


def _too_early(position: Replay) -> tuple[str, ...]:
    limited = position.rules.scoreless_limit or position.rules.pass_limit
    if limited and not (position.ended or position.may_end):
        return ("The game has not ended by the record: nobody is out.",)
    return ()
