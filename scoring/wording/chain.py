"""What is said of a log whose chain is broken, cut off or unguarded."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring.wording.sentence import Wording, filled

SENTENCES: Mapping[str, Wording] = {
    "unguarded": _(
        "The database does not guard what was entered: {triggers} is missing. Somebody "
        "removed it, or a migration forgot it."
    ),
    "not_a_head": _(
        "Write the head as it stands on the paper: the number, then the {digits} digits."
    ),
    "cut_off": _(
        "{written} entries were written down, and there are {there}: the end was cut off."
    ),
    "another_entry": _(
        "Entry {number} is not the one that was written down: the chain was computed again, "
        "or it is another event's."
    ),
    "not_as_written": _(
        "Entry {number} ({at:%Y-%m-%d %H:%M:%S} UTC, {actor}, {verb}) is not as it was "
        "written: its content does not give its hash."
    ),
    "does_not_follow": _(
        "Entry {number} ({at:%Y-%m-%d %H:%M:%S} UTC, {actor}, {verb}) does not follow entry "
        "{last}: an entry between them was removed, or one was put in."
    ),
    "does_not_begin": _(
        "Entry {number} ({at:%Y-%m-%d %H:%M:%S} UTC, {actor}, {verb}) does not follow the "
        "beginning: an entry between them was removed, or one was put in."
    ),
    "not_vouched_for": _(
        "Entry {number} ({at:%Y-%m-%d %H:%M:%S} UTC, {actor}, {verb}) is marked as redacted, "
        "but no later entry of its chain vouches for what it says now."
    ),
    "newest_missing": _(
        "The log ends with entry {last}, but {counted} were written: the newest are missing."
    ),
}


def of_chain(code: str, /, **values: Any) -> str:
    """Return a sentence of that code, with its values filled in."""
    return filled(SENTENCES[code], values)
