"""Simulated players: perception, choice, exchanges and misspellings."""

from random import Random

import pytest

from scoring.engine.board.board import Board
from scoring.lexicon import lexicon
from scoring.simulation.anagrams import vocabulary
from scoring.simulation.people import (
    SimulatedPlayer,
    choose_exchange,
    leave_value,
    misspell,
    play_preference,
)
from tests.scoring.engine.positions import ENGLISH, STANDARD

ADA = SimulatedPlayer("Ada Marrow", lines_searched=10, accuracy=1.0)


@pytest.fixture(scope="module")
def words():
    """Return the open English list, indexed for the move generator."""
    return vocabulary(lexicon("open_english"), ENGLISH)


def test_people_have_different_names_and_keep_the_best_tiles():
    people = SimulatedPlayer.random_players(4, Random(1))
    assert len({person.nick for person in people}) == 4
    assert ADA.nick == "Ada"
    assert ADA.with_name("  Mira   Stein ").name == "Mira Stein"
    values = [leave_value(leave) for leave in ("?", "S", "E", "II", "QV")]
    assert values == sorted(set(values), reverse=True)
    for seed in range(20):
        back = choose_exchange(list("?QUVVWI"), ENGLISH, most=5, rng=Random(seed))
        assert 1 <= len(back) <= 5
        assert "?" not in back
    assert len(choose_exchange(list("QUVVWII"), ENGLISH, most=1, rng=Random(1))) == 1


def test_player_chooses_the_best_play_seen_or_searches_every_line(words):
    board = Board(STANDARD, ENGLISH)
    seen = ADA.find_plays(board, words, list("AEINRST"), Random(1))
    assert len(seen[0].tiles_laid) == 7
    assert ADA.choose_play(seen, Random(1)) == seen[0]
    assert play_preference(seen[0], "AEINRST") == seen[0].score
    board.lay("8D", "QUIZZED")
    near_sighted = SimulatedPlayer("Bela Quist", lines_searched=0, accuracy=1.0)
    assert near_sighted.find_plays(board, words, ["V"], Random(1)) == []
    matches = near_sighted.find_plays(board, words, ["D"], Random(1))
    assert {play.word for play in matches} == {"ED", "ID"}


def test_misspelt_play_lays_the_same_tiles_but_makes_no_word(words):
    board = Board(STANDARD, ENGLISH)
    play = ADA.find_plays(board, words, list("FROZEN?"), Random(1))[0]
    phonies = [misspell(play, words, Random(seed)) for seed in range(20)]
    assert phonies[1] is not None
    for phony in filter(None, phonies):
        assert phony.word not in words.words
        assert sorted(phony.tiles_laid) == sorted(play.tiles_laid)
        assert phony.tiles.upper() == phony.word
    two = ADA.find_plays(board, words, list("QI"), Random(1))[0]
    assert misspell(two, words, Random(1)) is None
