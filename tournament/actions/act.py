"""The frame of every action: a lock and a transaction around its changes, log entry and undo step.

An action on a division or an event has this form::

    with act(actor, division, reason=reason) as action:
        ...                                     # the guards, which raise `Refused`
        with action.undo_step(entry=entry):     # if the action can be undone
            ...                                 # the changes
            action.log("withdraw", summary, before=..., after=...)

All of it is one transaction, so a refusal by a guard changes nothing.

Locks are taken in a fixed order, so that no two actions wait for each other: a recorded
game, the event, its divisions by key, a round, its boards by key, and last the activity
log. Each lock is held until the transaction ends. Rows are locked `FOR NO KEY UPDATE`, so
that inserting a row that refers to them, such as a log entry or a result, does not wait. On
SQLite a writing transaction is exclusive from its start. If PostgreSQL nevertheless aborts one
of two actions, the request is repeated (`tournament.web.middleware`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Unpack

from django.db import connection, transaction
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.actions.refusals import Refused
from scoring.models import Activity
from scoring.tenancy import tenant
from scoring.wording.sentence import Sentence
from tournament.models import Division, Event, Round, UndoStep
from tournament.models.rounds import Phase
from tournament.queries.safety.undo import (
    UndoPart,
    UndoRows,
    has_ended,
    required_keys,
    rows_of_part,
    touched_keys,
    undo_row_kinds,
)

_undo_step_open: ContextVar[bool] = ContextVar("undo_step_open", default=False)


class ReasonMissing(Refused):
    """The action needs a reason, and none was given."""


class ConfirmationRequired(Refused):
    """The action is unusual and must be repeated with `accepted`. `questions` lists the doubts."""

    def __init__(self, questions: list[str]) -> None:
        super().__init__(" ".join(questions))
        self.questions = questions


class EditConflict(Refused):
    """The state a form is based on has changed, and nothing was replaced.

    `now` is the part of the current state that would be replaced; the page shows it beside the typed
    values. `version` is the version of the whole current state: the action replaces it when it is
    repeated with that version as `seen`. `questions` lists doubts about the typed values, which the
    repeated action can accept too.
    """

    def __init__(
        self, sentence: str, *, now: Any, version: str, questions: Sequence[str] = ()
    ) -> None:
        super().__init__(sentence)
        self.now = now
        self.version = version
        self.questions = list(questions)


def refuse_when_changed(
    seen: str | None, version: str, *, what: str, now: Any, questions: Sequence[str] = ()
) -> None:
    """Raise `EditConflict` if the state has changed since the form was shown.

    Call it with the rows locked. `seen` is the version the form is based on, or None to skip the
    check (in a command or an import). `version` is the version of the state `now`, and `what` names
    it at the start of the message.
    """
    if seen is not None and seen != version:
        raise EditConflict(
            _("{what} has changed since you opened this page. Nothing has been saved yet.").format(
                what=what
            ),
            now=now,
            version=version,
            questions=questions,
        )


@dataclass
class Action:
    """An action in progress: its actor and subject, and its log entry once it has been written."""

    actor: Actor
    event: Event | None
    division: Division | None
    reason: str = ""
    activity: Activity | None = None
    default_scope: str = ""
    """The scope of the log entry if the action has no division; empty to use the event's scope."""

    def log(
        self,
        verb: str,
        summary: Sentence,
        *,
        scope: str = "",
        reason: str = "",
        before: Any = None,
        after: Any = None,
    ) -> Activity:
        """Write the log entry; an open undo step belongs to the last entry written in it.

        By default the scope is the division's, else `default_scope`, else the event's, and the reason is the
        one given to the action.
        """
        place = self.division.scope if self.division else self.default_scope
        if self.event is not None:
            place = place or f"event:{self.event.slug}"
        self.activity = log(
            self.actor,
            verb,
            summary,
            scope=scope or place,
            reason=reason or self.reason,
            before=before,
            after=after,
        )
        return self.activity

    @contextmanager
    def undo_step(self, **part: Unpack[UndoPart]) -> Iterator[None]:
        """Record what the block changes so that it can be undone; the block writes the log entry.

        Only the `part` of the division is compared, so that concurrent changes elsewhere are not
        included. A nested undo step is part of the outer one. Nothing is recorded if the block
        writes no log entry or changes nothing.
        """
        if _undo_step_open.get():
            yield
            return
        division = self.division
        assert division is not None, "only what is done in a division can be undone as a step"
        token = _undo_step_open.set(True)
        try:
            before = rows_of_part(division, **part)
            yield
            if self.activity is not None:
                _store_undo_step(division, self.activity, before, rows_of_part(division, **part))
        finally:
            _undo_step_open.reset(token)


