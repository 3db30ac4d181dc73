"""Write a record as GCG faithfully: every line as read, so that it reads back as the same game.

A director's adjustment has no form of its own in GCG. It is written as a note with the player, the
points and the reason, and the totals after it include the points.

A malformed line is written as it was read, so that repeated reading and writing changes nothing.
`strict` writes the form required by the strictest readers of other programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, count

from scoring.engine.board.tiles import TileSet
from scoring.engine.game.record import Pragma, Record, Seat
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.gcg.events import MAX_FIGURE, read_event

ADJUSTMENT_NOTE = "adjustment: "
_TRAILING_PRAGMAS = ("rack1", "rack2", "rack3", "rack4", "incomplete")
_ACTION_TOKENS = {
    TurnKind.PASS: "- ",
    TurnKind.WITHDRAWN: "--",
    TurnKind.CHALLENGE_BONUS: "(challenge)",
    TurnKind.OVERTIME: "(time)",
}


def write(record: Record, tile_set: TileSet) -> str:
    """Return the record as GCG text: the encoding line for UTF-8 first, lines ending in LF.

    Figures are the announced ones. A missing running total is added up from them; a missing rack stays
    missing.
    """
    lines = ["#character-encoding UTF-8"]
    record = record._replace(seats=tuple(seats_with_unique_nicks(record)))
    lines += [
        join_lines(f"#player{number} {seat.nick} {seat.name}")
        for number, seat in enumerate(record.seats, 1)
    ]
    lines += _stray_lines(record, -1)  # before the pragmas, so that no stray line continues one
    lines += [
        _pragma(pragma)
        for pragma in record.pragmas
        if pragma.name not in ("character-encoding", *_TRAILING_PRAGMAS)
    ]
    lines += _notes(record, -1)
    running: list[int | None] = [0] * max(2, len(record.seats))
    score: int | None = None
    for index, turn in enumerate(record.turns):
        score = _score(turn, score, running[turn.player])
        total, before = turn.total, running[turn.player]
        if total is None and before is not None and score is not None:
            total = before + score if abs(before + score) <= MAX_FIGURE else None
        running[turn.player] = total
        figures = "" if score is None else f"{score:+d}" if total is None else f"{score:+d} {total}"
        as_written = record.as_written.get(index)
        nick = record.seats[turn.player].nick
        if turn.kind is TurnKind.ADJUSTMENT:
            lines.append(join_lines(f"#note {adjustment_note(nick, score or 0, turn.remark)}"))
        elif as_written is None:
            lines.append(_event(record, turn, figures, tile_set))
        else:
            lines.append(_without_line_breaks(f">{nick}:{as_written}"))
        lines += _stray_lines(record, index)
        no_place = turn.kind not in (TurnKind.PLAY, TurnKind.ADJUSTMENT) and as_written is None
        if turn.remark and no_place:
            lines.append(join_lines(f"#note {turn.remark}"))
        lines += _notes(record, index)
    lines += [_pragma(pragma) for pragma in record.pragmas if pragma.name in _TRAILING_PRAGMAS]
    return "\n".join(lines) + "\n"


def seats_with_unique_nicks(record: Record) -> Iterator[Seat]:
    """Yield the seats with nicks that a file allows: no spaces, no colons, no duplicates.

    The nick of a stray turn line is not used either, because such lines would then become turns.
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
    """Return the announced points of a turn, or None if they are unknown.

    `before` are the points of the previous turn, and `running` is the player's total before this one. If
    only the total was announced, the points are its increase. A withdrawal without points deducts
    those of the play, and a pass or exchange has 0.
    """
    if turn.announced is not None:
        return turn.announced
    if turn.total is not None and running is not None:
        return turn.total - running
    if turn.kind is TurnKind.WITHDRAWN:
        return None if before is None else -before
    return 0 if turn.kind in (TurnKind.PASS, TurnKind.EXCHANGE) else None


def adjustment_note(nick: str, points: int, reason: str) -> str:
    """Return the note for a director's adjustment, in the form that the reader understands."""
    return f"{ADJUSTMENT_NOTE}{nick} {points:+d} {reason}".rstrip()


def _event(record: Record, turn: Turn, figures: str, tile_set: TileSet) -> str:
    rack = "" if turn.rack is None else tiles_text(turn.rack, tile_set)
    tiles = tiles_text(turn.tiles, tile_set)
    if turn.kind is TurnKind.PLAY:
        move = f"{turn.coordinate} {tiles}"
        figures = f"{figures} {turn.remark}"
    elif turn.kind is TurnKind.EXCHANGE:
        move = f"-{tiles or turn.exchanged or ''}"
    else:
        move = _ACTION_TOKENS.get(turn.kind, f"({tiles})")
    return join_lines(f">{record.seats[turn.player].nick}: {rack} {move} {figures}")


def tiles_text(tiles: Sequence[str], tile_set: TileSet) -> str:
    """Return tiles in GCG notation, with brackets only where letters could be read as other tiles.

    No brackets are written if any of the tiles is not in the set.
    """
    values, parts = tile_set.values, []
    if any(tile not in tile_set.units for tile in tiles):
        return "".join(tiles)
    for at, tile in enumerate(tiles):
        following = "".join(tiles[at + 1 : at + 2])
        if (len(tile) > 1 and all(part in values for part in tile)) or (
            following and f"{tile}{following}" in values
        ):
            parts.append(f"[{tile}]")
        else:
            parts.append(tile)
    return "".join(parts)


def _pragma(pragma: Pragma) -> str:
    return join_lines(f"#{pragma.name} {pragma.value}")


def join_lines(text: str) -> str:
    """Return the text with its lines joined into one."""
    return " ".join(text.splitlines()).rstrip()


def _stray_lines(record: Record, index: int) -> list[str]:
    """Return the unrecognized lines after a turn, unchanged."""
    return [_without_line_breaks(line) for line in record.stray_lines.get(index, ())]


def _without_line_breaks(text: str) -> str:
    """Return a line of a file without CR and LF, the only characters at which a reader breaks lines."""
    return " ".join(text.replace("\r", "\n").split("\n"))


def _notes(record: Record, index: int) -> list[str]:
    """Return the notes after a turn; a continuation that looks like a GCG line is joined to the previous line."""
    lines = []
    for note in record.notes.get(index, ()):
        lines.append("#note")
        for part in note.splitlines():
            if lines[-1] == "#note" or part.lstrip()[:1] in ("#", ">", ""):
                lines[-1] = f"{lines[-1]} {part.strip()}".rstrip()
            else:
                lines.append(part.strip())
    return lines
