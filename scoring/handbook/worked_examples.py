"""Worked examples computed by the engine: plays with their scores, impossible claims, and ends of games."""

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
from scoring.engine.dispute.impossible_scores import impossible_score_messages, no_room_messages
from scoring.engine.game.endings import overtime_points, rack_points
from scoring.engine.game.legality import placement_faults
from scoring.engine.game.outcome import decide_outcome
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.rules.rulesets import RackSettlement, RuleSet, TieRule
from scoring.wording.engine import proof_line, sentences
from scoring.wording.phrases import and_list, comma_list, format_points, format_signed

TILES, LAYOUT = "english", "standard"
"""The tile set and board of the published examples."""


@dataclass(frozen=True)
class WorkedPlay:
    """One play with its score in points and the calculation."""

    square: str
    word: str
    score: int
    proof: str
    marks: tuple[str, ...]


@dataclass(frozen=True)
class WorkedExample:
    """One example: the words already on the board, the plays with their scores, and the lesson."""

    title: str
    before: tuple[str, ...]
    plays: tuple[WorkedPlay, ...]
    why: str


@dataclass(frozen=True)
class ImpossibleClaim:
    """A published claim that is impossible, and the engine's reasons."""

    claim: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class EndingExample:
    """The end of a game, settled in the transfer and the double form. `double` is None if that form does not apply."""

    before: str
    racks: str
    transfer: str
    double: str | None


def worked_examples() -> tuple[WorkedExample, ...]:
    """Return every example in the data file with its scores."""
    return tuple(map(_example, _example_data()))


def example_strings() -> list[str]:
    """Return every title and explanation in the data file, in English, for `makemessages`."""
    return [str(item[key]) for item in _example_data() for key in ("title", "why")]


@cache
def _example_data() -> tuple[dict[str, object], ...]:
    """Return the examples as written in the data file, in English."""
    path = catalogue.DATA / "examples" / "worked.toml"
    return tuple(tomllib.loads(path.read_text("utf-8"))["example"])


def impossible_examples() -> tuple[ImpossibleClaim, ...]:
    """Return the published examples that are wrong, with the engine's reasons."""
    tiles, layout = catalogue.tile_set(TILES), catalogue.layout(LAYOUT)
    return (
        _painter_example(tiles, layout),
        _cart_example(tiles, layout),
        _sixfold_example(tiles, layout),
        _two_premiums_example(tiles, layout),
    )


def ending_examples() -> tuple[EndingExample, ...]:
    """Return published ends of games, settled in the transfer and the double form."""
    tiles = catalogue.tile_set(TILES)
    return tuple(_ending(tiles, *case) for case in _ENDS)


@cache
def overtime_table(rules: RuleSet) -> tuple[tuple[str, int], ...]:
    """Return clock readings at the end of a game and the points they cost under these rules."""
    shown = (("0:00", 0), ("−0:01", -1), ("−1:01", -61), ("−2:05", -125))
    return tuple((text, overtime_points(clock, rules)) for text, clock in shown)


# Scores before the racks, remaining tiles (None: went out), overtime points.
_ENDS: tuple[tuple[tuple[int, ...], tuple[str | None, ...], tuple[int, ...]], ...] = (
    ((300, 280), (None, "Q"), (0, 0)),
    ((290, 310), (None, "Q"), (0, 0)),
    ((350, 348), ("QV", "I"), (0, 0)),
    ((120, 101, 99, 90), (None, "J", "B", "?"), (0, 0, 0, 0)),
    ((400, 405), (None, "DG"), (0, 20)),
)


def _example(item: dict[str, object]) -> WorkedExample:
    tiles, layout = catalogue.tile_set(TILES), catalogue.layout(LAYOUT)
    board = Board(layout, tiles)
    before, plays = _strings(item["before"]), _strings(item["plays"])
    for line in before:
        board.lay(*line.split())
    played = tuple(_play(board, line) for line in plays)
    return WorkedExample(_(str(item["title"])), before, played, _(str(item["why"])))


def _strings(lines: object) -> tuple[str, ...]:
    assert isinstance(lines, list)
    return tuple(str(line) for line in lines)


def _play(board: Board, line: str) -> WorkedPlay:
    square, tiles = line.split()
    proof = prove(board, square, tiles)
    return WorkedPlay(square, proof.words[0].text, proof.total, proof_line(proof), proof.marks)


def _painter_example(tiles: TileSet, layout: Layout) -> ImpossibleClaim:
    """Return the example of PAINTER, which cannot score 28 anywhere on an empty board."""
    return ImpossibleClaim(
        _("“PAINTER, 28 and 50, makes 78.”"),
        _impossibility_reasons(Board(layout, tiles), "8D PAINTER", 78),
    )


