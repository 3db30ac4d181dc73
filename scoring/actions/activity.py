"""Writing the activity log, inside the transaction of the action that is logged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db import connection, transaction
from django.utils import timezone

from scoring.models import Activity
from scoring.models.facts import Facts, facts_written
from scoring.processes import CHANNEL, WRITTEN, listen_for, message
from scoring.signals import log_written
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
    redacts: dict[str, str] | None = None


def log(
    actor: Actor,
    verb: str,
    sentence: Sentence,
    *,
    scope: str = "",
    reason: str = "",
    before: Any = None,
    after: Any = None,
    redacts: dict[str, str] | None = None,
) -> Activity:
    """Add one entry to the log and return it. `before` and `after` are JSON values; for `redacts` see `Activity`.

    Must be called inside the transaction of the action, so that either both or neither remain;
    raises `RuntimeError` otherwise.
    """
    entry = LogEntry(verb, sentence, scope, reason, before, after, redacts)
    _hold_log(verb)
    chain = _chains_by[0](scope)
    activity = _linked(actor, entry, chain, _last_hash(chain), facts_written())
    activity.save(force_insert=True)
    return activity


def log_facts(
    actor: Actor, verb: str, sentence: Sentence, *, scope: str, facts: Facts, after: Any = None
) -> Activity:
    """Add an entry that holds these facts instead of those just written: a beginning, see `begins_chain`."""
    _hold_log(verb)
    facts_written()
    chain = _chains_by[0](scope)
    entry = LogEntry(verb, sentence, scope, after=after)
    activity = _linked(actor, entry, chain, _last_hash(chain), facts)
    activity.save(force_insert=True)
    return activity


def log_all(actor: Actor, entries: Iterable[LogEntry]) -> None:
    """Add these entries to the log in order, each as `log` would; for many at once.

    The facts that were written stand in the first. Raises `RuntimeError` outside a transaction.
    """
    _hold_log("log_all")
    heads: dict[str | None, str] = {}
    chains: dict[str, str | None] = {}
    activities = []
    facts = facts_written()
    for entry in entries:
        if entry.scope not in chains:
            chains[entry.scope] = _chains_by[0](entry.scope)
        chain = chains[entry.scope]
        if chain not in heads:
            heads[chain] = _last_hash(chain)
        activities.append(_linked(actor, entry, chain, heads[chain], facts))
        heads[chain], facts = activities[-1].hash, None
    Activity.objects.bulk_create(activities)


def hold_log() -> None:
    """Let nobody else write an entry until the caller's transaction ends."""
    _hold_log("hold_log")


def chain_of(scope: str) -> str | None:
    """Whose chain an entry at this place belongs to."""
    return _chains_by[0](scope)


def chains_by(decision: Callable[[str], str | None]) -> None:
    """From now on `decision` says to whose chain what happens at a place belongs; None is the house's."""
    _chains_by[0] = decision


def _of_the_house(scope: str) -> None:
    del scope


_chains_by: list[Callable[[str], str | None]] = [_of_the_house]


def _hold_log(verb: str) -> None:
    """From here to the end of the transaction nobody else writes an entry."""
    if not connection.in_atomic_block:
        raise RuntimeError(
            f"log({verb!r}) outside a transaction: the action could stay without its entry"
        )
    transaction.on_commit(_announce)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # Other processes learn of it in the moment the transaction is done.
            cursor.execute(
                "SELECT pg_advisory_xact_lock(%s), pg_notify(%s, %s)",
                [_LOCK, CHANNEL, message(WRITTEN)],
            )


def _announce(*_of_another_process: object) -> None:
    """Let it be known that something was done, here or in another process."""
    log_written.send(Activity)


listen_for(WRITTEN, _announce)


def _last_hash(chain: str | None) -> str:
    """The hash of the last entry of a chain; empty before the first."""
    last = Activity.objects.filter(chain=chain).order_by("-id").values_list("hash", flat=True)
    return last.first() or ""


def _linked(
    actor: Actor, entry: LogEntry, chain: str | None, previous_hash: str, facts: Facts | None
) -> Activity:
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
        facts=facts,
        redacts=entry.redacts,
        chain=chain,
        previous_hash=previous_hash,
    )
    activity.seal()
    return activity
