"""Events after random actions, rebuilt from their log and archived: every row agrees with the log."""

from contextlib import suppress
from random import Random
from shutil import copytree, rmtree

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from scoring.actions.activity import Actor
from scoring.actions.disputes import ColumnPosition, TypedColumn, save_columns
from scoring.actions.games import reopen_game, sign_slip
from scoring.actions.notes import annotate
from scoring.actions.rulings import rule_on_entry
from scoring.actions.sheet_rulings import agree_final_scores, rule_on_row
from scoring.models.facts import noted_rows
from tests.tournament.actions.safety.test_everything_undone import AT_THE_DESK
from tests.tournament.actions.safety.test_everything_undone_on_the_pad import ON_THE_PAD
from tests.tournament.fixtures import FOUR
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import (
    change_event_details,
    close_event,
    remove_division,
    reopen_event,
)
from tournament.actions.people.entries import add_players
from tournament.actions.people.keep_apart import keep_apart
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_round
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.actions.safety.log_baseline import write_shared_baseline
from tournament.actions.safety.rebuilding import rebuild
from tournament.actions.safety.undo import undo_action
from tournament.actions.standings.prizes import add_prize, remove_prize, set_winner
from tournament.actions.standings.ratings import rate_division
from tournament.engine.pairing.arrangement import InvalidRearrangement
from tournament.engine.pairing.method import CannotPair
from tournament.exchange.event_exchange import prepare_event
from tournament.exchange.event_files import read_bundle
from tournament.management.new_data_folder import use_database_in
from tournament.models import Event, Pairing, Round, UndoStep
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.rounds.drafts import PairingChoice
from tournament.queries.safety.rebuild import differences_from_rebuilt, replayed_log
from tournament.queries.safety.recheck_log import differences_from_log

pytestmark = pytest.mark.django_db


def some_division(rng, event):
    divisions = event.divisions.select_related("event").exclude(entries=None).distinct()
    return rng.choice(list(divisions))


def play_on(rng, desk, event):
    """Take the next step in a division: publish, enter a result, close or pair."""
    division = some_division(rng, event)
    rounds = Round.objects.select_related("division__event").filter(division=division)
    if draft := rounds.filter(phase=Phase.DRAFT).first():
        return publish_round(desk, draft)
    boards = boards_of(division).exclude(results__standing=ResultStatus.COUNTS)
    if missing := list(boards.filter(game=None)):
        scores = rng.randrange(250, 550), rng.randrange(250, 550)
        return enter_result(desk, rng.choice(missing), *scores, accepted=True)
    if last := rounds.exclude(phase=Phase.CLOSED).first():
        return close_round(desk, last)
    method = rng.choice(["swiss", "random", "king_of_the_hill"])
    return pair_round(desk, division, rounds.count() + 1, PairingChoice(method))


def boards_of(division):
    boards = Pairing.objects.select_related("round__division__event", "first", "second", "game")
    published = boards.exclude(round__phase=Phase.DRAFT)
    return published.filter(round__division=division, replaced_at=None, second__isnull=False)


def record(rng, desk, event):
    """Do something on the pad of a board, or with its players' sheets."""
    board = rng.choice(list(boards_of(some_division(rng, event))))
    game = board.game or start_game(desk, board)
    turn = rng.choice([*game.entries.filter(superseded_at=None), None])
    do = rng.choice([
        *(do for pair in ON_THE_PAD.values() for do in pair),
        lambda desk, game: save_columns(
            game, {ColumnPosition(keeper, 1): TypedColumn(str(rng.randrange(90))) for keeper in (1, 2)}, desk
        ),
        lambda desk, game: rule_on_row(game, 1, 1, rng.randrange(90), desk, reason="so"),
        lambda desk, _game: rule_on_entry(turn, rng.choice(["correct", "let_stand"]), desk, reason="so"),
        lambda desk, _game: annotate(turn, "a note", desk, mark="?"),
        lambda desk, game: sign_slip(game, desk),
        lambda desk, game: reopen_game(game, desk, reason="so"),
        lambda desk, game: agree_final_scores(game, [400, 380], desk, reason="so"),
    ])  # fmt: skip
    do(desk, game)


