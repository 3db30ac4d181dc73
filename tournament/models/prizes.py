"""The prizes of an event, as the director defined them. The winners are computed, never stored."""

from django.db import models

from scoring.models.facts import Held
from tournament.models.event import Division, Event
from tournament.models.people import Entry


class Prize(Held):
    """One prize of a division, or of the whole event where no division is named.

    `kind` and `options` say what it is for, `place` which in line has it (1: the best). `value` is
    text as the director wrote it: "200", "€ 50 and a trophy". `position` is the order of the
    ceremony. A prize taken off the list keeps its row, with the time.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="prizes")
    division = models.ForeignKey(
        Division, on_delete=models.PROTECT, related_name="prizes", null=True, blank=True
    )
    kind = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    place = models.PositiveSmallIntegerField(default=1)
    title = models.CharField(max_length=80, blank=True)
    """What it is called at the ceremony; empty: as its kind says."""
    value = models.CharField(max_length=80, blank=True)
    exclusive = models.BooleanField(default=False)
    """Whoever has won a more valuable exclusive prize is passed over."""
    position = models.PositiveSmallIntegerField()
    winner = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    """Set by hand, whatever the figures say; null: the figures decide."""
    winner_why = models.CharField(max_length=300, blank=True)
    added_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return self.title or f"{self.kind} {self.place}"
