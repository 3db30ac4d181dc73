"""The move generator, compared with an exhaustive search."""

from itertools import combinations
from random import Random

import pytest

from scoring import catalogue
from scoring.engine.board.board import Board
from scoring.engine.board.layouts import Layout, Premium
from scoring.engine.board.squares import Square
from scoring.lexicon import lexicon
from scoring.simulation.anagrams import Vocabulary, WordsDoNotFitTiles, vocabulary
from scoring.simulation.generator import legal_plays
from tests.scoring.engine.positions import ENGLISH

LETTERS = [tile for tile in ENGLISH.counts if tile != "?"]
SMALL = Layout(
    key="small", name="Six by six", rows=6, columns=6, start=Square(3, 3),
    premiums={
        Square(1, 1): Premium.TWS, Square(3, 3): Premium.DWS, Square(2, 4): Premium.TLS,
        Square(4, 2): Premium.DLS, Square(5, 5): Premium.DWS, Square(6, 3): Premium.TLS,
    },
)  # fmt: skip
FEW = Vocabulary.from_words(
    (
        "AA", "AB", "AT", "BA", "BE", "AS", "ES", "BET", "ATE", "EAT", "TEA", "ETA", "TAB", "SET",
        "BETA", "ABET", "TABS", "STAB", "BATS", "BEST", "TEAS", "SEAT", "EATS", "EAST", "SATE",
        "SETA", "BASE", "TATE", "STATS", "BEATS", "ABETS", "TASTE", "STATE", "TESTS", "BESET",
        "ASSET", "TESTA", "BASES", "SEATS", "BATTEST",
    ),
    LETTERS,
)  # fmt: skip


def oracle(board: Board, words: frozenset[str], rack: str) -> dict[tuple[str, str], int]:
    """Return the best score of every legal (coordinate, word) by exhaustive search."""
    layout, grid = board.layout, board.grid
    scored = {}
    for coordinate, (first, step, room) in layout.spellings.items():
        if coordinate != coordinate.upper():
            continue
        side = layout.down + 1 - step
        for word in words:
            if len(word) > room or grid[first - step] or grid[first + step * len(word)]:
                continue
            cells = [first + step * at for at in range(len(word))]
            if any(grid[c] and grid[c].upper() != x for c, x in zip(cells, word, strict=True)):
                continue
            new = [at for at, cell in enumerate(cells) if not grid[cell]]
            if not new or not all(_crosses(grid, cells[at], side, word[at], words) for at in new):
                continue
            if board.is_empty:
                if layout.centre not in cells:
                    continue
            elif len(new) == len(word) and not any(grid[c - side] or grid[c + side] for c in cells):
                continue
            scores = [
                _score(board, coordinate, cells, word, blanks)
                for number in range(rack.count("?") + 1)
                for blanks in combinations(new, number)
                if _held(rack, [word[at] for at in new if at not in blanks])
            ]
            if scores:
                scored[coordinate, word] = max(scores)
    return scored


def _crosses(grid, cell, side, letter, words):
    first, last = cell, cell
    while grid[first - side]:
        first -= side
    while grid[last + side]:
        last += side
    text = "".join(
        letter if at == cell else grid[at].upper() for at in range(first, last + 1, side)
    )
    return len(text) == 1 or text in words


def _held(rack, letters):
    return all(letters.count(x) <= rack.count(x) for x in letters)


def _score(board, coordinate, cells, word, blanks):
    tiles = [
        "." if board.grid[cell] else letter.lower() if at in blanks else letter
        for at, (cell, letter) in enumerate(zip(cells, word, strict=True))
    ]
    score = board.lay(coordinate, tiles)
    board.lift(board.laid)
    return score


def generated(board: Board, words: Vocabulary, rack: str) -> dict[tuple[str, str], int]:
    scores = {}
    for play in legal_plays(board, words, rack):
        key = str(board.layout.coordinate(play.first, play.step)), play.word
        assert key not in scores, "each word on each place comes once"
        assert _held(rack, list(play.tiles_laid))
        assert board.lay(key[0], play.tiles) == play.score
        board.lift(board.laid)
        scores[key] = play.score
    return scores


@pytest.mark.parametrize("rack", ["ABEST", "TASTEBS", "AB?", "TE??", "QV", "?", "BBATTES"])
def test_every_opening_is_found_and_scored(rack):
    board = Board(SMALL, ENGLISH)
    assert generated(board, FEW, rack) == oracle(board, FEW.words, rack)


@pytest.mark.parametrize("seed", range(12))
def test_every_play_of_a_small_game_is_found_and_scored(seed):
    rng = Random(seed)
    board = Board(SMALL, ENGLISH, rack_size=5)
    for _ in range(6):
        rack = "".join(rng.choices("AABEESSTT?", k=5))
        scores = generated(board, FEW, rack)
        assert scores == oracle(board, FEW.words, rack)
        if not scores:
            break
        play = rng.choice(sorted(legal_plays(board, FEW, rack)))
        board.lay(str(SMALL.coordinate(play.first, play.step)), play.tiles)


def test_phony_on_the_board_is_not_extended_without_a_valid_word():
    board = Board(SMALL, ENGLISH)
    board.lay("3B", "TTB")
    scores = generated(board, FEW, "ESTA")
    assert scores == oracle(board, FEW.words, "ESTA")
    assert scores
    assert all("TTB" not in word for _, word in scores)


def test_blank_is_used_where_it_costs_the_least():
    words = Vocabulary.from_words(["STATS"], LETTERS)
    board = Board(SMALL, ENGLISH)
    tiles = {
        str(SMALL.coordinate(play.first, play.step)): (play.tiles, play.score)
        for play in legal_plays(board, words, "TATS?")
    }
    assert tiles["C2"] == ("sTATS", (1 + 1 + 1 + 3) * 2), "C6 is a triple letter"


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("spanish", "Simulated games need tiles of one letter each"),
        ("turkish", "Simulated games need tiles of one letter each"),
        ("greek", r"Open English \(unofficial\) does not fit"),
    ],
)
def test_words_or_tile_sets_that_do_not_fit_are_refused(key, why):
    with pytest.raises(WordsDoNotFitTiles, match=why):
        vocabulary(lexicon("open_english"), catalogue.tile_set(key))
    with pytest.raises(WordsDoNotFitTiles, match="“NAÏF” needs the letter 'Ï'"):
        Vocabulary.from_words(["NAÏF"], LETTERS)