def settle(rng, desk, event):
    """Change something about the event as a whole."""
    division = some_division(rng, event)
    entry, other = rng.sample(list(division.entries.select_related("player", "division")), 2)
    prize = rng.choice([*event.prizes.all(), None])
    rng.choice([
        lambda: change_event_details(desk, event, name=f"Event {rng.randrange(99)}", place="Here"),
        lambda: keep_apart(desk, event, entry.player, other.player, hard=True, reason="sisters"),
        lambda: add_prize(desk, event, kind="place", division=division, value="100"),
        lambda: set_winner(desk, prize, entry, why="agreed"),
        lambda: remove_prize(desk, prize),
        lambda: rate_division(desk, division),
        lambda: create_division(desk, event, name=f"D{rng.randrange(99)}"),
        lambda: remove_division(desk, event.divisions.exclude(pk=division.pk).first()),
        lambda: close_event(desk, event, accepted=True),
    ])()  # fmt: skip


def undo_something(rng, desk, event):
    if event.closed_at:
        return reopen_event(desk, event, reason="so")
    steps = UndoStep.objects.exclude(kind="add_players").filter(
        division__event=event, undone_by=None
    )
    return undo_action(desk, rng.choice(list(steps.order_by("-pk")[:4])), reason="so")


def at_the_desk(rng, desk, event):
    prepare, do = rng.choice(list(AT_THE_DESK.values()))
    if not Round.objects.filter(division__event=event).exists():
        prepare(desk, some_division(rng, event))
    do(desk, some_division(rng, event))


ACTIONS = 25
CHOICES = (play_on, play_on, play_on, record, record, settle, at_the_desk, undo_something)
NOT_POSSIBLE = (
    Refused, ObjectDoesNotExist, LookupError, ValueError, AttributeError, CannotPair, InvalidRearrangement,
)  # fmt: skip
"""Exceptions of an action that is impossible at the moment."""


def at_random(desk, seed):
    """Return an event after a number of randomly chosen possible actions."""
    rng = Random(seed)
    preset = rng.choice(["club", "naspa_nwl", "wespa"])
    event = create_event(desk, name=f"Event {seed}", preset=preset)
    add_players(desk, create_division(desk, event, name="A"), FOUR)
    done = 0
    for _attempt in range(3 * ACTIONS):
        if done == ACTIONS:
            break
        event.refresh_from_db()
        noted_rows().clear()  # each action is a separate transaction
        with suppress(*NOT_POSSIBLE), transaction.atomic():
            rng.choice(CHOICES)(rng, desk, event)
            done += 1
    noted_rows().clear()
    event.refresh_from_db()
    return event


def differences_after(desk, seed, empty_folder, folder):
    event = at_random(desk, seed)
    log = replayed_log(event)
    copytree(empty_folder, folder)
    with use_database_in(folder):
        rows = rebuild(Actor("test"), log)
        again = list(map(str, differences_from_log(Event.everywhere.get())))
    rmtree(folder)
    proof = read_bundle([prepare_event(event, "archive").single_file("event")]).archive_content[
        "proof"
    ]
    return [*map(str, differences_from_rebuilt(event, log, rows)), *again, *proof.differences]


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 4))]
)
def test_rebuilt_event_is_equal_after_random_actions(desk, seed, empty_folder, tmp_path):
    write_shared_baseline(desk)
    assert differences_after(desk, seed, empty_folder, tmp_path / "rebuilt") == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1500, 10))
def test_five_hundred_rebuilt_events_are_equal_after_random_actions(
    desk, seed, empty_folder, tmp_path
):
    write_shared_baseline(desk)
    for more in range(10):
        with transaction.atomic():
            assert differences_after(desk, seed + more, empty_folder, tmp_path / "rebuilt") == []
            transaction.set_rollback(True)
