"""The activity log as people read it: who did what, when and why, with what was before and after."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import CharField, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone

from scoring.models import Activity
from tournament.models import Event, Pairing
from tournament.models.results import OUTCOMES, ResultSource, Standing

INLINE = 4
"""More changes than this are folded away on the page."""
LISTED = 40
"""How many rows of a long list are told one by one."""
VERBS = {
    "make_director": "Make somebody a director",
    "make_owner": "Make somebody the owner",
    "post_recorded_result": "Result from the score pad",
    "record_games_turns": "Games read from files",
    "result_flips": "The result flips",
    "rule": "Ruling on a turn",
    "withdraw_recorded_result": "Result of a game opened again",
}
"""Actions whose names are no words of the hall."""
LABELS = {
    "sentence": "result",
    "standing": "it",
    "why": "because",
}
VALUES = {
    "outcome": dict(OUTCOMES),
    "source": dict(ResultSource.choices),
    "standing": dict(Standing.choices),
}
"""What stored values are called, by the key they stand under."""


@dataclass(frozen=True)
class Wanted:
    """Which part of the log; what is empty narrows nothing. `day` is a day of the event's place."""

    event: Event | None = None
    person: str = ""
    verb: str = ""
    text: str = ""
    day: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One thing an action changed, in words; `before` is empty for what is new."""

    label: str
    before: str
    after: str

    def __str__(self) -> str:
        told = f"{self.before} → {self.after}" if self.before else self.after
        return f"{self.label}: {told}" if self.label else told


@dataclass(frozen=True)
class Line:
    """One entry of the log."""

    number: int
    at: dt.datetime
    who: str
    verb: str
    what: str
    why: str
    before: Any
    after: Any

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What was before and what is after, as far as the entry keeps it."""
        return tuple(_changes(self.before, self.after))

    @property
    def corrects(self) -> bool:
        """Whether something was there before: its few changes are shown at once."""
        return self.before is not None and len(self.changes) <= INLINE


def entries(wanted: Wanted) -> QuerySet[Activity]:
    """The entries wanted, the latest first in the order they were written, whatever the clock said."""
    found = Activity.objects.order_by("-id")
    if wanted.event is not None:
        found = found.filter(_belongs_to(wanted.event))
    if wanted.person:
        found = found.filter(actor=wanted.person)
    if wanted.verb:
        found = found.filter(verb=wanted.verb)
    for word in wanted.text.split():
        found = found.filter(Q(summary__icontains=word) | Q(reason__icontains=word))
    if wanted.day is not None:
        midnight = dt.datetime.combine(wanted.day, dt.time(), timezone.get_current_timezone())
        found = found.filter(at__gte=midnight, at__lt=midnight + dt.timedelta(days=1))
    return found


def lines(rows: Iterable[Activity]) -> list[Line]:
    """The entries in words."""
    return [
        Line(
            row.pk, row.at, row.actor, row.verb, row.summary, row.reason, row.before, row.after
        )
        for row in rows
    ]  # fmt: skip


def people(event: Event | None = None) -> list[str]:
    """Everybody who stands in the log, by name. One query."""
    return _distinct("actor", event)


def verbs(event: Event | None = None) -> list[tuple[str, str]]:
    """Every kind of action in the log, as stored and in words. One query."""
    return [(verb, in_words(verb)) for verb in _distinct("verb", event)]


def in_words(verb: str) -> str:
    """An action's name as people say it: ``correct_result`` is "Correct result"."""
    return VERBS.get(verb) or verb.replace("_", " ").capitalize()


def _distinct(column: str, event: Event | None) -> list[str]:
    found = Activity.objects.order_by(column)
    if event is not None:
        found = found.filter(_belongs_to(event))
    return list(found.values_list(column, flat=True).distinct())


def _belongs_to(event: Event) -> Q:
    """The event itself, its divisions, and the games recorded for its boards."""
    games = (
        Pairing.objects.filter(round__division__event=event, game__isnull=False)
        .annotate(scope=Concat(Value("game:"), Cast("game_id", CharField())))
        .values("scope")
    )
    scope = f"event:{event.slug}"
    return Q(scope=scope) | Q(scope__startswith=f"{scope}/") | Q(scope__in=games)


def _changes(before: Any, after: Any) -> Iterable[Change]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in [*before, *(key for key in after if key not in before)]:
            old, new = before.get(key), after.get(key)
            if old != new:
                yield Change(_label(key), _value(key, old), _value(key, new))
    elif isinstance(after, Mapping) and before is None:
        for key, value in after.items():
            yield Change(_label(key), "", _value(key, value))
    elif _is_list(after) or _is_list(before):
        yield from _rows("before", before)
        yield from _rows("" if before is None else "after", after)
    elif before is not None or after is not None:
        yield Change("", "" if before is None else told(before), told(after))


def _rows(label: str, rows: Any) -> Iterable[Change]:
    if rows is None:
        return
    rows = rows if _is_list(rows) else [rows]
    for row in rows[:LISTED]:
        yield Change(label, "", told(row))
    if len(rows) > LISTED:
        yield Change(label, "", f"and {len(rows) - LISTED} more")


def told(value: Any) -> str:
    """A stored value in words: nothing, yes, 412, "board 1, first 3, second 5"."""
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{_label(key)} {_value(key, each)}" for key, each in value.items())
    if _is_list(value):
        return "; ".join(told(each) for each in value) or "nothing"
    return str(value).replace("-", "\N{MINUS SIGN}") if isinstance(value, int) else str(value)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _label(key: str) -> str:
    return LABELS.get(key) or str(key).replace("_", " ")


def _value(key: str, value: Any) -> str:
    called = VALUES.get(key, {}).get(value) if isinstance(value, str) else None
    return called.lower() if called else told(value)
