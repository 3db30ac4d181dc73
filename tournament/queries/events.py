"""Events and divisions in lists, each answer with a fixed number of queries."""

from dataclasses import dataclass

from django.db.models import Count, Max, Q, QuerySet

from tournament.models import Division, Event
from tournament.models.rounds import Phase


@dataclass(frozen=True)
class DivisionSummary:
    """A division in a list."""

    division: Division
    players: int
    rounds: int
    """Rounds published so far."""
    current: int
    """The number of the latest published round; 0 before the first."""


def all_events() -> QuerySet[Event]:
    """Every event, the latest first, with the number of divisions and players. One query."""
    return Event.objects.annotate(
        division_count=Count("divisions", distinct=True),
        player_count=Count("divisions__entries", distinct=True),
    ).order_by("-date", "-created_at", "name")


def divisions_of(event: Event) -> list[DivisionSummary]:
    """The event's divisions in order. One query."""
    published = ~Q(rounds__phase=Phase.DRAFT) & Q(rounds__isnull=False)
    rows = (
        Division.objects.filter(event=event)
        .annotate(
            players=Count("entries", distinct=True),
            published=Count("rounds", filter=published, distinct=True),
            current=Max("rounds__number", filter=published),
        )
        .order_by("position")
    )
    summaries = []
    for row in rows:
        row.event = event
        summaries.append(DivisionSummary(row, row.players, row.published, row.current or 0))
    return summaries
