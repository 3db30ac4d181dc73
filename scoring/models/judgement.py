"""What the word judge was asked and what it answered."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from scoring.models.game import Game
from scoring.models.organisation import Owned


class Judgement(Owned):
    """One verdict over all the words of a play. The list's answer stays, whatever the director rules."""

    at = models.DateTimeField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    """Who was logged in where the words were typed; null for a keyboard open to the players."""
    address = models.CharField(max_length=45, blank=True)
    """The network address of the device they were typed on."""
    game = models.ForeignKey(Game, null=True, on_delete=models.PROTECT, related_name="judgements")
    place = models.CharField(max_length=120, blank=True)
    """Where the play lies: the game's title, or the board as it was named."""
    lexicon = models.CharField(max_length=80)
    lexicon_name = models.CharField(max_length=120)
    lexicon_sha256 = models.CharField(max_length=64)
    words = models.JSONField()
    """The words in capitals, a tile of several letters in brackets, in the order typed."""
    by_list = models.BooleanField()
    """Whether the list has every one of them."""
    ruled = models.BooleanField(null=True)
    """What the director ruled against the list; null where the list's answer stands."""
    ruled_reason = models.TextField(blank=True)
    ruled_at = models.DateTimeField(null=True)
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["address", "at"], name="judgement_by_device")]

    def __str__(self) -> str:
        return f"{', '.join(self.words)}: {'acceptable' if self.acceptable else 'not acceptable'}"

    @property
    def acceptable(self) -> bool:
        """What counts: the director's ruling, else the list's answer."""
        return self.by_list if self.ruled is None else self.ruled
