"""A board recorded turn by turn posts its own result, and the two are never out of step."""

import pytest

from scoring.actions.games import open_game
from scoring.models import Activity
from scoring.signals import game_finished, game_reopened
from tournament.actions.games import NobodyToPlay, start_game
from tournament.actions.pairing import pair_by_hand
from tournament.actions.players import add_players
from tournament.actions.results import RoundNotPublished, enter_result
from tournament.actions.rounds import close_round, publish_round
from tournament.models import Pairing, ResultEntry, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(desk, board):
    """Finish the game of a board as given scores would; the turns themselves do not matter here."""

    def finish(scores, number=1):
        game = start_game(desk, board(number))
        game_finished.send(type(game), game=game, scores=scores, actor=desk)
        return game

    return finish


def history(pairing):
    rows = ResultEntry.objects.filter(pairing=pairing).order_by("id")
    return [(row.first_score, row.second_score, row.source, row.standing) for row in rows]


def test_a_game_is_begun_with_the_events_rules_and_who_goes_first_in_seat_one(desk, board):
    game = start_game(desk, board(1))
    assert (game.rules, game.lexicon) == ("naspa_nwl", "open_english")
    assert [player.name for player in game.players.all()] == ["Ana Lopez", "Ben Okafor"]
    assert game.title == "Autumn Open, division A, round 1, board 1"
    assert board(1).game == game
    assert Round.objects.get().phase == "playing"


def test_a_board_has_one_game_however_often_it_is_opened(desk, board):
    assert start_game(desk, board(1)) == start_game(desk, board(1))


def test_a_draft_has_no_games(desk, four):
    round_ = pair_by_hand(desk, four, [(1, 2), (3, 4)])
    with pytest.raises(RoundNotPublished):
        start_game(desk, Pairing.objects.get(round=round_, board=1))


def test_a_bye_has_no_game(desk, four):
    add_players(desk, four, "Eve Stone")
    round_ = publish_round(desk, pair_by_hand(desk, four, [(1, 2), (3, 4)], [5]))
    with pytest.raises(NobodyToPlay, match="Eve Stone has no opponent"):
        start_game(desk, Pairing.objects.get(round=round_, second=None))


def test_a_finished_game_posts_its_result(finished, board):
    finished((402, 380))
    assert history(board(1)) == [(402, 380, "recorded", "counts")]


def test_a_game_of_no_event_posts_nothing(desk):
    game = open_game(["Ana", "Ben"], "naspa_nwl", desk)
    game_finished.send(type(game), game=game, scores=(402, 380), actor=desk)
    assert not ResultEntry.objects.exists()


def test_a_game_opened_again_takes_its_result_back(desk, finished, board):
    game = finished((402, 380))
    game_reopened.send(type(game), game=game, actor=desk)
    assert history(board(1)) == [(402, 380, "recorded", "superseded")]


def test_a_typed_result_counts_again_when_the_game_that_contradicts_it_is_opened(
    desk, finished, board
):
    enter_result(desk, board(1), 402, 370)
    game = finished((402, 380))
    game_reopened.send(type(game), game=game, actor=desk)
    assert history(board(1)) == [
        (402, 370, "typed", "counts"),
        (402, 380, "recorded", "superseded"),
    ]


def test_opening_a_game_of_a_closed_round_leaves_the_result_until_it_is_finished_anew(
    desk, finished, board, round_one
):
    game = finished((402, 380))
    enter_result(desk, board(2), 400, 380)
    close_round(desk, round_one)
    game_reopened.send(type(game), game=game, actor=desk)
    assert history(board(1)) == [(402, 380, "recorded", "counts")]
    finished((404, 380))
    assert history(board(1)) == [
        (402, 380, "recorded", "counts"),
        (404, 380, "recorded", "beside"),
    ]


def test_every_action_leaves_one_entry_in_the_log(desk, board):
    before = Activity.objects.count()
    enter_result(desk, board(1), 402, 380)
    entry = Activity.objects.order_by("-id").first()
    assert Activity.objects.count() == before + 1
    assert (entry.verb, entry.actor, entry.scope) == (
        "enter_result",
        "director",
        "event:autumn-open/a",
    )
    assert entry.summary == "Round 1, Board 1: 1 Ana Lopez - 2 Ben Okafor: 402-380."
    assert entry.after["first"] == 402
