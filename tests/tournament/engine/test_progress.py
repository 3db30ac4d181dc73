"""The rank of each player after each round, compared with the standings."""

import pytest

from tournament.engine.progress import Meeting, progress_by_entry
from tournament.engine.results import SpreadPenalty


def record(step):
    return (step.letter, step.own, step.theirs, step.spread, step.record, step.total_spread)


def test_game_is_described_from_both_sides():
    progress = progress_by_entry([1, 2], [Meeting(1, 4, 1, 2, 412, 389, "played")])
    assert record(progress[1][0]) == ("W", 412, 389, 23, "1-0", 23)
    assert record(progress[2][0]) == ("L", 389, 412, -23, "0-1", -23)
    assert (progress[1][0].goes_first, progress[2][0].goes_first) == (True, False)
    assert progress[2][0].opponent == 1


@pytest.mark.parametrize(
    ("meeting", "first", "second"),
    [
        (Meeting(1, 1, 1, 2, 400, 400, "played"), ("T", 0, "½-½"), ("T", 0, "½-½")),
        (Meeting(1, 1, 1, 2, 420, 380, "second_wins"), ("L", 40, "0-1"), ("W", -40, "1-0")),
        (Meeting(1, 1, 1, 2, 390, 390, "first_wins"), ("W", 0, "1-0"), ("L", 0, "0-1")),
        (Meeting(1, 1, 1, 2, 50, -50, "second_forfeits"), ("W", 50, "1-0"), ("F", -50, "0-1")),
        (Meeting(1, 1, 1, 2, -50, 50, "first_forfeits"), ("F", -50, "0-1"), ("W", 50, "1-0")),
        (Meeting(1, 1, 1, 2, -50, -50, "both_forfeit"), ("F", -50, "0-1"), ("F", -50, "0-1")),
        (Meeting(1, 1, 1, 2, 0, 0, "void"), ("V", None, "0-0"), ("V", None, "0-0")),
        (Meeting(1, 1, 1, 2), ("", None, "0-0"), ("", None, "0-0")),
    ],
)
def test_every_outcome_has_its_letter_and_its_record(meeting, first, second):
    progress = progress_by_entry([1, 2], [meeting])
    for number, wanted in ((1, first), (2, second)):
        step = progress[number][0]
        assert (step.letter, step.spread, step.record) == wanted


def test_bye_or_spread_only_game_has_no_scores():
    (step,) = progress_by_entry([1], [Meeting(1, None, 1, 0, 50, 0, "bye")])[1]
    assert record(step) == ("B", None, None, 50, "1-0", 50)
    assert step.opponent == 0
    progress = progress_by_entry([1, 2], [Meeting(1, 1, 1, 2, -45, 0, "played", spread_only=True)])
    assert record(progress[1][0]) == ("L", None, None, -45, "0-1", -45)
    assert record(progress[2][0]) == ("W", None, None, 45, "1-0", 45)


def test_penalty_counts_from_its_round_even_if_the_round_was_missed():
    games = [Meeting(n, 1, 1, 2, 410, 400, "played") for n in (1, 3)]
    steps = progress_by_entry([1, 2], games, [SpreadPenalty(2, 1, -50)])[1]
    assert [(step.round, step.penalty, step.total_spread, step.record) for step in steps] == [
        (1, 0, 10, "1-0"),
        (3, -50, -30, "2-0"),
    ]
