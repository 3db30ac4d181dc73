"""What the word judge has been asked: the log a director reads."""

from __future__ import annotations

from scoring.models import Judgement

LATEST = 200


def latest_judgements(number: int = LATEST) -> list[Judgement]:
    """The newest judgements, newest first, with who asked and who ruled. One query."""
    return list(Judgement.objects.select_related("user", "ruled_by", "game")[:number])
