"""A chain of the activity log that came with a backup: verified entry by entry, and let go on here."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from scoring.models import Activity
from scoring.queries.chain import Redactions
from tournament.actions.act import Refused
from tournament.queries.files.archive import CHAINED

AT_ONCE = 1000
"""Rows of a backup that are written together."""


def in_batches(rows: Iterable[list[Any]]) -> Iterator[list[list[Any]]]:
    """The rows, so many at a time."""
    some: list[list[Any]] = []
    for row in rows:
        some.append(row)
        if len(some) == AT_ONCE:
            yield some
            some = []
    if some:
        yield some


def import_chain(
    chain: str, named: str, parts: Iterable[list[list[Any]]], redactions: Redactions
) -> Iterator[int]:
    """Write the entries of a chain under the name it has here, some at a time; yield how many each time.

    `named` is what the backup calls it; rows have the columns `CHAINED`. What was redacted is noted in `redactions`:
    whether a later entry vouches for it is known when all chains are there. In the caller's transaction. Raises
    `Refused` with the first entry that is not as it was written.
    """
    previous, number = "", 0
    for rows in parts:
        entries = []
        for row in rows:
            number += 1
            entry = Activity(chain=chain, carried=True, **dict(zip(CHAINED, row, strict=True)))
            entry.at = dt.datetime.fromisoformat(row[0])
            if entry.redacted_at:
                entry.redacted_at = dt.datetime.fromisoformat(str(entry.redacted_at))
            if entry.previous_hash != previous or not entry.is_as_written:
                raise _broken(number, named)
            redactions.add(entry)
            previous = entry.hash
            entries.append(entry)
        Activity.objects.bulk_create(entries)
        yield len(entries)


def broken_chain(entry: Activity) -> Refused:
    """What is said of an entry for which no later one vouches."""
    number = Activity.objects.filter(chain=entry.chain, pk__lte=entry.pk).count()
    return _broken(number, entry.chain or "")


def _broken(number: int, named: str) -> Refused:
    return Refused(
        _(
            "Entry {number} of a log in the backup ({chain}) is not as it was written, so nothing was imported. Ask "
            "for the backup once more, where it comes from."
        ).format(number=number, chain=named)
    )
