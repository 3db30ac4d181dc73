"""The verdicts of the word judge."""

from __future__ import annotations

from django.db import models

from scoring.models.accounts import account_key
from scoring.models.game import Game
from scoring.models.organisation import TenantModel


class Judgement(TenantModel):
    """One verdict on all words of a play. `by_list` remains unchanged if the director rules otherwise."""

    at = models.DateTimeField()
    user = account_key()
    """The logged-in user; null for a verdict without a log-in."""
    address = models.CharField(max_length=45, blank=True)
    """The network address of the device on which the words were typed."""
    game = models.ForeignKey(Game, null=True, on_delete=models.PROTECT, related_name="judgements")
    place = models.CharField(max_length=120, blank=True)
    """Where the game is played: its title, or the name of the board."""
    lexicon = models.CharField(max_length=80)
    lexicon_name = models.CharField(max_length=120)
    lexicon_sha256 = models.CharField(max_length=64)
    words = models.JSONField()
    """The words in upper case and in the order typed, with tiles of several letters in brackets."""
    by_list = models.BooleanField()
    """Whether all of the words are in the list."""
    ruled = models.BooleanField(null=True)
    """Whether the words are acceptable according to a director's ruling against the list; null without one."""
    ruled_reason = models.TextField(blank=True)
    ruled_at = models.DateTimeField(null=True)
    ruled_by = account_key()

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["address", "at"], name="judgement_by_device")]

    def __str__(self) -> str:
        return f"{', '.join(self.words)}: {'acceptable' if self.acceptable else 'not acceptable'}"

    @property
    def acceptable(self) -> bool:
        """The verdict that counts: the director's ruling or else the answer of the list."""
        return self.by_list if self.ruled is None else self.ruled
