"""Prizes for recorded games: comebacks, nine-timers, arithmetic."""

from dataclasses import replace

from tests.tournament.engine.prizes.ceremonies import ceremony, prizes_of, section
from tournament.engine.turn_figures import (
    AnnouncedFigures,
    RecordedTurn,
    TurnOutcome,
    announced_figures,
    largest_deficit,
)

PLAYERS = "Ana 1800\nBen 1700"
GAMES = "1: Ana 210 Ben 200"


def play(number, score, *factors, announced=None, did=TurnOutcome.PLAY):
    place = ("A", 1, 1, number, 3 - number, did, f"WORD{score}", "8H", score)
    return RecordedTurn(*place, word_factors=factors, announced=announced, correct=score)


def one_game(*turns):
    return [replace(section(PLAYERS, GAMES), turns=turns)]


def lines(prizes, sections):
    return [text for text, _ in ceremony(prizes_of(prizes, sections), sections)]


def test_deepest_deficit_is_the_largest_difference_after_any_turn_that_stands():
    turns = [play(1, 20), play(2, 90), play(1, 10), play(2, 5), play(1, 180)]
    assert largest_deficit(turns, 1) == 70
    assert largest_deficit(turns, 2) == 115
    assert largest_deficit(turns[:1], 1) == 0
    phony = play(2, 90)._replace(outcome=TurnOutcome.PHONY)
    turns = [play(1, 20), phony, play(1, 10), play(2, 40)]
    assert largest_deficit(turns, 1) == 10
    assert largest_deficit(turns, 2) == 30


def test_nine_timer_beats_a_higher_scoring_double_double():
    sections = one_game(play(1, 150, 2, 2), play(2, 70, 3, 3), play(2, 200, 3), play(1, 99, 3, 2))
    assert lines("nine-timer = 5\n2nd nine-timer = 4\n3rd nine-timer = 3", sections) == [
        "Nine-timer: Ben 5",
        "2nd nine-timer: Ana 4",
        "3rd nine-timer: nobody",
        "    Only 2 players are eligible.",
    ]
    challenged_off = one_game(play(1, 150, 3, 3, did=TurnOutcome.PHONY))
    assert lines("nine-timer = 5", challenged_off)[0] == "Nine-timer: nobody"


def test_accuracy_is_a_share_of_enough_announced_plays_that_stand():
    turns = [play(1, 20, announced=20), play(1, 30, announced=33), play(1, 40, announced=35)]
    turns += [play(1, 50), play(1, 60, announced=1, did=TurnOutcome.PHONY)]
    assert announced_figures(turns) == AnnouncedFigures(announced=3, right=1, over=3, under=5)
    assert round(announced_figures(turns).accuracy, 1) == 33.3
    assert announced_figures(turns[3:]) is None
    ana = [play(1, 20 + n, announced=20 + n + (n == 0)) for n in range(20)]
    ben = [play(2, 20 + n, announced=20 + n) for n in range(20)]
    assert lines("accuracy = 5", one_game(*ana, *ben[:19])) == ["Accuracy: Ana 5"]
    both = one_game(*ana, *ben)
    (accuracy,) = ceremony(prizes_of("accuracy = 5", both), both)
    assert accuracy == ("Accuracy: Ben 5", "(20 of 20 scores announced correctly)")
