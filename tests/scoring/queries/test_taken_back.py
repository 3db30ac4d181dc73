"""Plays challenged off: their differences need no ruling, and their words and bingos do not count."""

import pytest

from scoring.actions.games import finish_game
from scoring.queries.game_figures import summary_figures
from scoring.queries.sheets import sheet
from tests.scoring.views.pads import NOBODY, opened

pytestmark = pytest.mark.django_db
END = (*["pass"] * 6, "1: rack A", "2: rack E")


@pytest.mark.parametrize(
    ("lines", "taken_back"),
    [
        (("8H ZONE 36",), []),
        (("8H ZONE 36", "ch"), []),
        (("8H ZONE 36", "--"), [1]),
        (("8H ZONE 36", "ch", "--"), [1]),
        (("8H ZONE 36", "ch", "ch", "--"), [1]),
        (("8H ZONE 36", "9G EAR 17", "--"), [2]),
        (("8H ZONE 36", "9G EAR 17", "ch", "--"), [2]),
        (("8H ZONE 36", "9G EAR 17", "ch", "--", "9G EAR 17"), [2]),
    ],
)
def test_play_is_taken_back_at_once_or_after_a_lost_challenge(lines, taken_back):
    rows = sheet(opened("wespa", ("Ann", "Ben"), *lines)).rows
    assert [row.number for row in rows if row.taken_back] == taken_back
    wrong = [row.number for row in rows if row.announced in (17, 36)]
    assert [row.number for row in rows if row.needs_ruling] == [
        number for number in wrong if number not in taken_back
    ]


@pytest.mark.parametrize(
    ("challenges", "words"), [(("--",), "ZONE"), (("ch", "--"), "ZONE"), (("ch",), "ZONE EAR")]
)
def test_summary_leaves_out_plays_taken_back(challenges, words):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26", "9G EAR 17", *challenges, *END)
    finish_game(game, NOBODY)
    summary = summary_figures(sheet(game))
    assert summary["words"].split() == words.split()
    assert summary["differences"] == ("EAR" in words)
