"""A recorded game posts its own result, and the two always agree."""

from functools import partial

import pytest

from scoring.actions.games import finish_game, open_game
from scoring.actions.turns import record_turn
from scoring.engine.typing.typed_turn import parse_turn
from scoring.models import Activity
from scoring.queries.sheets import sheet
from scoring.signals import game_finished, game_reopened, game_settled
from tests.database_tool import change_past_the_program
from tournament.actions.act import ConfirmationRequired, Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.rules import change_rules
from tournament.actions.people.entries import add_players
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.models import Pairing, ResultEntry, Round
from tournament.queries.results.confirmation import confirmation_of
from tournament.queries.safety.recheck_games import differences_in_games
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(desk, board):
    """Return a function that finishes the recorded game of a board with the given scores and winners."""

    def finish(scores, number=1, winners=(0,)):
        game = start_game(desk, board(number))
        game_finished.send(type(game), game=game, scores=scores, winners=winners, actor=desk)
        return game

    return finish


def history(pairing):
    rows = ResultEntry.objects.filter(pairing=pairing).order_by("id")
    return [(row.first_score, row.second_score, row.source, row.standing) for row in rows]


def test_recorded_game_uses_the_events_rules_and_the_boards_first_player(desk, board):
    game = start_game(desk, board(1))
    assert (game.rules, game.lexicon) == ("naspa_nwl", "open_english")
    assert [player.name for player in game.players.all()] == ["Ana Lopez", "Ben Okafor"]
    assert game.title == "Autumn Open, division A, round 1, board 1"
    assert board(1).game == game
    assert Round.objects.get().phase == "playing"


def test_recorded_game_uses_the_events_tiles_and_board(desk, board):
    event = board(1).round.division.event
    chosen = {"tile_set": "english_super", "layout": "super"}
    change_rules(desk, event, event.rules.as_dict() | chosen, reason="a larger board")
    game = start_game(desk, board(1))
    assert (game.rules, game.tile_set, game.layout) == ("naspa_nwl", "english_super", "super")


def test_board_has_only_one_game(desk, board):
    assert start_game(desk, board(1)) == start_game(desk, board(1))


def test_draft_has_no_games(desk, four):
    round_ = pair_by_hand(desk, four, [(1, 2), (3, 4)])
    with pytest.raises(Refused, match=r"Round 1 is a draft\. Publish it, then enter results"):
        start_game(desk, Pairing.objects.get(round=round_, board=1))


def test_bye_has_no_game(desk, four):
    add_players(desk, four, "Eve Stone")
    round_ = publish_round(desk, pair_by_hand(desk, four, [(1, 2), (3, 4)], [5]))
    with pytest.raises(Refused, match="Eve Stone has no opponent"):
        start_game(desk, Pairing.objects.get(round=round_, second=None))


@pytest.mark.parametrize(
    ("scores", "winners", "outcome"),
    [
        ((402, 380), (0,), "played"),
        ((380, 402), (1,), "played"),
        ((380, 380), (0, 1), "played"),
        ((402, 380), (1,), "second_wins"),
        ((380, 402), (0,), "first_wins"),
        ((380, 380), (0,), "first_wins"),
        ((380, 380), (1,), "second_wins"),
        ((402, 380), (), "played"),
    ],
)
def test_winner_that_differs_from_the_scores_is_posted(finished, board, scores, winners, outcome):
    finished(scores, winners=winners)
    entry = ResultEntry.objects.get(pairing=board(1))
    assert (entry.first_score, entry.second_score, entry.outcome) == (*scores, outcome)


def test_overtime_beyond_the_limit_loses_in_the_standings_too(desk):
    """WESPA: more than ten minutes over loses, whatever the score (RULES, overtime)."""
    event = create_event(desk, name="Harbour Masters", preset="wespa")
    division = create_division(desk, event, name="A")
    add_players(desk, division, "Ana Lopez\nBen Okafor")
    pair = pair_by_hand(desk, division, [(1, 2)], firsts_as_listed=True)
    pairing = Pairing.objects.get(round=publish_round(desk, pair))
    game = start_game(desk, pairing)
    over = ["8D JUKEBOX 120", *["pass"] * 6, "1: rack A", "2: rack E", "1: time 110"]
    for line in over:
        record_turn(game, parse_turn(line, sheet(game).replay).turn, desk, confirmed=True)
    finals = finish_game(game, desk)
    entry = ResultEntry.objects.get()
    assert (entry.first_score, entry.second_score) == finals
    assert (finals[0] > finals[1], entry.outcome) == (True, "second_wins")
    pairing.refresh_from_db()
    assert confirmation_of(pairing, entry).outcome == "Ben Okafor wins on time."
    entry.source = "typed"
    assert confirmation_of(pairing, entry).outcome == "Ben Okafor wins, whatever the scores."
    lines = division_standings(division).table.lines
    assert [(line.number, line.half_wins, line.spread) for line in lines] == [
        (2, 2, finals[1] - finals[0]),
        (1, 0, finals[0] - finals[1]),
    ]
    assert list(differences_in_games(event)) == []
    change_past_the_program("UPDATE tournament_resultentry SET outcome = 'played'")
    assert [difference.what for difference in differences_in_games(event)] == [
        f"{finals[0]}-(−{-finals[1]}) was posted, but replaying the turns gives a different winner."
    ]


