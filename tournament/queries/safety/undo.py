"""The undoable state of a division, and the later steps that prevent an undo."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypedDict, Unpack

from django.contrib.auth.models import User
from django.db.models import Model, Q

from tournament.extension import UNDO_ROWS
from tournament.models import (
    Division,
    Entry,
    Pairing,
    Penalty,
    Player,
    PlayerReport,
    ResultEntry,
    Round,
    UndoStep,
)
from tournament.queries.safety.activity import logged_sentence
from tournament.wording.safety import safety_sentence

UndoRows = dict[str, dict[str, Any]]
"""Rows by name, such as ``result:45``, with the values that actions change, ready for JSON."""


@dataclass(frozen=True)
class UndoRowKind:
    """A kind of row in undo steps."""

    kind: str
    model: type[Model]
    changed_columns: tuple[str, ...]
    """The columns that actions change."""
    subject_columns: tuple[str, ...] = ()
    """The columns that identify the subject of a row."""
    end_column: str = ""
    """The column with the time at which the row ended; empty if rows of this kind never end."""


ATTENDANCE_COLUMNS = frozenset({"withdrawn_after", "rounds_after_leaving", "arrived_at"})
"""The columns of an entry that record attendance instead of details."""
CORE_ROW_KINDS = (
    UndoRowKind(
        "entry",
        Entry,
        (
            "withdrawn_after", "rounds_after_leaving", "arrived_at", "rating", "member", "career_games", "rating_class",
            "team", "fixed_board", "by_initials", "owes", "paid_at",
        ),
        ("number", "player_id"),
    ),
    UndoRowKind(
        "round",
        Round,
        (
            "phase", "method", "options", "seed", "source_round", "fixed", "notes", "published_at",
            "closed_at",
        ),
        ("number",),
    ),
    UndoRowKind(
        "pairing",
        Pairing,
        ("replaced_at", "game_id"),
        ("round__number", "first__number", "second__number"),
        "replaced_at",
    ),
    UndoRowKind(
        "result",
        ResultEntry,
        ("standing", "superseded_at", "superseded_by_id"),
        ("pairing_id", "pairing__round__number"),
        "superseded_at",
    ),
    UndoRowKind(
        "report",
        PlayerReport,
        ("replaced_at",),
        ("pairing_id", "pairing__round__number"),
        "replaced_at",
    ),
    UndoRowKind("penalty", Penalty, ("revoked_at",), ("entry__number", "round_number"), "revoked_at"),
    UndoRowKind("person", Player, ("name", "sort_name", "name_key")),
)  # fmt: skip
"""The kinds of rows that belong to the core; rooms add theirs to `extension.UNDO_ROWS`."""


@cache
def undo_row_kinds() -> Mapping[str, UndoRowKind]:
    """Return every kind of row in undo steps by name."""
    return {rows.kind: rows for rows in (*CORE_ROW_KINDS, *UNDO_ROWS)}


@cache
def room_row_kinds() -> tuple[UndoRowKind, ...]:
    """Return the kinds of rows added by rooms; each row belongs to a division."""
    return tuple(UNDO_ROWS)


KINDS_UNDONE_ELSEWHERE = ("post_recorded_result", "withdraw_recorded_result", "start_game")
"""The kinds of steps that cannot be undone from the undo list, only elsewhere."""

RESULT_STEP_KINDS = ("enter_result", "correct_result")
"""The kinds of steps that whoever entered the result may undo without being a director."""

MAX_LISTED_STEPS = 40
"""Maximum number of recent steps listed."""


@dataclass(frozen=True)
class UndoOffer:
    """A step in the undo list, with the reasons why it cannot be undone, if any."""

    step: UndoStep
    obstacles: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """The action in the reader's language."""
        return logged_sentence(self.step.activity)

    @property
    def can_be_undone(self) -> bool:
        """Whether the step can be undone."""
        return not self.obstacles and self.step.undone_by_id is None


class UndoPart(TypedDict, total=False):
    """The part of a division that a step changes; if no key is given, everything except the rows of rooms."""

    pairing: Pairing
    reports: bool
    """Whether the pairing's reports by players are included."""
    results_of: Pairing
    """The pairing whose results alone are included."""
    entry: Entry
    person: Entry
    """The entry that is included together with the person's name."""
    phase_of: Round
    """The round whose own row alone is included."""
    since: int
    """The number of the first round included; every later round, with everything in it, is included too."""
    kind: str
    """The kind of a room's rows that are included."""


