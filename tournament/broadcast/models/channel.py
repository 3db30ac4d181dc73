"""Channels of streams: addresses that outlive an event and show the slots of their current event."""

from django.db import models

from scoring.models.organisation import TenantModel
from tournament.models.club import Club
from tournament.models.event import Event


class Channel(TenantModel):
    """A permanent address for stream sources, which show nothing while it has no event."""

    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=80)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="channels", null=True, blank=True
    )
    event = models.ForeignKey(
        Event, on_delete=models.SET_NULL, related_name="channels", null=True, blank=True
    )
    """The event that the channel currently shows."""

    class Meta:
        db_table = "tournament_channel"
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
