"""Clocks of rounds, and notices."""

import datetime as dt

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.hall.engine.clock import Clock
from tournament.models.event import Division, Event


class RoundClock(models.Model):
    """The clock of a round. Stopped clocks are kept; a division has at most one that has not been stopped."""

    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="clocks")
    round_number = models.PositiveSmallIntegerField()
    length = models.PositiveIntegerField()
    """The duration in seconds, without added time."""
    overtime = models.PositiveIntegerField()
    added = models.IntegerField(default=0)
    ran = models.PositiveIntegerField(default=0)
    """The seconds that the clock had run before `resumed_at`."""
    resumed_at = models.DateTimeField(null=True, blank=True)
    """The time since which the clock has been running; null while paused."""
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "tournament_roundclock"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["division"], condition=Q(stopped_at=None), name="one_clock_a_division"
            )
        ]

    def __str__(self) -> str:
        return _("Round {number}").format(number=self.round_number)

    @property
    def clock(self) -> Clock:
        """Return the clock in the form that the engine uses."""
        since = None if self.resumed_at is None else self.resumed_at.timestamp()
        return Clock(self.length, self.overtime, self.added, self.ran, since)

    def copy_from(self, clock: Clock) -> None:
        """Copy the values of the engine's clock, without saving."""
        self.length, self.overtime, self.added = clock.length, clock.overtime, clock.added
        self.ran, since = clock.ran, clock.running_from
        self.resumed_at = None if since is None else dt.datetime.fromtimestamp(since, dt.UTC)


class NoticeKind(models.TextChoices):
    """The kind of a notice, which determines the sentence shown."""

    PAIRINGS = "pairings", _lazy("Pairings at …")
    START = "start", _lazy("The round starts at …")
    LUNCH = "lunch", _lazy("Lunch until …")
    BREAK = "break", _lazy("Break until …")
    TEXT = "text", _lazy("Your own message")


class Notice(models.Model):
    """A notice for one division or the whole event.

    It is shown until it is taken down, or until the time it names.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="notices")
    division = models.ForeignKey(
        Division, on_delete=models.PROTECT, related_name="notices", null=True, blank=True
    )
    kind = models.CharField(max_length=10, choices=NoticeKind.choices)
    time = models.TimeField(null=True, blank=True)
    """The local time; null for a notice in the director's own words."""
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
        """Return the first occurrence of the notice's time after posting; None for a notice without a time."""
        if self.time is None:
            return None
        posted = timezone.localtime(self.posted_at)
        day = posted.date() + dt.timedelta(days=self.time <= posted.time())
        return dt.datetime.combine(day, self.time, tzinfo=posted.tzinfo)

    @property
    def has_ended(self) -> bool:
        """Return whether the notice's time has passed; False for a notice without a time."""
        return self.ends_at is not None and self.ends_at <= timezone.now()
