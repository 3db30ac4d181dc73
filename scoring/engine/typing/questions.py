"""The result of reading a typed line: a turn with questions about it, or the part not understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.board.tiles import BLANK, TileSet
from scoring.engine.game.outcome import seats_lost_on_time
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.message import Message, Messages
from scoring.engine.typing.typed_word import TypedTile


@dataclass(frozen=True, slots=True)
class UnderstoodTurn:
    """A line that is a turn. `questions` must be confirmed before the turn is recorded.

    `literal` is the play read square by square as typed. It is set only if it contradicts a tile on the
    board and no announced score confirms the different reading in `turn`.
    """

    turn: Turn
    questions: Messages = ()
    literal: Turn | None = None
    clock: str = ""
    """The clock as typed, such as ``12:34`` or ``-1:01``; empty if not typed."""


@dataclass(frozen=True, slots=True)
class LineNotUnderstood:
    """A line that is not a turn: the part in question, and a message with what to type instead."""

    part: str
    message: Message

    @classmethod
    def ambiguous(cls, word: str, meanings: tuple[str, ...]) -> LineNotUnderstood:
        """Return the result for a word with several meanings, listing what to type for each."""
        return cls(word, Message("ambiguous_word", word=word, meanings=meanings))


class NoTurn(Exception):
    """Raised while reading a line that is not a turn. `answer` gives the reason."""

    def __init__(self, part: str, code: str | Message, /, **params: Any) -> None:
        message = code if isinstance(code, Message) else Message(code, **params)
        super().__init__(message)
        self.answer = LineNotUnderstood(part, message)


PlayerName = str | Message
"""A player's name, or a message with the number of their seat."""


def word_questions(word: str, typed: Sequence[TypedTile], tile_set: TileSet) -> Messages:
    """Return a question if a word in mixed case was read without blanks, or ()."""
    small = [letter for letter in word if letter.islower()]
    mixed = small and any(letter.isupper() for letter in word) and word != word.capitalize()
    blanks = set(tile_set.blank_forms.values())
    if not mixed or any(item.tile in blanks for item in typed):
        return ()
    number = tile_set.counts[BLANK]
    return (Message("read_without_blanks", word=word, letters=len(small), blanks=number),)


def rack_questions(position: Replay, turn: Turn, holder: PlayerName) -> Messages:
    """Return questions about an end rack that comes too early, is a second one or contains impossible tiles.

    `holder` is the name of the player with the rack.
    """
    questions = [*_too_early_question(position)]
    tile_set = position.tile_set
    settled = [old for old in position.turns if old.kind is TurnKind.END_RACK]
    same = [old for old in settled if old.player == turn.player]
    if same and position.players == 2:
        questions.append(
            Message("rack_settled", name=holder, tiles=tile_set.format_tiles(same[-1].tiles))
        )
    held = tile_set.pack([*turn.tiles, *(tile for old in settled for tile in old.tiles)])
    if not same and tile_set.lacks(position.unseen, held):
        short = tuple(dict.fromkeys(tile_set.missing_tiles(position.unseen, held)))
        rack = tile_set.format_tiles(turn.tiles)
        questions.append(Message("rack_beyond_set", rack=rack, tiles=short))
    return tuple(questions)


def overtime_questions(position: Replay, turn: Turn, name: PlayerName) -> Messages:
    """Return questions about overtime: recorded too early, or enough to lose the game.

    `name` is the name of the clock's owner.
    """
    questions = [*_too_early_question(position)]
    after = Replay(position.rules, position.tile_set, position.board.layout, position.players)
    after.add_turns((*position.turns, turn))
    if turn.player in seats_lost_on_time(after) - seats_lost_on_time(position):
        minutes = position.rules.overtime_cap_minutes
        questions.append(Message("loses_on_time", name=name, minutes=minutes))
    return tuple(questions)


def _too_early_question(position: Replay) -> Messages:
    limited = position.rules.scoreless_limit or position.rules.pass_limit
    if limited and not (position.has_ended or position.may_end):
        return (Message("nobody_out"),)
    return ()
