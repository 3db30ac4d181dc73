"""Recorded games uploaded as files, with the result of their verification."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext as _

from scoring.models.accounts import account_key
from scoring.models.game import Game
from scoring.models.organisation import TenantModel


class Upload(TenantModel):
    """Files that were uploaded together."""

    created_at = models.DateTimeField()
    created_by = account_key()
    saving_since = models.DateTimeField(null=True)
    """When saving started; null if no game has been chosen yet."""
    stopped_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return _("Upload {number}").format(number=self.pk)


class UploadedGame(models.Model):
    """One file of an upload. `text` is its content; `game` is the game saved from it."""

    class State(models.TextChoices):
        """The progress of saving the file."""

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
    """SHA-256 of the text, for recognizing a file that is sent twice."""
    status = models.CharField(max_length=12)
    """The status given by `verify_games`: verified, differs, unfinished or unreadable."""
    rules = models.CharField(max_length=40, blank=True)
    """The rule set used for verifying and saving."""
    report = models.JSONField()
    """Players, final scores and findings; see `scoring.queries.uploads`."""
    state = models.CharField(max_length=10, choices=State.choices, default=State.LOOKED_AT)
    problem = models.TextField(blank=True)
    """Why the file could not be saved, or where it is already recorded; empty if neither applies."""
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
