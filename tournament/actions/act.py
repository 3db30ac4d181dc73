"""What every action shares: the event held, a transaction, the log entry and the undo step inside it.

An action on a division or an event reads

    with act(actor, division, reason=reason) as action:
        ...                                     # guards: raise a `Refused`
        with action.undo_step(entry=entry):     # where it can be undone
            ...                                 # the changes
            action.log("withdraw", summary, before=..., after=...)

Everything between is one transaction; when a guard refuses, nothing was changed.

Locks are taken in one order, so that no two actions wait for each other: a recorded game, the event,
its divisions by their keys, a round, its boards by their keys, and last the activity log. Each is held
until the transaction ends. Rows are held `FOR NO KEY UPDATE`: who only refers to them, as every row of the
log and every result does, does not wait. On SQLite a transaction that writes is alone from its beginning.
Where PostgreSQL ends one of two actions all the same, the page runs it once more (`tournament.web.middleware`).
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
    Rows,
    UndoPart,
    is_gone,
    required_keys,
    rows_of,
    touched_keys,
    undo_rows,
)

_undo_step_open: ContextVar[bool] = ContextVar("undo_step_open", default=False)


class ReasonMissing(Refused):
    """What was asked needs a reason, because others have seen or built on what it changes."""


class Questionable(Refused):
    """Possible but unlikely: do it again with `accepted` to have it. `questions` says what is odd."""

    def __init__(self, questions: list[str]) -> None:
        super().__init__(" ".join(questions))
        self.questions = questions


class ChangedMeanwhile(Refused):
    """What a form was made from is not what there is now, and nothing was replaced.

    `now` is what there is, as far as it would be replaced, and `version` the version of it all: the
    page shows it beside what was typed, and the same action with that version as `seen` is the
    second, deliberate answer. `questions` is what is odd about what was typed, so that one answer
    can accept that, too.
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
    """Let nothing be replaced that the form did not show; call it with what is changed held.

    `seen` is the version the form was made from, None where nobody was shown anything (a command,
    an import); `version` is that of what there is `now`, and `what` names it at the start of a
    sentence. Raises `ChangedMeanwhile`.
    """
    if seen is not None and seen != version:
        raise ChangedMeanwhile(
            _("{what} has changed since this page was opened. Nothing is saved yet.").format(
                what=what
            ),
            now=now,
            version=version,
            questions=questions,
        )


@dataclass
class Action:
    """One action while it is done: by whom, on what, and the log entry once it is written."""

    actor: Actor
    event: Event | None
    division: Division | None
    reason: str = ""
    activity: Activity | None = None
    place: str = ""
    """The scope of the log entry where it is neither the division nor the event."""

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
        """Write the log entry; an undo step that is open is named after it.

        The scope is the division, else the event, and the reason the action's own, where not given.
        """
        place = self.division.scope if self.division else self.place
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
        """Remember what the block changes, so that it can be undone; the block writes the log entry.

        Only that `part` of the division is looked at, so that what others do meanwhile elsewhere is not taken for its
        work. Inside another undo step it is part of that one.
        """
        if _undo_step_open.get():
            yield
            return
        division = self.division
        assert division is not None, "only what is done in a division can be undone as a step"
        token = _undo_step_open.set(True)
        try:
            before = rows_of(division, **part)
            yield
            if self.activity is not None:
                _remember(division, self.activity, before, rows_of(division, **part))
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
    """Do one action on a division, an event, or the house (None): in one transaction, while nobody else
    changes it.

    What it makes belongs to the organisation of the event. `reason` is taken with its spaces put right. Without
    `exclusive` the action itself holds the rows
    it changes, so that others may work in the same division, such as two helpers entering results.
    With `whole_event` nobody changes the event's other divisions either, for what depends on them.
    Refuses a closed event, unless `allow_closed`.
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
                raise _closed(event)
        if division is not None and exclusive:
            lock_division(division)
        yield Action(actor, event, division, " ".join(reason.split()))


def refuse_when_closed(event: Event) -> None:
    """Refuse an event that is closed, which can only be read."""
    if event.closed_at is not None:
        raise _closed(event)


def _closed(event: Event) -> Refused:
    return Refused(
        _("{event} is closed and can only be read. Reopen it first.").format(event=event)
    )


def lock_event(event: Event, *, shared: bool) -> dt.datetime | None:
    """Hold the event until the transaction ends and return when it was closed, None for one that is open.

    Held `shared`, others may do so too, and nobody may close or change it. One query.
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
    """Let nobody else number or pair in the division, or enter results in it, until the transaction ends."""
    Division.objects.select_for_update(no_key=True).get(pk=division.pk)
    if connection.vendor == "postgresql":
        rounds = Round.objects.filter(division=division).order_by("pk")
        list(rounds.select_for_update(no_key=True).values_list("pk", flat=True))


def lock_divisions(event: Event) -> list[Division]:
    """Hold every division of an event, in the one order, and return them."""
    rows = Division.objects.filter(event=event).order_by("pk")
    return list(rows.select_for_update(no_key=True))


def _remember(division: Division, activity: Activity, before: Rows, after: Rows) -> None:
    """Store what the step made and changed, and what it touches and needs."""
    made = {
        name: row for name, row in after.items() if name not in before and not is_gone(name, row)
    }
    changed: dict[str, dict[str, list[Any]]] = {}
    for name, row in after.items():
        if name not in before:
            continue
        was = before[name]
        columns = {
            column: [was[column], row[column]]
            for column in undo_rows()[name.partition(":")[0]].changed
            if was[column] != row[column]
        }
        if columns.get("phase") == [Phase.PUBLISHED, Phase.PLAYING]:
            del columns["phase"]  # the first result begins the round; any of them could be it
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
