"""Remembering what an action changed, so that it can be undone: rows made, values changed.

An action opens `deed` inside its transaction and hands its log entry over. What it calls meanwhile
belongs to it: a withdrawal that forfeits a board is one deed, and undone as one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from scoring.models import Activity
from tournament.models import Deed, Division, Entry, Pairing, Round
from tournament.models.rounds import Phase
from tournament.queries.deeds import CHANGED, Rows, is_gone, needed, rows_of, touched

_under_way: ContextVar[bool] = ContextVar("deed_under_way", default=False)


@dataclass
class Doing:
    """A deed while it is done."""

    activity: Activity | None = None

    def told(self, activity: Activity) -> None:
        """The entry of the log that tells of the deed."""
        self.activity = activity


@contextmanager
def deed(
    division: Division,
    *,
    pairing: Pairing | None = None,
    entry: Entry | None = None,
    person: Entry | None = None,
    phase_of: Round | None = None,
    since: int | None = None,
) -> Iterator[Doing]:
    """Remember what the block changes, once it has said what to call it (`told`).

    By `pairing`, `entry`, `person` (an entry, with the name), `phase_of` (a round) or `since` (a
    round number) only that part of the division is looked at, so that what others do meanwhile
    elsewhere is not taken for its work.
    Part of the caller's transaction. Inside another deed it is part of that one.
    """
    doing = Doing()
    if _under_way.get():
        yield doing
        return

    def look() -> Rows:
        return rows_of(
            division,
            pairing=pairing,
            entry=entry,
            person=person,
            phase_of=phase_of,
            since=since,
        )

    token = _under_way.set(True)
    try:
        before = look()
        yield doing
        if doing.activity is not None:
            after = look()
            _keep(division, doing.activity, before, after)
    finally:
        _under_way.reset(token)


def _keep(division: Division, activity: Activity, before: Rows, after: Rows) -> None:
    made = {
        name: row for name, row in after.items() if name not in before and not is_gone(name, row)
    }
    changed: dict[str, dict[str, list[Any]]] = {}
    for name, row in after.items():
        if name not in before:
            continue
        was = before[name]
        columns = {
            column: [was[column], row[column]]
            for column in CHANGED[name.partition(":")[0]]
            if was[column] != row[column]
        }
        if columns.get("phase") == [Phase.PUBLISHED, Phase.PLAYING]:
            del columns["phase"]  # the first result begins the round; any of them could be it
        if columns:
            changed[name] = columns
    if not made and not changed:
        return
    about = {name: after[name] for name in (*made, *changed)}
    Deed.objects.create(
        activity=activity,
        division=division,
        kind=activity.verb,
        touches=sorted(touched(made, changed, about)),
        needs=sorted(needed(made, changed, about)),
        known={"made": sorted(made), "changed": changed},
    )
