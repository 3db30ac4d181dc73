"""A recheck of an event finds exactly the changes made behind the log."""

import json
import re
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring import catalogue
from scoring.actions.activity import Actor
from scoring.actions.turns import record_games_turns
from scoring.models import Activity, Game, GameSummary, TurnEntry
from scoring.queries.sheets import sheet
from scoring.wording.phrases import MINUS
from tests.database_tool import change_past_the_program
from tests.tournament.exchange.test_archive import archive_of, opened
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.actions.standings.prizes import add_prize
from tournament.models import Entry, Pairing, ResultEntry, Round
from tournament.queries.safety.recheck import recheck
from tournament.queries.standings import standings as standings_query

pytestmark = pytest.mark.django_db


def differences_of(event):
    return [str(difference) for difference in recheck(event)]


def without_numbers(event):
    """Return the same with the keys of entries removed."""
    return [re.sub(r"entry \d+", "entry N", text) for text in differences_of(event)]


def test_nothing_differs_in_an_event_that_went_through_the_actions(desk, event, whole_robin, board):
    correct_result(desk, board(1, whole_robin[0]), 380, 400, reason="the slip said so")
    assert differences_of(event) == []


@pytest.mark.full
def test_a_number_of_the_log_that_is_remembered_wrong_is_found(desk, event, whole_robin):
    change_past_the_program(
        "UPDATE scoring_loggedcount SET entries = entries + 1 WHERE chain = %s AND verb = %s",
        f"event:{event.slug}",
        "create_event",
    )
    (difference,) = differences_of(event)
    assert difference == (
        "Activity log: entries “Create event” by director in the chain event:autumn-open: the "
        "log has 1, but 2 were counted. The log pages show a wrong number."
    )
    change_past_the_program("UPDATE scoring_loggedcount SET chain = ''")
    first, *_others = differences_of(event)
    assert "by director outside events and organisations: the log has 0, but 1 were" in first


@pytest.mark.full
def test_a_score_changed_past_the_actions_shows_in_the_game_it_came_from(recorded):
    result = ResultEntry.objects.filter(source="recorded").first()
    finals = sheet(result.pairing.game).outcome.finals
    change_past_the_program(
        "UPDATE tournament_resultentry SET first_score = %s WHERE id = %s",
        finals[0] + 10,
        result.pk,
    )
    where = f"Division A, round 1, board {result.pairing.board}"
    game, log = differences_of(recorded)
    assert game == (
        f"{where}: {finals[0] + 10}-{finals[1]} was posted, but the replayed turns give "
        f"{finals[0]}-{finals[1]}."
    )
    assert re.fullmatch(
        rf"{where}: the result: first score is {finals[0] + 10}, but was entered as {finals[0]} "
        r"\(entry \d+ of the log, by director\)\.",
        log,
    )


@pytest.mark.parametrize(
    ("changed", "column"),
    [
        ("bingos = bingos + 1", "bingos"),
        ("winners = '|nobody|'", "winners"),
        ("words = ' QI '", "words"),
        ("sides = '[]'", "sides"),
    ],
)
def test_a_figure_of_the_library_changed_past_the_program_shows(recorded, changed, column):
    summary = GameSummary.objects.filter(highest__isnull=False).first()
    change_past_the_program(
        f"UPDATE scoring_gamesummary SET {changed} WHERE game_id = %s", summary.pk
    )
    [difference] = differences_of(recorded)
    assert difference.endswith(f": the library’s figures differ from the replayed game: {column}.")


def test_a_game_that_the_library_lost_shows(recorded):
    summary = GameSummary.objects.first()
    change_past_the_program("DELETE FROM scoring_gamesummary WHERE game_id = %s", summary.pk)
    [difference] = differences_of(recorded)
    assert difference.endswith(": the library has no figures for the game.")


def test_a_turn_changed_past_the_actions_shows_in_the_result(recorded):
    game = Game.objects.first()
    turn = TurnEntry.objects.filter(game=game, kind="play").last()
    change_past_the_program(
        "UPDATE scoring_turnentry SET superseded_at = entered_at WHERE id = %s", turn.pk
    )
    replayed, library, log = differences_of(recorded)
    assert "was posted, but the replayed turns give" in replayed
    assert "the library’s figures differ from the replayed game" in library
    assert "superseded at is " in log


def test_a_game_finished_without_a_result_shows(desk, event, board, played):
    game = start_game(desk, board(1))
    record_games_turns(game, played(catalogue.rule_set(game.rules), Random(1)), desk)
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now())
    finals = sheet(game).outcome.finals
    ended, library, _log = differences_of(event)
    assert ended == (
        f"Division A, round 1, board 1: the game ended {finals[0]}-{finals[1]}, "
        "but no result was posted."
    )
    assert "the library’s figures differ from the replayed game: winners, " in library


