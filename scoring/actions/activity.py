"""Writing the activity log, inside the transaction of the action it tells of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db import connection
from django.utils import timezone

from scoring.models import Activity

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


def log(
    actor: Actor,
    verb: str,
    summary: str,
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
    if not connection.in_atomic_block:
        raise RuntimeError(
            f"log({verb!r}) outside a transaction: the action could stay without its entry"
        )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
    last = Activity.objects.order_by("-id").values_list("hash", flat=True).first()
    entry = Activity(
        at=timezone.now(),
        user=actor.user,
        actor=actor.name,
        verb=verb,
        summary=summary,
        scope=scope,
        reason=reason,
        before=before,
        after=after,
        previous_hash=last or "",
    )
    entry.hash = entry.computed_hash()
    entry.save(force_insert=True)
    return entry