def _impossibility_reasons(board: Board, line: str, announced: int) -> tuple[str, ...]:
    """Return the reasons why a play cannot score `announced` anywhere, as in “Check a score”."""
    proof = prove(board, *line.split())
    reasons = impossible_score_messages(proof, announced, board)
    assert reasons
    return sentences(reasons)


def _cart_example(tiles: TileSet, layout: Layout) -> ImpossibleClaim:
    """Return the example of CART, made from CAT: no tile fits between two adjacent tiles."""
    board = Board(layout, tiles)
    board.lay("8G", "CAT")
    turn = Turn(TurnKind.PLAY, 0, coordinate="8G", tiles="CART")
    faults = placement_faults(board, turn.coordinate, turn.tiles)
    return ImpossibleClaim(
        _("“CAT is on the board. Play BRAG down through it and make CART.”"),
        sentences([*(fault.message for fault in faults), *no_room_messages(board, turn, faults)]),
    )


def _sixfold_example(tiles: TileSet, layout: Layout) -> ImpossibleClaim:
    """Return the example of a double and a triple word square in one play, with the rows and columns that have both."""
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
    return ImpossibleClaim(
        _("“A double and a triple word in one word: six times.”"),
        (
            _(
                "On the standard board, only {lines} contain both kinds of square, and their only "
                "double-word square is {square}, which the first play covers."
            ).format(lines=and_list(sorted(both, reverse=True)), square=layout.start),
            _(
                "A first play from {square} to the next triple-word square needs {count} tiles; "
                "a rack has {rack}."
            ).format(square=layout.start, count=nearest, rack=Board(layout, tiles).rack_size),
            _(
                "The factor of six is still right: on a made-up board with a double-word and a "
                "triple-word square side by side, QI scores {sum}."
            ).format(sum=_qi_calculation(tiles)),
        ),
    )


def _two_premiums_example(tiles: TileSet, layout: Layout) -> ImpossibleClaim:
    """Return the example of PLAY on a double word and a triple letter square three squares apart."""
    squares = {Square(1, 1): Premium.DWS, Square(1, 4): Premium.TLS}
    board = Board(Layout("made_up", "made up", 4, 4, Square(1, 1), squares), tiles)
    word = prove(board, "1A", "PLAY").words[0]
    return ImpossibleClaim(
        _("“PLAY with the P on a double word and the Y on a triple letter makes 34.”"),
        (
            *_impossibility_reasons(Board(layout, tiles), "8H PLAY", 34),
            _(
                "On a made-up board with these two premium squares under the P and the Y, PLAY "
                "scores {sum}."
            ).format(sum=f"{word.sum} x {word.multiplier} = {word.score}"),
        ),
    )


def _qi_calculation(tiles: TileSet) -> str:
    squares = {Square(1, 1): Premium.DWS, Square(1, 2): Premium.TWS}
    board = Board(Layout("made_up", "made up", 2, 2, Square(1, 1), squares), tiles)
    word = prove(board, "1A", "QI").words[0]
    return f"{word.sum} x {word.multiplier} = {word.score}"


def _ending(
    tiles: TileSet, scores: tuple[int, ...], racks: tuple[str | None, ...], late: tuple[int, ...]
) -> EndingExample:
    names = "ABCD"[: len(scores)]
    worths = [0 if rack is None else tiles.points_of(tiles.pack(rack)) for rack in racks]
    out = racks.index(None) if None in racks else None
    before = comma_list(
        (_("{player} {score} (goes out)") if rack is None else "{player} {score}").format(
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
                _("{player} {points} for overtime").format(player=name, points=format_signed(-cost))
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
        for form in RackSettlement
        if form is RackSettlement.TRANSFER or len(scores) == 2
    }
    double = settled.get(RackSettlement.DOUBLE)
    return EndingExample(
        before,
        left,
        _finals_text(names, settled[RackSettlement.TRANSFER], scores, boxed=True),
        None if double is None else _finals_text(names, double, scores, boxed=False),
    )


def _finals_text(names: str, finals: list[int], before: tuple[int, ...], *, boxed: bool) -> str:
    """Return the final scores and the winner or tie; if `boxed`, add how box rules decide a tie."""
    text = " – ".join(map(format_points, finals))
    best = decide_outcome(finals, before, TieRule.HALF).winners
    if len(best) == 1:
        return _("{finals}, {player} wins").format(finals=text, player=names[best[0]])
    if not boxed:
        return _("{finals}, half a win each").format(finals=text)
    by_box = decide_outcome(finals, before, TieRule.PRE_ADJUSTMENT).winners
    result = (
        _("{finals}, half a win each; box rules: {player} wins")
        if len(by_box) == 1
        else _("{finals}, half a win each; box rules: shared")
    )
    return result.format(finals=text, player=names[by_box[0]])
