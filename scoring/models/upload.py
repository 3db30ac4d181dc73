"""Recorded games brought in as files: each with its verification, before and after it is saved."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext as _

from scoring.models.game import Game
from scoring.models.organisation import Owned


class Upload(Owned):
    """Files that somebody brought in together."""

    created_at = models.DateTimeField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    saving_since = models.DateTimeField(null=True)
    """When saving was begun; null while the games are only looked at."""
    stopped_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return _("Upload {number}").format(number=self.pk)


class UploadedGame(models.Model):
    """One file of an upload. `text` is what it held; `game` is what it was saved as."""

    class State(models.TextChoices):
        """How far the file is."""

        LOOKED_AT = "looked_at", "not saved"
        CHOSEN = "chosen", "to be saved"
        SAVED = "saved", "saved"
        REFUSED = "refused", "could not be saved"
        KNOWN = "known", "recorded already"

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="games")
    position = models.PositiveIntegerField()
    name = models.CharField(max_length=200)
    text = models.TextField(blank=True)
    digest = models.CharField(max_length=64, blank=True, db_index=True)
    """SHA-256 of the text, by which a file sent twice is known again."""
    status = models.CharField(max_length=12)
    """Verified, differs, unfinished or unreadable, as `verify_games` has it."""
    rules = models.CharField(max_length=40, blank=True)
    """The rule set it was verified by and is saved under."""
    report = models.JSONField()
    """Players, finals and findings; see `scoring.queries.uploads`."""
    state = models.CharField(max_length=10, choices=State.choices, default=State.LOOKED_AT)
    problem = models.TextField(blank=True)
    """Why it could not be saved, or where it is recorded already."""
    game = models.OneToOneField(
        Game, null=True, on_delete=models.SET_NULL, related_name="uploaded_as"
    )

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["upload", "position"], name="one_file_a_position")
        ]

    def __str__(self) -> str:
        return self.name
