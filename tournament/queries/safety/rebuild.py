"""Replay the log of an event into an empty database, and compare the result with the stored rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import ForeignKey, Q

from scoring.models import Activity
from scoring.models.facts import FACT_KINDS, SHARED_PREFIX, FactKind, Facts
from scoring.queries.chain import check_chains
from tournament.models import Event
from tournament.queries.files.archive import archived_log_of
from tournament.queries.safety.logged_rows import (
    GAME_LOOKUPS,
    LoggedFacts,
    differing_keys,
    kinds_of_event,
    log_beginning,
    logged_facts,
    logged_shared_facts,
    stored_facts,
)
from tournament.queries.safety.recheck_log import (
    EventRowDescriptions,
    SharedRowDescriptions,
    compare_facts,
)

MORE_FACTS_VERB = "hold_more"
"""The verb of an entry that adds facts which earlier versions did not log."""


@dataclass(frozen=True)
class ReplayedLog:
    """The rows that result from an event's log, each as of the last entry about it."""

    rows: LoggedFacts
    """The rows of the event and its games, and the shared rows that these refer to, by key."""
    stored: Facts
    """The stored state of the same rows when the log was read."""
    begins: Activity | None
    """The first entry of the part of the log that has complete rows; None if the beginning of the event is missing."""
    broken: str
    """A sentence that says where the log is broken; empty for an intact log."""
    entries: list[dict[str, Any]]
    """The event's log chain as in an archive; empty if the log is broken."""

    @property
    def incomplete_row_count(self) -> int:
        """Number of rows that are only partly in the log, because an earlier version wrote the entries about them."""
        return sum(
            len(fact.values or ()) < len(kind_of(key).columns)
            for key, fact in self.rows.items()
            if not key.startswith(SHARED_PREFIX)
        )

    def facts(self) -> Facts:
        """Return the values of all these rows."""
        return {key: fact.values for key, fact in self.rows.items()}


@dataclass(frozen=True)
class RowDifference:
    """A row whose stored values differ from the rebuilt ones."""

    key: str
    """The row's kind and primary key, such as ``result:45``."""
    where: str
    what: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.key, self.where, self.what) if part)


def kind_of(key: str) -> FactKind:
    """Return the kind of a row from its key."""
    return FACT_KINDS[key.partition(":")[0]]


def rebuilt_kinds() -> frozenset[str]:
    """Return the kinds of rows that can be rebuilt: those logged with their columns and not as a digest."""
    names = (*(kind.name for kind in kinds_of_event()), *GAME_LOOKUPS)
    return frozenset(name for name in names if not FACT_KINDS[name].secrets)


def replayed_log(event: Event) -> ReplayedLog:
    """Read the log of an event up to its first broken entry.

    If the log does not contain the beginning of the event, the result has no rows of the event.
    """
    report = check_chains([f"event:{event.slug}", None, event.organisation.scope])
    before = report.broken_at
    logged = logged_facts(event, before) or {}
    at = kind_of("pairing:").columns.index("game_id")
    games: set[Any] = {
        fact.values[at]
        for key, fact in logged.items()
        if key.startswith("pairing:") and fact.values and fact.values[at]
    }
    logged = logged_facts(event, before, games) or {}
    rows = {key: fact for key, fact in logged.items() if key.partition(":")[0] in rebuilt_kinds()}
    rows = _drop_dangling_references(
        rows | _referenced_rows(rows, logged_shared_facts(before=before))
    )
    return ReplayedLog(
        rows,
        _stored_facts(event, rows),
        _first_complete_entry(event, before),
        report.fault_message,
        [] if report.fault_message else archived_log_of(event),
    )


def _first_complete_entry(event: Event, before: int | None) -> Activity | None:
    begins = log_beginning(event, before)
    if begins is None:
        return None
    of_event = Activity.objects.filter(
        chain=f"event:{event.slug}", verb=MORE_FACTS_VERB, pk__gt=begins.pk
    )
    later = of_event if before is None else of_event.filter(pk__lt=before)
    return later.order_by("-pk").first() or begins


def stored_rows() -> Facts:
    """Return every row of the rebuilt kinds and every shared row. One query for each kind.

    The database must contain a single event.
    """
    facts: Facts = {}
    for name, kind in FACT_KINDS.items():
        if name in rebuilt_kinds() or name.startswith(SHARED_PREFIX):
            facts |= kind.read_facts(Q())
    return facts


def differences_from_rebuilt(
    event: Event, log: ReplayedLog, rebuilt: Facts
) -> Iterator[RowDifference]:
    """Yield the differences between the rebuilt rows and those stored here when the log was read."""
    replayed = {
        key: replace(fact, values=(rebuilt[key] or [])[: len(fact.values or [])])
        for key, fact in log.rows.items()
        if key in rebuilt
    }
    in_event, shared = EventRowDescriptions(event), SharedRowDescriptions()
    for key in differing_keys(replayed, log.stored):
        one = ({key: replayed[key]} if key in replayed else {}, {key: log.stored.get(key)})
        for where, what in compare_facts(
            *one, shared if key.startswith(SHARED_PREFIX) else in_event
        ):
            yield RowDifference(key, where, what)


def _stored_facts(event: Event, rows: LoggedFacts) -> Facts:
    """Return the stored rows of the event, and the stored state of the shared rows among `rows`."""
    facts: Facts = {
        key: values
        for key, values in stored_facts(event).items()
        if key.partition(":")[0] in rebuilt_kinds()
    }
    shared: dict[str, list[int]] = {}
    for key in rows:
        name, _colon, number = key.partition(":")
        if name.startswith(SHARED_PREFIX):
            shared.setdefault(name, []).append(int(number))
    for name, numbers in shared.items():
        facts |= FACT_KINDS[name].read_facts(Q(pk__in=numbers))
    return facts


def _referenced_rows(rows: LoggedFacts, shared: LoggedFacts) -> LoggedFacts:
    """Return the shared rows these rows refer to, directly or indirectly."""
    named: LoggedFacts = {}
    waiting = dict(rows)
    while waiting:
        key, fact = waiting.popitem()
        for _place, _field, other in _references(key, fact.values or []):
            if other in shared and other not in named and other.startswith(SHARED_PREFIX):
                named[other] = waiting[other] = shared[other]
    return named


def _drop_dangling_references(rows: LoggedFacts) -> LoggedFacts:
    """Return the rows that have not been removed, clearing references to unknown rows.

    A nullable column with such a reference becomes null; a row that needs the reference is left
    out.
    """
    rows = {key: fact for key, fact in rows.items() if fact.values is not None}
    while True:
        fitting: LoggedFacts = {}
        for key, fact in rows.items():
            values = list(fact.values or [])
            loose = [(at, field) for at, field, of in _references(key, values) if of not in rows]
            if all(field.null for _at, field in loose):
                for at, _field in loose:
                    values[at] = None
                fitting[key] = replace(fact, values=values) if loose else fact
        if len(fitting) == len(rows):
            return fitting
        rows = fitting


def _references(key: str, values: list[Any]) -> Iterator[tuple[int, ForeignKey[Any], str]]:
    """Yield each column that refers to another row: its position among the values, its field and that row's key."""
    kind = kind_of(key)
    names = {other.model: name for name, other in FACT_KINDS.items()}
    for place, (column, value) in enumerate(zip(kind.columns, values, strict=False)):
        field = kind.model._meta.get_field(column)  # noqa: SLF001
        if value is not None and isinstance(field, ForeignKey):
            yield place, field, f"{names[field.related_model]}:{value}"
