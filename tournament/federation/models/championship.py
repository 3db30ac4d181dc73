"""Championships: several events that count together, and their rules."""

from functools import cached_property

from django.db import models
from django.urls import reverse

from scoring.models.organisation import TenantModel
from tournament.federation.engine.championship import ChampionshipRules, parse_rules
from tournament.models.event import Event


class Championship(TenantModel):
    """Several events of one organisation that count together."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=120)
    events = models.ManyToManyField(Event, related_name="championships", blank=True)
    rules_copy = models.JSONField(default=dict)
    """The rules for points, counted events and qualification; see `tournament.federation.engine.championship`."""
    by_division = models.BooleanField(default=False)
    """Whether each division name has its own table; otherwise everybody is in one table."""
    created_at = models.DateTimeField()

    class Meta:
        db_table = "tournament_championship"
        ordering = ["-created_at", "name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the championship's public page."""
        return reverse("championship", args=[self.slug])

    @cached_property
    def rules(self) -> ChampionshipRules:
        """Return the rules in the form that the engine uses."""
        return parse_rules(self.rules_copy)
