"""What the room is told while a round is played: the clocks of rounds, and notices."""

import datetime as dt

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.hall.engine.clock import Clock
from tournament.models.event import Division, Event


class RoundClock(models.Model):
    """The clock of a round. One that was stopped stays; a division has one that is not."""

    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="clocks")
    round_number = models.PositiveSmallIntegerField()
    length = models.PositiveIntegerField()
    """Seconds, without what was added."""
    overtime = models.PositiveIntegerField()
    added = models.IntegerField(default=0)
    ran = models.PositiveIntegerField(default=0)
    """Seconds it ran before `resumed_at`."""
    resumed_at = models.DateTimeField(null=True, blank=True)
    """Since when it runs; null while it is paused."""
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "tournament_roundclock"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["division"], condition=Q(stopped_at=None), name="one_clock_a_division"
            ),
        ]

    def __str__(self) -> str:
        return _("Round {number}").format(number=self.round_number)

    @property
    def clock(self) -> Clock:
        """The clock as the engine reads it."""
        since = None if self.resumed_at is None else self.resumed_at.timestamp()
        return Clock(self.length, self.overtime, self.added, self.ran, since)

    def take(self, clock: Clock) -> None:
        """Take over what the engine says; nothing is saved."""
        self.length, self.overtime, self.added = clock.length, clock.overtime, clock.added
        self.ran, since = clock.ran, clock.running_from
        self.resumed_at = None if since is None else dt.datetime.fromtimestamp(since, dt.UTC)


class NoticeKind(models.TextChoices):
    """What a notice says; the sentence is made where it is shown."""

    PAIRINGS = "pairings", _lazy("Pairings at a time")
    START = "start", _lazy("The round starts at a time")
    LUNCH = "lunch", _lazy("Lunch until a time")
    BREAK = "break", _lazy("Break until a time")
    TEXT = "text", _lazy("Own words")


class Notice(models.Model):
    """What everybody in the hall is to know, of one division or of the whole event.

    It stands until it is taken down, or until the time it names.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="notices")
    division = models.ForeignKey(
        Division, on_delete=models.PROTECT, related_name="notices", null=True, blank=True
    )
    kind = models.CharField(max_length=10, choices=NoticeKind.choices)
    time = models.TimeField(null=True, blank=True)
    """On the clock of the place; null for a notice in the director's own words."""
    text = models.CharField(max_length=200, blank=True)
    posted_at = models.DateTimeField()
    taken_down_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "tournament_notice"
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.text or self.kind

    @property
    def ends_at(self) -> dt.datetime | None:
        """When its time comes for the first time after it was posted; None for one that names no time."""
        if self.time is None:
            return None
        posted = timezone.localtime(self.posted_at)
        day = posted.date() + dt.timedelta(days=self.time <= posted.time())
        return dt.datetime.combine(day, self.time, tzinfo=posted.tzinfo)

    @property
    def has_ended(self) -> bool:
        """Whether the time it names has come."""
        return self.ends_at is not None and self.ends_at <= timezone.now()
