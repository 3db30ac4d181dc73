"""Write a game as GCG in a form that the strictest common readers accept.

The grammars in `fixtures/gcg` describe the same forms, and tests check every written file against
them. A turn for which they have no form becomes a note, and information that readers will lose is
listed beside the text.

If a rack was not recorded, the tiles that the player is known to have had are written: those
played, exchanged or withdrawn. For a turn that shows no tiles, they are those of the player's next
turn that does, or the tiles left at the end. Tiles already laid are never written. A ``?`` is
written if nothing is known, and for overtime of a player who went out, because one reader
misinterprets a line without a rack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.engine.board.squares import Coordinate
from scoring.engine.game.progress import Progress
from scoring.engine.game.record import Record
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.gcg.writer import (
    adjustment_note,
    join_lines,
    seats_with_unique_nicks,
    tiles_text,
)
from scoring.engine.message import Message, Messages

PLAYER_COUNT = 2
"""The number of players that strict readers support."""
KNOWN_PRAGMAS = (
    "title", "description", "id", "lexicon", "game-type", "tile-set", "tile-distribution", "board-layout",
)  # fmt: skip
"""The pragmas that readers know, in the order in which they are written."""
_FILE_PRAGMAS = frozenset(
    {"rack1", "rack2", "rack3", "rack4", "incomplete", "character-encoding", "-"}
)
"""Pragmas that describe the file as it was read, not the game."""


@dataclass(frozen=True)
class StrictCopy:
    """A game in the strict form. `text` is "" if that is impossible; `losses` lists lost information."""

    text: str
    losses: Messages


def write_strict(
    record: Record, game: Replay, *, counts: Sequence[int] | None = None
) -> StrictCopy:
    """Return the game as strict GCG, with scores as announced, or a corrected copy with the scores in `counts`.

    `record` is split into tiles, and `game` is its replay. `counts` are the points that count for each
    turn, including rulings; a different announced score is then kept as a note. Without `counts`,
    the correct score replaces one that was not announced. The text is "" unless there are two players.
    """
    losses = tuple(_losses(record, game))
    if len(record.seats) != PLAYER_COUNT:
        return StrictCopy("", losses)
    return StrictCopy("\n".join([*_StrictWriter(record, game, counts).lines(), ""]), losses)


def _losses(record: Record, game: Replay) -> Iterator[Message]:
    """Yield a message for everything that a strict reader loses or misinterprets."""
    if len(record.seats) != PLAYER_COUNT:
        yield Message("strict_players", players=len(record.seats))
        return
    if not game.tile_set.single:
        yield Message("strict_tiles", tile_set=game.tile_set.name)
    if game.board.layout.rows != 15:
        yield Message("strict_board", rows=game.board.layout.rows)
    for number, turn in enumerate(record.turns, 1):
        if turn.kind is TurnKind.ADJUSTMENT:
            yield Message("strict_adjustment", number=number)
        elif turn.kind is TurnKind.CHALLENGE_BONUS and (turn.announced or 0) <= 0:
            yield Message("strict_penalty", number=number)
        elif turn.kind is TurnKind.PLAY and any(
            f.prevents_laying for f in game.faults.get(number - 1, ())
        ):
            yield Message("strict_does_not_lie", number=number)
    if record.stray_lines:
        lines = sum(map(len, record.stray_lines.values()))
        yield Message("strict_stray_lines", lines=lines)


class _StrictWriter:
    """A writer of one game in the strict form."""

    def __init__(self, record: Record, game: Replay, counts: Sequence[int] | None) -> None:
        self.record = record
        self.game = game
        self.counts = counts
        self.nicks = [seat.nick for seat in seats_with_unique_nicks(record)]
        self.running = [0] * len(record.seats)
        progress = Progress(game)
        self.laid = [
            self._tiles_and_word(turn, progress.board_before(index).grid)
            if turn.kind is TurnKind.PLAY
            else ((), "")
            for index, turn in enumerate(record.turns)
        ]
        """The tiles that each turn lays, with a blank as ``?``, and its word."""

    def lines(self) -> Iterator[str]:
        """Yield every line of the file."""
        yield "#character-encoding UTF-8"
        for number, (nick, seat) in enumerate(zip(self.nicks, self.record.seats, strict=True), 1):
            yield join_lines(f"#player{number} {nick} {' '.join(seat.name.split()) or nick}")
        yield from self._pragma_lines()
        for index, turn in enumerate(self.record.turns):
            yield from self._turn_lines(index, turn)
            yield from self._announced_note(index, turn)
            for note in self.record.notes.get(index, ()):
                yield _note(note)

    def _pragma_lines(self) -> Iterator[str]:
        """Yield one line for each pragma that readers know, with its first value.

        Other pragmas of the game, and notes before the first turn, are moved into the description.
        """
        others = [
            f"{pragma.name}: {pragma.value}" if pragma.name not in KNOWN_PRAGMAS else pragma.value
            for pragma in self.record.pragmas
            if pragma.name == "description"
            or (pragma.name not in KNOWN_PRAGMAS and pragma.name not in _FILE_PRAGMAS)
        ]
        others += self.record.notes.get(-1, ())
        described = "; ".join(" ".join(text.split()) for text in others if text.strip())
        for name in KNOWN_PRAGMAS:
            value = self.record.pragma(name) or ""
            if name == "description":
                value = described
            if value.strip():
                yield join_lines(f"#{name} {' '.join(value.split())}")

    def _turn_lines(self, index: int, turn: Turn) -> Iterator[str]:
        """Yield the line of one turn and its remark as a note, or only a note if the turn has no strict form."""
        score = self._score(index, turn)
        before = self.running[turn.player]
        self.running[turn.player] = total = before + score
        nick, figures = self.nicks[turn.player], f"{score:+d} {total}"
        if turn.kind is TurnKind.ADJUSTMENT:
            yield _note(adjustment_note(nick, score, turn.remark))
            return
        if turn.kind is TurnKind.CHALLENGE_BONUS and score <= 0:
            yield _note(f"challenge: {nick} {score:+d}")
            return
        if turn.kind is TurnKind.END_RACK:
            tiles = tiles_text(turn.tiles, self.game.tile_set) or "?"
            own = f" {tiles} " if score < 0 else "  "
            yield f">{nick}:{own}({tiles}) {figures}"
            return
        if turn.kind is TurnKind.PLAY:
            held, word = self.laid[index]
            rack = self._rack_of_play(turn, held)
            yield f">{nick}: {rack} {_uppercase_coordinate(turn.coordinate)} {word} {figures}"
            if turn.remark:
                yield _note(turn.remark)
            return
        rack = self._rack(index, turn)
        move = {
            TurnKind.EXCHANGE: f"-{tiles_text(turn.tiles, self.game.tile_set) or turn.exchanged or 1}",
            TurnKind.PASS: "-",
            TurnKind.WITHDRAWN: "--",
            TurnKind.CHALLENGE_BONUS: "(challenge)",
            TurnKind.OVERTIME: "(time)",
        }[turn.kind]
        yield f">{nick}: {rack} {move} {figures}"
        if turn.remark:
            yield _note(turn.remark)

    def _announced_note(self, index: int, turn: Turn) -> Iterator[str]:
        """Yield a note with the announced score of a turn in a corrected copy, if a different score counts."""
        if self.counts is None or turn.announced is None:
            return
        if turn.kind not in (
            TurnKind.WITHDRAWN,
            TurnKind.ADJUSTMENT,
        ) and turn.announced != self._score(index, turn):
            yield _note(f"announced {turn.announced}")

    def _score(self, index: int, turn: Turn) -> int:
        """Return the points of a turn in this copy.

        A negative score of a play is replaced by the correct one, because readers reject it. A pass or an
        exchange is 0, and a withdrawal deducts the play before it.
        """
        rules_give = self.game.scores[index]
        score = rules_give if turn.announced is None else turn.announced
        if self.counts is not None:
            score = self.counts[index]
        if turn.kind is TurnKind.PLAY:
            return score if score >= 0 else rules_give
        if turn.kind in (TurnKind.PASS, TurnKind.EXCHANGE):
            return 0
        if turn.kind is TurnKind.WITHDRAWN:
            return -self._score(index - 1, self.record.turns[index - 1]) if index else 0
        return score

    def _tiles_and_word(self, turn: Turn, grid: Sequence[str | None]) -> tuple[Sequence[str], str]:
        """Return the tiles a play lays, blanks as ``?``, and its word with dots for tiles on the board.

        For a play that lays none, both are all of its tiles except dots.
        """
        tile_set = self.game.tile_set
        blanks = set(tile_set.blank_forms.values())
        spelling = self.game.board.layout.spellings.get(turn.coordinate)
        tiles = list(turn.tiles)
        if spelling is not None:
            cell, step, _ = spelling
            cells = range(cell, cell + step * len(tiles), step)
            tiles = [
                "." if at < len(grid) and grid[at] else tile
                for at, tile in zip(cells, tiles, strict=True)
            ]
        laid = [tile for tile in tiles if tile != "."]
        if not laid:
            laid = tiles = [tile for tile in turn.tiles if tile != "."]
        return ["?" if tile in blanks else tile for tile in laid], tiles_text(tiles, tile_set)

    def _rack_of_play(self, turn: Turn, held: Sequence[str]) -> str:
        """Return the recorded rack if it contains the tiles laid and is not too long, otherwise those tiles."""
        rack = list(turn.rack or ())
        missing = list(rack)
        for tile in held:
            if tile not in missing:
                rack = list(held)
                break
            missing.remove(tile)
        if len(rack) > self.game.rules.rack_size:
            rack = list(held)
        return tiles_text(rack, self.game.tile_set)

    def _rack(self, index: int, turn: Turn) -> str:
        """Return the tiles that the player is known to have had before a turn other than a play; never empty."""
        tile_set = self.game.tile_set
        if turn.rack and len(turn.rack) <= self.game.rules.rack_size:
            return tiles_text(turn.rack, tile_set)
        if turn.kind is TurnKind.EXCHANGE and turn.tiles:
            return tiles_text(turn.tiles, tile_set)
        turns = self.record.turns
        if turn.kind is TurnKind.WITHDRAWN and index and turns[index - 1].kind is TurnKind.PLAY:
            return self._tiles_shown_by(index - 1)
        own = [at for at, other in enumerate(turns) if other.player == turn.player]
        for at in own:
            if at > index and (rack := self._tiles_shown_by(at)):
                return rack
        left = self.game.settlement.racks[turn.player]
        if left is not None:
            return tiles_text(left, tile_set) or "?"
        for at in reversed([at for at in own if at < index]):
            if rack := self._tiles_shown_by(at):
                return rack if self._has_tiles_after(at) else "?"
        return "?"

    def _has_tiles_after(self, index: int) -> bool:
        """Return whether the player still had the tiles shown by turn `index` after it."""
        turns = self.record.turns
        kind = turns[index].kind
        if kind is TurnKind.PLAY:
            return index + 1 < len(turns) and turns[index + 1].kind is TurnKind.WITHDRAWN
        return kind is not TurnKind.EXCHANGE

    def _tiles_shown_by(self, index: int) -> str:
        """Return the tiles that a turn shows its player to have had before it, or ""."""
        turn = self.record.turns[index]
        if turn.kind is TurnKind.PLAY:
            return self._rack_of_play(turn, self.laid[index][0])
        shown = turn.rack or (turn.tiles if turn.kind is TurnKind.EXCHANGE else ())
        return tiles_text(shown, self.game.tile_set)


def _uppercase_coordinate(coordinate: str) -> str:
    """Return a coordinate with its column in upper case, as all readers require; "" is unchanged."""
    return str(Coordinate.parse(coordinate)) if coordinate else coordinate


def _note(text: str) -> str:
    """Return a note on a single line, because strict readers reject continuation lines."""
    return join_lines(f"#note {' '.join(text.split())}")
