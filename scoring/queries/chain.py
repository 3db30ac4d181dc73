"""Whether the activity log is whole: every entry as it was written, none left out, the guard in place."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection
from django.utils.translation import gettext as _

from scoring.models import Activity
from scoring.models.guard import TABLE, missing_guards
from scoring.wording.phrases import comma_list

CHUNK = 2000


@dataclass(frozen=True)
class ChainReport:
    """The result of walking the log. `broken` is the sentence about the first entry that does not fit."""

    entries: int
    """How many entries fit, from the first on."""
    head: str
    """The hash of the last of them; written down elsewhere it proves the log up to there."""
    broken: str = ""
    unguarded: str = ""
    """The sentence about triggers that are missing; empty when the database guards the log."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing was found."""
        return not (self.broken or self.unguarded)


def check_chain() -> ChainReport:
    """Walk the log from its first entry and stop at the first that does not fit."""
    head, last, fitting, broken = "", 0, 0, ""
    for entry in Activity.objects.order_by("id").iterator(chunk_size=CHUNK):
        broken = _fault(entry, head, last)
        if broken:
            break
        head, last, fitting = entry.hash, entry.pk, fitting + 1
    broken = broken or _cut_off(last)
    missing = missing_guards(connection)
    unguarded = (
        _(
            "The database does not guard the log: {triggers} is missing. "
            "Somebody removed it, or a migration forgot it."
        ).format(triggers=comma_list(missing))
        if missing
        else ""
    )
    return ChainReport(fitting, head, broken, unguarded)


def _fault(entry: Activity, head: str, last: int) -> str:
    if entry.hash != entry.computed_hash():
        problem = _(
            "Entry {number} ({at:%Y-%m-%d %H:%M:%S} UTC, {actor}, {verb}) is not as it was written: "
            "its content does not give its hash."
        )
    elif entry.previous_hash == head:
        return ""
    elif last:
        problem = _(
            "Entry {number} ({at:%Y-%m-%d %H:%M:%S} UTC, {actor}, {verb}) does not follow entry {last}: "
            "an entry between them was removed, or one was put in."
        )
    else:
        problem = _(
            "Entry {number} ({at:%Y-%m-%d %H:%M:%S} UTC, {actor}, {verb}) does not follow the beginning: "
            "an entry between them was removed, or one was put in."
        )
    return problem.format(
        number=entry.pk, at=entry.at, actor=entry.actor, verb=entry.verb, last=last
    )


def _cut_off(last: int) -> str:
    """Whether entries are missing at the end. SQLite counts without gaps; PostgreSQL does not."""
    if connection.vendor != "sqlite":
        return ""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [TABLE])
        row = cursor.fetchone()
    counted = row[0] if row else 0
    if counted <= last:
        return ""
    return _(
        "The log ends with entry {last}, but {counted} were written: the newest are missing."
    ).format(last=last, counted=counted)
