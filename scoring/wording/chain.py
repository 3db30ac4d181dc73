"""Sentences about an activity log whose chain is broken, truncated or unguarded."""

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring.wording.phrases import and_list
from scoring.wording.sentence import Wording, fill_wording

SENTENCES: Mapping[str, Wording] = {
    "unguarded": _(
        "Database protection is off: {what} by another program. Run `{command} migrate` to "
        "restore the protection, then compare the results with the slips."
    ),
    "changed": _("{tables} can be changed"),
    "removed": _("{tables} can be removed"),
    "changed_or_removed": _("{tables} can be changed or removed"),
    "scoring_activity": _("entries of the activity log"),
    "scoring_turnentry": _("turns of recorded games"),
    "scoring_papercopy": _("copies of printed papers"),
    "tournament_resultentry": _("results"),
    "tournament_playerreport": _("players’ reports"),
    "not_a_head": _(
        "Type the log's head as it is printed: the number of entries, then the {digits} digits."
    ),
    "cut_off": _(
        "The head that was written down counts {written} entries, but the log has only {there}: "
        "its end was cut off."
    ),
    "another_entry": _(
        "Entry {number} does not have the hash that was written down: the chain was rebuilt, or "
        "the hash belongs to another event."
    ),
    "not_as_written": _(
        "Entry {number} ({at:%Y-%m-%d %H:%M:%S} UTC, {actor}, {verb}) has been changed: its "
        "content does not match its hash."
    ),
    "does_not_follow": _(
        "Entry {number} ({at:%Y-%m-%d %H:%M:%S} UTC, {actor}, {verb}) does not follow entry "
        "{last}: an entry between them was removed or added."
    ),
    "does_not_begin": _(
        "Entry {number} ({at:%Y-%m-%d %H:%M:%S} UTC, {actor}, {verb}) does not follow the "
        "beginning of the log: an entry before it was removed or added."
    ),
    "not_vouched_for": _(
        "Entry {number} ({at:%Y-%m-%d %H:%M:%S} UTC, {actor}, {verb}) is marked as redacted, "
        "but no later entry of its chain confirms its present text."
    ),
    "newest_missing": _(
        "The log ends with entry {last}, but {counted} entries were written: the newest ones are "
        "missing."
    ),
}


def missing_guards_sentence(missing: Mapping[str, Collection[str]], command: str) -> str:
    """Return the message that names the tables without guards and the writes they allow, or ""."""
    by_ways: dict[str, list[str]] = {}
    for table, ways in sorted(missing.items()):
        by_ways.setdefault("_or_".join(sorted(ways)), []).append(chain_sentence(table))
    parts = [chain_sentence(ways, tables=and_list(tables)) for ways, tables in by_ways.items()]
    return chain_sentence("unguarded", what=and_list(parts), command=command) if parts else ""


def chain_sentence(code: str, /, **values: Any) -> str:
    """Return the sentence for a code, with `values` filled in."""
    return fill_wording(SENTENCES[code], values)