@contextmanager
def act(
    actor: Actor,
    on: Division | Event | None,
    *,
    reason: str = "",
    allow_closed: bool = False,
    exclusive: bool = True,
    whole_event: bool = False,
) -> Iterator[Action]:
    """Run an action on a division, an event, or neither (None) in one transaction, under a lock.

    New rows belong to the organisation of the event. Spaces in `reason` are normalized. The
    division is locked unless `exclusive` is false; then the action locks the rows it changes, so
    that two helpers can enter results in one division. With `whole_event` no other action on the
    event runs at the same time. Raise `Refused` for a closed event unless `allow_closed`.
    """
    division, event = (on, on.event) if isinstance(on, Division) else (None, on)
    if event is not None and not allow_closed:
        refuse_when_closed(event)
    wall = tenant(event.organisation_id) if event is not None else nullcontext()
    with wall, transaction.atomic():
        if event is not None:
            shared = not exclusive or (division is not None and not whole_event)
            closed_at = lock_event(event, shared=shared)
            if closed_at is not None and not allow_closed:
                raise _closed_refusal(event)
        if division is not None and exclusive:
            lock_division(division)
        yield Action(actor, event, division, " ".join(reason.split()))


def refuse_when_closed(event: Event) -> None:
    """Raise `Refused` if the event is closed, which makes it read-only."""
    if event.closed_at is not None:
        raise _closed_refusal(event)


def _closed_refusal(event: Event) -> Refused:
    return Refused(
        _("{event} is closed and can only be read. Reopen it first.").format(event=event)
    )


def lock_event(event: Event, *, shared: bool) -> dt.datetime | None:
    """Lock the event until the transaction ends, and return the time it was closed, or None if it is open.

    With a `shared` lock others can take a shared lock too, but nobody can close or change the
    event. This takes one query.
    """
    if not shared or connection.vendor != "postgresql":
        rows = Event.objects.filter(pk=event.pk).order_by("pk").values_list("closed_at", flat=True)
        held = rows if shared else rows.select_for_update(no_key=True)
        return held.first()
    with connection.cursor() as cursor:
        cursor.execute("SELECT closed_at FROM tournament_event WHERE id = %s FOR SHARE", [event.pk])
        row = cursor.fetchone()
    return row[0] if row else None


def lock_division(division: Division) -> None:
    """Lock the division and its rounds until the transaction ends.

    Meanwhile nobody else can add entries, pair or enter results in it.
    """
    Division.objects.select_for_update(no_key=True).get(pk=division.pk)
    if connection.vendor == "postgresql":
        rounds = Round.objects.filter(division=division).order_by("pk")
        list(rounds.select_for_update(no_key=True).values_list("pk", flat=True))


def lock_divisions(event: Event) -> list[Division]:
    """Lock the divisions of an event, in the order of their keys, and return them."""
    rows = Division.objects.filter(event=event).order_by("pk")
    return list(rows.select_for_update(no_key=True))


def _store_undo_step(
    division: Division, activity: Activity, before: UndoRows, after: UndoRows
) -> None:
    """Store what the step created and changed, with the keys it touches and requires.

    Nothing is stored if nothing was created or changed. The start of a round, from published to in
    play, does not count as a change.
    """
    made = {
        name: row for name, row in after.items() if name not in before and not has_ended(name, row)
    }
    changed: dict[str, dict[str, list[Any]]] = {}
    for name, row in after.items():
        if name not in before:
            continue
        was = before[name]
        columns = {
            column: [was[column], row[column]]
            for column in undo_row_kinds()[name.partition(":")[0]].changed_columns
            if was[column] != row[column]
        }
        if columns.get("phase") == [Phase.PUBLISHED, Phase.PLAYING]:
            del columns["phase"]  # any of them could be the first, which starts the round
        if columns:
            changed[name] = columns
    if not made and not changed:
        return
    about = {name: after[name] for name in (*made, *changed)}
    UndoStep.objects.create(
        activity=activity,
        division=division,
        kind=activity.verb,
        touches=sorted(touched_keys(made, changed, about)),
        needs=sorted(required_keys(made, changed, about)),
        known={"made": sorted(made), "changed": changed},
    )
