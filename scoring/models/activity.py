"""The log of what was done: one row an action, each holding the hash of the row before it in its chain.

The chain stands on `content_hash`, the hash of what the entry says together with a salt of its own. Where a person
asks to be erased, what the entry says is put under initials and its first salt goes: nobody finds the name again by
trying, and every hash of the chain stays. What the entry says then has a new salt and a digest of its own, and the
entry that tells of the erasing holds it (`redacts`), so that it can be changed past the log no more than before.
Entries of earlier versions have no content hash. Redacted, they keep their hash in the chain as it was.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

from django.conf import settings
from django.db import models

CONTENT = ("summary", "reason", "message", "before", "after", "facts")
"""What an entry says; the rest of it stays as it was written when a person is erased."""


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
    redacts = models.JSONField(null=True)
    """Of an entry that tells of an erasing: the digest of what each entry says since, by its hash in the chain."""
    redacted_at = models.DateTimeField(null=True)
    """When what the entry says was last put under initials; null for an entry as it was written."""
    salt = models.CharField(max_length=32, blank=True, default="")
    content_hash = models.CharField(max_length=64, blank=True, default="")
    """The hash of what was written, which the chain stands on; empty in entries of earlier versions."""
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)
    carried = models.BooleanField(default=False)
    """Whether it was written on another laptop and came with its event: its scope speaks of rows over there."""

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "activities"
        indexes = [
            models.Index(fields=["chain", "id"], name="activity_in_chain"),
            models.Index(fields=["at"], name="activity_by_time"),
            models.Index(fields=["actor", "id"], name="activity_by_actor"),
            models.Index(fields=["verb", "id"], name="activity_by_verb"),
        ]
        constraints = [models.UniqueConstraint(fields=["chain", "hash"], name="hash_once_a_chain")]

    def __str__(self) -> str:
        return f"{self.actor}: {self.summary}"

    def seal(self) -> None:
        """Give the entry its salt and its hashes, when it is written."""
        self.salt = secrets.token_hex(16)
        self.content_hash = self.digest()
        self.hash = self.computed_hash()

    def redact(self) -> None:
        """Give the entry a new salt, after what it says was put under initials; its place in the chain stays."""
        self.salt = secrets.token_hex(16)

    @property
    def is_as_written(self) -> bool:
        """Whether what the entry says gives its hash; of one that was redacted, whether its content hash does."""
        if self.redacted_at is not None:
            return not self.content_hash or self.hash == self.computed_hash()
        if self.content_hash and self.content_hash != self.digest():
            return False
        return self.hash == self.computed_hash()

    def computed_hash(self) -> str:
        """The SHA-256 this row must carry in its chain."""
        if self.content_hash:
            return _sha256([self.previous_hash, self.content_hash])
        content = [self.previous_hash, *self._content()]
        if self.message is not None:  # earlier entries keep the hash they were written with
            content.append(self.message)
        if self.facts is not None:
            content.append({"facts": self.facts})
        return _sha256(content)

    def digest(self) -> str:
        """The SHA-256 of what the entry says, with its salt."""
        when = self.redacted_at.isoformat() if self.redacted_at else None
        more = [self.message, self.facts, self.redacts, when]
        return _sha256([self.salt, *self._content(), *more])

    def _content(self) -> list[Any]:
        return [
            self.at.isoformat(), self.actor, self.verb, self.summary, self.scope, self.reason, self.before,
            self.after,
        ]  # fmt: skip


def _sha256(content: list[Any]) -> str:
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
