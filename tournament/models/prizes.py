"""The prizes of an event as defined by the director.

Winners are derived from the results and not stored, unless the director sets them by hand.
"""

from django.db import models

from scoring.models.facts import LoggedModel
from tournament.models.event import Division, Event
from tournament.models.people import Entry


class Prize(LoggedModel):
    """A prize of a division, or of the whole event if no division is set.

    `kind` and `options` define the prize, and `place` the rank that wins it (1 is the best).
    `value` is the director's text: "200", "€ 50 and a trophy". `position` orders the prizes at the
    ceremony. A removed prize keeps its row, with the time of removal.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="prizes")
    division = models.ForeignKey(
        Division, on_delete=models.PROTECT, related_name="prizes", null=True, blank=True
    )
    kind = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    place = models.PositiveSmallIntegerField(default=1)
    title = models.CharField(max_length=80, blank=True)
    """The title at the ceremony; if empty, the kind's title."""
    value = models.CharField(max_length=80, blank=True)
    exclusive = models.BooleanField(default=False)
    """Whether players who have already won a more valuable exclusive prize are passed over."""
    position = models.PositiveSmallIntegerField()
    winner = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    """A winner set by hand; null if the results decide."""
    winner_why = models.CharField(max_length=300, blank=True)
    added_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return self.title or f"{self.kind} {self.place}"
