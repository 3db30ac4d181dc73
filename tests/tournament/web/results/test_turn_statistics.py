"""Statistics of turns: hand-computed figures of a game, the page, the report and the workbook."""

import pytest

from scoring.actions.activity import Actor
from scoring.actions.corrections import correct_turn
from scoring.actions.games import finish_game, open_game, reopen_game
from scoring.actions.turns import record_turn
from scoring.engine.typing.typed_turn import parse_turn
from scoring.models import Game
from scoring.queries.game_figures import player_figures
from scoring.queries.sheets import sheet, turn_from_entry
from tests.remembered import remembered
from tests.scoring.views.pads import opened
from tournament.engine.turn_statistics import TurnStatistics
from tournament.queries.results.turn_statistics import game_sides

pytestmark = pytest.mark.django_db
LINES = (
    "8H LOFTY 31",  # 30 is right
    "E5 RETAINS 78",  # not connected, confirmed; a double-double with a bingo
    "7I LOAM 20",  # 24 is right
    "ch",
    "-AB",
    "-", "-", "-", "-", "-", "-",
    "1: rack E", "2: rack AA",
)  # fmt: skip
"""Two plays by each side, an exchange, and passes to the end."""


def game_of(names, actor, lines=LINES, rules="wespa"):
    """Return a finished game; in `LINES`, by WESPA rules, a lost challenge costs 5 points."""
    game = open_game(names, rules, actor, title="Club night")
    for line in lines:
        read = parse_turn(line, sheet(game).replay)
        record_turn(game, read.turn, actor, confirmed=True)
    finish_game(game, actor)
    return game


@pytest.fixture
@remembered
def played(director):
    """Return a game of Ann and Ben."""
    return game_of(["Ann", "Ben"], Actor.for_user(director))


def side(game, name):
    (side,) = game_sides(Game.objects.filter(pk=game.pk), name)
    return side


def test_margin_of_each_of_several_players_is_against_the_best_of_the_others(director):
    lines = ("8H ZONE 26", "7G AX 20", "-", *["-"] * 6, "1: rack E", "2: rack A", "3: rack AEIO")
    game_of(["Ann", "Ben", "Cleo"], Actor.for_user(director), lines, "box_hasbro")
    assert [(row.name, row.score, row.margin) for row in game_sides(Game.objects.all())] == [
        ("Ann", 25, -2), ("Ben", 27, 2), ("Cleo", -4, -31),
    ]  # fmt: skip


def slips(statistics, *, own):
    """Return the points of wrong announcements in favour of a player, and against the player."""
    return [statistics.slips(own=own, in_favour=in_favour) for in_favour in (True, False)]


def test_turn_statistics_equal_hand_computed_figures(played):
    ann, ben = side(played, "Ann"), side(played, "BEN")
    statistics = TurnStatistics((ann,))
    assert ann.scores[:2] == [30, 24]
    assert statistics.plays == {30: 1, 24: 1}
    assert [slips(statistics, own=own) for own in (True, False)] == [[1, 4], [0, 0]]
    theirs = TurnStatistics((ben,))
    assert theirs.bingos == [("RETAINS", 1, 78)]
    assert (theirs.totals["double_doubles"], theirs.totals["double_words"]) == (1, 2)
    assert slips(theirs, own=False) == [4, 1]
    assert (ann.challenges_lost, ben.challenges_lost) == (0, 1)
    assert (ann.score, ben.score) == (30 + 24 + 5 - 1, 78 - 2)
    assert (ann.half_points, ben.half_points) == (0, 2)
    assert theirs.distribution == [(low, int(low == 70)) for low in range(0, 80, 10)]
    assert statistics.by_turn[0] == (1, 30.0, 1)
    both = TurnStatistics([ann, ben])
    assert both.games == 1
    assert {code: [s.name for s in sides] for code, sides in both.extremes.items()} == {
        "highest": ["Ben", "Ann"], "lowest": ["Ann", "Ben"],
        "largest_win": ["Ben"], "largest_loss": ["Ann"],
    }  # fmt: skip


def test_quoted_name_matches_the_whole_name_only(director_client, director, played):
    game_of(["Annabel", "Ben"], Actor.for_user(director))
    games = Game.objects.order_by("pk")
    assert [s.name for s in game_sides(games, "ann")] == ["Ann", "Annabel"]
    assert [s.name for s in game_sides(games, '"Ann"')] == ["Ann"]
    for address in ("/games/?player=%s", "/games/?opponent=%s"):
        listed = [director_client.get(address % name).text for name in ("ann", "“Ann”")]
        assert ["Annabel" in text for text in listed] == [True, False]
    met = director_client.get("/games/?player=“Ann”&opponent=ben").text
    assert "“Ann” against ben: 1 game" in " ".join(met.split())


def test_turn_lost_to_a_challenge_counts_for_the_challenger():
    for lines, lost in ((("8H ZONE 26", "ch"), [0, 1]), (("8H ZONE 26", "9H AX 30", "ch"), [1, 0])):
        sides = player_figures(sheet(opened("naspa_nwl", ("Ann", "Ben"), *lines)))
        assert [figures["challenges_lost"] for figures in sides] == lost
        assert [figures["margin"] for figures in sides] == [0, 0]
        assert [figures["challenges_won"] for figures in sides] == [0, 0]
    sides = player_figures(sheet(opened("naspa_nwl", ("Ann", "Ben"), "8H ZONE 26", "--")))
    assert [figures["challenges_won"] for figures in sides] == [0, 1]


def test_statistics_follow_a_correction_and_exclude_unfinished_games(played, director):
    actor = Actor.for_user(director)
    reopen_game(played, actor, reason="33 was announced")
    assert list(game_sides(Game.objects.all())) == []
    entry = sheet(played).entries[0]
    correct_turn(
        entry, turn_from_entry(entry)._replace(announced=33), actor, reason="33 was announced"
    )
    finish_game(Game.objects.get(pk=played.pk), actor)
    assert sorted(side(played, "Ann").slips) == [-4, 3]
