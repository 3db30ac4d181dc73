"""Highlights: the best of each kind, overall or in one round."""

from tournament.engine.highlights import HighlightKind, highlights
from tournament.engine.prizes.contest import Contestant, ContestDivision, ContestGame
from tournament.engine.turn_figures import RecordedTurn, TurnOutcome


def turn(number, word, score, *, round_=1, board=1, bingo=False, did=TurnOutcome.PLAY):
    return RecordedTurn(
        "A", round_, board, number, 3 - number, did, word, "8H", score, is_bingo=bingo
    )


def section(games=(), turns=()):
    people = {
        number: Contestant(number, f"P{number}", number, rating)
        for number, rating in ((1, 1800), (2, 1500), (3, 1700), (4, None))
    }
    return ContestDivision("A", 2, ("wins",), (), people, tuple(games), turns=tuple(turns))


GAMES = (
    ContestGame(1, 1, 2, 380, 402, 1),
    ContestGame(1, 3, 4, 512, 290, 2),
    ContestGame(2, 1, 3, 401, 400, 1),
    ContestGame(2, 2, 4, 300, 280, 2),
)


def best(rows, kind):
    return [(row.value, row.round, row.number) for row in rows if row.kind is kind]


def test_highlights_name_the_best_games_of_the_event():
    rows = highlights(section(GAMES))
    assert best(rows, HighlightKind.HIGH_GAME) == [(512, 1, 3)]
    assert best(rows, HighlightKind.HIGH_COMBINED) == [(802, 1, 3)]
    assert best(rows, HighlightKind.CLOSEST) == [(1, 2, 1)]
    assert best(rows, HighlightKind.LOW_COMBINED) == [(580, 2, 2)]
    assert best(rows, HighlightKind.UPSET) == [(300, 1, 2)]  # by rating, where both have one


def test_round_highlights_compare_only_games_of_the_round():
    rows = highlights(section(GAMES), 2)
    assert best(rows, HighlightKind.HIGH_GAME) == [(401, 2, 1)]
    assert {row.round for row in rows} == {2}


def test_plays_bingos_and_length_come_from_recorded_turns():
    turns = [
        turn(1, "QUIXOTIC", 90, bingo=True),
        turn(2, "AX", 30),
        turn(1, "RETAINS", 74, bingo=True),
        turn(1, "CLOSING", 81, bingo=True, round_=2),
    ]
    rows = highlights(section(GAMES, turns))
    assert best(rows, HighlightKind.HIGH_PLAY) == [(90, 1, 1)]
    assert best(rows, HighlightKind.MOST_BINGOS) == [(2, 1, 1)]
    assert best(rows, HighlightKind.LONGEST) == [(3, 1, 1)]
    assert best(rows, HighlightKind.OUT_BY_BINGO) == [(81, 2, 1)]


def test_only_turns_count_for_the_longest_game_and_not_the_challenges_of_plays():
    turns = [
        turn(1, "AX", 30),
        turn(2, "RETINAZ", 70, did=TurnOutcome.PHONY),
        turn(1, "RETINAZ", 0, did=TurnOutcome.CHALLENGE_WON),
        turn(1, "", 0, did=TurnOutcome.EXCHANGE),
        turn(2, "", -5, did=TurnOutcome.CHALLENGE_LOST),  # points instead of a turn
        turn(2, "", 0, did=TurnOutcome.CHALLENGE_LOST),  # a turn
    ]
    assert best(highlights(section(turns=turns)), HighlightKind.LONGEST) == [(4, 1, 1)]


def test_challenged_off_bingo_does_not_end_a_game():
    turns = [turn(1, "AX", 30), turn(2, "RETINAS", 70, bingo=True, did=TurnOutcome.PHONY)]
    assert best(highlights(section(turns=turns)), HighlightKind.OUT_BY_BINGO) == []


def test_more_than_three_level_games_are_no_highlight():
    games = [ContestGame(n, 1, 2, 400, 380, 1) for n in range(1, 5)]
    assert highlights(section(games), None) == [
        row for row in highlights(section(games)) if row.kind is HighlightKind.UPSET
    ]


def test_spread_only_game_may_be_close_but_not_high():
    games = [ContestGame(1, 1, 2, 5, 0, 1, spread_only=True), *GAMES[:2]]
    rows = highlights(section(games))
    assert best(rows, HighlightKind.CLOSEST) == [(5, 1, 1)]
    assert best(rows, HighlightKind.HIGH_GAME) == [(512, 1, 3)]
