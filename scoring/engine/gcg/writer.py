"""Writing a record as GCG that other programs read, and that reads back as the same game.

A director's adjustment has no form of its own in GCG: it is written as ``(time)``, the one line that
any program takes at any place with either sign, and the note after it says what it was.

A line that was malformed where it was read is written as it stood: reading and writing change nothing
from the first writing on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, count

from scoring.engine.board.squares import Coordinate, Direction, NotASquare
from scoring.engine.board.tiles import TileSet
from scoring.engine.game.record import Pragma, Record, Seat
from scoring.engine.game.turns import Kind, Turn
from scoring.engine.gcg.events import LARGEST, is_move, read_event

ADJUSTMENT_NOTE = "adjustment: "
_AT_THE_END = ("rack1", "rack2", "rack3", "rack4", "incomplete")
_MOVES = {
    Kind.PASS: "- ",
    Kind.WITHDRAWN: "--",
    Kind.CHALLENGE_BONUS: "(challenge)",
    Kind.OVERTIME: "(time)",
    Kind.ADJUSTMENT: "(time)",
}


def write(record: Record, tile_set: TileSet) -> str:
    """The record as GCG text in UTF-8, the encoding line first, lines ended by LF.

    Figures are the announced ones; a running total nobody wrote is added up from them. Other
    programs want a rack with every play: where none is known, it is the tiles laid.
    """
    lines = ["#character-encoding UTF-8"]
    record = record._replace(seats=tuple(_seats(record)))
    lines += [
        _line(f"#player{number} {seat.nick} {seat.name}")
        for number, seat in enumerate(record.seats, 1)
    ]
    lines += _strays(record, -1)  # before the pragmas: none of them is carried on by it
    lines += [
        _pragma(pragma)
        for pragma in record.pragmas
        if pragma.name not in ("character-encoding", *_AT_THE_END)
    ]
    lines += _notes(record, -1)
    running: list[int | None] = [0] * max(2, len(record.seats))
    board = _Occupied()
    score: int | None = None
    for index, turn in enumerate(record.turns):
        score = _score(turn, score, running[turn.player])
        total, before = turn.total, running[turn.player]
        if total is None and before is not None and score is not None:
            total = before + score if abs(before + score) <= LARGEST else None
        running[turn.player] = total
        figures = "" if score is None else f"{score:+d}" if total is None else f"{score:+d} {total}"
        laid, as_written = board.laid_by(turn), record.as_written.get(index)
        if as_written is None:
            lines.append(_event(record, turn, figures, tile_set, laid))
        else:
            lines.append(_unbroken(f">{record.seats[turn.player].nick}:{as_written}"))
        lines += _strays(record, index)
        if turn.kind is Kind.ADJUSTMENT:
            lines.append(_line(f"#note {ADJUSTMENT_NOTE}{turn.remark}"))
        elif turn.remark and turn.kind is not Kind.PLAY and as_written is None:
            lines.append(_line(f"#note {turn.remark}"))
        lines += _notes(record, index)
    lines += [_pragma(pragma) for pragma in record.pragmas if pragma.name in _AT_THE_END]
    return "\n".join(lines) + "\n"


def _seats(record: Record) -> Iterator[Seat]:
    """The seats with nicks as a file allows them: no blanks, no colons, no two the same.

    Nor is one given whose turns were left out because nobody had it: they would become turns.
    """
    stray_lines = (line.strip() for lines in record.stray_lines.values() for line in lines)
    events = (line[1:].partition(":") for line in stray_lines if line.startswith(">"))
    taken = {nick.strip() for nick, _, rest in events if read_event(rest.split(), 0, 0)[0]}
    for seat in record.seats:
        plain = "_".join(seat.nick.replace(":", " ").split()) or "player"
        nick = next(
            nick
            for nick in chain([plain], (f"{plain}_{number}" for number in count(2)))
            if nick not in taken
        )
        taken.add(nick)
        yield seat._replace(nick=nick)


def _score(turn: Turn, before: int | None, running: int | None) -> int | None:
    """The announced points, None if they cannot be known; `before` are those of the turn before it.

    A play taken back without a figure takes back what was announced for it; a play with only a
    total has the difference.
    """
    if turn.announced is not None:
        return turn.announced
    if turn.total is not None and running is not None:
        return turn.total - running
    if turn.kind is Kind.WITHDRAWN:
        return None if before is None else -before
    return 0 if turn.kind in (Kind.PASS, Kind.EXCHANGE) else None


def _event(record: Record, turn: Turn, figures: str, tile_set: TileSet, laid: Sequence[str]) -> str:
    rack = "" if turn.rack is None else _text(turn.rack, tile_set)
    tiles = _text(turn.tiles, tile_set)
    if turn.kind is Kind.PLAY:
        held = _text(laid, tile_set, blanks=True)
        rack = rack or ("" if is_move(held) else held)
        move = f"{turn.coordinate} {tiles}"
        figures = f"{figures} {turn.remark}"
    elif turn.kind is Kind.EXCHANGE:
        move = f"-{tiles or turn.exchanged or ''}"
    else:
        move = _MOVES.get(turn.kind, f"({tiles})")
    return _line(f">{record.seats[turn.player].nick}: {rack} {move} {figures}")


class _Occupied:
    """Which squares have a tile, to tell the tiles a play lays from those it plays through."""

    def __init__(self) -> None:
        self._squares: set[tuple[int, int]] = set()
        self._last: set[tuple[int, int]] = set()

    def laid_by(self, turn: Turn) -> list[str]:
        """The tiles that `turn` lays; they occupy their squares from now on."""
        if turn.kind is Kind.WITHDRAWN:
            self._squares -= self._last
        if turn.kind is not Kind.PLAY:
            return []
        try:
            start = Coordinate.parse(turn.coordinate)
        except NotASquare:
            return []
        row, column = start.square.row, start.square.column
        down = start.direction is Direction.DOWN
        laid = {
            (row + at, column) if down else (row, column + at): tile
            for at, tile in enumerate(turn.tiles)
            if tile != "."
        }
        new = {square: tile for square, tile in laid.items() if square not in self._squares}
        self._last = set(new)
        self._squares |= self._last
        return list(new.values())


def _text(tiles: Sequence[str], tile_set: TileSet, *, blanks: bool = False) -> str:
    """Tiles as GCG writes them: brackets only where the letters could be read as other tiles."""
    values, parts = tile_set.values, []
    if any(tile not in tile_set.units for tile in tiles):
        return "".join(tiles)
    for at, tile in enumerate(tiles):
        following = "".join(tiles[at + 1 : at + 2])
        if blanks and values.get(tile) == 0 and tile in tile_set.blank_forms.values():
            parts.append("?")
        elif (len(tile) > 1 and all(part in values for part in tile)) or (
            following and f"{tile}{following}" in values
        ):
            parts.append(f"[{tile}]")
        else:
            parts.append(tile)
    return "".join(parts)


def _pragma(pragma: Pragma) -> str:
    return _line(f"#{pragma.name} {pragma.value}")


def _line(text: str) -> str:
    """One line, whatever was typed into its parts."""
    return " ".join(text.splitlines()).rstrip()


def _strays(record: Record, index: int) -> list[str]:
    """The lines after a turn that told of nothing where they were read, as they stood."""
    return [_unbroken(line) for line in record.stray_lines.get(index, ())]


def _unbroken(text: str) -> str:
    """One line of a file as it stood, which a reader ends only at CR and LF."""
    return " ".join(text.replace("\r", "\n").split("\n"))


def _notes(record: Record, index: int) -> list[str]:
    """The notes after a turn. A line of a note that looks like one of the file's is joined to the last."""
    lines = []
    for note in record.notes.get(index, ()):
        lines.append("#note")
        for part in note.splitlines():
            if lines[-1] == "#note" or part.lstrip()[:1] in ("#", ">", ""):
                lines[-1] = f"{lines[-1]} {part.strip()}".rstrip()
            else:
                lines.append(part.strip())
    return lines
