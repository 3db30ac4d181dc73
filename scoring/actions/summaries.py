"""Keeping the summary of a game as its record is: written where a game is opened, finished and read from a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Q
from django.db.models.signals import post_migrate

from scoring.engine.game.turns import Kind
from scoring.models import Game, GameSummary
from scoring.models.summary import PARTED, searchable
from scoring.queries.disputes import disputes_of
from scoring.queries.sheets import GameSheet
from scoring.queries.side_figures import side_figures

AT_ONCE = 200
"""Games whose summaries are written together."""
_SCORED = (Kind.PLAY, Kind.END_RACK)


def summarize(now: GameSheet, *, rulings: int | None = None) -> GameSummary:
    """Write the summary of a game as its sheet is; `rulings` are counted where the number is not given."""
    summary, _made = GameSummary.objects.update_or_create(
        game=now.game, defaults=_figures(now, rulings)
    )
    return summary


def summarize_missing() -> int:
    """Write the summaries that are missing or lack figures of an earlier version; return how many."""
    finished_without = Q(finished_at__isnull=False, summary__sides__isnull=True)
    lacking = Game.objects.filter(Q(summary__isnull=True) | finished_without)
    keys = list(lacking.values_list("pk", flat=True))
    for begun in range(0, len(keys), AT_ONCE):
        games = Game.objects.filter(pk__in=keys[begun : begun + AT_ONCE])
        summaries = [
            GameSummary(game=dispute.sheet.game, **_figures(dispute.sheet, None))
            for dispute in disputes_of(games)
        ]
        GameSummary.objects.filter(pk__in=[summary.pk for summary in summaries]).delete()
        GameSummary.objects.bulk_create(summaries)
    return len(keys)


def _figures(now: GameSheet, rulings: int | None) -> dict[str, Any]:
    """The columns of a summary; of a game that goes on only who plays."""
    figures: dict[str, Any] = {
        "players": _between(now.names), "winners": "", "finals": [], "highest": None,
        "words": "", "bingos": 0, "differences": 0, "rulings": 0, "sides": None,
    }  # fmt: skip
    if now.game.finished_at is None:
        return figures
    outcome, turns = now.outcome, now.record.turns
    gone = {at - 1 for at, turn in enumerate(turns) if turn.kind is Kind.WITHDRAWN}
    plays = [proof for at, proof in now.proofs.items() if at not in gone]
    differences = [
        at
        for at, turn in enumerate(turns)
        if turn.kind in _SCORED and at not in gone
        if turn.announced not in (None, now.replay.scores[at])
    ]
    words = " ".join(proof.words[0].text.upper() for proof in plays)
    return figures | {
        "winners": _between(now.names[seat] for seat in outcome.winners),
        "finals": list(outcome.finals),
        "highest": outcome.highest,
        "words": f" {words} " if words else "",
        "bingos": sum(1 for proof in plays if proof.bingo),
        "differences": len(differences),
        "rulings": len(now.rulings) if rulings is None else rulings,
        "sides": side_figures(now),
    }


def _between(names: Iterable[str] | Sequence[str]) -> str:
    known = PARTED.join(searchable(name) for name in names)
    return f"{PARTED}{known}{PARTED}" if known else ""


def on_migrated(sender: object, **_kwargs: object) -> None:
    """After an upgrade: games recorded before there were summaries get theirs."""
    del sender
    summarize_missing()


def keep_summaries(app: object) -> None:
    """Have the summaries that are missing written after every migration of the app."""
    post_migrate.connect(on_migrated, sender=app, dispatch_uid="scoring.summaries")
