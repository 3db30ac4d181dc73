"""A position without a game: tiles on a board, pasted or laid, with optional racks and scores.

Three notations are recognized: GCG up to the position (lines beginning with ``#`` or ``>``), CGP
(``7D7/15/... racks scores``), or the rows of the board as text. In rows and CGP a letter is a tile,
a lower-case letter a blank, and a tile of several letters is in brackets: ``[CH]``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.engine import gcg
from scoring.engine.audit.findings import Severity
from scoring.engine.board.layouts import Layout
from scoring.engine.board.squares import Square
from scoring.engine.board.tiles import BLANK, TileSet, UnknownTile
from scoring.engine.game.replay import Replay, replay
from scoring.engine.message import Message
from scoring.engine.rules.rulesets import RuleSet

MAX_CHARACTERS = 12_000
"""Maximum number of characters, more than a four-player game in GCG with notes needs."""

_EMPTY = " .-_"
_PIECES = re.compile(r"\[([^\[\]]*)\]|(\d+)|(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class UnreadableLine:
    """A part of the text that is not understood: its line, from 1 (0 for the whole text), and the reason."""

    line: int
    message: Message


class NotAPosition(ValueError):
    """The text is not a position on this board. `problems` lists every reason, those of the whole text first."""

    def __init__(self, problems: Sequence[UnreadableLine]) -> None:
        super().__init__(*problems)
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line))


@dataclass(frozen=True)
class Position:
    """Tiles on a board. ``read_position(str(position), ...)`` restores the tiles.

    `racks` and `scores` begin with the player to move. They are () if not given; an unknown rack is
    None.
    """

    layout: Layout
    tile_set: TileSet
    tiles: Mapping[Square, str]
    racks: tuple[tuple[str, ...] | None, ...] = ()
    scores: tuple[int, ...] = ()

    @property
    def rack(self) -> tuple[str, ...] | None:
        """The rack of the player to move, or None if unknown."""
        return self.racks[0] if self.racks else None

    @property
    def surplus_tiles(self) -> tuple[str, ...]:
        """Tiles on the board in excess of the set, one by one, with blanks as ``?``."""
        return tuple(
            self.tile_set.missing_tiles(self.tile_set.full, self.tile_set.pack(self._faces))
        )

    def game(self, rules: RuleSet, players: int = 2) -> Replay:
        """Return a game that starts in this position, without turns. The first seat is to move."""
        game = Replay(rules, self.tile_set, self.layout, players)
        game.board.put_tiles(self.tiles)
        on_board = self.tile_set.unpack(self.tile_set.pack(self._faces))
        game.unseen = sum(
            max(0, count - on_board.get(tile, 0)) * self.tile_set.units[tile]
            for tile, count in self.tile_set.counts.items()
        )
        game.bag = max(0, self.tile_set.size - players * rules.rack_size - len(self.tiles))
        return game

    def with_tiles(self, tiles: Mapping[Square, str]) -> Position:
        """Return the position with these faces on their squares, without racks and scores; "" removes a tile."""
        put = {**self.tiles, **tiles}
        return Position(
            self.layout, self.tile_set, {square: face for square, face in put.items() if face}
        )

    @property
    def cgp(self) -> str:
        """The board in CGP, the shortest text for a link: ``15/7D7/...``."""
        return "/".join(
            re.sub(r"\.+", lambda dots: str(len(dots.group())), row)
            for row in str(self).splitlines()
        )

    def __str__(self) -> str:
        write = self.tile_set.format_tiles
        rows = []
        for row in range(1, self.layout.rows + 1):
            faces = [
                self.tiles.get(Square(row, column)) for column in range(1, self.layout.columns + 1)
            ]
            rows.append("".join("." if face is None else write([face]) for face in faces))
        return "\n".join(rows)

    @property
    def _faces(self) -> tuple[str, ...]:
        return tuple(self.tiles.values())


def read_position(text: str, rules: RuleSet, tile_set: TileSet, layout: Layout) -> Position:
    """Parse a position in any of the three notations. An empty string is an empty board.

    Raise `NotAPosition`, which lists every line that is not understood and the reason.
    """
    if len(text) > MAX_CHARACTERS:
        message = Message("position_too_long", characters=len(text), most=MAX_CHARACTERS)
        raise NotAPosition([UnreadableLine(0, message)])
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    start = text.lstrip()
    if not start:
        return Position(layout, tile_set, {})
    if start[0] in "#>":
        return _from_gcg(text, rules, tile_set, layout)
    if start.split(None, 1)[0].count("/") > 2:
        return _from_cgp(start, rules, tile_set, layout)
    return _from_rows(text.removesuffix("\n").split("\n"), tile_set, layout)


def _from_gcg(text: str, rules: RuleSet, tile_set: TileSet, layout: Layout) -> Position:
    try:
        record = gcg.read(text).split_into_tiles(tile_set)
    except gcg.Unreadable as error:
        raise NotAPosition(
            [UnreadableLine(finding.line, finding.message) for finding in error.findings]
        ) from None
    problems = [
        UnreadableLine(finding.line, finding.message)
        for finding in record.problems
        if finding.severity is Severity.ERROR
    ]
    players = max(2, len(record.seats))
    game = replay(record.turns, rules, tile_set, layout, players)
    for index, faults in game.faults.items():
        line = record.turns[index].line
        problems += [
            UnreadableLine(line, fault.message) for fault in faults if fault.prevents_laying
        ]
    if problems:
        raise NotAPosition(problems)
    order = [(game.to_move + step) % players for step in range(players)]
    scores = tuple(game.running[seat] for seat in order)
    return Position(layout, tile_set, dict(game.board.tiles), scores=scores)


def _from_cgp(text: str, rules: RuleSet, tile_set: TileSet, layout: Layout) -> Position:
    fields = text.split()
    problems: list[UnreadableLine] = []
    rows = fields[0].split("/")
    tiles: dict[Square, str] = {}
    for number, row in enumerate(rows[: layout.rows], 1):
        try:
            faces = _parse_row(row, tile_set, runs=True)
            if len(faces) != layout.columns:
                raise _InvalidRow("row_length", squares=len(faces), columns=layout.columns)
        except _InvalidRow as odd:
            problems.append(UnreadableLine(0, odd.message(row, number)))
        else:
            tiles |= _faces_by_square(number, faces)
    if len(rows) != layout.rows:
        problems.append(UnreadableLine(0, Message("cgp_rows", rows=len(rows), needed=layout.rows)))
    racks: list[tuple[str, ...] | None] = []
    for rack in fields[1].split("/") if len(fields) > 1 else []:
        try:
            held = tuple(tile_set.split_into_tiles(rack))
        except UnknownTile as error:
            message = Message("rack_unclear", rack=_shorten(rack), error=error.message)
            problems.append(UnreadableLine(0, message))
            continue
        racks.append(held if len(held) == rules.rack_size else None)
    scores = fields[2].split("/") if len(fields) > 2 else []
    if not all(re.fullmatch(r"-?\d{1,5}", score) for score in scores):
        problems.append(UnreadableLine(0, Message("cgp_scores", text=_shorten(fields[2]))))
    if problems:
        raise NotAPosition(problems)
    return Position(layout, tile_set, tiles, tuple(racks), tuple(map(int, scores)))


def _from_rows(lines: list[str], tile_set: TileSet, layout: Layout) -> Position:
    while len(lines) > layout.rows and not lines[-1].strip():
        lines = lines[:-1]
    problems: list[UnreadableLine] = []
    tiles: dict[Square, str] = {}
    for number, line in enumerate(lines, 1):
        if number > layout.rows:
            break
        try:
            faces = _parse_row(line.rstrip(), tile_set, runs=False)
            if len(faces) > layout.columns:
                raise _InvalidRow("row_length", squares=len(faces), columns=layout.columns)
        except _InvalidRow as odd:
            problems.append(UnreadableLine(number, odd.message(line.strip())))
        else:
            tiles |= _faces_by_square(number, faces)
    if len(lines) != layout.rows:
        code = "rows_missing" if len(lines) < layout.rows else "rows_too_many"
        problems.append(UnreadableLine(0, Message(code, rows=len(lines), needed=layout.rows)))
    if problems:
        raise NotAPosition(problems)
    return Position(layout, tile_set, tiles)


class _InvalidRow(Exception):
    """A row is invalid. The exception has the code of the message and its parameters, but not the row."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def message(self, text: str, number: int | None = None) -> Message:
        """Return the message about the row `text`, with its `number` if that is given."""
        row = {"row": _shorten(text), **self.params}
        if number is None:
            return Message(self.code, **row)
        return Message("in_row", number=number, problem=Message(self.code, **row))


def _parse_row(row: str, tile_set: TileSet, *, runs: bool) -> list[str]:
    """Return the faces of a row, "" for an empty square; with `runs`, a number is a run of empty squares.

    Raise `_InvalidRow` if a part of the row is neither a tile nor empty squares.
    """
    faces: list[str] = []
    for bracketed, run, character in _PIECES.findall(row):
        face = bracketed or character
        if run and runs and len(run) < 3 and int(run):
            faces += [""] * int(run)
        elif run:
            raise _InvalidRow("row_run" if runs else "row_number", run=run)
        elif character and not runs and character in _EMPTY:
            faces.append("")
        elif face in tile_set.values:
            faces.append(face)
        elif face == BLANK:
            raise _InvalidRow("row_blank")
        elif face == "[":
            raise _InvalidRow("row_bracket")
        else:
            raise _InvalidRow("row_tile", tile=face, tile_set=tile_set.name)
    return faces


def _faces_by_square(row: int, faces: Sequence[str]) -> dict[Square, str]:
    return {Square(row, column): face for column, face in enumerate(faces, 1) if face}


def _shorten(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
