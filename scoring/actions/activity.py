"""Writing the activity log, inside the transaction of the action that is logged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db import connection
from django.utils import timezone

from scoring.models import Activity
from scoring.wording.sentence import Sentence

_LOCK = 9_000_009
"""The advisory lock under which PostgreSQL writers take turns; SQLite has one writer anyway."""


@dataclass(frozen=True)
class Actor:
    """Who acts: a person with an account, or the program itself (`user` is None)."""

    name: str
    user: User | None = None

    @classmethod
    def of(cls, user: User | AnonymousUser) -> Actor:
        """The actor for a logged-in user."""
        if isinstance(user, User):
            return cls(user.get_username(), user)
        return cls("nobody")


@dataclass(frozen=True)
class LogEntry:
    """One action among several that are entered at once, as `log` takes it."""

    verb: str
    sentence: Sentence
    scope: str = ""
    reason: str = ""
    before: Any = None
    after: Any = None


def log(
    actor: Actor,
    verb: str,
    sentence: Sentence,
    *,
    scope: str = "",
    reason: str = "",
    before: Any = None,
    after: Any = None,
) -> Activity:
    """Add one entry to the log and return it. `before` and `after` are JSON values.

    Must be called inside the transaction of the action, so that either both or neither remain;
    raises `RuntimeError` otherwise.
    """
    entry = LogEntry(verb, sentence, scope, reason, before, after)
    activity = _linked(actor, entry, _last_hash(verb))
    activity.save(force_insert=True)
    return activity


def log_all(actor: Actor, entries: Iterable[LogEntry]) -> None:
    """Add these entries to the log in order, each as `log` would; for many at once.

    Raises `RuntimeError` outside a transaction.
    """
    last = _last_hash("log_all")
    activities = []
    for entry in entries:
        activities.append(_linked(actor, entry, last))
        last = activities[-1].hash
    Activity.objects.bulk_create(activities)


def _last_hash(verb: str) -> str:
    """The hash of the last entry; from here to the end of the transaction nobody else writes one."""
    if not connection.in_atomic_block:
        raise RuntimeError(
            f"log({verb!r}) outside a transaction: the action could stay without its entry"
        )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
    return Activity.objects.order_by("-id").values_list("hash", flat=True).first() or ""


def _linked(actor: Actor, entry: LogEntry, previous_hash: str) -> Activity:
    activity = Activity(
        at=timezone.now(),
        user=actor.user,
        actor=actor.name,
        verb=entry.verb,
        summary=entry.sentence.text,
        message=entry.sentence.as_json(),
        scope=entry.scope,
        reason=entry.reason,
        before=entry.before,
        after=entry.after,
        previous_hash=previous_hash,
    )
    activity.hash = activity.computed_hash()
    return activity
