"""A game on one board, its players, and its photographs. The turns are in `TurnEntry`."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.models.accounts import account_key
from scoring.models.facts import LoggedModel
from scoring.models.organisation import TenantModel


class Game(TenantModel):
    """The record of one board. Rules, tile set and layout are keys of the catalogue."""

    rules = models.CharField(max_length=40)
    tile_set = models.CharField(max_length=40)
    layout = models.CharField(max_length=40)
    lexicon = models.CharField(max_length=80, blank=True)
    title = models.CharField(max_length=120, blank=True)
    """The title for headings, such as ``Demo Open, round 3, board 4``."""
    created_at = models.DateTimeField()
    created_by = account_key()
    finished_at = models.DateTimeField(null=True)
    """When the players accepted the end of the game; null while it is open."""
    signed_at = models.DateTimeField(null=True)
    """When both players signed the slip; null before. From then on only the director may change the game."""
    signed_by = account_key()
    """The user who recorded the signatures; null before."""
    notes = models.JSONField(default=list)
    """Notes before the first turn of a file."""
    stray_lines = models.JSONField(default=list)
    """Unrecognized lines before the first turn of a file, unchanged."""
    pragmas = models.JSONField(default=list)
    """Pragmas of a GCG file that are not derived from the game, as pairs of name and value."""

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.title or _("Game {number}").format(number=self.pk)

    def get_absolute_url(self) -> str:
        """Return the address of the score pad of this game."""
        return reverse("scoring:pad", args=[self.pk])


class GamePlayer(LoggedModel):
    """A player of a game. Seat 1 plays first."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120)
    nick = models.CharField(max_length=120, blank=True)
    """The player's nick in a file; empty if the game did not come from one."""

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="one_player_a_seat")]

    def __str__(self) -> str:
        return self.name


class GamePhoto(models.Model):
    """One photograph, re-encoded on upload. Only users who may record the game can see it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="photos")
    caption = models.CharField(max_length=120, blank=True)
    picture = models.BinaryField()
    """The picture as JPEG."""
    added_at = models.DateTimeField()
    added_by = account_key()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.caption or str(self.added_at)
