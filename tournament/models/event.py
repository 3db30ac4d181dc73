"""Events, their divisions, and their logos."""

from dataclasses import replace
from functools import cached_property
from typing import Any

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _lazy

from scoring.models.facts import LoggedModel
from scoring.models.organisation import TenantModel
from tournament.engine.event_rules import EventRules, event_rules
from tournament.engine.interchange import MADE_UP, PLAYOFFS, PlayoffGame
from tournament.engine.starts import StartRules
from tournament.models.club import Club


class EventSize(models.TextChoices):
    """The sizes of an event, smallest first; each shows more pages than the one before."""

    CLUB = "club", _lazy("Club evening")
    TOURNAMENT = "tournament", _lazy("Tournament")
    AUDIENCE = "audience", _lazy("Tournament with spectators")
    FEDERATION = "federation", _lazy("Federation event")


class Event(TenantModel):
    """A tournament or a club evening. Its rules are a copy of a preset, made at creation."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=120)
    place = models.CharField(max_length=120, blank=True)
    date = models.DateField(null=True, blank=True)
    preset = models.CharField(max_length=40)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="events", null=True, blank=True
    )
    rules_copy = models.JSONField()
    naspa_tournament_id = models.CharField(max_length=20, blank=True)
    """The event's NASPA sanction number; empty if it has none."""
    naspa_director_id = models.CharField(max_length=20, blank=True)
    """The director's NASPA number."""
    lexicon = models.CharField(max_length=80, blank=True)
    language = models.CharField(max_length=10, blank=True)
    """The language of papers, screens and public pages; if empty, that of whoever reads or prints them."""
    second_language = models.CharField(max_length=10, blank=True)
    """A second language shown beside the first on papers and screens; empty for none."""
    lots_seed = models.PositiveIntegerField(default=0)
    in_calendar = models.BooleanField(default=True)
    """Whether the event is listed in the calendars of its organisation and club."""
    is_public = models.BooleanField(default=True)
    """Whether the event's public pages are open to everyone."""
    size = models.CharField(max_length=12, choices=EventSize.choices, default=EventSize.FEDERATION)
    """The size that determines the pages in the menus; every page remains accessible and searchable at any size."""
    is_practice = models.BooleanField(default=False)
    """Whether the event is for practice. All its pages are marked as practice, and it may be removed even after it
    has been published or rated.
    """
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    extras = models.JSONField(default=dict, blank=True)
    """Fields of the imported file that have no use here, stored for export."""
    slots = models.JSONField(default=dict, blank=True)
    """The content of each stream slot by name: division, round and board, or empty for the latest recorded board."""

    printing = models.JSONField(default=dict, blank=True)
    """The director's own print packs, the paper size of each pack, the last prints, and the look of papers."""

    class Meta:
        ordering = ["-date", "-created_at", "name"]
        indexes = [
            models.Index(
                fields=["organisation", "-date", "-created_at", "name"], name="event_latest_first"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the row, and read the rules from their copy again on next use."""
        self.__dict__.pop("rules", None)
        super().save(*args, **kwargs)

    def shows_pages_for_size(self, size: str) -> bool:
        """Return whether this event's menus show pages that require `size`."""
        return EventSize.values.index(size) <= EventSize.values.index(self.size)

    def get_absolute_url(self) -> str:
        """Return the URL of the event's page."""
        return reverse("event", args=[self.slug])

    @cached_property
    def rules(self) -> EventRules:
        """The event's own rules. Accessing them raises `BadEventRules` if the stored copy is invalid."""
        return event_rules(self.rules_copy, self.name)


class RemovedEvent(TenantModel):
    """The address of a removed event, which no other organisation may reuse because the log remains."""

    slug = models.SlugField(max_length=80, unique=True)
    removed_at = models.DateTimeField()

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.slug


class Division(LoggedModel):
    """A separately paired section of an event, with the name that players use."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="divisions")
    slug = models.SlugField(max_length=40)
    name = models.CharField(max_length=40)
    position = models.PositiveSmallIntegerField()
    precedence = models.JSONField(default=list, blank=True)
    """Metric keys if the division ranks by its own metrics; if empty, the event's are used."""
    rounds_planned = models.PositiveSmallIntegerField(null=True, blank=True)
    """The planned number of rounds; if it is null, final places cannot be predicted."""
    held_back_from = models.PositiveSmallIntegerField(null=True, blank=True)
    """The first round whose results and standings only the director sees; null if none are hidden."""
    ranked_before = models.JSONField(default=list, blank=True)
    """Earlier precedences, the oldest first, each with the last round to which it applied and its metric keys."""
    extras = models.JSONField(default=dict, blank=True)
    """Fields of the imported file that have no use here, stored for export."""
    seating = models.JSONField(default=dict, blank=True)
    """Board numbering and bye settings that differ from the defaults."""
    unattended = models.JSONField(default=dict, blank=True)
    """The setting for unattended pairing and publishing (`engine.pairing.automatic_rounds`)."""
    players_report = models.BooleanField(default=True)
    """Whether players may report results, within the limits of the event."""

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["event", "slug"], name="division_slug_once_an_event")
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the URL of the division's page."""
        return reverse("division", args=[self.event.slug, self.slug])

    @property
    def ranking_keys(self) -> tuple[str, ...]:
        """The keys of the metrics that rank this division."""
        return tuple(self.precedence) or self.event.rules.precedence

    def ranking_keys_after(self, round_number: int) -> tuple[str, ...]:
        """Return the keys of the metrics that rank the standings after a round."""
        for last, keys in self.ranked_before:
            if round_number <= last:
                return tuple(keys)
        return self.ranking_keys

    @cached_property
    def start_rules(self) -> StartRules:
        """The rules for counting starts, with the imported games in which it is unknown who went first."""
        made_up = self.extras.get(MADE_UP, {}).get("firsts", {})
        unknown = {(int(round_), first) for round_, firsts in made_up.items() for first in firsts}
        return replace(self.event.rules.start_rules, unknown=frozenset(unknown))

    def holds_back_results(self, round_number: int) -> bool:
        """Return whether the results of a round are hidden from the public."""
        return self.held_back_from is not None and round_number >= self.held_back_from

    @property
    def playoffs(self) -> tuple[PlayoffGame, ...]:
        """The imported games outside the rounds, such as a final."""
        return tuple(PlayoffGame(*values) for values in self.extras.get(PLAYOFFS, ()))

    @property
    def scope(self) -> str:
        """The scope of the division in the activity log."""
        return f"event:{self.event.slug}/{self.slug}"


class EventLogo(models.Model):
    """A logo printed on an event's papers instead of its club's."""

    event = models.OneToOneField(
        Event, on_delete=models.CASCADE, primary_key=True, related_name="logo"
    )
    picture = models.BinaryField()
    """The logo as PNG."""

    def __str__(self) -> str:
        return str(self.event)
