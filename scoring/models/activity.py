"""The activity log: one row for each action, with the hash of the previous row in its chain.

The chain is built on `content_hash`, the hash of the content of an entry together with its own
salt. When a person asks to be erased, their name in the content is replaced by initials and the
original salt is discarded: the name cannot be recovered by guessing, and every hash of the chain
stays valid. The new content gets a new salt and its own digest, which the log entry about the
erasure contains (`redacts`), so that redacted content is as protected against changes as before.

Entries of earlier versions have no content hash. When redacted, they keep their hash in the chain.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

from django.conf import settings
from django.db import models

CONTENT_FIELDS = ("summary", "reason", "message", "before", "after", "facts")
"""Names of the fields with the content of an entry, which is redacted when a person is erased."""


class Activity(models.Model):
    """One action. `scoring.actions.activity` adds the rows; they change only when they are redacted."""

    at = models.DateTimeField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT)
    actor = models.CharField(max_length=150)
    """The name of the person or program that acted; it never changes."""
    verb = models.CharField(max_length=60)
    """The name of the action, such as ``record_turn``."""
    summary = models.TextField()
    """The sentence about the action as originally written."""
    message = models.JSONField(null=True)
    """The code and parameters of the sentence in `summary`; null in entries of earlier versions."""
    scope = models.CharField(max_length=120, blank=True, db_index=True)
    """The object concerned, such as ``game:12`` or ``event:spring-open``."""
    reason = models.TextField(blank=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    facts = models.JSONField(null=True)
    """The rows with entered data that were written (`scoring.models.facts`); null if there are none."""
    chain = models.CharField(max_length=120, null=True)
    """The chain of the entry, such as ``event:spring-open``; null for the installation's chain.

    It is not part of the hash: an event that is moved to another installation, with another
    address, takes its chain along.
    """
    redacts = models.JSONField(null=True)
    """For an entry about an erasure: the new digests of the redacted entries, by their hash in the chain."""
    redacted_at = models.DateTimeField(null=True)
    """When the content was last redacted; null if it is as written."""
    salt = models.CharField(max_length=32, blank=True, default="")
    content_hash = models.CharField(max_length=64, blank=True, default="")
    """The hash of the original content, on which the chain is built; empty in entries of earlier versions."""
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)
    carried = models.BooleanField(default=False)
    """Whether the entry was imported with its event; its scope then refers to rows of the earlier installation."""

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
        """Set the salt and the hashes of a new entry, computed over its content as the database will return it."""
        for name in ("message", "before", "after", "facts", "redacts"):
            setattr(self, name, json.loads(json.dumps(getattr(self, name))))
        self.salt = secrets.token_hex(16)
        self.content_hash = self.digest()
        self.hash = self.computed_hash()

    def renew_salt(self) -> None:
        """Set a new salt after the content has been redacted. The hashes of the chain are unchanged."""
        self.salt = secrets.token_hex(16)

    @property
    def is_intact(self) -> bool:
        """Whether the content matches its hash or, if redacted, the content hash matches the chain.

        Always true for a redacted entry of an earlier version, which has no content hash.
        """
        if self.redacted_at is not None:
            return not self.content_hash or self.hash == self.computed_hash()
        if self.content_hash:
            is_its_content = self.content_hash == self.digest() or self.content_hash == self.digest(
                by_number=True
            )
            return is_its_content and self.hash == self.computed_hash()
        return self.hash == self.computed_hash() or self.hash == self.computed_hash(by_number=True)

    def computed_hash(self, *, by_number: bool = False) -> str:
        """Return the SHA-256 that this row must have in its chain; `by_number` as in `_sha256`."""
        if self.content_hash:
            return _sha256([self.previous_hash, self.content_hash])
        content = [self.previous_hash, *self._content()]
        if self.message is not None:  # earlier entries keep their original hash
            content.append(self.message)
        if self.facts is not None:
            content.append({"facts": self.facts})
        return _sha256(content, by_number=by_number)

    def digest(self, *, by_number: bool = False) -> str:
        """Return the SHA-256 of the content with its salt; `by_number` as in `_sha256`."""
        when = self.redacted_at.isoformat() if self.redacted_at else None
        more = [self.message, self.facts, self.redacts, when]
        return _sha256([self.salt, *self._content(), *more], by_number=by_number)

    def _content(self) -> list[Any]:
        return [
            self.at.isoformat(), self.actor, self.verb, self.summary, self.scope, self.reason, self.before,
            self.after,
        ]  # fmt: skip


def _sha256(content: list[Any], *, by_number: bool = False) -> str:
    """Return the SHA-256 of the content as JSON with sorted keys.

    With `by_number`, keys that are numbers are sorted as numbers, as in earlier versions.
    """
    if by_number:
        content = json.loads(json.dumps(content), object_hook=_with_number_keys)
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _with_number_keys(pairs: dict[str, Any]) -> dict[Any, Any]:
    return (
        {int(key): value for key, value in pairs.items()}
        if all(map(str.isdecimal, pairs))
        else pairs
    )
