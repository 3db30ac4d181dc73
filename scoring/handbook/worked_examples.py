"""Plays with known scores, and published ones that cannot be: worked out by the engine, not written down."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from django.utils.translation import gettext as _

from scoring import catalogue
from scoring.engine.board.board import Board
from scoring.engine.board.layouts import Layout, Premium
from scoring.engine.board.proof import prove
from scoring.engine.board.squares import Square
from scoring.engine.board.tiles import BLANK, TileSet
from scoring.engine.dispute.impossible_scores import never_scored, no_room
from scoring.engine.game.endings import overtime_points, rack_points
from scoring.engine.game.legality import placement_faults
from scoring.engine.game.outcome import decide
from scoring.engine.game.turns import Kind, Turn
from scoring.engine.rules.rulesets import OutForm, RuleSet, TieRule
from scoring.wording.engine import proof_line, sentences
from scoring.wording.phrases import and_list, comma_list, points_shown, signed

TILES, LAYOUT = "english", "standard"
"""What the published examples were played with."""


@dataclass(frozen=True)
class WorkedPlay:
    """One play with its score in points and the sum spelled out."""

    square: str
    word: str
    score: int
    proof: str
    marks: tuple[str, ...]


@dataclass(frozen=True)
class Example:
    """One example: what lay before, the plays worked out, and what is to be learned from them."""

    title: str
    before: tuple[str, ...]
    plays: tuple[WorkedPlay, ...]
    why: str


@dataclass(frozen=True)
class Impossible:
    """Something published that cannot happen, and the reasons the engine gives."""

    claim: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Ending:
    """One end of a game settled in both forms; scores in points, None where a form does not apply."""

    before: str
    racks: str
    transfer: str
    double: str | None


def worked_examples() -> tuple[Example, ...]:
    """Every example of the data file, worked out."""
    return tuple(map(_example, _written()))


def texts_of_examples() -> list[str]:
    """Every title and explanation in the data file, in English: `makemessages` collects them."""
    return [str(item[key]) for item in _written() for key in ("title", "why")]


@cache
def _written() -> tuple[dict[str, object], ...]:
    """The examples as they stand in the file, in English."""
    path = catalogue.DATA / "examples" / "worked.toml"
    return tuple(tomllib.loads(path.read_text("utf-8"))["example"])


def impossible_examples() -> tuple[Impossible, ...]:
    """The published examples that are wrong, each with what the engine finds."""
    tiles, layout = catalogue.tile_set(TILES), catalogue.layout(LAYOUT)
    return (
        _painter(tiles, layout),
        _cart(tiles, layout),
        _six_times(tiles, layout),
        _play_on_both(tiles, layout),
    )


def endings() -> tuple[Ending, ...]:
    """Ends of games as they are published, settled in either form."""
    tiles = catalogue.tile_set(TILES)
    return tuple(_ending(tiles, *case) for case in _ENDS)


@cache
def overtime_table(rules: RuleSet) -> tuple[tuple[str, int], ...]:
    """What the clock shows at the end, and the points it costs under these rules."""
    shown = (("0:00", 0), ("−0:01", -1), ("−1:01", -61), ("−2:05", -125))
    return tuple((text, overtime_points(clock, rules)) for text, clock in shown)


# Scores before racks, tiles left (None: went out), overtime charged.
_ENDS: tuple[tuple[tuple[int, ...], tuple[str | None, ...], tuple[int, ...]], ...] = (
    ((300, 280), (None, "Q"), (0, 0)),
    ((290, 310), (None, "Q"), (0, 0)),
    ((350, 348), ("QV", "I"), (0, 0)),
    ((120, 101, 99, 90), (None, "J", "B", "?"), (0, 0, 0, 0)),
    ((400, 405), (None, "DG"), (0, 20)),
)


def _example(item: dict[str, object]) -> Example:
    tiles, layout = catalogue.tile_set(TILES), catalogue.layout(LAYOUT)
    board = Board(layout, tiles)
    before, plays = _texts(item["before"]), _texts(item["plays"])
    for line in before:
        board.lay(*line.split())
    played = tuple(_play(board, line) for line in plays)
    return Example(_(str(item["title"])), before, played, _(str(item["why"])))


def _texts(lines: object) -> tuple[str, ...]:
    assert isinstance(lines, list)
    return tuple(str(line) for line in lines)


def _play(board: Board, line: str) -> WorkedPlay:
    square, tiles = line.split()
    proof = prove(board, square, tiles)
    return WorkedPlay(square, proof.words[0].text, proof.total, proof_line(proof), proof.marks)


def _painter(tiles: TileSet, layout: Layout) -> Impossible:
    """PAINTER laid whole on every square of an empty board never makes 28."""
    return Impossible(
        _("“PAINTER, 28 and 50, makes 78.”"), _proof_of(Board(layout, tiles), "8D PAINTER", 78)
    )


def _proof_of(board: Board, line: str, announced: int) -> tuple[str, ...]:
    """Why a play on this board makes `announced` nowhere, as “Check a play” answers it."""
    proof = prove(board, *line.split())
    reasons = never_scored(proof, announced, board)
    assert reasons
    return sentences(reasons)


def _cart(tiles: TileSet, layout: Layout) -> Impossible:
    """Nothing can be put between two tiles that lie side by side."""
    board = Board(layout, tiles)
    board.lay("8G", "CAT")
    turn = Turn(Kind.PLAY, 0, coordinate="8G", tiles="CART")
    faults = placement_faults(board, turn.coordinate, turn.tiles)
    return Impossible(
        _("“CAT lies on the board. Play BRAG down through it and make CART.”"),
        sentences([*(fault.message for fault in faults), *no_room(board, turn, faults)]),
    )


def _six_times(tiles: TileSet, layout: Layout) -> Impossible:
    """A double and a triple word in one play: which lines hold both, and how far apart they are."""
    lines: dict[str, list[Square]] = {}
    for square, premium in layout.premiums.items():
        if premium in (Premium.DWS, Premium.TWS):
            lines.setdefault(_("row {number}").format(number=square.row), []).append(square)
            column = _("column {letter}").format(letter=chr(64 + square.column))
            lines.setdefault(column, []).append(square)
    both = {
        name: squares
        for name, squares in lines.items()
        if {layout.premiums[square] for square in squares} == {Premium.DWS, Premium.TWS}
    }
    doubles = {s for squares in both.values() for s in squares if layout.premiums[s] is Premium.DWS}
    assert doubles == {layout.start}
    nearest = min(
        abs(s.row - layout.start.row) + abs(s.column - layout.start.column) + 1
        for squares in both.values()
        for s in squares
        if s != layout.start
    )
    return Impossible(
        _("“A double and a triple word in one word: six times.”"),
        (
            _(
                "On the standard board only {lines} have both kinds, and the double one is "
                "{square}, which the first play covers."
            ).format(lines=and_list(sorted(both, reverse=True)), square=layout.start),
            _(
                "A first play from {square} to the next triple-word square needs {count} tiles; "
                "a rack has {rack}."
            ).format(square=layout.start, count=nearest, rack=Board(layout, tiles).rack_size),
            _(
                "The sum is still right: on a made-up board with both side by side, QI makes {sum}."
            ).format(sum=_made_up(tiles)),
        ),
    )


def _play_on_both(tiles: TileSet, layout: Layout) -> Impossible:
    """PLAY with the P on a double word and the Y, three squares on, on a triple letter: no line has that."""
    squares = {Square(1, 1): Premium.DWS, Square(1, 4): Premium.TLS}
    board = Board(Layout("made_up", "made up", 4, 4, Square(1, 1), squares), tiles)
    word = prove(board, "1A", "PLAY").words[0]
    return Impossible(
        _("“PLAY with the P on a double word and the Y on a triple letter makes 34.”"),
        (
            *_proof_of(Board(layout, tiles), "8H PLAY", 34),
            _("On a made-up board with both there it makes {sum}.").format(
                sum=f"{word.sum} x {word.multiplier} = {word.score}"
            ),
        ),
    )


def _made_up(tiles: TileSet) -> str:
    squares = {Square(1, 1): Premium.DWS, Square(1, 2): Premium.TWS}
    board = Board(Layout("made_up", "made up", 2, 2, Square(1, 1), squares), tiles)
    word = prove(board, "1A", "QI").words[0]
    return f"{word.sum} x {word.multiplier} = {word.score}"


def _ending(
    tiles: TileSet, scores: tuple[int, ...], racks: tuple[str | None, ...], late: tuple[int, ...]
) -> Ending:
    names = "ABCD"[: len(scores)]
    worths = [0 if rack is None else tiles.worth(tiles.pack(rack)) for rack in racks]
    out = racks.index(None) if None in racks else None
    before = comma_list(
        (_("{player} {score} goes out") if rack is None else "{player} {score}").format(
            player=name, score=score
        )
        for name, score, rack in zip(names, scores, racks, strict=True)
    )
    left = comma_list(
        f"{name} {_('a blank') if rack == BLANK else rack} ({worth})"
        for name, rack, worth in zip(names, racks, worths, strict=True)
        if rack is not None
    )
    if any(late):
        left = _("{left}; {overtime}").format(
            left=left,
            overtime=comma_list(
                _("{player} {points} for time").format(player=name, points=signed(-cost))
                for name, cost in zip(names, late, strict=True)
                if cost
            ),
        )
    settled = {
        form: [
            score + (amount or 0) - cost
            for score, amount, cost in zip(
                scores, rack_points(form, worths, out), late, strict=True
            )
        ]
        for form in OutForm
        if form is OutForm.TRANSFER or len(scores) == 2
    }
    double = settled.get(OutForm.DOUBLE)
    return Ending(
        before,
        left,
        _finals(names, settled[OutForm.TRANSFER], scores, boxed=True),
        None if double is None else _finals(names, double, scores, boxed=False),
    )


def _finals(names: str, finals: list[int], before: tuple[int, ...], *, boxed: bool) -> str:
    """The final scores and who wins, by box rules too where a tie makes a difference there."""
    text = " – ".join(map(points_shown, finals))
    best = decide(finals, before, TieRule.HALF).winners
    if len(best) == 1:
        return _("{finals}, {player} wins").format(finals=text, player=names[best[0]])
    if not boxed:
        return _("{finals}, half a win each").format(finals=text)
    by_box = decide(finals, before, TieRule.PRE_ADJUSTMENT).winners
    result = (
        _("{finals}, half a win each; box rules: {player} wins")
        if len(by_box) == 1
        else _("{finals}, half a win each; box rules: shared")
    )
    return result.format(finals=text, player=names[by_box[0]])
