"""What a division holds that can be undone, and which step stands in the way of undoing another."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model, Q

from tournament.models import (
    Division,
    Entry,
    Pairing,
    Penalty,
    Player,
    ResultEntry,
    Round,
    UndoStep,
)

Rows = dict[str, dict[str, Any]]
"""Rows by name, such as ``result:45``: the values that actions change, ready for JSON."""

MODELS: dict[str, type[Model]] = {
    "entry": Entry,
    "round": Round,
    "pairing": Pairing,
    "result": ResultEntry,
    "penalty": Penalty,
    "person": Player,
}
CHANGED: dict[str, tuple[str, ...]] = {
    "entry": (
        "withdrawn_after", "arrived_at", "rating", "member", "rating_class", "team", "fixed_board",
        "owes", "paid_at",
    ),
    "round": (
        "phase", "method", "options", "seed", "source_round", "fixed", "notes", "published_at",
        "closed_at",
    ),
    "pairing": ("replaced_at", "game_id"),
    "result": ("standing", "superseded_at", "superseded_by_id"),
    "penalty": ("revoked_at",),
    "person": ("name", "sort_name", "name_key"),
}  # fmt: skip
"""The columns that actions change."""
ABOUT: dict[str, tuple[str, ...]] = {
    "entry": ("number", "player_id"),
    "round": ("number",),
    "pairing": ("round__number", "first__number", "second__number"),
    "result": ("pairing_id", "pairing__round__number"),
    "penalty": ("entry__number", "round_number"),
    "person": (),
}
"""The columns that say what a row is about."""

NOT_HERE = {
    "post_recorded_result": "It came from the score pad: open the game again there.",
    "withdraw_recorded_result": "The game was opened again on the score pad: finish it there.",
    "start_game": "A game is being recorded there, and what was recorded stays.",
}
"""Actions that are undone elsewhere, with the sentence that says where."""

RESULTS = ("enter_result", "correct_result")
"""Actions that who typed them may undo without directing."""

SHOWN = 40
"""How many of the latest steps are listed."""


@dataclass(frozen=True)
class Offer:
    """A step on the list: it can be undone, or the sentences say why not."""

    step: UndoStep
    why_not: tuple[str, ...]

    @property
    def can_be_undone(self) -> bool:
        """Whether nothing is in the way."""
        return not self.why_not and self.step.undone_by_id is None


def rows_of(
    division: Division,
    *,
    pairing: Pairing | None = None,
    entry: Entry | None = None,
    person: Entry | None = None,
    phase_of: Round | None = None,
    since: int | None = None,
) -> Rows:
    """What the division holds now: all of it, one board, one entry, one entry with the person's name
    (`person`), one round by itself, or the rounds from `since` on with everything in them.

    One query for each kind of row.
    """
    asked: dict[str, Q] = {}
    if pairing is not None:
        asked["pairing"] = Q(pk=pairing.pk)
        asked["result"] = Q(pairing=pairing.pk)
    elif entry is not None:
        asked["entry"] = Q(pk=entry.pk)
        asked["penalty"] = Q(entry=entry.pk)
    elif person is not None:
        asked["entry"] = Q(pk=person.pk)
        asked["person"] = Q(pk=person.player_id)
    elif phase_of is not None:
        asked["round"] = Q(pk=phase_of.pk)
    else:
        low = 0 if since is None else since
        asked["round"] = Q(division=division, number__gte=low)
        asked["pairing"] = Q(round__division=division, round__number__gte=low)
        asked["result"] = Q(pairing__round__division=division, pairing__round__number__gte=low)
        if since is None:
            asked["entry"] = Q(division=division)
            asked["penalty"] = Q(entry__division=division)
    return _read(asked)


def rows_named(names: Iterable[str]) -> Rows:
    """These rows as they are now, without those that are gone. One query for each kind of row."""
    keys: dict[str, list[int]] = {}
    for name in names:
        kind, _, key = name.partition(":")
        keys.setdefault(kind, []).append(int(key))
    return _read({kind: Q(pk__in=some) for kind, some in keys.items()})


def _read(asked: Mapping[str, Q]) -> Rows:
    rows: Rows = {}
    for kind, where in asked.items():
        names = (*ABOUT[kind], *CHANGED[kind])
        found = MODELS[kind]._default_manager.filter(where).values_list("pk", *names)  # noqa: SLF001
        for key, *values in found:
            rows[f"{kind}:{key}"] = {
                name: _plain(value) for name, value in zip(names, values, strict=True)
            }
    return rows


def last_steps(division: Division, most: int = SHOWN) -> list[Offer]:
    """The latest steps of the division, the latest first, and what is in the way. One query."""
    steps = list(
        UndoStep.objects.filter(division=division)
        .select_related("activity", "undone_by")
        .defer("known")
        .order_by("-activity_id")[:most]
    )
    return [Offer(step, tuple(why_not_undo(step, steps[:at]))) for at, step in enumerate(steps)]


def last_own_results(division: Division, user: User, most: int) -> list[Offer]:
    """The results `user` typed among the latest steps, the latest first. One query."""
    return [
        offer
        for offer in last_steps(division)
        if offer.step.kind in RESULTS and offer.step.activity.user_id == user.pk
    ][:most]


def later_steps(step: UndoStep) -> list[UndoStep]:
    """What was done in the division since, the latest first. One query."""
    rows = UndoStep.objects.filter(division=step.division_id, activity_id__gt=step.activity_id)
    return list(rows.select_related("activity").order_by("-activity_id"))


def why_not_undo(step: UndoStep, later: Iterable[UndoStep]) -> list[str]:
    """Why the step cannot be undone now, in sentences: what was done later and depends on it."""
    if step.undone_by_id is not None:
        return ["It is undone already."]
    if step.kind in NOT_HERE:
        return [NOT_HERE[step.kind]]
    reasons = []
    for other in later:
        shared = [key for key in step.touches if key in other.needs]
        if other.undone_by_id is None and shared:
            told = other.activity.summary.rstrip(".")
            reasons.append(f"First undo “{told}”: {_why(shared[0])}.")
    return reasons


def _why(key: str) -> str:
    """Why a later step depends on an earlier one that touched `key`."""
    kind, _, number = key.partition(" ")
    return {
        "round": f"it was done with round {number} as this left it",
        "board": "it is about the same board",
        "results": f"it was done on the results of round {number}",
        "field": "it was done with the players as this left them",
        "player": f"it is about the same player, number {number}",
        "arrival": f"it is about the same player, number {number}",
        "penalty": "it is about the same penalty",
        "about": f"it is about the same player, number {number}",
        "person": "it is about the same person's name",
    }[kind]


def is_gone(name: str, row: Mapping[str, Any]) -> bool:
    """Whether a row holds no longer: a pairing replaced, a result superseded, a penalty revoked."""
    ended = {"pairing": "replaced_at", "result": "superseded_at", "penalty": "revoked_at"}
    column = ended.get(name.partition(":")[0])
    return column is not None and row[column] is not None


def touched(made: Rows, changed: Mapping[str, Mapping[str, Any]], about: Rows) -> set[str]:
    """The keys of everything a step touches, by the rows it made and the values it changed."""
    keys: set[str] = set()
    for name, row in about.items():
        kind, _, pk = name.partition(":")
        columns = set(changed.get(name, ()))
        if kind == "entry":
            if name in made or "withdrawn_after" in columns:
                keys |= {"field", f"player {row['number']}"}
            if "arrived_at" in columns:
                keys.add(f"arrival {row['number']}")
            if name in made or columns - {"withdrawn_after", "arrived_at"}:
                keys.add(f"about {row['number']}")
        elif kind == "person":
            keys.add(f"person {pk}")
        elif kind == "round":
            keys.add(f"round {row['number']}")
        elif kind == "pairing":
            keys.add(f"board {pk}")
        elif kind == "result":
            keys |= {f"board {row['pairing_id']}", f"results {row['pairing__round__number']}"}
        else:
            keys |= {f"penalty {pk}", f"results {row['round_number']}"}
    return keys


def needed(made: Rows, changed: Mapping[str, Mapping[str, Any]], about: Rows) -> set[str]:
    """The keys of everything a step depends on."""
    keys: set[str] = set()
    paired = {row["number"] for name, row in about.items() if name.startswith("round:")}
    for name, row in about.items():
        kind, _, pk = name.partition(":")
        columns = set(changed.get(name, ()))
        if kind == "entry":
            keys |= {f"player {row['number']}", f"arrival {row['number']}"}
            if columns - {"withdrawn_after", "arrived_at"}:
                keys.add(f"about {row['number']}")
        elif kind == "person":
            keys.add(f"person {pk}")
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
        elif kind == "result":
            keys |= {f"board {row['pairing_id']}", f"round {row['pairing__round__number']}"}
        else:
            keys |= {f"penalty {pk}", f"player {row['entry__number']}"}
    return keys


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, dt.datetime) else value
