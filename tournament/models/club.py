"""Clubs, which group sessions. A club's roster is everyone who has played in one of its sessions."""

from django.db import models
from django.urls import reverse

from scoring.models.organisation import TenantModel


class Club(TenantModel):
    """A club that holds regular sessions."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=120)
    logo = models.BinaryField(null=True, blank=True)
    """A PNG logo for the top of printed papers; null for none."""
    season_rule = models.JSONField(default=dict)
    """The season points rule (`tournament.engine.season`); if empty, wins decide."""
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the URL of the club's page."""
        return reverse("club", args=[self.slug])
