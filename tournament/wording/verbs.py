"""The names of actions in the activity log, by stored verb."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournament import extension


def plain_verbs(verbs: str) -> dict[str, str]:
    """Return an English name for each verb, derived from it: ``add_players`` is "Add players"."""
    return {verb: verb.replace("_", " ").capitalize() for verb in verbs.split()}


_VERBS: Mapping[str, str] = {
    **plain_verbs("""
        accept_invitation add_players add_prize add_prizes add_rating_list change_prize change_role
        change_rules check_in choose close_event close_round correct_result correct_turn create_club
        create_division create_event create_organisation enter_result
        finish_game give_penalty import_division import_event insert_turn invite
        judge keep_apart merge_clubs
        pair_round plan_rounds publish_round rate_division
        rearrange_round record_turn redo remove_clubs remove_division remove_event
        remove_practice_event remove_prize remove_prizes remove_snapshots remove_uploads
        rename_division rename_event rename_organisation reopen_event reopen_game reopen_round
        reset_password restore_snapshot resume_publishing revoke_penalty
        schedule_publishing set_career_games set_prize_winner sign_slip
        start_game stop stop_publishing undo undo_rating
        withdraw withdraw_invitation withdraw_rating_list withdraw_rating_lists
    """),
    "accept_reports": _("Accept players’ reports"),
    "add_photo": _("Add a photograph"),
    "agree_final": _("Agree on the final score"),
    "annotate": _("Add notes to a turn"),
    "correct_person": _("Correct a person"),
    "cut_classes": _("Divide into classes"),
    "describe_entry": _("Change player details"),
    "end_apart": _("Allow a pair to meet again"),
    "end_membership": _("Remove a helper"),
    "end_offer": _("Stop offering last time's players"),
    "end_practice": _("End practice"),
    "end_second_factor": _("Turn off second factor"),
    "end_unattended": _("Pair rounds by hand again"),
    "hold_account": _("Create or change an account by command"),
    "hold_more": _("Add more event data to the log"),
    "hold_second_factor": _("Refuse codes after wrong attempts"),
    "hold_shared": _("Add shared data to the log"),
    "import_lexicon": _("Load word list"),
    "join_club": _("Choose the club of an event"),
    "join_round": _("Join a round late"),
    "keep_incoming": _("Read files of an event"),
    "keep_pack": _("Save a pack of papers"),
    "make_director": _("Create a director account"),
    "make_rounds": _("Draft rounds"),
    "merge_persons": _("Merge people"),
    "move_entry": _("Move player"),
    "name_word_list": _("Choose word list"),
    "next_session": _("Copy for next week"),
    "no_show": _("No-show"),
    "note_for_body": _("Note for the rating body"),
    "open_game": _("Open a game"),
    "order_prizes": _("Change the order of the ceremony"),
    "overrule": _("Overrule the word judge"),
    "pair_present": _("Pair those present"),
    "post_recorded_result": _("Result from the score pad"),
    "print_recount": _("Print a recount"),
    "publish_unattended": _("Publish round automatically"),
    "record_games_turns": _("Read games from files"),
    "record_print": _("Print a pack of papers"),
    "refuse_unattended": _("Automatic pairing failed"),
    "remove_lexicons": _("Remove word lists"),
    "remove_logo": _("Remove picture"),
    "remove_pack": _("Remove a pack of papers"),
    "remove_photo": _("Remove a photograph"),
    "renew_recovery_codes": _("New recovery codes"),
    "result_flips": _("The result flips"),
    "return_entry": _("Bring back player"),
    "rule": _("Ruling on a turn"),
    "rule_on_row": _("Rule on a row of a sheet"),
    "save_columns": _("Save the players’ sheets"),
    "set_logo": _("Set picture"),
    "set_look": _("Set the look of papers"),
    "set_season_rule": _("Set the points of a season"),
    "set_seating": _("Change boards and byes"),
    "set_second_factor": _("Turn on second factor"),
    "set_unattended": _("Pair automatically"),
    "show_standings": _("Change how standings are shown"),
    "take_back": _("Take back a turn"),
    "take_in": _("Read uploaded games"),
    "take_out": _("Remove"),
    "take_ruling_back": _("Withdraw a ruling"),
    "unsign_slip": _("Remove the signature from a slip"),
    "use_recovery_code": _("Log in with recovery code"),
    "withdraw_recorded_result": _("Result of a reopened game"),
}


def all_verbs() -> dict[str, str]:
    """Return the English name of every action, including those of active rooms."""
    return {
        **_VERBS,
        **{verb: name for module in extension.LOG for verb, name in module.VERBS.items()},
    }


def verb_in_words(verb: str) -> str:
    """Return the name of an action; a verb of an earlier version or an inactive room is itself turned into words."""
    return gettext(all_verbs().get(verb) or verb.replace("_", " ").capitalize())
