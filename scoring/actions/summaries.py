"""Keep game summaries up to date when games are opened, finished, reopened or read from files."""

from __future__ import annotations

from django.db.models import Q
from django.db.models.signals import post_migrate

from scoring.models import Game, GameSummary
from scoring.queries.disputes import disputes_of
from scoring.queries.game_figures import summary_figures
from scoring.queries.sheets import GameSheet

SUMMARY_BATCH_SIZE = 200
"""Number of games whose summaries are written together."""


def write_summary(now: GameSheet, *, rulings: int | None = None) -> GameSummary:
    """Write the summary of a game from its sheet. Rulings are counted if their number is not given."""
    summary, _made = GameSummary.objects.update_or_create(
        game=now.game, defaults=summary_figures(now, rulings)
    )
    return summary


def write_missing_summaries() -> int:
    """Write summaries that are missing or incomplete after an upgrade; return their number."""
    finished_without = Q(finished_at__isnull=False, summary__sides__isnull=True)
    lacking = Game.objects.filter(Q(summary__isnull=True) | finished_without)
    keys = list(lacking.values_list("pk", flat=True))
    for begun in range(0, len(keys), SUMMARY_BATCH_SIZE):
        games = Game.objects.filter(pk__in=keys[begun : begun + SUMMARY_BATCH_SIZE])
        summaries = [
            GameSummary(game=dispute.sheet.game, **summary_figures(dispute.sheet, None))
            for dispute in disputes_of(games)
        ]
        GameSummary.objects.filter(pk__in=[summary.pk for summary in summaries]).delete()
        GameSummary.objects.bulk_create(summaries)
    return len(keys)


def on_migrated(sender: object, **_kwargs: object) -> None:
    """Write missing summaries after an upgrade from a version without them."""
    del sender
    write_missing_summaries()


def connect_summary_receiver(app: object) -> None:
    """Have missing summaries written after every migration of the app."""
    post_migrate.connect(on_migrated, sender=app, dispatch_uid="scoring.summaries")
