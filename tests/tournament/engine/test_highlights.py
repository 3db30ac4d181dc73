"""Highlights: the best of each kind, overall or in one round."""

from tournament.engine.highlights import HighlightKind, highlights
from tournament.engine.prizes.contest import Contestant, ContestDivision, ContestGame
from tournament.engine.turn_figures import RecordedTurn, TurnOutcome


def turn(number, word, score, *, round_=1, bingo=False, did=TurnOutcome.PLAY):
    place = ("A", round_, 1, number, 3 - number)
    return RecordedTurn(*place, did, word, "8H", score, is_bingo=bingo)


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


def best(rows, *kinds):
    """Return value, round and number of the only row of each kind."""
    matches = {row.kind: (row.value, row.round, row.number) for row in rows}
    assert len(matches) == len(rows)
    return [matches.get(kind) for kind in kinds]


def test_highlights_name_the_best_games_of_the_event_or_a_round():
    kinds = (
        HighlightKind.HIGH_GAME, HighlightKind.HIGH_COMBINED, HighlightKind.CLOSEST,
        HighlightKind.LOW_COMBINED, HighlightKind.UPSET,
    )  # fmt: skip
    assert best(highlights(section(GAMES)), *kinds) == [
        (512, 1, 3), (802, 1, 3), (1, 2, 1), (580, 2, 2),
        (300, 1, 2),  # by rating, where both have one
    ]  # fmt: skip
    rows = highlights(section(GAMES), 2)
    assert best(rows, HighlightKind.HIGH_GAME) == [(401, 2, 1)]
    assert {row.round for row in rows} == {2}
    games = [ContestGame(1, 1, 2, 5, 0, 1, spread_only=True), *GAMES[:2]]
    close_but_not_high = best(highlights(section(games)), kinds[2], kinds[0])
    assert close_but_not_high == [(5, 1, 1), (512, 1, 3)]


def test_plays_bingos_and_length_come_from_recorded_turns():
    turns = [
        turn(1, "QUIXOTIC", 90, bingo=True),
        turn(2, "AX", 30),
        turn(1, "RETAINS", 74, bingo=True),
        turn(1, "CLOSING", 81, bingo=True, round_=2),
    ]
    kinds = (
        HighlightKind.HIGH_PLAY, HighlightKind.MOST_BINGOS, HighlightKind.LONGEST,
        HighlightKind.OUT_BY_BINGO,
    )  # fmt: skip
    rows = highlights(section(GAMES, turns))
    assert best(rows, *kinds) == [(90, 1, 1), (2, 1, 1), (3, 1, 1), (81, 2, 1)]
    challenged_off = [turns[1], turn(2, "RETINAS", 70, bingo=True, did=TurnOutcome.PHONY)]
    assert best(highlights(section(turns=challenged_off)), HighlightKind.OUT_BY_BINGO) == [None]


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


def test_more_than_three_level_games_are_no_highlight():
    rows = highlights(section([ContestGame(n, 1, 2, 400, 380, 1) for n in range(1, 5)]))
    assert {row.kind for row in rows} <= {HighlightKind.UPSET}
