"""Check that the activity log is unchanged and complete, and that its database guards are in place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from string import hexdigits

from django.conf import settings
from django.db import connection
from django.db.models import Count, Q, Value, Window
from django.db.models.functions import Coalesce

from scoring.models import Activity, LoggedCount
from scoring.models.guard import ACTIVITY_TABLE, missing_guards
from scoring.queries.consistent_reads import read_only_snapshot
from scoring.wording.chain import chain_sentence, missing_guards_sentence

CHUNK = 2000
HEAD_DIGITS = 16
"""Number of printed hexadecimal digits of a hash, enough to rule out a match found by brute force."""


@dataclass(frozen=True)
class ChainHead:
    """The length of a chain and the hash of its last entry."""

    entries: int
    hash: str

    def __str__(self) -> str:
        """Return the printed form: the length and the first 16 digits of the hash, in groups."""
        shown = self.hash[:HEAD_DIGITS]
        return " ".join(
            [str(self.entries), *(shown[at : at + 4] for at in range(0, len(shown), 4))]
        )


@dataclass(frozen=True)
class ChainReport:
    """The result of checking the log.

    `fault_message` is a message about the first invalid entry or about missing entries at the end, or "".
    """

    entries: int
    """Number of valid entries from the beginning."""
    head: str
    """The hash of the last valid entry. A copy kept elsewhere proves the log up to that entry."""
    fault_message: str = ""
    broken_at: int | None = None
    """The key of the invalid entry, or None for an intact or truncated log."""
    guard_message: str = ""
    """A message on missing database guards, or "" if all are in place."""
    heads: Mapping[str | None, ChainHead] = field(default_factory=dict)
    """The head of each chain by its name; None is the chain of the installation."""
    redacted: int = 0
    """Number of entries that were redacted because a person was erased."""

    @property
    def is_intact(self) -> bool:
        """Whether the check found no fault."""
        return not (self.fault_message or self.guard_message)


class Redactions:
    """Redacted entries found in a walk through the log, and the digests that later entries confirm.

    An imported chain (``organisation:3/house-1a2b``) may also be confirmed by the chain that
    imported it (``organisation:3``), because an organisation takes along only the beginning of the
    installation's chain.
    """

    def __init__(self) -> None:
        self._redacted: dict[tuple[str | None, str], tuple[Activity, str]] = {}
        self._vouched: dict[tuple[str | None, str], str] = {}

    def __len__(self) -> int:
        return len(self._redacted)

    def add(self, entry: Activity) -> None:
        """Record the next entry of the walk."""
        if entry.redacted_at is not None:
            self._redacted[entry.chain, entry.hash] = (entry, entry.digest())
        for of, digest in (entry.redacts or {}).items():
            self._vouched[entry.chain, of] = digest

    def first_unconfirmed(self) -> Activity | None:
        """Return the first redacted entry whose present content no entry confirms, or None."""
        for key, (entry, digest) in self._redacted.items():
            chain, of = key
            owner = (chain or "").partition("/")[0]
            if self._vouched.get((owner, of), self._vouched.get(key)) != digest:
                return entry
        return None


def check_log() -> ChainReport:
    """Return a report on the whole log, from its first entry to the first invalid one, and on the guards.

    The log is read as a consistent snapshot.
    """
    with read_only_snapshot():
        return _check_entries()


def check_chains(chains: Collection[str | None]) -> ChainReport:
    """Check these chains of the log as `check_log` does, and return a report on them.

    None is the chain of the installation.
    """
    wanted = Q(chain__in=[chain for chain in chains if chain is not None])
    with read_only_snapshot():
        return _check_entries(wanted | Q(chain=None) if None in chains else wanted)


def _check_entries(wanted: Q | None = None) -> ChainReport:
    head, last, fitting, broken = "", 0, 0, ""
    broken_at: int | None = None
    log = Activity.objects.filter(wanted or Q()).order_by("id")
    heads: dict[str | None, ChainHead] = {}
    ends: dict[str | None, int] = {}
    redactions = Redactions()
    for entry in log.iterator(chunk_size=CHUNK):
        before = heads.get(entry.chain, ChainHead(0, ""))
        broken = _fault_message(entry, before.hash, ends.get(entry.chain, 0))
        if broken:
            broken_at = entry.pk
            break
        heads[entry.chain] = ChainHead(before.entries + 1, entry.hash)
        head, last, fitting = entry.hash, entry.pk, fitting + 1
        ends[entry.chain] = last
        redactions.add(entry)
    if not broken and wanted is not None:
        last = Activity.objects.order_by("id").values_list("id", flat=True).last() or 0
    broken = broken or _truncation_message(last)
    if not broken and (unvouched := redactions.first_unconfirmed()):
        broken, broken_at = _unconfirmed_message(unvouched), unvouched.pk
    off = missing_guards_sentence(missing_guards(connection), settings.COMMAND)
    return ChainReport(fitting, head, broken, broken_at, off, heads, len(redactions))


def chain_head(chain: str | None) -> ChainHead:
    """Return the current head of a chain, with 0 entries and "" if it is empty. This takes one query."""
    rows = Activity.objects.filter(chain=chain).annotate(there=Window(Count("pk")))
    last = rows.order_by("-id").values_list("there", "hash").first()
    return ChainHead(*last) if last else ChainHead(0, "")


@dataclass(frozen=True)
class MiscountedEntries:
    """A chain, actor and verb whose number of entries differs from the stored count.

    `chain` is empty for the chain of the installation.
    """

    chain: str
    actor: str
    verb: str
    counted: int
    stored: int


def miscounted_entries() -> Iterator[MiscountedEntries]:
    """Count the entries of the log and yield every difference from the stored counts.

    This takes two queries.
    """
    rows = Activity.objects.order_by().annotate(of=Coalesce("chain", Value("")))
    there = {
        (chain, actor, verb): number
        for chain, actor, verb, number in rows.values_list("of", "actor", "verb").annotate(
            Count("pk")
        )
    }
    remembered = {
        (chain, actor, verb): number
        for chain, actor, verb, number in LoggedCount.objects.values_list(
            "chain", "actor", "verb", "entries"
        )
    }
    for key in sorted({*there, *remembered}):
        if there.get(key, 0) != remembered.get(key, 0):
            yield MiscountedEntries(*key, there.get(key, 0), remembered.get(key, 0))


class InvalidChainHead(ValueError):
    """The text cannot be the head of a chain."""


def compare_head(chain: str | None, written: str) -> str:
    """Return a message on how a chain differs from its head as `written` down, or "" if it does not.

    `written` is the number of entries and then the hash, or at least its first 16 digits, grouped
    or not. Raise `InvalidChainHead` for any other text.
    """
    number, _space, digits = written.strip().partition(" ")
    digits = "".join(digits.split()).lower()
    if not number.isdecimal() or len(digits) < HEAD_DIGITS or set(digits) - set(hexdigits):
        raise InvalidChainHead(chain_sentence("not_a_head", digits=HEAD_DIGITS))
    rows = Activity.objects.filter(chain=chain).order_by("id")
    place = int(number)
    if (there := rows.count()) < place:
        return chain_sentence("cut_off", written=place, there=there)
    stored = rows.values_list("hash", flat=True)[place - 1] if place else ""
    if not stored.startswith(digits):
        return chain_sentence("another_entry", number=place)
    return ""


def _fault_message(entry: Activity, head: str, last: int) -> str:
    if entry.is_intact and entry.previous_hash == head:
        return ""
    values = {"number": entry.pk, "at": entry.at, "actor": entry.actor, "verb": entry.verb}
    if not entry.is_intact:
        return chain_sentence("not_as_written", **values)
    if last:
        return chain_sentence("does_not_follow", last=last, **values)
    return chain_sentence("does_not_begin", **values)


def _unconfirmed_message(entry: Activity) -> str:
    return chain_sentence(
        "not_vouched_for", number=entry.pk, at=entry.at, actor=entry.actor, verb=entry.verb
    )


def _truncation_message(last: int) -> str:
    """Return a message if entries are missing at the end, or "".

    On PostgreSQL, this is always "", because only SQLite numbers the entries without gaps.
    """
    if connection.vendor != "sqlite":
        return ""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [ACTIVITY_TABLE])
        row = cursor.fetchone()
    counted = row[0] if row else 0
    if counted <= last:
        return ""
    return chain_sentence("newest_missing", last=last, counted=counted)