def rows_of_part(division: Division, **part: Unpack[UndoPart]) -> UndoRows:
    """Return the current rows of the given part of the division. One query for each kind of row.

    If no part is given, these are all rounds and entries with everything in them.
    """
    wanted: dict[str, Q] = {}
    if pairing := part.get("pairing"):
        wanted["pairing"] = Q(pk=pairing.pk)
        wanted["result"] = Q(pairing=pairing.pk)
        if part.get("reports"):
            wanted["report"] = Q(pairing=pairing.pk)
    elif results_of := part.get("results_of"):
        wanted["result"] = Q(pairing=results_of.pk)
    elif entry := part.get("entry"):
        wanted["entry"] = Q(pk=entry.pk)
        wanted["penalty"] = Q(entry=entry.pk)
    elif person := part.get("person"):
        wanted["entry"] = Q(pk=person.pk)
        wanted["person"] = Q(pk=person.player_id)
    elif phase_of := part.get("phase_of"):
        wanted["round"] = Q(pk=phase_of.pk)
    elif kind := part.get("kind"):
        wanted[kind] = Q(division=division)
    else:
        low = part.get("since", 0)
        wanted["round"] = Q(division=division, number__gte=low)
        wanted["pairing"] = Q(round__division=division, round__number__gte=low)
        wanted["result"] = Q(pairing__round__division=division, pairing__round__number__gte=low)
        if "since" not in part:
            wanted["entry"] = Q(division=division)
            wanted["penalty"] = Q(entry__division=division)
    return _read_rows(wanted)


def current_rows(names: Iterable[str]) -> UndoRows:
    """Return the current state of these rows, leaving out removed ones. One query for each kind of row."""
    keys: dict[str, list[int]] = {}
    for name in names:
        kind, _colon, key = name.partition(":")
        keys.setdefault(kind, []).append(int(key))
    return _read_rows({kind: Q(pk__in=some) for kind, some in keys.items()})


def _read_rows(wanted: Mapping[str, Q]) -> UndoRows:
    rows: UndoRows = {}
    for kind, where in wanted.items():
        if (known := undo_row_kinds().get(kind)) is None:
            continue  # of a room that is off
        names = (*known.subject_columns, *known.changed_columns)
        rows_of_kind = known.model._default_manager.filter(where).order_by()  # noqa: SLF001
        for key, *values in rows_of_kind.values_list("pk", *names):
            rows[f"{kind}:{key}"] = {
                name: _plain_value(value) for name, value in zip(names, values, strict=True)
            }
    return rows


def last_steps(division: Division, most: int = MAX_LISTED_STEPS) -> list[UndoOffer]:
    """Return the latest steps of the division, latest first, each with the reasons why it cannot be undone.

    At most `most` steps are returned. One query.
    """
    return last_steps_in([division], most)


def last_steps_in(divisions: Iterable[Division], most: int = MAX_LISTED_STEPS) -> list[UndoOffer]:
    """Return the latest steps of several divisions, latest first, each with the reasons why it cannot be undone.

    At most `most` steps are returned. One query.
    """
    by_key = {division.pk: division for division in divisions}
    steps = (
        UndoStep.objects.filter(division__in=by_key)
        .select_related("activity", "undone_by")
        .defer("known")
        .order_by("-activity_id")[:most]
    )
    listed = []
    later: dict[int, list[UndoStep]] = {key: [] for key in by_key}
    for step in steps:
        step.division = by_key[step.division_id]
        listed.append(UndoOffer(step, tuple(undo_obstacles(step, later[step.division_id]))))
        later[step.division_id].append(step)
    return listed


def last_own_results(divisions: Iterable[Division], user: User, most: int) -> list[UndoOffer]:
    """Return at most `most` steps in which `user` entered or corrected a result, latest first. One query.

    Only the `MAX_LISTED_STEPS` latest steps of the divisions are searched.
    """
    return [
        offer
        for offer in last_steps_in(divisions)
        if offer.step.kind in RESULT_STEP_KINDS and offer.step.activity.user_id == user.pk
    ][:most]


def later_steps(step: UndoStep) -> list[UndoStep]:
    """Return the later steps of the division, latest first. One query."""
    rows = UndoStep.objects.filter(division=step.division_id, activity_id__gt=step.activity_id)
    return list(rows.select_related("activity").order_by("-activity_id"))


