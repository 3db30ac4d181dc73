"""A club: what its sessions have in common. Its roster is whoever played in them."""

from django.db import models
from django.urls import reverse

from scoring.models.organisation import Owned


class Club(Owned):
    """A club that meets again and again."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=120)
    logo = models.BinaryField(null=True, blank=True)
    """A PNG picture for the head of printed papers; null: none."""
    season_rule = models.JSONField(default=dict)
    """The points of its season: `tournament.engine.season`; empty: it has none, and wins decide."""
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The club's page."""
        return reverse("club", args=[self.slug])
