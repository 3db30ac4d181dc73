"""Renaming, closing, reopening and removing an event; removing a division."""

import ast

import pytest

from scoring.actions.games import finish_game
from scoring.actions.rulings import rule_on_entry
from scoring.actions.turns import record_turn
from scoring.engine.typing.typed_turn import parse_turn
from scoring.models import Activity, TurnEntry
from scoring.queries.sheets import sheet
from tests.architecture.modules import in_layer
from tournament.actions.act import ConfirmationRequired, ReasonMissing, Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import (
    change_event_details,
    close_event,
    removal_obstacle,
    remove_division,
    remove_event,
    rename_division,
    reopen_event,
    unfinished_work,
)
from tournament.actions.people.entries import add_players
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import draft_round_robin, pair_by_hand
from tournament.actions.rounds.plans import adopt_proposal
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.actions.safety.undo import undo_action
from tournament.actions.standings.prizes import add_prize
from tournament.models import Division, Event, Membership, Pairing, Player, Prize, Round, UndoStep
from tournament.models import Entry as DivisionEntry
from tournament.queries.safety.recheck import recheck

pytestmark = pytest.mark.django_db


def last_entry():
    return Activity.objects.latest("id")


def test_closing_an_event_with_open_rounds_is_questioned_once(desk, round_one, board, event):
    pair_by_hand(desk, round_one.division, [(1, 3), (2, 4)])
    with pytest.raises(ConfirmationRequired) as refused:
        close_event(desk, event)
    assert refused.value.questions == [
        "Round 1 of division A is not closed: the results of boards 1, 2 are missing.",
        "Round 2 of division A is still a draft.",
    ]
    for number, left in ((1, ": the result of board 2 is missing."), (2, ".")):
        enter_result(desk, board(number), 400, 380)
        with pytest.raises(ConfirmationRequired) as refused:
            close_event(desk, event)
        assert refused.value.questions[0] == f"Round 1 of division A is not closed{left}"
    assert close_event(desk, event, accepted=True).closed_at is not None
    assert last_entry().after == {"rounds_still_open": refused.value.questions}


def test_closed_event_is_read_only_until_reopened_with_a_reason(desk, round_one, board, event):
    for number in (1, 2):
        enter_result(desk, board(number), 400, 380)
    close_round(desk, round_one)
    seen_open = Event.objects.get(pk=event.pk)
    close_event(desk, event)
    for attempt in (
        lambda: create_division(desk, seen_open, name="C"),
        lambda: enter_result(desk, board(1), 410, 380, accepted=True),
        lambda: change_event_details(desk, event, name="Other"),
        lambda: rename_division(desk, round_one.division, name="Other"),
        lambda: close_event(desk, event),
        lambda: remove_event(desk, event),
    ):
        with pytest.raises(Refused, match=r"Autumn Open is (already )?closed"):
            attempt()
    with pytest.raises(ReasonMissing):
        reopen_event(desk, event, reason=" ")
    reopen_event(desk, event, reason="a score was wrong")
    assert (last_entry().verb, last_entry().reason) == ("reopen_event", "a score was wrong")
    with pytest.raises(Refused, match="Autumn Open is not closed"):
        reopen_event(desk, event, reason="again")
    assert change_event_details(desk, event, name="Other").name == "Other"


def test_games_of_a_closed_event_are_read_only(desk, round_one, board, event):
    game = start_game(desk, board(1))
    turn = parse_turn("8H FROZEN 38", sheet(game).replay).turn
    record_turn(game, turn, desk)
    entry = TurnEntry.objects.get(game=game)
    close_event(desk, event, accepted=True)
    for attempt in (
        lambda: record_turn(game, turn, desk),
        lambda: finish_game(game, desk),
        lambda: rule_on_entry(entry, "correct", desk),
    ):
        with pytest.raises(Refused, match="Autumn Open is closed and can only be read"):
            attempt()
    assert TurnEntry.objects.filter(game=game).count() == 1


def test_removing_an_event_removes_everything_in_it(desk, event, four):
    other = Player.objects.get(name="Ana Lopez")
    spring = create_event(desk, name="Spring Open", preset="club")
    add_players(desk, create_division(desk, spring, name="A"), "Ana Lopez")
    pair_by_hand(desk, four, [(1, 2), (3, 4)])
    remove_event(desk, event)
    assert list(Event.objects.all()) == [spring]
    assert list(Player.objects.all()) == [other]
    assert DivisionEntry.objects.count() == 1
    assert Membership.objects.count() == 1
    logged = last_entry()
    assert logged.summary == "Event Autumn Open removed; nothing in it had been published."
    assert logged.before == {
        "name": "Autumn Open", "place": "", "date": "2026-10-03", "divisions": ["A"], "people": 4,
    }  # fmt: skip