def test_a_recorded_result_without_a_game_shows(desk, event, board):
    enter_result(desk, board(1), 400, 380)
    change_past_the_program("UPDATE tournament_resultentry SET source = 'recorded'")
    differences = differences_of(event)
    assert differences[0] == (
        "Division A, round 1, board 1: the result 400-380 is marked as recorded, but there is "
        "no game."
    )
    assert "source is recorded, but was entered as typed" in differences[1]


def test_a_closed_round_without_a_result_shows(event, round_one):
    Round.objects.update(phase="closed")
    assert without_numbers(event) == [
        *(
            f"Division A, round 1, board {board}: the round is closed, but the result is missing."
            for board in (1, 2)
        ),
        "Division A: round 1: phase is closed, but was entered as published (entry N of the log, by director).",
    ]


def test_a_result_in_a_draft_shows(desk, event, four):
    round_ = pair_by_hand(desk, four, [(1, 2), (3, 4)])
    pairing = Pairing.objects.get(round=round_, board=1)
    ResultEntry.objects.create(
        pairing=pairing, first_score=1, second_score=0, entered_at=timezone.now()
    )
    assert "Division A, round 1, board 1: the round is a draft, but has the result 1-0." in (
        differences_of(event)
    )


def test_a_round_that_is_not_marked_as_playing_shows(desk, event, board):
    enter_result(desk, board(1), 400, 380)
    Round.objects.update(phase="published")
    assert without_numbers(event) == [
        (
            "Division A, round 1, board 1: there is the result 400-380, "
            "but the round is not marked as playing."
        ),
        "Division A: round 1: phase is published, but was entered as playing (entry N of the log, by director).",
    ]


def test_a_result_superseded_only_by_half_shows(desk, event, board):
    enter_result(desk, board(1), 400, 380)
    ResultEntry.objects.update(superseded_at=timezone.now())
    marked, logged = differences_of(event)
    assert marked == (
        "Division A, round 1, board 1: the result 400-380 is marked counts, but its date "
        "contradicts that."
    )
    assert logged.startswith("Division A, round 1, board 1: the result: superseded at is ")


def test_a_result_past_the_log_shows(event, board):
    change_past_the_program(
        "INSERT INTO tournament_resultentry (pairing_id, first_score, second_score, spread_only, "
        "outcome, source, standing, entered_at, reason) "
        "VALUES (%s, 400, 380, false, 'played', 'typed', 'counts', '2026-10-03 10:00:00', '')",
        board(1).pk,
    )
    Round.objects.update(phase="playing")
    assert without_numbers(event) == [
        ("Division A, round 1, board 1: the result (400-380) is stored, but not in the log."),
        "Division A: round 1: phase is playing, but was entered as published (entry N of the log, by director).",
    ]


def test_a_result_deleted_shows(desk, event, board):
    enter_result(desk, board(1), 400, 380)
    change_past_the_program("DELETE FROM tournament_resultentry")
    (only,) = differences_of(event)
    assert re.fullmatch(
        r"Division A, round 1, board 1: the result \(400-380\) is missing; it is in entry \d+ of the log, "
        r"by director\.",
        only,
    )


@pytest.mark.full
def test_a_rating_a_penalty_and_a_prize_changed_show(desk, event, round_one):
    give_penalty(desk, Entry.objects.get(number=2), round_number=1, spread=-50, reason="late")
    add_prize(desk, event, kind="place", division=round_one.division, value="100")
    assert differences_of(event) == []
    change_past_the_program("UPDATE tournament_entry SET rating = 1900 WHERE number = 1")
    change_past_the_program("UPDATE tournament_penalty SET spread = -5")
    change_past_the_program("UPDATE tournament_prize SET value = '1000'")
    assert without_numbers(event) == [
        (
            "Division A: the entry of Ana Lopez: rating is 1900, but was entered as 1800 "
            "(entry N of the log, by director)."
        ),
        (
            f"Division A: the penalty of Ben Okafor: spread is {MINUS}5, but was entered as {MINUS}50 "
            "(entry N of the log, by director)."
        ),
        "Division A: the prize place: value is 1000, but was entered as 100 (entry N of the log, by director).",
    ]


def test_an_entry_changed_together_with_its_log_entry_breaks_the_chain(desk, event, board):
    enter_result(desk, board(1), 400, 380)
    enter_result(desk, board(2), 400, 380)
    change_past_the_program(
        "UPDATE tournament_resultentry SET first_score = 500 WHERE pairing_id = %s", board(1).pk
    )
    entry = Activity.objects.filter(verb="enter_result").order_by("id").first()
    (key,) = (key for key in entry.facts if key.startswith("result:"))
    facts = entry.facts | {key: [board(1).pk, 500, *entry.facts[key][2:]]}
    change_past_the_program(
        "UPDATE scoring_activity SET facts = %s WHERE id = %s", json.dumps(facts), entry.pk
    )
    (only,) = differences_of(event)
    assert only.startswith(f"Activity log: Entry {entry.pk} (")
    assert only.endswith("has been changed: its content does not match its hash.")


