"""Sentences about the database, snapshots, undo steps, logged values and roles."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring.wording.sentence import Wording, fill_wording

SENTENCES: Mapping[str, Wording] = {
    "database_too_new": _(
        "The database was last used by a newer version of Ninetimer, which applied migrations "
        "unknown to this version ({step} and possibly more). Nothing was changed. Start that "
        "version or a newer one, or choose another data folder."
    ),
    "database_too_old": _(
        "The database is older than this version. Run `{command} migrate` once, then run this "
        "command again; no data is lost."
    ),
    "no_database": _(
        "There is no database in {path} yet. Run `{command} migrate` once, or `{command} "
        "start`, which creates it; or name another data folder with --data."
    ),
    "no_answer": _(
        "The database is not responding: {problem}. Check DATABASE_URL, and that the database "
        "server is running."
    ),
    "damaged": _("The database is damaged ({problem}). {way_back}"),
    "no_way_back": _(
        "There is no snapshot to go back to. Keep the data folder as it is, and look for a copy of it."
    ),
    "way_back": _(
        "Stop Ninetimer, make a copy of the data folder, move the database out of the original "
        "folder, then run `{command} migrate` and `{command} restore {name}`."
    ),
    "newest_snapshots": _("The newest snapshots: {names}."),
    "no_snapshots": _("There are no snapshots yet."),
    "no_such_snapshot": _("There is no snapshot “{name}”. {there}"),
    "not_our_database": _("{path} is a database, but not a Ninetimer database."),
    "unreadable_snapshot": _("{path} cannot be read as a snapshot: {problem}."),
    "plain_database_file": _("a database file that is not a snapshot"),
    "damaged_snapshot": _("{snapshot} is damaged ({state}). Choose another one."),
    "snapshot_of_newer": _(
        "{snapshot} was taken by a newer version of Ninetimer. Install that version, then "
        "restore it."
    ),
    "snapshot_of_other_kind": _(
        "{snapshot} was taken from another kind of database. Restore it in the installation where "
        "it was taken, then move its events from there as archives."
    ),
    "snapshot_of_earlier": _(
        "{snapshot} was taken by an older version of Ninetimer. Install that version, then "
        "restore it."
    ),
    "snapshot_of_other_database": _(
        "{snapshot} comes from another database. Restore it into a new installation without data."
    ),
    "before": _("before"),
    "after": _("after"),
    "and_more": _("and {count} more"),
    "nothing": _("nothing"),
    "yes": _("yes"),
    "no": _("no"),
    "elsewhere_post_recorded_result": _(
        "The result came from the score pad. Reopen the game there."
    ),
    "elsewhere_withdraw_recorded_result": _(
        "The game was reopened on the score pad. Finish it there."
    ),
    "elsewhere_start_game": _("A game is being recorded on this board, and its turns are kept."),
    "undone_already": _("This action has already been undone."),
    "first_undo_player": _("First undo “{step}”: it concerns the same player, number {number}."),
    "first_undo_round": _("First undo “{step}”: it depends on this change to round {number}."),
    "first_undo_board": _("First undo “{step}”: it concerns the same board."),
    "first_undo_results": _("First undo “{step}”: it depends on the results of round {number}."),
    "first_undo_field": _("First undo “{step}”: it depends on this change to the players."),
    "first_undo_penalty": _("First undo “{step}”: it concerns the same penalty."),
    "first_undo_person": _("First undo “{step}”: it concerns the same person's name."),
    "first_undo_clock": _("First undo “{step}”: it concerns the same clock."),
    "helps_with_event": _("Event helper"),
    "looks_after_installation": _("Administrator"),
}


def safety_sentence(code: str, /, **values: Any) -> str:
    """Return the sentence or word for a code, filled with these values."""
    return fill_wording(SENTENCES[code], values)
