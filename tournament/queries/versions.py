"""Versions of editable state: the page contains one, and the action compares it before writing."""

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from django.db.models import Q

from scoring.models import Activity
from tournament.engine.pairing.event_plan import EventPlan
from tournament.models import Division, Event, Pairing, Penalty, ResultEntry
from tournament.models.results import ResultStatus

VERSION_LENGTH = 16
"""Number of hexadecimal digits in a version, enough that two states never share one by chance."""


def version_of(state: Any) -> str:
    """Return the version of a JSON-compatible state; empty for an empty state."""
    if not state:
        return ""
    return sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()[:VERSION_LENGTH]


def version_of_plan(plan: EventPlan, rounds: int | None) -> str:
    """Return the version of a division's plan and its number of rounds."""
    lines = [
        [line.from_round, line.to_round, line.method, dict(line.options), str(line.source)]
        for line in plan
    ]
    return version_of([rounds, lines])


def version_of_results(entries: Iterable[ResultEntry]) -> str:
    """Return the version of a board's results and whether they count; empty if there are none."""
    return version_of(
        [[row.pk, str(row.standing)] for row in entries if row.standing != ResultStatus.SUPERSEDED]
    )


def version_of_penalties(penalties: Iterable[Penalty]) -> str:
    """Return the version of an entry's penalties and whether they are revoked; empty if there are none."""
    return version_of(sorted([row.pk, row.revoked_at is not None] for row in penalties))


def version_of_pairings(pairings: Iterable[Pairing]) -> str:
    """Return the version of a draft: its pairings with boards and first players, and its byes."""
    return version_of(
        sorted([row.pk, row.board or 0, row.first_id, row.second_id or 0] for row in pairings)
    )


def version_of_division(division: Division) -> int:
    """Return the number of the latest log entry of the division or its event, or 0. One query."""
    scopes = [division.scope, division.scope.partition("/")[0]]
    latest = Activity.objects.filter(scope__in=scopes).order_by("-id").values_list("id", flat=True)
    return latest.first() or 0


def version_of_event(event: Event) -> int:
    """Return the number of the latest log entry of the event or any of its divisions, or 0. One query."""
    scope = f"event:{event.slug}"
    rows = Activity.objects.filter(Q(scope=scope) | Q(scope__startswith=f"{scope}/"))
    return rows.order_by("-id").values_list("id", flat=True).first() or 0
