"""Every action checks whether its event is closed."""

import ast

from tests.architecture.modules import in_layer

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
