"""Write the activity log within the transaction of the logged action."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db import connection, transaction
from django.utils import timezone

from scoring.models import Activity
from scoring.models.facts import Facts, take_written_facts
from scoring.processes import CHANNEL, LOG_WRITTEN_TOPIC, message_payload, on_notification
from scoring.signals import log_written
from scoring.wording.sentence import Sentence

_LOCK = 9_000_009
"""Key of the advisory lock that serializes writers on PostgreSQL. SQLite allows only one writer anyway."""


RECENT_ENTRY_COUNT = 20
"""The number of latest entries in a chain among which a redaction counts as recent; see `register_redactor`."""


@dataclass(frozen=True)
class Actor:
    """The person or program that acts. `user` is None for a program or an anonymous user."""

    name: str
    user: User | None = None

    @classmethod
    def for_user(cls, user: User | AnonymousUser) -> Actor:
        """Return the actor for a logged-in user, or an actor named "nobody" for an anonymous one."""
        if isinstance(user, User):
            return cls(user.get_username(), user)
        return cls("nobody")


@dataclass(frozen=True)
class ChainEnd:
    """The hash of a chain's last entry, or "" if there is none, and whether a recent entry redacts a person."""

    hash: str
    has_recent_redaction: bool


@dataclass(frozen=True)
class LogEntry:
    """One of several log entries written at once, with the arguments of `log`."""

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
    """Add an entry to the log and return it.

    `before` and `after` are JSON values; for `redacts` see `Activity`. Call this inside the
    transaction of the action, so that both or neither are saved. Raise `RuntimeError` outside a
    transaction.
    """
    entry = LogEntry(verb, sentence, scope, reason, before, after, redacts)
    _lock_log_for(verb)
    chain = _chain_lookup[0](scope)
    activity = _linked_entry(actor, entry, chain, _chain_end(chain), take_written_facts())
    activity.save(force_insert=True)
    return activity


def log_facts(
    actor: Actor, verb: str, sentence: Sentence, *, scope: str, facts: Facts, after: Any = None
) -> Activity:
    """Add an entry with `facts` in addition to those written in the transaction, and return it.

    The first entry of a chain, for example, is written this way. Raise `RuntimeError` outside a
    transaction.
    """
    _lock_log_for(verb)
    chain = _chain_lookup[0](scope)
    entry = LogEntry(verb, sentence, scope, after=after)
    activity = _linked_entry(
        actor, entry, chain, _chain_end(chain), (take_written_facts() or {}) | facts
    )
    activity.save(force_insert=True)
    return activity


def log_all(actor: Actor, entries: Iterable[LogEntry]) -> None:
    """Add many entries to the log in order, as `log` adds one.

    Only the first contains the facts written in the transaction. Raise `RuntimeError` outside a
    transaction.
    """
    _lock_log_for("log_all")
    heads: dict[str | None, ChainEnd] = {}
    chains: dict[str, str | None] = {}
    activities = []
    facts = take_written_facts()
    for entry in entries:
        if entry.scope not in chains:
            chains[entry.scope] = _chain_lookup[0](entry.scope)
        chain = chains[entry.scope]
        if chain not in heads:
            heads[chain] = _chain_end(chain)
        activities.append(_linked_entry(actor, entry, chain, heads[chain], facts))
        heads[chain], facts = replace(heads[chain], hash=activities[-1].hash), None
    Activity.objects.bulk_create(activities)


def lock_log() -> None:
    """Lock the log against other writers until the current transaction ends.

    Raise `RuntimeError` outside a transaction.
    """
    _lock_log_for("hold_log")


def chain_of(scope: str) -> str | None:
    """Return the chain of an entry with this scope, or None for the installation's chain."""
    return _chain_lookup[0](scope)


def register_chain_lookup(decision: Callable[[str], str | None]) -> None:
    """Register the function that returns the chain for a scope, or None for the installation's chain."""
    _chain_lookup[0] = decision


def register_redactor(redaction: Callable[[Activity], None]) -> None:
    """Register the function that redacts a recently erased person in a new entry.

    It is called for an entry added shortly after a redaction in the same chain, because the writer
    may have read the name before the redaction and then waited for the lock.
    """
    _redactor[0] = redaction


def _installation_chain(scope: str) -> None:
    del scope


def _leave_unredacted(activity: Activity) -> None:
    del activity


_chain_lookup: list[Callable[[str], str | None]] = [_installation_chain]
_redactor: list[Callable[[Activity], None]] = [_leave_unredacted]


def _lock_log_for(verb: str) -> None:
    """Lock the log until the end of the transaction, and announce the new entry afterwards.

    Raise `RuntimeError`, naming `verb`, outside a transaction.
    """
    if not connection.in_atomic_block:
        raise RuntimeError(
            f"log({verb!r}) outside a transaction: the action could stay without its entry"
        )
    transaction.on_commit(_send_log_written)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # Other processes are notified when the transaction commits.
            cursor.execute(
                "SELECT pg_advisory_xact_lock(%s), pg_notify(%s, %s)",
                [_LOCK, CHANNEL, message_payload(LOG_WRITTEN_TOPIC)],
            )


def _send_log_written(*_of_another_process: object) -> None:
    """Send `log_written` after an action in this or another process."""
    log_written.send(Activity)


on_notification(LOG_WRITTEN_TOPIC, _send_log_written)


def _chain_end(chain: str | None) -> ChainEnd:
    """Return the end of a chain. This takes one query."""
    rows = Activity.objects.filter(chain=chain).order_by("-id")
    last = list(rows.values_list("hash", "redacts")[:RECENT_ENTRY_COUNT])
    return ChainEnd(last[0][0] if last else "", any(redacts is not None for _hash, redacts in last))


def _linked_entry(
    actor: Actor, entry: LogEntry, chain: str | None, end: ChainEnd, facts: Facts | None
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
        previous_hash=end.hash,
    )
    if end.has_recent_redaction and entry.redacts is None:
        _redactor[0](activity)
    activity.seal()
    return activity
