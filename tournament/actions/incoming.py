"""Files somebody sent in, kept until the director has seen what they become and imports them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from scoring.actions.activity import Actor, log
from tournament.models import IncomingFile

KEPT = timedelta(days=1)
LONGEST_NAME = 200


def keep_incoming(actor: Actor, files: Sequence[tuple[str, bytes]]) -> str:
    """Keep these files, by name and content; return the word their page is found by.

    Batches that nobody imported for a day are thrown away.
    """
    batch, now = secrets.token_hex(16), timezone.now()
    with transaction.atomic():
        IncomingFile.objects.filter(sent_at__lt=now - KEPT).delete()
        IncomingFile.objects.bulk_create(
            IncomingFile(
                batch=batch,
                position=position,
                name=name[-LONGEST_NAME:],
                content=content,
                sent_by=actor.user,
                sent_at=now,
            )
            for position, (name, content) in enumerate(files, start=1)
        )
        names = ", ".join(name for name, _ in files)
        log(actor, "keep_incoming", f"Files of an event looked at: {names}.")
    return batch


def throw_away(batch: str) -> None:
    """Forget the files of a batch."""
    IncomingFile.objects.filter(batch=batch).delete()
