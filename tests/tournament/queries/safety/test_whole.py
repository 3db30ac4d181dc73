"""What a recheck finds when something was changed past the actions, and that it finds nothing else."""

from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring import catalogue
from scoring.actions.rulings import rule
from scoring.actions.turns import record_games_turns, record_turn
from scoring.engine.game.turns import Kind, Turn
from scoring.models import Game, TurnEntry
from scoring.queries.sheets import sheet
from tournament.actions.event.practice import MadeUp, Stage, make_practice_event
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.models import Entry, Pairing, ResultEntry, Round
from tournament.queries.safety.recheck import recheck
from tournament.queries.standings import standings as standings_query

pytestmark = pytest.mark.django_db


def found(event):
    return [str(difference) for difference in recheck(event)]


@pytest.fixture
def recorded(desk, played):
    """A practice event whose boards were recorded turn by turn."""
    wanted = MadeUp(4, 2, 3, Stage.FINISHED)
    return make_practice_event(desk, wanted, played)


def test_nothing_differs_in_an_event_that_went_through_the_actions(desk, event, whole_robin, board):
    correct_result(desk, board(1, whole_robin[0]), 380, 400, reason="the slip said so")
    assert found(event) == []


def test_a_score_changed_past_the_actions_shows_in_the_game_it_came_from(recorded):
    result = ResultEntry.objects.filter(source="recorded").first()
    finals = sheet(result.pairing.game).outcome.finals
    ResultEntry.objects.filter(pk=result.pk).update(first_score=finals[0] + 10)
    assert found(recorded) == [
        (
            f"Division A, round 1, board {result.pairing.board}: {finals[0] + 10}-{finals[1]} was "
            f"posted, but the turns replayed give {finals[0]}-{finals[1]}."
        )
    ]


def test_a_turn_changed_past_the_actions_shows_in_the_result(recorded):
    game = Game.objects.first()
    turn = TurnEntry.objects.filter(game=game, kind="play").last()
    TurnEntry.objects.filter(pk=turn.pk).update(superseded_at=timezone.now())
    (only,) = found(recorded)
    assert "was posted, but the turns replayed give" in only


def test_a_game_finished_without_a_result_shows(desk, event, board, played):
    game = start_game(desk, board(1))
    record_games_turns(game, played(catalogue.rule_set(game.rules), Random(1)), desk)
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now())
    finals = sheet(game).outcome.finals
    assert found(event) == [
        (
            f"Division A, round 1, board 1: the game ended {finals[0]}-{finals[1]}, "
            "and no result was posted."
        )
    ]


def test_a_ruling_that_no_longer_fits_the_turn_shows(desk, event, board):
    game = start_game(desk, board(1))
    turn = Turn(Kind.PLAY, 0, coordinate="8H", tiles="FROZEN", announced=50)
    entry = record_turn(game, turn, desk, confirmed=True)
    rule(entry, "correct", desk)
    assert found(event) == []
    TurnEntry.objects.filter(pk=entry.pk).update(announced=48)
    (only,) = found(event)
    assert only.startswith("Division A, round 1, board 1: turn 1 was ruled on as 50 announced, ")
    assert "replayed it is 48 announced, " in only


def test_a_recorded_result_without_a_game_shows(desk, event, board):
    enter_result(desk, board(1), 400, 380)
    ResultEntry.objects.update(source="recorded")
    assert found(event) == [
        (
            "Division A, round 1, board 1: the result 400-380 is said to be recorded, "
            "but there is no game."
        )
    ]


def test_a_closed_round_without_a_result_shows(event, round_one):
    Round.objects.update(phase="closed")
    assert found(event) == [
        f"Division A, round 1, board {board}: the round is closed, but there is no result."
        for board in (1, 2)
    ]


def test_a_result_in_a_draft_shows(desk, event, four):
    round_ = pair_by_hand(desk, four, [(1, 2), (3, 4)])
    pairing = Pairing.objects.get(round=round_, board=1)
    ResultEntry.objects.create(
        pairing=pairing, first_score=1, second_score=0, entered_at=timezone.now()
    )
    assert "Division A, round 1, board 1: the round is a draft, but there is the result 1-0." in (
        found(event)
    )


def test_a_round_that_is_not_marked_as_playing_shows(desk, event, board):
    enter_result(desk, board(1), 400, 380)
    Round.objects.update(phase="published")
    assert found(event) == [
        (
            "Division A, round 1, board 1: there is the result 400-380, "
            "but the round is not marked as playing."
        )
    ]


def test_a_result_superseded_only_by_half_shows(desk, event, board):
    enter_result(desk, board(1), 400, 380)
    ResultEntry.objects.update(superseded_at=timezone.now())
    assert found(event) == [
        (
            "Division A, round 1, board 1: the result 400-380 is marked counts, "
            "and its date says otherwise."
        )
    ]


def test_a_result_past_the_log_shows(event, board):
    ResultEntry.objects.create(
        pairing=board(1), first_score=400, second_score=380, entered_at=timezone.now()
    )
    Round.objects.update(phase="playing")
    assert found(event) == ["Division A: 1 results were entered, but the activity log tells of 0."]


def test_somebody_left_out_or_sat_twice_shows(event, round_one, board):
    third = Entry.objects.get(number=3)
    Pairing.objects.filter(pk=board(1).pk).update(second=third)
    assert found(event) == [
        "Division A, round 1: Zoë Müller is in this round more than once.",
        "Division A, round 1: Ben Okafor has neither an opponent nor the bye.",
    ]


def test_a_round_published_before_the_one_before_it_shows(desk, event, whole_robin):
    Round.objects.filter(number=2).update(phase="draft")
    assert "Division A: round 3 is published, but round 2 is not." in found(event)


def test_standings_that_are_worked_out_wrong_show(event, whole_robin, monkeypatch):
    right = standings_query.standings

    def wrong(entrants, results, **options):
        return right(
            entrants, [r._replace(first_score=r.first_score + 1) for r in results], **options
        )

    monkeypatch.setattr(standings_query, "standings", wrong)
    sentences = found(event)
    assert sentences[0].startswith("Division A, standings after round 1: place 1 shows ")
    assert "; worked out plainly it is number " in sentences[0]


def test_somebody_who_left_after_being_paired_is_no_difference(desk, event, round_one, board):
    enter_result(desk, board(1), outcome="second_forfeits", accepted=True)
    enter_result(desk, board(2), 400, 380)
    close_round(desk, round_one)
    Entry.objects.filter(number=2).update(withdrawn_after=0)
    publish_round(desk, pair_by_hand(desk, round_one.division, [(1, 3)], [4]))
    assert found(event) == []


def run(*arguments):
    out = StringIO()
    try:
        call_command("recheck", *arguments, stdout=out)
    except SystemExit as ended:
        return ended.code, out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def test_the_command_says_what_it_looked_at(event, whole_robin):
    assert run("autumn-open") == (
        0,
        ["Nothing differs in Autumn Open; 3 rounds, 6 results and 0 recorded games checked."],
    )


def test_the_command_prints_each_difference_and_ends_with_status_one(event, round_one):
    Round.objects.update(phase="closed")
    status, lines = run("autumn-open")
    assert status == 1
    assert lines[2] == (
        "2 differences in Autumn Open; 1 round, 0 results and 0 recorded games checked."
    )


def test_an_unknown_event_is_said(event):
    with pytest.raises(CommandError, match=r"There is no event “x”\. Events: autumn-open"):
        run("x")
