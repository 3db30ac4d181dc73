"""API keys of programs."""

from django.db import models

from scoring.models.facts import LoggedModel
from tournament.models.event import Event

DEFAULT_REQUESTS_PER_SECOND = 100


class ApiKey(LoggedModel):
    """An API key of one program. Its only effect is a higher rate limit for requests about the key's events.

    The key itself is not stored.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    """The SHA-256 digest of the key, which has 160 random bits."""
    per_second = models.PositiveSmallIntegerField(default=DEFAULT_REQUESTS_PER_SECOND)
    """Requests per second, averaged over a minute."""
    is_of_club = models.BooleanField(default=False)
    """Whether the key is valid for every event of the event's club, instead of this event only."""
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "tournament_apikey"
        ordering = ["made_at", "id"]

    def __str__(self) -> str:
        return self.name
