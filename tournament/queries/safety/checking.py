"""Check an event, or everything, as a background job with a progress bar."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scoring.queries.consistent_reads import read_only_snapshot
from scoring.tenancy import tenant
from tournament import jobs
from tournament.models import Event
from tournament.queries.safety.recheck import (
    count_published_rounds,
    count_results,
    recheck_for_director,
)
from tournament.queries.safety.recheck_all import check_part, parts_to_check
from tournament.queries.safety.recheck_games import count_games
from tournament.wording.recheck import checked_counts_in_words

CHECK_EVERYTHING_JOB = f"{jobs.CHECKS}/=everything"
"""The name of the job that checks everything; no event slug contains an equals sign."""
MAX_SHOWN = 200
"""Maximum number of differences shown; the others are counted."""


def check_job_name(slug: str) -> str:
    """Return the name of the job that checks an event."""
    return f"{jobs.CHECKS}/{slug}"


def check_event_for_page(progress: jobs.OnProgress, event: int) -> dict[str, Any]:
    """Recompute an event in parts, each from one state of the database; return the differences and counts in words."""
    row = Event.objects.get(pk=event)
    differences: list[str] = []
    parts = recheck_for_director(row)
    for number, part in enumerate(parts):
        progress(number, len(parts))
        with read_only_snapshot():
            differences += map(str, part)
    figures = checked_counts_in_words(
        count_results(row), count_games(row), rounds=count_published_rounds(row)
    )
    return _check_result(differences, figures)


def check_everything_for_page(progress: jobs.OnProgress) -> dict[str, Any]:
    """Recompute everything in the installation, the log first; return the differences and counts in words."""
    differences: list[str] = []
    results = games = 0
    with tenant(None):
        parts = parts_to_check()
        for number, part in enumerate(parts):
            progress(number, len(parts))
            outcome = check_part(part)
            differences += outcome.differences
            results, games = results + outcome.results, games + outcome.games
    events = sum(part.event is not None for part in parts)
    return _check_result(differences, checked_counts_in_words(results, games, events=events))


def _check_result(differences: Iterable[str], figures: str) -> dict[str, Any]:
    sentences = list(differences)
    return {
        "differences": sentences[:MAX_SHOWN],
        "more": max(0, len(sentences) - MAX_SHOWN),
        "count": len(sentences),
        "checked": figures,
    }
