"""Clocks of rounds and current notices."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils.formats import time_format

from scoring.catalogue import rule_set
from tournament.hall.engine.clock import Clock, default_length, default_overtime
from tournament.hall.models import Notice, RoundClock
from tournament.models import Division, Event, Round
from tournament.models.rounds import Phase
from tournament.queries.safety.undo import UndoRowKind
from tournament.wording.event import event_wording

UNDER_WAY = (Phase.PUBLISHED, Phase.PLAYING)
UNDO_CLOCKS = UndoRowKind(
    "clock",
    RoundClock,
    changed_columns=("length", "overtime", "added", "ran", "resumed_at", "stopped_at"),
    subject_columns=("round_number",),
    end_column="stopped_at",
)
"""The undo data for starting, changing and stopping a clock."""


@dataclass(frozen=True)
class ShownClock:
    """The clock of a round as shown on pages and screens, independent of the current time."""

    division: Division
    round_number: int
    clock: Clock

    @property
    def running_since_ms(self) -> int | None:
        """Return the time at which the clock last started, in milliseconds since 1970; None while paused."""
        from_ = self.clock.running_from
        return None if from_ is None else round(from_ * 1000)

    @property
    def ends_at(self) -> dt.datetime | None:
        """Return the end of the round's regular time; None while paused."""
        end = self.clock.ends_at
        return None if end is None else dt.datetime.fromtimestamp(end, dt.UTC)

    @property
    def left_when_paused(self) -> str:
        """Return the time left on a paused clock in minutes and seconds, such as `23:10`."""
        return clock_time(self.clock.left_when_paused)

    @property
    def overtime_minutes(self) -> int:
        """Return the duration of overtime in minutes."""
        return self.clock.overtime // 60

    @property
    def added_minutes(self) -> int:
        """Return the minutes added since the round began; negative if the round was shortened."""
        return int(self.clock.added / 60)


@dataclass(frozen=True)
class DefaultClock:
    """The initial clock of the current round; times are in seconds."""

    round_number: int
    length: int
    overtime: int

    @property
    def minutes(self) -> int:
        """Return the duration of the round in minutes."""
        return self.length // 60

    @property
    def overtime_minutes(self) -> int:
        """Return the duration of overtime in minutes."""
        return self.overtime // 60


@dataclass(frozen=True)
class ShownNotice:
    """A current notice as a sentence; `division` is None for the whole event."""

    pk: int
    sentence: str
    division: Division | None
    posted_at: dt.datetime


def clock_time(seconds: int) -> str:
    """Return seconds as minutes and seconds, such as `23:10`, with a minus sign in overtime."""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'−' if seconds < 0 else ''}{minutes}:{rest:02}"


def clock_of(division: Division) -> ShownClock | None:
    """Return the clock of the current round, or None if it has none. This takes one query."""
    return clocks_of([division]).get(division.pk)


def clocks_of(divisions: Iterable[Division]) -> dict[int, ShownClock]:
    """Return the running and paused clocks of current rounds, by division key. One query."""
    by_key = {division.pk: division for division in divisions}
    played = Round.objects.filter(
        division=OuterRef("division"), number=OuterRef("round_number"), phase__in=UNDER_WAY
    )
    rows = RoundClock.objects.filter(Exists(played), division__in=by_key, stopped_at=None)
    return {
        row.division_id: ShownClock(by_key[row.division_id], row.round_number, row.clock)
        for row in rows
    }


def default_clocks(divisions: Iterable[Division]) -> dict[int, DefaultClock]:
    """Return the initial clock of the current round, by division key, for divisions with a current round.

    The length and overtime are those of the division's last clock, or else those set by the event's
    rules. Two queries.
    """
    by_key = {division.pk: division for division in divisions}
    under_way = Round.objects.filter(division__in=by_key, phase__in=UNDER_WAY)
    numbers = dict(under_way.order_by("number").values_list("division_id", "number"))
    last = {row.division_id: row for row in RoundClock.objects.filter(division__in=numbers)}
    usual: dict[int, DefaultClock] = {}
    for key, number in numbers.items():
        if key in last:
            usual[key] = DefaultClock(number, last[key].length, last[key].overtime)
        else:
            rules = rule_set(by_key[key].event.rules.rules)
            length = default_length(rules.initial_seconds)
            usual[key] = DefaultClock(number, length, default_overtime(rules.overtime_cap_minutes))
    return usual


def notices_of(event: Event, division: Division | None = None) -> tuple[ShownNotice, ...]:
    """Return the current notices, earliest first; for a division, its own and the event's. One query.

    A notice that names a time is current until that time.
    """
    rows = Notice.objects.filter(event=event, taken_down_at=None).select_related("division")
    return tuple(
        ShownNotice(row.pk, notice_sentence(row), row.division, row.posted_at)
        for row in rows
        if not row.has_ended and (division is None or row.division_id in (None, division.pk))
    )


def notice_sentence(notice: Notice) -> str:
    """Return a notice as a sentence in the current language, followed by its text, if any."""
    if notice.time is None:
        return notice.text
    sentence = event_wording(f"notice_{notice.kind}", time=time_format(notice.time, "H:i"))
    return f"{sentence}. {notice.text}" if notice.text else sentence