def undo_obstacles(step: UndoStep, later: Iterable[UndoStep]) -> list[str]:
    """Return the reasons why the step cannot be undone now, a sentence each; empty if it can.

    The step has already been undone, must be undone elsewhere, or is one that later steps depend on.
    """
    if step.undone_by_id is not None:
        return [safety_sentence("undone_already")]
    if step.kind in KINDS_UNDONE_ELSEWHERE:
        return [safety_sentence(f"elsewhere_{step.kind}")]
    reasons = []
    for other in later:
        shared = [key for key in step.touches if key in other.needs]
        if other.undone_by_id is None and shared:
            reasons.append(
                _undo_first_sentence(shared[0], logged_sentence(other.activity).rstrip("."))
            )
    return reasons


def _undo_first_sentence(key: str, later_step: str) -> str:
    """Return a sentence that says that a later step, which depends on `key`, has to be undone first."""
    kind, _space, number = key.partition(" ")
    about = "player" if kind in ("arrival", "about") else kind
    return safety_sentence(f"first_undo_{about}", step=later_step, number=number)


def has_ended(name: str, row: Mapping[str, Any]) -> bool:
    """Return whether a row has ended, such as a replaced pairing or a revoked penalty."""
    column = undo_row_kinds()[name.partition(":")[0]].end_column
    return bool(column) and row[column] is not None


def touched_keys(
    made: UndoRows, changed: Mapping[str, Mapping[str, Any]], about: UndoRows
) -> set[str]:
    """Return the keys of everything a step touches, from the rows it made and the values it changed."""
    keys: set[str] = set()
    for name, row in about.items():
        kind, _colon, pk = name.partition(":")
        columns = set(changed.get(name, ()))
        if kind == "entry":
            if name in made or "withdrawn_after" in columns:
                keys |= {"field", f"player {row['number']}"}
            if "arrived_at" in columns:
                keys.add(f"arrival {row['number']}")
            if name in made or columns - ATTENDANCE_COLUMNS:
                keys.add(f"about {row['number']}")
        elif kind == "round":
            keys.add(f"round {row['number']}")
        elif kind == "pairing":
            keys.add(f"board {pk}")
        elif kind == "report":
            keys.add(f"board {row['pairing_id']}")
        elif kind == "result":
            keys |= {f"board {row['pairing_id']}", f"results {row['pairing__round__number']}"}
        elif kind == "penalty":
            keys |= {f"penalty {pk}", f"results {row['round_number']}"}
        else:
            keys.add(_key_of_other_row(kind, pk))
    return keys


def required_keys(
    made: UndoRows, changed: Mapping[str, Mapping[str, Any]], about: UndoRows
) -> set[str]:
    """Return the keys of everything a step depends on."""
    keys: set[str] = set()
    paired = {row["number"] for name, row in about.items() if name.startswith("round:")}
    for name, row in about.items():
        kind, _colon, pk = name.partition(":")
        columns = set(changed.get(name, ()))
        if kind == "entry":
            keys |= {f"player {row['number']}", f"arrival {row['number']}"}
            if columns - ATTENDANCE_COLUMNS:
                keys.add(f"about {row['number']}")
        elif kind == "round":
            keys.add(f"round {row['number']}")
            if row["phase"] == "closed":
                keys.add(f"results {row['number']}")
            if "source_round" in columns or name in made:
                source = row["source_round"] or 0
                keys |= {f"results {number}" for number in range(1, source + 1)}
        elif kind == "pairing":
            keys |= {f"board {pk}", f"round {row['round__number']}"}
            if row["round__number"] in paired:
                keys.add("field")
        elif kind in ("result", "report"):
            keys |= {f"board {row['pairing_id']}", f"round {row['pairing__round__number']}"}
        elif kind == "penalty":
            keys |= {f"penalty {pk}", f"player {row['entry__number']}"}
        else:
            keys.add(_key_of_other_row(kind, pk))
    return keys


def _key_of_other_row(kind: str, pk: str) -> str:
    """Return the key of a person, or of all rows of a room, of which a division has only one that has not ended."""
    return f"person {pk}" if kind == "person" else kind


def _plain_value(value: Any) -> Any:
    return value.isoformat() if isinstance(value, dt.datetime) else value
