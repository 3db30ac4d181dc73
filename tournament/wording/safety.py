"""Sentences about snapshots, undo steps, the log and roles."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring.wording.sentence import Wording, fill

SENTENCES: Mapping[str, Wording] = {
    "database_too_new": _(
        "The database was last used by a newer version of Ninetimer, which knows {step} and "
        "more. Nothing was changed. Start that version, or a newer one; or choose another "
        "data folder."
    ),
    "database_too_old": _(
        "The database is older than this version. Run `{command} migrate` once, then this command again; nothing "
        "that was entered is lost."
    ),
    "no_database": _(
        "There is no database in {path} yet. Run `{command} migrate` once, or `{command} start`, which makes it; or "
        "name another data folder with --data."
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
        "Stop Ninetimer, keep a copy of the data folder, move the database out of it, type "
        "`{command} migrate` and then `{command} restore {name}`."
    ),
    "newest_snapshots": _("The newest: {names}."),
    "no_snapshots": _("There are none yet."),
    "no_such_snapshot": _("There is no snapshot “{name}”. {there}"),
    "not_our_database": _("{path} is a database, but not one of Ninetimer's."),
    "unreadable_snapshot": _("{path} cannot be read as a snapshot: {problem}."),
    "plain_database_file": _("a database file, not taken as a snapshot"),
    "damaged_snapshot": _("{snapshot} is damaged ({state}). Choose another one."),
    "snapshot_of_newer": _(
        "{snapshot} was taken by a newer version of Ninetimer than this one. Install that "
        "version, then restore it."
    ),
    "snapshot_of_other_kind": _(
        "{snapshot} was taken of a database of another kind. Restore it where it was taken, "
        "and take its events along as archives."
    ),
    "snapshot_of_earlier": _(
        "{snapshot} was taken by an earlier version of Ninetimer than this one. Install that "
        "version, then restore it."
    ),
    "snapshot_of_other_database": _(
        "{snapshot} does not come from this database. Restore it into a new, empty one: that "
        "of an installation in which nothing was entered yet."
    ),
    "before": _("before"),
    "after": _("after"),
    "and_more": _("and {count} more"),
    "nothing": _("nothing"),
    "yes": _("yes"),
    "no": _("no"),
    "elsewhere_post_recorded_result": _("It came from the score pad: open the game again there."),
    "elsewhere_withdraw_recorded_result": _(
        "The game was opened again on the score pad: finish it there."
    ),
    "elsewhere_start_game": _("A game is being recorded there, and what was recorded stays."),
    "undone_already": _("It is undone already."),
    "first_undo_player": _("First undo “{step}”: it is about the same player, number {number}."),
    "first_undo_round": _("First undo “{step}”: it was done with round {number} as this left it."),
    "first_undo_board": _("First undo “{step}”: it is about the same board."),
    "first_undo_results": _("First undo “{step}”: it was done on the results of round {number}."),
    "first_undo_field": _("First undo “{step}”: it was done with the players as this left them."),
    "first_undo_penalty": _("First undo “{step}”: it is about the same penalty."),
    "first_undo_person": _("First undo “{step}”: it is about the same person's name."),
    "first_undo_clock": _("First undo “{step}”: it is about the same clock."),
    "helps_with_event": _("Helps with an event"),
    "looks_after_installation": _("Looks after the installation"),
}


def of_safety(code: str, /, **values: Any) -> str:
    """Return the sentence or word of a code, filled with these values."""
    return fill(SENTENCES[code], values)
