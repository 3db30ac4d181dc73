"""Prove that a claim is impossible: a score that no placement gives, or a tile inserted between adjacent tiles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import prod

from scoring.engine.board.board import Board
from scoring.engine.board.layouts import Layout, Premium
from scoring.engine.board.proof import Proof
from scoring.engine.board.tiles import TileSet
from scoring.engine.game.legality import Fault, Reason
from scoring.engine.game.turns import Turn
from scoring.engine.message import Message, Messages


def possible_scores(
    tiles: Sequence[str], layout: Layout, tile_set: TileSet, *, opening: bool = False
) -> tuple[int, ...]:
    """Return the scores of a word in every placement on the board, without the bonus or other words.

    With `opening`, only placements that cover the starting square are considered.
    """
    values = [tile_set.values[tile] for tile in tiles]
    scores = set()
    for coordinate, (first, step, room) in layout.spellings.items():
        if room < len(values) or coordinate != coordinate.upper():
            continue
        cells = range(first, first + step * len(values), step)
        if opening and layout.centre not in cells:
            continue
        total = sum(
            value * layout.letter_factors[cell] for value, cell in zip(values, cells, strict=True)
        )
        scores.add(total * prod(layout.word_factors[cell] for cell in cells))
    return tuple(sorted(scores))


def impossible_score_messages(proof: Proof, announced: int, board: Board) -> Messages:
    """Return messages that prove that the word of a play cannot score `announced` anywhere on the board, or ().

    `board` is the position before the play. Only a word of new tiles that forms no other word is
    considered, because tiles already on the board may add any number of points.
    """
    (word, *others) = proof.words
    if others or not all(tile.new for tile in word.tiles):
        return ()
    layout, tile_set = board.layout, board.tile_set
    faces = [tile.face for tile in word.tiles]
    points = announced - proof.bingo
    scores = possible_scores(faces, layout, tile_set)
    if points in scores:
        return ()
    never = {"word": word.text, "scores": scores, "points": points}
    if proof.bingo:
        message = Message("never_with_bonus", **never, announced=announced, bonus=proof.bingo)
    else:
        message = Message("never_scored", **never)
    opening: Messages = ()
    if board.is_empty:
        first = possible_scores(faces, layout, tile_set, opening=True)
        totals = tuple(score + proof.bingo for score in first)
        code = "opening_with_bonus" if proof.bingo else "opening_scores"
        opening = (Message(code, scores=totals, bonus=proof.bingo),)
    return (message, *opening, *unreachable_premium_messages(faces, points, layout, tile_set))


def unreachable_premium_messages(
    faces: Sequence[str], points: int, layout: Layout, tile_set: TileSet
) -> Messages:
    """Return a message about two premiums that would give `points` but are never the needed distance apart, or ()."""
    values = [tile_set.values[face] for face in faces]
    kinds = dict.fromkeys(layout.premiums.values())
    words = [premium for premium in kinds if premium.applies_to == "word"]
    letters = [premium for premium in kinds if premium.applies_to == "letter"]
    for word in words:
        for letter in letters:
            apart = premium_distances(layout, word, letter)
            for at, value in enumerate(values):
                total = sum(values) + value * (letter.factor - 1)
                needed = {abs(at - other) for other in range(len(values)) if other != at}
                if total * word.factor == points and not needed & apart:
                    return (
                        Message(
                            "premiums_too_far",
                            points=points,
                            face=faces[at],
                            premium=letter,
                            other=word,
                            needed=tuple(sorted(needed)),
                            apart=tuple(sorted(apart)),
                        ),
                    )
    return ()


def premium_distances(layout: Layout, one: Premium, other: Premium) -> set[int]:
    """Return the distances in squares between premiums of two different kinds in the same row or column."""
    return {
        abs(here.row - there.row) + abs(here.column - there.column)
        for here, premium in layout.premiums.items()
        if premium is one
        for there, second in layout.premiums.items()
        if second is other
        if here.row == there.row or here.column == there.column
    }


def no_room_messages(board: Board, turn: Turn, faults: Sequence[Fault]) -> Messages:
    """Return messages that explain why a play that conflicts with tiles on the board has no room, or ().

    Each message names a word on the board into which the play would insert tiles, or a word that can
    grow only at its ends.
    """
    if not any(fault.reason is Reason.LETTER_CONFLICT for fault in faults):
        return ()
    layout, grid = board.layout, board.grid
    first, step, room = layout.spellings[turn.coordinate]
    messages = []
    for at, (cell, tile) in enumerate(
        zip(range(first, first + step * room, step), turn.tiles, strict=False)
    ):
        face = grid[cell]
        if not face or tile == "." or _is_same_letter(board, tile, face):
            continue
        along = _tile_run(board, cell, step)
        if between := _squeezed_in_message(along, list(turn.tiles), board, at):
            messages.append(between)
        across = _tile_run(board, cell, layout.down + 1 - step)
        if len(across) > 1:
            ends = {"first": across[0], "last": across[-1]}
            word = board.tile_set.format_tiles(across)
            messages.append(Message("only_at_the_ends", word=word, tile=tile, **ends))
    return tuple(dict.fromkeys(messages))


def _tile_run(board: Board, cell: int, step: int) -> list[str]:
    """Return the unbroken run of tiles through `cell` in the direction of `step`."""
    while board.grid[cell - step]:
        cell -= step
    tiles = []
    while face := board.grid[cell]:
        tiles.append(face)
        cell += step
    return tiles


def _squeezed_in_message(
    run: Sequence[str], word: Sequence[str], board: Board, at: int
) -> Message | None:
    """Return a message if `word` would put tiles between two adjacent tiles of `run`, or None.

    `at` is the index in `word` of the tile that conflicts with the board.
    """
    places: list[int] = []
    for tile in run:
        start = places[-1] + 1 if places else 0
        matching = [i for i in range(start, len(word)) if _is_same_letter(board, word[i], tile)]
        if not matching:
            return None
        places.append(matching[0])
    for number, (one, other) in enumerate(pairwise(places)):
        if other > one + 1 and one < at <= other:
            return Message(
                "no_room_between",
                word=board.tile_set.format_tiles(run),
                first=run[number],
                second=run[number + 1],
                tiles=tuple(word[one + 1 : other]),
            )
    return None


def _is_same_letter(board: Board, one: str, other: str) -> bool:
    return one == other or board.is_blank_pair(one, other)
