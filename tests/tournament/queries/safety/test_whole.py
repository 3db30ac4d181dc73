"""A recheck of an event finds exactly the changes made behind the log."""

import json
import re
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring import catalogue
from scoring.actions.activity import Actor
from scoring.actions.turns import record_all_turns
from scoring.models import Activity, Game, GameSummary, TurnEntry
from scoring.queries.sheets import sheet
from scoring.wording.phrases import MINUS
from tests.database_tool import change_past_the_program
from tests.tournament.commands import run
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
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


def test_wrong_count_of_log_entries_is_found(desk, event, whole_robin):
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


@pytest.mark.parametrize(
    ("changed", "column"),
    [
        ("bingos = bingos + 1", "bingos"),
        ("winners = '|nobody|'", "winners"),
        ("words = ' QI '", "words"),
        ("sides = '[]'", "sides"),
    ],
)
def test_library_figure_changed_outside_the_program_is_found(recorded, changed, column):
    summary = GameSummary.objects.filter(highest__isnull=False).first()
    change_past_the_program(
        f"UPDATE scoring_gamesummary SET {changed} WHERE game_id = %s", summary.pk
    )
    [difference] = differences_of(recorded)
    assert difference.endswith(f": the library’s figures differ from the replayed game: {column}.")


def test_turn_changed_outside_the_program_contradicts_the_result(recorded):
    game = Game.objects.first()
    turn = TurnEntry.objects.filter(game=game, kind="play").last()
    change_past_the_program(
        "UPDATE scoring_turnentry SET superseded_at = entered_at WHERE id = %s", turn.pk
    )
    replayed, library, log = differences_of(recorded)
    assert "was posted, but the replayed turns give" in replayed
    assert "the library’s figures differ from the replayed game" in library
    assert "superseded at is " in log


def test_finished_game_without_a_result_is_found(desk, event, board, played):
    game = start_game(desk, board(1))
    record_all_turns(game, played(catalogue.rule_set(game.rules), Random(1)), desk)
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now())
    finals = sheet(game).outcome.finals
    ended, library, _log = differences_of(event)
    assert ended == (
        f"Division A, round 1, board 1: the game ended {finals[0]}-{finals[1]}, "
        "but no result was posted."
    )
    assert "the library’s figures differ from the replayed game: winners, " in library


BOARD_1 = "Division A, round 1, board 1"
ENTRY = "(entry N of the log, by director)."
MOMENT = "2026-10-03T10:00:00+00:00"
CHANGED = {
    "UPDATE tournament_resultentry SET source = 'recorded'": [
        f"{BOARD_1}: the result 400-380 is marked as recorded, but there is no game.",
        f"{BOARD_1}: the result: source is recorded, but was entered as typed {ENTRY}",
    ],
    "UPDATE tournament_round SET phase = 'closed'": [
        "Division A, round 1, board 2: the round is closed, but the result is missing.",
        f"Division A: round 1: phase is closed, but was entered as playing {ENTRY}",
    ],
    "UPDATE tournament_round SET phase = 'published'": [
        f"{BOARD_1}: the result 400-380 exists, but the round is not marked as being played.",
        f"Division A: round 1: phase is published, but was entered as playing {ENTRY}",
    ],
    "UPDATE tournament_round SET phase = 'draft'": [
        f"{BOARD_1}: the round is a draft, but has the result 400-380.",
        f"Division A: round 1: phase is draft, but was entered as playing {ENTRY}",
    ],
    "UPDATE tournament_resultentry SET superseded_at = '2026-10-03 10:00:00'": [
        f"{BOARD_1}: the result 400-380 is marked counts, but its date contradicts that.",
        f"{BOARD_1}: the result: superseded at is {MOMENT}, but was entered as nothing {ENTRY}",
    ],
    (
        "INSERT INTO tournament_resultentry (pairing_id, first_score, second_score, spread_only, "
        "outcome, source, standing, entered_at, reason) SELECT id, 390, 370, false, 'played', "
        "'typed', 'counts', '2026-10-03 10:00:00', '' FROM tournament_pairing WHERE board = 2"
    ): ["Division A, round 1, board 2: the result (390-370) is stored, but not in the log."],
    "DELETE FROM tournament_resultentry": [
        f"{BOARD_1}: the result (400-380) is missing; it is in entry N of the log, by director."
    ],
    "UPDATE tournament_entry SET rating = 1900 WHERE number = 1": [
        f"Division A: the entry of Ana Lopez: rating is 1900, but was entered as 1800 {ENTRY}"
    ],
    "UPDATE tournament_penalty SET spread = -5": [
        f"Division A: the penalty of Ben Okafor: spread is {MINUS}5, but was entered as {MINUS}50 {ENTRY}"
    ],
    "UPDATE tournament_prize SET value = '1000'": [
        f"Division A: the prize place: value is 1000, but was entered as 100 {ENTRY}"
    ],
}


@pytest.mark.parametrize("statement", CHANGED)
def test_change_outside_the_program_is_named(desk, event, round_one, board, statement):
    enter_result(desk, board(1), 400, 380)
    give_penalty(desk, Entry.objects.get(number=2), round_number=1, spread=-50, reason="late")
    add_prize(desk, event, kind="place", division=round_one.division, value="100")
    change_past_the_program(statement)
    assert without_numbers(event) == CHANGED[statement]


def test_entry_changed_together_with_its_log_entry_breaks_the_chain(desk, event, board):
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


def test_upgraded_log_begins_with_the_present_state_of_the_event(event, board):
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


def test_player_left_out_or_paired_twice_is_found(event, round_one, board):
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


def test_wrong_standings_are_found(event, whole_robin, monkeypatch):
    right = standings_query.standings

    def wrong(entrants, results, **options):
        return right(
            entrants, [r._replace(first_score=r.first_score + 1) for r in results], **options
        )

    monkeypatch.setattr(standings_query, "standings", wrong)
    sentences = differences_of(event)
    assert sentences[0].startswith("Division A, standings after round 1: place 1 shows ")
    assert "; recalculated, player number " in sentences[0]


def test_player_who_withdrew_after_being_paired_is_no_difference(desk, event, round_one, board):
    enter_result(desk, board(1), outcome="second_forfeits", accepted=True)
    enter_result(desk, board(2), 400, 380)
    close_round(desk, round_one)
    Entry.objects.filter(number=2).update(withdrawn_after=0)
    publish_round(desk, pair_by_hand(desk, round_one.division, [(1, 3)], [4]))
    assert differences_of(event) == []


def test_recheck_command_counts_what_it_checked_and_prints_each_difference(event, whole_robin):
    printed, status = run("recheck", "autumn-open")
    checked, offer = printed.splitlines()
    assert status == 0
    assert checked == (
        "No differences in Autumn Open; 3 rounds, 6 results and 0 recorded games checked."
    )
    assert " rebuild autumn-open --to FOLDER replays the log into an empty database" in offer
    Round.objects.filter(number=2).update(phase="draft")
    printed, status = run("recheck", "autumn-open")
    *lines, last, _offer = printed.splitlines()
    assert status == 1
    assert "Division A: round 3 is published, but round 2 is not." in lines
    assert last == (
        f"{len(lines)} differences in Autumn Open; 2 rounds, 6 results and 0 recorded games checked."
    )
    with pytest.raises(CommandError, match=r"There is no event “x”\. Events: autumn-open"):
        run("recheck", "x")
