"""An event's own picture for paper, in a row of its own: events are read on every page, it is not."""

from django.db import models

from tournament.models.event import Event


class EventLogo(models.Model):
    """The picture that stands on the papers of an event instead of its club's."""

    event = models.OneToOneField(
        Event, on_delete=models.CASCADE, primary_key=True, related_name="logo"
    )
    picture = models.BinaryField()
    """A PNG."""

    def __str__(self) -> str:
        return str(self.event)
