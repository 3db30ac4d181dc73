"""The log of what was done: one row an action, each holding the hash of the row before it in its chain."""

from __future__ import annotations

import hashlib
import json

from django.conf import settings
from django.db import models


class Activity(models.Model):
    """One action. Rows are only ever added; `scoring.actions.activity.log` is the only writer."""

    at = models.DateTimeField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT)
    actor = models.CharField(max_length=150)
    """Who, as a name that stays when the account goes."""
    verb = models.CharField(max_length=60)
    """The action's name, such as ``record_turn``."""
    summary = models.TextField()
    """What was done, in the words it was said in."""
    message = models.JSONField(null=True)
    """The code and the parameters of that sentence; null in entries of earlier versions."""
    scope = models.CharField(max_length=120, blank=True, db_index=True)
    """What it belongs to, such as ``game:12`` or ``event:spring-open``."""
    reason = models.TextField(blank=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    facts = models.JSONField(null=True)
    """What was written of what people entered (`scoring.models.facts`); null for nothing."""
    chain = models.CharField(max_length=120, null=True)
    """Whose chain the entry belongs to, such as ``event:spring-open``; null is that of the house.

    It is not part of the hash: an event that is opened elsewhere, under another address, takes its chain along.
    """
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)
    carried = models.BooleanField(default=False)
    """Whether it was written on another laptop and came with its event: its scope speaks of rows over there."""

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "activities"
        indexes = [models.Index(fields=["chain"], name="activity_by_chain")]
        constraints = [models.UniqueConstraint(fields=["chain", "hash"], name="hash_once_a_chain")]

    def __str__(self) -> str:
        return f"{self.actor}: {self.summary}"

    def computed_hash(self) -> str:
        """The SHA-256 this row must carry, over its own content and the hash before it."""
        content = [
            self.previous_hash, self.at.isoformat(), self.actor, self.verb, self.summary,
            self.scope, self.reason, self.before, self.after,
        ]  # fmt: skip
        if self.message is not None:  # earlier entries keep the hash they were written with
            content.append(self.message)
        if self.facts is not None:
            content.append({"facts": self.facts})
        text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()
