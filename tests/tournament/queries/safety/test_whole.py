"""A recheck of an event finds exactly the changes made behind the log."""

import json
from random import Random

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring import catalogue
from scoring.actions.activity import Actor
from scoring.actions.turns import record_all_turns
from scoring.models import Activity, Game
from tests.approved import check_approved
from tests.cases import VARIES
from tests.database_tool import change_past_the_program
from tests.tournament.commands import run
from tests.tournament.queries.safety.test_recheck_games import kitchen_game
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.actions.standings.prizes import add_prize
from tournament.models import Entry, ResultEntry, Round
from tournament.queries.safety.recheck import recheck
from tournament.queries.safety.recheck_games import recheck_games_outside_events
from tournament.queries.standings import standings as standings_query

pytestmark = pytest.mark.django_db


def differences_of(event):
    return [str(difference) for difference in recheck(event)]


RESULT = "UPDATE tournament_resultentry SET"
ROUND = "UPDATE tournament_round SET phase ="
TURN = "UPDATE scoring_turnentry SET"
COUNTED = "UPDATE scoring_loggedcount SET"
MORE = (
    "INSERT INTO tournament_resultentry (pairing_id, first_score, second_score, spread_only, "
    "outcome, source, standing, entered_at, reason)"
)
THEN, OF_BOARD_2 = "'2026-10-03 10:00:00'", "FROM tournament_pairing WHERE board = 2"
THIRD = "(SELECT id FROM tournament_entry WHERE number = 3)"
LAST_PLAY = "(SELECT max(id) FROM scoring_turnentry WHERE game_id = 1 AND kind = 'play')"


@pytest.fixture
def playing(desk, event, round_one, board):
    """Return the event with a result, a penalty and a prize."""
    enter_result(desk, board(1), 400, 380)
    give_penalty(desk, Entry.objects.get(number=2), round_number=1, spread=-50, reason="late")
    add_prize(desk, event, kind="place", division=round_one.division, value="100")
    return event


@pytest.fixture
def finished_without_result(desk, event, board, played):
    game = start_game(desk, board(1))
    record_all_turns(game, played(catalogue.rule_set(game.rules), Random(1)), desk)
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now())
    return event


@pytest.fixture
def casual(desk):
    kitchen_game(desk)


CHANGED = {
    **{
        f"library: {changed}": ("recorded", f"UPDATE scoring_gamesummary SET {changed} WHERE game_id = 1")
        for changed in ("bingos = bingos + 1", "winners = '|nobody|'", "words = ' QI '", "sides = '[]'")
    },
    "a turn and its result": ("recorded", f"{TURN} superseded_at = entered_at WHERE id = {LAST_PLAY}"),
    "a finished game without a result": ("finished_without_result",),
    "a result without a game": ("playing", f"{RESULT} source = 'recorded'"),
    **{f"a round that is {phase}": ("playing", f"{ROUND} '{phase}'") for phase in ("closed", "published", "draft")},
    "a date of a result": ("playing", f"{RESULT} superseded_at = {THEN}"),
    "a result more": (
        "playing",
        f"{MORE} SELECT id, 390, 370, false, 'played', 'typed', 'counts', {THEN}, '' {OF_BOARD_2}",
    ),
    "a bye of two players": ("playing", f"{RESULT} outcome = 'bye'"),
    "a result superseded by itself": ("playing", f"{RESULT} superseded_by_id = id"),
    "a result beside no other": ("playing", f"{RESULT} standing = 'beside'"),
    "a result less": ("playing", "DELETE FROM tournament_resultentry"),
    "a rating": ("playing", "UPDATE tournament_entry SET rating = 1900 WHERE number = 1"),
    "a penalty": ("playing", "UPDATE tournament_penalty SET spread = -5"),
    "a prize": ("playing", "UPDATE tournament_prize SET value = '1000'"),
    "a player paired twice": (
        "playing", f"UPDATE tournament_pairing SET second_id = {THIRD} WHERE board = 1",
    ),
    "a count of entries": (
        "playing", f"{COUNTED} entries = entries + 1 WHERE chain = 'event:autumn-open' AND verb = 'create_event'",
    ),
    "counts of no event": ("playing", f"{COUNTED} chain = ''"),
    "a turn of a casual game": ("casual", f"{TURN} announced = 48 WHERE superseded_at IS NULL"),
    "a ruling": ("casual", "UPDATE scoring_ruling SET decision = 'announced'"),
    "a ruling less": ("casual", "DELETE FROM scoring_ruling"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGED)
def test_change_outside_the_program_is_named_as_approved(request, name):
    made, *statements = CHANGED[name]
    event = request.getfixturevalue(made)
    for statement in statements:
        change_past_the_program(statement)
    differences = recheck(event) if event else recheck_games_outside_events()
    now = {name: VARIES.sub("*", "\n".join(map(str, differences)))}
    if not settings.ROOMS_OFF:
        check_approved(request, now)


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


def test_wrong_standings_are_found(event, whole_robin, monkeypatch):
    right = standings_query.standings

    def wrong(entrants, results, **options):
        return right(
            entrants, [r._replace(first_score=r.first_score + 1) for r in results], **options
        )

    monkeypatch.setattr(standings_query, "standings", wrong)
    sentences = differences_of(event)
    assert sentences[0] == (
        "Division A, standings after round 1: place 1 shows Ana Lopez (1-0, spread 21); recalculated, "
        "player number 1 is in place 1 (1-0, spread 20)."
    )


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