@pytest.mark.full
def test_what_was_there_before_an_import_and_after_it_is_compared_alike(desk, event, whole_robin):
    copy = opened(archive_of(event))
    assert differences_of(copy) == []
    result = ResultEntry.objects.filter(pairing__round__division__event=copy).first()
    change_past_the_program(
        "UPDATE tournament_resultentry SET second_score = 1 WHERE id = %s", result.pk
    )
    assert ["second score is 1, but was entered as " in text for text in differences_of(copy)] == [
        True
    ]
    assert differences_of(event) == []


def test_the_log_of_an_event_of_an_earlier_version_begins_with_what_is_there(event, board):
    enter_result(Actor("ana"), board(1), 400, 380)
    change_past_the_program("UPDATE scoring_activity SET chain = NULL, facts = NULL")
    assert "Activity log: it does not contain the beginning of Autumn Open." in differences_of(
        event
    )
    call_command("migrate", verbosity=0)
    held = Activity.objects.latest("id")
    assert (held.chain, held.previous_hash) == ("event:autumn-open", "")
    assert held.summary == (
        "The log now contains the present state of Autumn Open: 1 results, 0 turns, 4 players."
    )
    assert [key for key in held.facts if key.startswith(("entry:", "result:"))] == [
        *(f"entry:{entry.pk}" for entry in Entry.objects.all()),
        f"result:{ResultEntry.objects.get().pk}",
    ]
    change_past_the_program("UPDATE tournament_resultentry SET first_score = 1")
    assert "first score is 1, but was entered as 400" in differences_of(event)[-1]


def test_somebody_left_out_or_sat_twice_shows(event, round_one, board):
    third = Entry.objects.get(number=3)
    Pairing.objects.filter(pk=board(1).pk).update(second=third)
    assert without_numbers(event) == [
        "Division A, round 1: Zoë Müller is in this round more than once.",
        "Division A, round 1: Ben Okafor has neither an opponent nor the bye.",
        (
            "Division A, round 1, board 1: the players differ from those published: Ana Lopez – "
            "Zoë Müller. They were Ana Lopez – Ben Okafor (entry N of the log, by director)."
        ),
    ]


def test_a_round_published_before_the_one_before_it_shows(desk, event, whole_robin):
    Round.objects.filter(number=2).update(phase="draft")
    assert "Division A: round 3 is published, but round 2 is not." in differences_of(event)


def test_standings_that_are_worked_out_wrong_show(event, whole_robin, monkeypatch):
    right = standings_query.standings

    def wrong(entrants, results, **options):
        return right(
            entrants, [r._replace(first_score=r.first_score + 1) for r in results], **options
        )

    monkeypatch.setattr(standings_query, "standings", wrong)
    sentences = differences_of(event)
    assert sentences[0].startswith("Division A, standings after round 1: place 1 shows ")
    assert "; recalculated, it is number " in sentences[0]


def test_somebody_who_left_after_being_paired_is_no_difference(desk, event, round_one, board):
    enter_result(desk, board(1), outcome="second_forfeits", accepted=True)
    enter_result(desk, board(2), 400, 380)
    close_round(desk, round_one)
    Entry.objects.filter(number=2).update(withdrawn_after=0)
    publish_round(desk, pair_by_hand(desk, round_one.division, [(1, 3)], [4]))
    assert differences_of(event) == []


def run(*arguments):
    out = StringIO()
    try:
        call_command("recheck", *arguments, stdout=out)
    except SystemExit as ended:
        return ended.code, out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def test_the_command_says_what_it_looked_at(event, whole_robin):
    status, (checked, offer) = run("autumn-open")
    assert (status, checked) == (
        0, "No differences in Autumn Open; 3 rounds, 6 results and 0 recorded games checked.",
    )  # fmt: skip
    assert " rebuild autumn-open --to FOLDER replays the log into an empty database" in offer


def test_the_command_prints_each_difference_and_ends_with_status_one(event, round_one):
    Round.objects.update(phase="closed")
    status, lines = run("autumn-open")
    assert status == 1
    assert lines[3] == (
        "3 differences in Autumn Open; 1 round, 0 results and 0 recorded games checked."
    )


def test_an_unknown_event_is_said(event):
    with pytest.raises(CommandError, match=r"There is no event “x”\. Events: autumn-open"):
        run("x")
