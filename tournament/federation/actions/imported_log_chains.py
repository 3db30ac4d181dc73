"""Import a chain of the activity log from a backup, verifying every entry."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from scoring.models import Activity
from scoring.queries.chain import Redactions
from tournament.actions.act import Refused
from tournament.queries.files.archive import LOG_COLUMNS

BATCH_SIZE = 1000
"""The number of rows of a backup that are written at once."""


def batches_of(rows: Iterable[list[Any]]) -> Iterator[list[list[Any]]]:
    """Yield the rows in batches of `BATCH_SIZE`."""
    some: list[list[Any]] = []
    for row in rows:
        some.append(row)
        if len(some) == BATCH_SIZE:
            yield some
            some = []
    if some:
        yield some


def import_chain(
    chain: str, named: str, parts: Iterable[list[list[Any]]], redactions: Redactions
) -> Iterator[int]:
    """Write the entries to the chain named `chain`, in batches; yield the size of each batch.

    `named` is the chain's name in the backup; rows have the columns `LOG_COLUMNS`. Redactions are added
    to `redactions`, because entries in other chains may vouch for them. Call this within a
    transaction. Raise `Refused` at the first altered entry.
    """
    previous, number = "", 0
    for rows in parts:
        entries = []
        for row in rows:
            number += 1
            entry = Activity(chain=chain, carried=True, **dict(zip(LOG_COLUMNS, row, strict=True)))
            entry.at = dt.datetime.fromisoformat(row[0])
            if entry.redacted_at:
                entry.redacted_at = dt.datetime.fromisoformat(str(entry.redacted_at))
            if entry.previous_hash != previous or not entry.is_intact:
                raise _broken_entry_error(number, named)
            redactions.add(entry)
            previous = entry.hash
            entries.append(entry)
        Activity.objects.bulk_create(entries)
        yield len(entries)


def broken_chain_error(entry: Activity) -> Refused:
    """Return the error for an entry that is neither unchanged nor vouched for."""
    number = Activity.objects.filter(chain=entry.chain, pk__lte=entry.pk).count()
    return _broken_entry_error(number, entry.chain or "")


def _broken_entry_error(number: int, named: str) -> Refused:
    return Refused(
        _(
            "Entry {number} of a log in the backup ({chain}) has been changed or damaged, so "
            "nothing was imported. Ask for a new backup."
        ).format(number=number, chain=named)
    )