def test_result_typed_during_recording_is_questioned(desk, board):
    game = start_game(desk, board(1))
    line = "8D JUKEBOX 120"
    record_turn(game, parse_turn(line, sheet(game).replay).turn, desk, confirmed=True)
    with pytest.raises(ConfirmationRequired, match="Board 1 is being recorded, 1 turn so far"):
        enter_result(desk, board(1), 402, 380)
    assert enter_result(desk, board(1), 402, 380, accepted=True).standing == "counts"


def test_final_agreed_on_the_sheets_is_posted_without_a_question(desk, board):
    pairing = board(1)
    game = start_game(desk, pairing)
    final = {"game": game, "actor": desk, "reason": "Both agreed."}
    game_settled.send(type(game), scores=(950, 12), **final)
    game_settled.send(type(game), scores=(950, 12), **final)
    game_settled.send(type(game), scores=(951, 12), **final)
    assert history(pairing) == [(950, 12, "typed", "superseded"), (951, 12, "typed", "counts")]


def test_game_without_an_event_posts_no_result(desk):
    game = open_game(["Ana", "Ben"], "naspa_nwl", desk)
    game_finished.send(type(game), game=game, scores=(402, 380), winners=(0,), actor=desk)
    assert not ResultEntry.objects.exists()


def test_reopening_a_contradicting_game_restores_the_typed_result(desk, finished, board):
    enter_result(desk, board(1), 402, 370)
    game = finished((402, 380))
    game_reopened.send(type(game), game=game, actor=desk)
    assert history(board(1)) == [
        (402, 370, "typed", "counts"),
        (402, 380, "recorded", "superseded"),
    ]


def test_reopened_game_of_a_closed_round_keeps_its_result_until_finished(
    desk, finished, board, round_one
):
    game = finished((402, 380))
    enter_result(desk, board(2), 400, 380)
    close_round(desk, round_one)
    game_reopened.send(type(game), game=game, actor=desk)
    assert history(board(1)) == [(402, 380, "recorded", "counts")]
    finished((404, 380))
    assert history(board(1)) == [(402, 380, "recorded", "counts"), (404, 380, "recorded", "beside")]


def test_reason_for_reopening_a_game_belongs_to_its_next_result_only(desk, board):
    game = start_game(desk, board(1))
    send = partial(game_finished.send, type(game), game=game, winners=(0,), actor=desk)
    send(scores=(402, 380))
    game_reopened.send(type(game), game=game, actor=desk)
    send(scores=(404, 380), reason="LOAM recounted")
    game_reopened.send(type(game), game=game, actor=desk)
    send(scores=(406, 380))
    assert history(board(1))[1:] == [
        (404, 380, "recorded", "superseded"),
        (406, 380, "recorded", "counts"),
    ]
    reasons = ResultEntry.objects.order_by("id").values_list("reason", flat=True)
    assert list(reasons) == ["", "LOAM recounted", ""]


def test_game_returning_to_the_counting_result_leaves_no_open_ruling(
    desk, finished, board, round_one
):
    finished((402, 380))
    enter_result(desk, board(2), 400, 380)
    close_round(desk, round_one)
    finished((404, 380))
    finished((402, 380))
    assert history(board(1)) == [
        (402, 380, "recorded", "counts"),
        (404, 380, "recorded", "superseded"),
    ]
    entry = Activity.objects.order_by("-id").first()
    assert entry.summary == (
        "Round 1, Board 1: 1 Ana Lopez - 2 Ben Okafor: 404-380 no longer waits for a ruling; "
        "the result of the game is 402-380 again."
    )
