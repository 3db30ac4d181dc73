"""Compare the rows of an archive with its log, as `rebuild` and `recheck` compare stored rows.

The log refers to rows by their primary keys in the database from which the archive was written. The
archive therefore contains these keys, and the last entries of other chains about its rows: about
people, who belong to many events, and about games that began before they belonged to a board.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

from django.contrib.auth.models import User
from django.db.models import ForeignKey
from django.utils import timezone

from scoring.models import Activity
from scoring.models.facts import FACT_KINDS, SHARED_PREFIX, FactKind, Facts
from scoring.queries.chain import Redactions
from scoring.wording.phrases import format_thousands
from tournament.models import Division, Entry, Event, Pairing, Player, Round
from tournament.models.tables import archived_table_name
from tournament.queries.files.archive import (
    INACTIVE_ROOMS_KEY,
    archive_key,
    archived_fields,
    archived_tables,
)
from tournament.queries.safety.logged_rows import (
    BEGINNINGS,
    CROSS_EVENT_VERBS,
    LoggedFact,
    LoggedFacts,
    differing_keys,
    logged_facts,
    logged_shared_facts,
    turns_by_number,
)
from tournament.queries.safety.recheck_log import EventRowDescriptions, compare_facts, row_of
from tournament.wording.recheck import archive_sentence, difference_text, name_of_row

MAX_DIFFERENCES = 50
"""Maximum number of differences put into words; the others are counted."""
EVENT_KIND = "event"


@dataclass(frozen=True)
class ArchiveProof:
    """The result of comparing the rows of an archive with its log."""

    sentences: tuple[str, ...]
    """Sentences that say what agrees, from which log entry on rows can be compared, or why no rows can be compared."""
    differences: tuple[str, ...] = ()
    """Rows that differ from the log, a sentence each; only the first ones if there are many."""
    entries: int = 0
    """Number of log entries before the first altered one."""
    is_doubtful: bool = False
    """Whether a row or a log entry has been altered, so that the director has to confirm the import."""


def origin_of(event: Event, keys: Mapping[str, list[int]]) -> dict[str, Any]:
    """Return the data an archive must contain to be compared with its log; `keys` are its primary keys by table."""
    kinds = [kind for kind in FACT_KINDS.values() if archived_table_name(kind.model) in keys]
    shared = {
        f"{kind.name}:{key}"
        for kind in kinds
        if kind.name.startswith(SHARED_PREFIX)
        for key in keys[archived_table_name(kind.model)]
    }
    names = {kind.name for kind in kinds}
    logged = {
        key: fact
        for key, fact in (logged_facts(event) or {}).items()
        if key.partition(":")[0] in names
    }
    own = set(Activity.objects.filter(chain=f"event:{event.slug}").values_list("pk", flat=True))
    of_others = {key: fact for key, fact in logged.items() if fact.number not in own}
    of_others |= {key: fact for key, fact in logged_shared_facts().items() if key in shared}
    return {
        "keys": dict(keys),
        "accounts": dict(User.objects.values_list("username", "pk")),
        "elsewhere": {
            key: [fact.values, fact.number, fact.actor] for key, fact in of_others.items()
        },
    }


def intact_entries(chain: str, entries: Sequence[Mapping[str, Any]]) -> list[Activity]:
    """Return the entries of an imported log before the first one that was altered."""
    whole: list[Activity] = []
    previous = ""
    redactions = Redactions()
    for values in entries:
        entry = Activity(chain=chain, carried=True, **values)
        entry.at = dt.datetime.fromisoformat(values["at"])
        if redacted_at := values.get("redacted_at"):
            entry.redacted_at = dt.datetime.fromisoformat(redacted_at)
        if entry.previous_hash != previous or not entry.is_intact:
            break
        previous = entry.hash
        whole.append(entry)
        redactions.add(entry)
    if wrong := redactions.first_unconfirmed():
        return intact_entries(chain, entries[: whole.index(wrong)])
    return whole


def compare_with_log(whole: Mapping[str, Any], *, rows_as_written: bool) -> ArchiveProof:
    """Compare the rows of an archive with its log. No queries.

    An archive written by an earlier version is not compared, nor is one whose log does not contain the
    beginning of the event. Raise `KeyError`, `TypeError`, `ValueError` or `IndexError` for an
    inconsistent archive.
    """
    rows, log = whole["rows"], whole.get("log", [])
    event = rows["tournament.Event"][0]
    entries = intact_entries(f"event:{event['slug']}", log)
    breaks_off = len(entries) < len(log)
    sentences = [archive_sentence("breaks_off", number=len(entries) + 1)] if breaks_off else []
    if not rows_as_written:
        sentences.append(archive_sentence("changed"))
    proof = ArchiveProof((), (), len(entries), breaks_off or not rows_as_written)
    begins = max((at for at, row in enumerate(entries) if row.verb in BEGINNINGS), default=None)
    if "origin" not in whole:
        return replace(proof, sentences=(*sentences, archive_sentence("earlier_version")))
    if begins is None:
        code = archive_sentence("no_beginning", event=event["name"])
        return replace(proof, sentences=(*sentences, code))
    if entries[begins].verb != "create_event":
        sentences.append(complete_since_sentence(event["name"], begins + 1, entries[begins].at))
    archive = _ArchiveFacts(rows, whole["origin"])
    logged = archive.logged_facts(entries, begins)
    count = len(differing_keys(logged, archive.facts))
    counted = {"count": count or len(archive.facts), "rows": format_thousands(len(archive.facts))}
    sentences.append(
        archive_sentence(
            "differs" if count else "agrees", entries=format_thousands(len(entries)), **counted
        )
    )
    compared = compare_facts(logged, archive.facts, ArchiveRowDescriptions(archive.facts))
    differences = [
        ": ".join(part for part in (where, what) if part)
        for where, what in islice(compared, MAX_DIFFERENCES)
    ]
    if count > MAX_DIFFERENCES:
        differences.append(difference_text("more_rows", count=count - MAX_DIFFERENCES))
    return replace(
        proof,
        sentences=tuple(sentences),
        differences=tuple(differences),
        is_doubtful=proof.is_doubtful or bool(count),
    )


def complete_since_sentence(event: object, number: int, at: dt.datetime) -> str:
    """Return a sentence that says from which entry on the log contains complete rows."""
    when = timezone.localtime(at).strftime("%Y-%m-%d %H:%M:%S")
    return archive_sentence("whole_from", event=event, number=number, when=when)


class _ArchiveFacts:
    """The rows of an archive as facts, under their original primary keys."""

    def __init__(self, rows: Mapping[str, list[dict[str, Any]]], origin: Mapping[str, Any]) -> None:
        self.rows = rows
        self.keys: Mapping[str, list[int]] = origin["keys"]
        self.accounts: Mapping[str, int] = origin["accounts"]
        self.elsewhere: LoggedFacts = {
            key: LoggedFact(values, number, actor)
            for key, (values, number, actor) in origin["elsewhere"].items()
        }
        here = {model for model, _ways in archived_tables()}
        self.kinds = {
            name: kind
            for name, kind in FACT_KINDS.items()
            if kind.model in here
            and archived_table_name(kind.model) in self.keys
            and not kind.secrets
        }
        self.columns = {name: _archived_columns(kind) for name, kind in self.kinds.items()}
        self.facts: Facts = {}
        for name, kind in self.kinds.items():
            table = archived_table_name(kind.model)
            for key, row in zip(self.keys[table], rows.get(table, []), strict=True):
                self.facts[f"{name}:{int(key)}"] = self._values(kind, row)

    def logged_facts(self, entries: Sequence[Activity], begins: int) -> LoggedFacts:
        """Return the logged facts about these rows, starting with the log entry at index `begins`."""
        logged: LoggedFacts = {}
        for number, entry in enumerate(entries[begins:], begins + 1):
            for key, values in (entry.facts or {}).items():
                name = key.partition(":")[0]
                is_own = entry.verb not in CROSS_EVENT_VERBS and not name.startswith(SHARED_PREFIX)
                if name in self.kinds and (is_own or key in logged or key in self.facts):
                    logged[key] = LoggedFact(values, number, entry.actor)
        logged |= {
            k: fact for k, fact in self.elsewhere.items() if k.partition(":")[0] in self.kinds
        }
        return {key: self._drop_omitted_columns(key, fact) for key, fact in logged.items()}

    def _drop_omitted_columns(self, key: str, fact: LoggedFact) -> LoggedFact:
        """Return the fact with None for the columns that archives omit, and without the rows of rooms that are off."""
        if fact.values is None:
            return fact
        kind = self.kinds[key.partition(":")[0]]
        values = [
            value if place in self.columns[kind.name] else None
            for place, value in enumerate(fact.values)
        ]
        if kind.name == EVENT_KIND:
            values = [
                {name: part for name, part in value.items() if name != INACTIVE_ROOMS_KEY}
                if isinstance(value, dict)
                else value
                for value in values
            ]
        return replace(fact, values=values)

    def _values(self, kind: FactKind, row: Mapping[str, Any]) -> list[Any]:
        archived = self.columns[kind.name]
        return [
            self._value(archived[place], row) if place in archived else None
            for place in range(len(kind.columns))
        ]

    def _value(self, field: Any, row: Mapping[str, Any]) -> Any:
        value = row.get(archive_key(field))
        if value is None or not isinstance(field, ForeignKey):
            return value
        if field.related_model is User:
            return self.accounts.get(value)
        return self.keys[archived_table_name(field.related_model)][value - 1]


def _archived_columns(kind: FactKind) -> dict[int, Any]:
    """Return the archived columns of a kind by their position among its values."""
    archived = {field.attname: field for field in archived_fields(kind.model)}
    return {
        place: archived[column] for place, column in enumerate(kind.columns) if column in archived
    }


class ArchiveRowDescriptions(EventRowDescriptions):
    """Descriptions of the rows of an archive, made from the archive alone."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def name(self, key: str, values: list[object]) -> str:
        """Return the name of the row."""
        if not key.startswith(SHARED_PREFIX):
            return super().name(key, values)
        kind, row = row_of(key, values)
        return name_of_row(kind.removeprefix(SHARED_PREFIX), **row)

    @cached_property
    def divisions(self) -> dict[int, Division]:
        """Every division by primary key."""
        return {
            key: Division(pk=key, name=row["name"]) for key, row in self._rows_of_table("division")
        }

    @cached_property
    def entries(self) -> dict[int, Entry]:
        """Every entry by primary key, with player and division."""
        people = {
            key: Player(pk=key, name=row["name"]) for key, row in self._rows_of_table("@player")
        }
        return {
            key: Entry(
                pk=key,
                number=row["number"],
                player=people[row["player_id"]],
                division=self.divisions[row["division_id"]],
            )
            for key, row in self._rows_of_table("entry")
        }

    @cached_property
    def pairings(self) -> dict[int, Pairing]:
        """Every pairing by primary key."""
        rounds = {
            key: Round(pk=key, number=row["number"], division=self.divisions[row["division_id"]])
            for key, row in self._rows_of_table("round")
        }
        return {
            key: Pairing(
                pk=key,
                board=row["board"],
                round=rounds[row["round_id"]],
                first=self.entries[row["first_id"]],
                game_id=row["game_id"],
            )
            for key, row in self._rows_of_table("pairing")
        }

    @cached_property
    def turns(self) -> dict[int, tuple[int, int]]:
        """The game and number of each turn, by the turn's primary key."""
        turns = sorted(
            (row["game_id"], row["position"], key, row["superseded_at"])
            for key, row in self._rows_of_table("turn")
        )
        return turns_by_number((key, game, ended) for game, _position, key, ended in turns)

    def _rows_of_table(self, name: str) -> list[tuple[int, dict[str, Any]]]:
        columns = FACT_KINDS[name].columns
        return [
            (int(key.partition(":")[2]), dict(zip(columns, values or [], strict=False)))
            for key, values in self.facts.items()
            if key.partition(":")[0] == name
        ]
