"""The data for prizes: read in a fixed number of queries, without unplayed rounds."""

import pytest

from scoring.actions.turns import record_all_turns
from scoring.engine import gcg
from tests.tournament.reports.samples import GAME
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.standings.display import change_standings_settings
from tournament.engine.turn_figures import TurnOutcome, recorded_figures
from tournament.models import Pairing
from tournament.queries.standings.prizes import prize_sections
from tournament.queries.standings.turn_figures import recorded_turns_of

pytestmark = pytest.mark.django_db

CHALLENGED = """\
#player1 ann Ann
#player2 ben Ben
>ann: FLOTYAE 8H LOFTY +30 30
>ben: ABCDEFG 8H ABCDEFG +80 80
>ben: ABCDEFG -- -80 0
>ann: AEIIUUV -IUU +0 30
>ben: ABCDEFG - +0 0
"""


def test_contest_contains_all_seeds_games_and_rounds(event, whole_robin):
    (section,) = prize_sections(event)
    assert (section.division, section.after, len(section.games), section.plays) == ("A", 3, 6, ())
    assert section.seeds == {1: 1, 2: 2, 3: 3, 4: 4}
    assert {game.first_score for game in section.games} == {400}


def test_public_contest_excludes_held_back_rounds(desk, event, whole_robin):
    change_standings_settings(desk, event.divisions.get(), rounds_planned=3, held_back_from=3)
    (for_all,) = prize_sections(event, public=True)
    (for_director,) = prize_sections(event)
    assert (for_all.after, len(for_all.games)) == (2, 4)
    assert (for_director.after, len(for_director.games)) == (3, 6)


def test_recorded_games_take_a_constant_number_of_queries(
    desk, event, whole_robin, django_assert_num_queries
):
    boards = list(Pairing.objects.filter(round__division__event=event).order_by("id")[:3])
    record(desk, boards[0])
    with django_assert_num_queries(7):
        assert recorded_turns_of(event).games == (("A", 1),)
    record(desk, boards[1])
    record(desk, boards[2])
    with django_assert_num_queries(7):
        assert recorded_turns_of(event).games == (("A", 3),)
    with django_assert_num_queries(1):
        assert recorded_turns_of(event).game_count_of("A") == 3


def record(desk, pairing, text=GAME):
    game = start_game(desk, pairing)
    record_all_turns(game, gcg.read(text), desk)
    return game


def test_plays_phonies_and_challenges_are_distinguished(desk, event, board):
    record(desk, board(1), CHALLENGED)
    turns = recorded_turns_of(event).turns
    assert [(turn.number, turn.outcome, turn.word) for turn in turns[:3]] == [
        (1, TurnOutcome.PLAY, "LOFTY"),
        (2, TurnOutcome.PHONY, turns[1].word),
        (1, TurnOutcome.CHALLENGE_WON, turns[1].word),
    ]
    ben = recorded_figures(turns, 2, "A")
    assert (ben.games, ben.plays, ben.phonies, ben.exchanges, ben.passes) == (1, 0, 1, 0, 1)
    ann = recorded_figures(turns, 1, "A")
    assert (ann.plays, ann.best, ann.challenges_won, ann.exchanges) == (1, 30, 1, 1)


def test_bingo_is_a_play_of_the_whole_rack(desk, event, board):
    record(desk, board(1))
    plays = [turn for turn in recorded_turns_of(event).turns if turn.outcome is TurnOutcome.PLAY]
    assert [(turn.word, turn.tiles, turn.is_bingo) for turn in plays] == [
        ("LOFTY", 5, False),
        ("LOAM", 4, False),
        ("(OF)FICIATE", 7, True),
    ]


def test_play_counts_with_its_ruled_score(desk, event, board):
    record(desk, board(1))
    enter_result(desk, board(2), 400, 380)
    (section,) = prize_sections(event)
    assert [(play.word, play.score) for play in section.plays][1] == ("LOAM", 24)
