"""Keys of programs that read the API."""

from django.db import models

from scoring.models.facts import LoggedModel
from tournament.models.event import Event

USUAL_PER_SECOND = 100


class ApiKey(LoggedModel):
    """A key of one program. It allows more requests at its events, nothing else; the key itself is stored nowhere."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the key, which is 160 bits by chance."""
    per_second = models.PositiveSmallIntegerField(default=USUAL_PER_SECOND)
    """Requests a second, averaged over a minute."""
    is_of_club = models.BooleanField(default=False)
    """Whether it counts at every event of the event's club; else at the event alone."""
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "tournament_apikey"
        ordering = ["made_at", "id"]

    def __str__(self) -> str:
        return self.name
