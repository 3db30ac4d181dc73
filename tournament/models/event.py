"""The tournament, its separately paired divisions, and its own picture for paper."""

from dataclasses import replace
from functools import cached_property
from typing import Any

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _lazy

from scoring.models.facts import Held
from scoring.models.organisation import Owned
from tournament.engine.event_rules import EventRules, event_rules
from tournament.engine.interchange import MADE_UP, PLAYOFFS, PlayoffGame
from tournament.engine.starts import StartRules
from tournament.models.club import Club


class EventSize(models.TextChoices):
    """What an event is made for, the smallest first: each shows the pages that the ones before it show, and more."""

    CLUB = "club", _lazy("Club evening")
    TOURNAMENT = "tournament", _lazy("Tournament")
    AUDIENCE = "audience", _lazy("Tournament with an audience")
    FEDERATION = "federation", _lazy("Event of a federation")


class Event(Owned):
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
    """The number under which NASPA sanctioned the event; empty where it has none."""
    naspa_director_id = models.CharField(max_length=20, blank=True)
    """The director's number at NASPA."""
    lexicon = models.CharField(max_length=80, blank=True)
    language = models.CharField(max_length=10, blank=True)
    """The language of papers, wall and public pages; empty: that of whoever looks or prints."""
    second_language = models.CharField(max_length=10, blank=True)
    """The language that stands beside it on papers and screens; empty: none."""
    lots_seed = models.PositiveIntegerField(default=0)
    in_calendar = models.BooleanField(default=True)
    """Whether everybody finds it in the calendar of its organisation and of its club."""
    is_public = models.BooleanField(default=True)
    """Whether everybody may open its public pages."""
    size = models.CharField(max_length=12, choices=EventSize.choices, default=EventSize.FEDERATION)
    """Which pages stand in its menus; every page can be opened and found at any size."""
    is_practice = models.BooleanField(default=False)
    """Made for practice: marked so on every page, and the only kind of event that can be removed."""
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    extras = models.JSONField(default=dict, blank=True)
    """Fields of the imported file that nothing here uses, for writing them back."""
    slots = models.JSONField(default=dict, blank=True)
    """What each slot of a stream shows: division, round and board, or nothing for the board recorded last."""

    printing = models.JSONField(default=dict, blank=True)
    """The director's own packs of papers, the paper each pack is printed on, and what was printed last."""

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
        """Save the row; the rules are read from their copy anew when they are asked for next."""
        self.__dict__.pop("rules", None)
        super().save(*args, **kwargs)

    def shows(self, size: str) -> bool:
        """Whether the menus of an event of this size have the pages that begin with `size`."""
        return EventSize.values.index(size) <= EventSize.values.index(self.size)

    def get_absolute_url(self) -> str:
        """The event's page."""
        return reverse("event", args=[self.slug])

    @cached_property
    def rules(self) -> EventRules:
        """The event's own rules. Raises `BadEventRules` when the copy was tampered with."""
        return event_rules(self.rules_copy, self.name)


class RemovedEvent(Owned):
    """The address of an event that was removed: its log stays, and is that of whose event it was."""

    slug = models.SlugField(max_length=80, unique=True)
    removed_at = models.DateTimeField()

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.slug


class Division(Held):
    """A separately paired section of an event; the name is what players call it."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="divisions")
    slug = models.SlugField(max_length=40)
    name = models.CharField(max_length=40)
    position = models.PositiveSmallIntegerField()
    precedence = models.JSONField(default=list, blank=True)
    """Keys of metrics where the division ranks by others than the event; empty: the event's."""
    rounds_planned = models.PositiveSmallIntegerField(null=True, blank=True)
    """How many rounds there will be; without it nobody's final place can be worked out."""
    held_back_from = models.PositiveSmallIntegerField(null=True, blank=True)
    """From this round on only the director sees the standings; null: everybody sees all."""
    ranked_before = models.JSONField(default=list, blank=True)
    """How earlier rounds were ranked, the earliest first: the last such round, and its keys."""
    extras = models.JSONField(default=dict, blank=True)
    """Fields of the imported file that nothing here uses, for writing them back."""
    seating = models.JSONField(default=dict, blank=True)
    """How boards are numbered and byes are given, where it is not as usual."""
    unattended = models.JSONField(default=dict, blank=True)
    """Whether the next round is paired and published without anybody: `engine.pairing.unattended`."""
    players_report = models.BooleanField(default=True)
    """Whether players may report results, as far as the event lets them."""

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["event", "slug"], name="division_slug_once_an_event"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The division's page."""
        return reverse("division", args=[self.event.slug, self.slug])

    @property
    def ranked_by(self) -> tuple[str, ...]:
        """The keys of the metrics that rank this division."""
        return tuple(self.precedence) or self.event.rules.precedence

    def ranked_after(self, round_number: int) -> tuple[str, ...]:
        """The keys of the metrics that rank the standings after that round."""
        for last, keys in self.ranked_before:
            if round_number <= last:
                return tuple(keys)
        return self.ranked_by

    @cached_property
    def start_rules(self) -> StartRules:
        """What counts as a start; of some games in files nobody knows who went first."""
        made_up = self.extras.get(MADE_UP, {}).get("firsts", {})
        unknown = {(int(round_), first) for round_, firsts in made_up.items() for first in firsts}
        return replace(self.event.rules.start_rules, unknown=frozenset(unknown))

    def holds_back(self, round_number: int) -> bool:
        """Whether nothing that came of that round is shown to everybody."""
        return self.held_back_from is not None and round_number >= self.held_back_from

    @property
    def playoffs(self) -> tuple[PlayoffGame, ...]:
        """The games of no round that were imported, such as a final."""
        return tuple(PlayoffGame(*values) for values in self.extras.get(PLAYOFFS, ()))

    @property
    def scope(self) -> str:
        """How the activity log names this division."""
        return f"event:{self.event.slug}/{self.slug}"


class EventLogo(models.Model):
    """The picture that stands on the papers of an event instead of its club's."""

    event = models.OneToOneField(
        Event, on_delete=models.CASCADE, primary_key=True, related_name="logo"
    )
    picture = models.BinaryField()
    """A PNG."""

    def __str__(self) -> str:
        return str(self.event)