def test_division_without_results_is_removed_with_everything_in_it(desk, four):
    second = create_division(desk, four.event, name="B")
    add_players(desk, second, "Eve Stone\nFinn Gray\nGus Hall")
    adopt_proposal(desk, second, 3)
    publish_round(desk, pair_by_hand(desk, second, [(1, 2)], [3]))
    add_prize(desk, four.event, kind="place", division=second, title="Cup")
    remove_division(desk, second)
    assert list(Division.objects.all()) == [four]
    assert (Player.objects.count(), four.entries.count()) == (4, 4)
    assert not Pairing.objects.exists()
    assert not Prize.objects.exists()
    logged = Activity.objects.first()
    assert logged.summary == "Division B removed; nothing had been played in it."
    assert logged.before == {"name": "B", "players": ["Eve Stone", "Finn Gray", "Gus Hall"]}
    assert list(recheck(four.event)) == []


def test_event_with_a_published_round_cannot_be_removed(desk, round_one, event):
    with pytest.raises(Refused, match="A round of Autumn Open has been published"):
        remove_event(desk, event)
    round_one.phase = "draft"
    round_one.save()
    assert "has been published" in removal_obstacle(event)


NOT_OF_AN_OPEN_EVENT = {
    "create_event", "import_event", "store_uploads", "create_club", "merge_clubs", "remove_clubs", "assign_to_club",
    "create_next_session", "make_owner", "make_director", "make_first_account", "reset_password", "merge_persons",
    "remove_practice_event", "reopen_event", "close_event",
    # roles, so that a closed event can still be handed over
    "new_invitation", "withdraw_invitation", "accept_invitation", "create_invited_account",
    "change_role", "end_membership",
    # ratings are computed after an event, and rating lists belong to no event
    "rate_division", "undo_rating", "run_ratings", "undo_run", "create_championship", "change_championship",
    "add_rating_list", "withdraw_rating_list", "withdraw_rating_lists", "store_submission_details",
    # phone access of the laptop, and unused screens
    "open_to_phones", "close_to_phones", "choose_address", "remove_screen",
    # still in use after the end: the published site, API keys, streams
    "save_publishing_settings", "make_api_key", "end_api_key", "delete_slot", "point_channel", "switch_stream",
    "set_site_visibility",
    # papers are printed after the end, too
    "save_pack", "remove_pack", "record_print", "set_branding",
    # people and their contacts belong to no event
    "correct_person", "export_personal_data", "erase_person", "offer_person", "accept_person", "decline_person",
    "end_sharing", "end_all_sharing", "reapply_erasures", "privacy_after_restore", "on_people_imported",
    "purge_expired_data",
    # organisations contain events
    "create_organisation", "rename_organisation",
    # copies of everything
    "restore_snapshot", "take_snapshot", "remove_snapshots",
    # second factors of accounts
    "confirm_second_factor", "check_second_factor", "renew_recovery_codes", "end_second_factor",
    "reset_second_factor",
    # parts of actions that have checked already
    "log_result", "enter_players", "promote_waiting_list",
    # messages to registered people are still sent and viewed after the end
    "send_messages", "send_waiting_messages", "mark_delivered", "log_registration_view", "log_messages_view",
}  # fmt: skip
"""Actions that write to a closed event or outside events."""
GUARDS = {
    "act",
    "act_on_person",
    "refuse_when_closed",
    "lock_pairing",
    "add_late_entries",
    "correct_result",
    "enter_result",
}


def test_every_action_checks_whether_its_event_is_closed():
    """Reads the source, so that a new action without the check fails."""
    without = []
    for module in in_layer("actions"):
        if module.app != "tournament":
            continue
        functions = {n.name: n for n in module.tree.body if isinstance(n, ast.FunctionDef)}
        for name, function in functions.items():
            called = _called(function, functions)
            writes = called & {
                "log",
                "log_all",
                "_log_by_program",
                "log_result",
            } and not name.startswith("_")
            of_a_club = any(
                ast.unparse(arg.annotation or arg) == "Club" for arg in function.args.args
            )
            if of_a_club or name in NOT_OF_AN_OPEN_EVENT:
                continue
            if writes and not called & GUARDS:
                without.append(f"{module.name}.{name}")
    assert without == []


def _called(function, functions, seen=()):
    """Return the names that a function calls, following functions of its own module; `act` only if it checks."""
    names = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            names |= {node.func.attr} & {"log"}
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name = node.func.id
            if name == "act" and "allow_closed" in {keyword.arg for keyword in node.keywords}:
                continue
            names.add(name)
            if name in functions and name not in (*seen, function.name):
                names |= _called(functions[name], functions, (*seen, function.name))
    return names


def test_undone_round_robin_does_not_prevent_closing(desk, event, four):
    draft_round_robin(desk, four, accepted=True)
    publish_round(desk, Round.objects.get(division=four, number=1))
    enter_result(desk, Pairing.objects.filter(round__number=1).first(), 400, 380)
    assert len(unfinished_work(event)) == 3
    while (left := UndoStep.objects.filter(undone_by=None).first()).kind != "add_players":
        undo_action(desk, left)
    assert unfinished_work(event) == []
    assert list(Pairing.objects.values_list("round__number", "board")) == [(1, 1)]
    assert close_event(desk, event).closed_at is not None
