"""A game on one board, who sits at it, and photographs of it. What happened is in its turn entries."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.models.facts import Held
from scoring.models.organisation import Owned


class Game(Owned):
    """The record of one board. Rules, tile set and layout are keys of the catalogue."""

    rules = models.CharField(max_length=40)
    tile_set = models.CharField(max_length=40)
    layout = models.CharField(max_length=40)
    lexicon = models.CharField(max_length=80, blank=True)
    title = models.CharField(max_length=120, blank=True)
    """Where it was played, for headings: ``Demo Open, round 3, board 4``."""
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    finished_at = models.DateTimeField(null=True)
    """When the players accepted the end; null while the game is open."""
    signed_at = models.DateTimeField(null=True)
    """When both players had signed the slip: from then on only the director changes anything."""
    signed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    """Who said so."""
    notes = models.JSONField(default=list)
    """Remarks a file has before its first turn, as texts."""
    stray_lines = models.JSONField(default=list)
    """Lines a file has before its first turn that tell of nothing, as they stood."""
    pragmas = models.JSONField(default=list)
    """What else a file says of the game as a whole: pairs of name and value, as GCG has them."""

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.title or _("Game {number}").format(number=self.pk)

    def get_absolute_url(self) -> str:
        """The score pad of this game."""
        return reverse("scoring:pad", args=[self.pk])


class GamePlayer(Held):
    """Who sits where. Seat 1 began."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120)
    nick = models.CharField(max_length=120, blank=True)
    """What a file calls the player before each turn; empty where the game did not come from one."""

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="one_player_a_seat")]

    def __str__(self) -> str:
        return self.name


class GamePhoto(models.Model):
    """One photograph, encoded anew when it came in. Only who may record the game sees it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="photos")
    caption = models.CharField(max_length=120, blank=True)
    picture = models.BinaryField()
    """A JPEG."""
    added_at = models.DateTimeField()
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.caption or str(self.added_at)
