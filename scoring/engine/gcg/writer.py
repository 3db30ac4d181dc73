"""Writing a record as GCG that other programs read, and that reads back as the same game.

A director's adjustment has no form of its own in GCG: it is written as ``(time)``, the one line that
any program takes at any place with either sign, and the note after it says what it was.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.record import Record
from scoring.engine.tiles import TileSet
from scoring.engine.turns import Kind, Turn

ADJUSTMENT_NOTE = "adjustment: "


def write(record: Record, tile_set: TileSet) -> str:
    """The record as GCG text in UTF-8, the encoding line first, lines ended by LF.

    Figures are the announced ones; a running total nobody wrote is added up from them.
    """
    lines = ["#character-encoding UTF-8"]
    lines += [
        f"#player{number} {seat.nick} {seat.name}".rstrip()
        for number, seat in enumerate(record.seats, 1)
    ]
    lines += [
        f"#{pragma.name} {pragma.value}".rstrip()
        for pragma in record.pragmas
        if pragma.name
        not in ("character-encoding", "rack1", "rack2", "rack3", "rack4", "incomplete")
    ]
    lines += _notes(record, -1)
    running = [0] * max(2, len(record.seats))
    for index, turn in enumerate(record.turns):
        score = _score(turn, record.turns[index - 1] if index else None)
        running[turn.player] = running[turn.player] + score if turn.total is None else turn.total
        lines.append(_event(record, turn, score, running[turn.player], tile_set))
        if turn.kind is Kind.ADJUSTMENT:
            lines.append(f"#note {ADJUSTMENT_NOTE}{turn.remark}".rstrip())
        lines += _notes(record, index)
    lines += [
        f"#{pragma.name} {pragma.value}".rstrip()
        for pragma in record.pragmas
        if pragma.name in ("rack1", "rack2", "rack3", "rack4", "incomplete")
    ]
    return "\n".join(lines) + "\n"


def _score(turn: Turn, before: Turn | None) -> int:
    """The announced points; a play taken back without a figure takes back what was announced for it."""
    if turn.announced is not None:
        return turn.announced
    if turn.kind is Kind.WITHDRAWN and before is not None:
        return -(before.announced or 0)
    return 0


def _event(record: Record, turn: Turn, score: int, total: int, tile_set: TileSet) -> str:
    nick = record.seats[turn.player].nick
    rack = "" if turn.rack is None else _text(turn.rack, tile_set)
    figures = f"{score:+d} {total}"
    tiles = _text(turn.tiles, tile_set)
    if turn.kind is Kind.PLAY:
        held = rack or _text([tile for tile in turn.tiles if tile != "."], tile_set, blanks=True)
        return f">{nick}: {held} {turn.coordinate} {tiles} {figures} {turn.remark}".rstrip()
    if turn.kind is Kind.EXCHANGE:
        return f">{nick}: {rack} -{tiles or turn.exchanged or ''} {figures}"
    move = {
        Kind.PASS: "- ",
        Kind.WITHDRAWN: "--",
        Kind.CHALLENGE_BONUS: "(challenge)",
        Kind.OVERTIME: "(time)",
        Kind.ADJUSTMENT: "(time)",
        Kind.END_RACK: f"({tiles})",
    }[turn.kind]
    return f">{nick}: {rack} {move} {figures}"


def _text(tiles: Sequence[str], tile_set: TileSet, *, blanks: bool = False) -> str:
    """Tiles as GCG writes them: brackets only where the parts of a tile are tiles themselves."""
    values, parts = tile_set.values, []
    for tile in tiles:
        if blanks and values.get(tile) == 0 and tile in tile_set.blank_forms.values():
            parts.append("?")
        elif len(tile) > 1 and all(part in values for part in tile):
            parts.append(f"[{tile}]")
        else:
            parts.append(tile)
    return "".join(parts)


def _notes(record: Record, index: int) -> list[str]:
    return [f"#note {note}".rstrip() for note in record.notes.get(index, ())]
