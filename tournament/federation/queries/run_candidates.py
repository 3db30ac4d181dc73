"""The events that a rating run can include, in order, and the reasons for excluding others."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event, Pairing, Rating, RatingList, ResultEntry
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.people.rating_lists import NO_RATING_SYSTEM


class Eligibility(Enum):
    """The eligibility of an event for a run, with the reason if it is doubtful or impossible."""

    READY = "ready"
    EARLIER = "earlier"
    """The event is older than the list, which may already include it."""
    OTHER_SYSTEM = "other"
    """The event's rules name another rating system."""
    RATED = "rated"
    OPEN = "open"
    MISSING = "missing"
    NO_GAMES = "no games"
    NO_DAY = "no day"

    @property
    def is_possible(self) -> bool:
        """Return whether the director may select the event."""
        return self in (Eligibility.READY, Eligibility.EARLIER, Eligibility.OTHER_SYSTEM)

    @property
    def label(self) -> str:
        """Return the label shown beside the event; empty if the event is ready."""
        return str(ELIGIBILITY_LABELS[self])


ELIGIBILITY_LABELS = {
    Eligibility.READY: "",
    Eligibility.EARLIER: _lazy("before the date of the list"),
    Eligibility.OTHER_SYSTEM: _lazy("its rules name another rating system"),
    Eligibility.RATED: _lazy("already rated by this system"),
    Eligibility.OPEN: _lazy("not closed yet"),
    Eligibility.MISSING: _lazy("boards without a result"),
    Eligibility.NO_GAMES: _lazy("no rated games"),
    Eligibility.NO_DAY: _lazy("no date"),
}


@dataclass(frozen=True, slots=True)
class RunCandidate:
    """An event, and whether a run can include it."""

    event: Event
    eligibility: Eligibility


def run_candidates(
    base: RatingList, since: dt.date | None = None, until: dt.date | None = None
) -> list[RunCandidate]:
    """Return the events of the list's club, or of the organisation for a list without a club, in the order of a run.

    Both dates are inclusive; if either is given, events without a date are left out. This takes one
    query.
    """
    events = Event.objects.filter(is_practice=False, organisation=base.organisation_id)
    if base.club_id is not None:
        events = events.filter(club=base.club_id)
    if since is not None:
        events = events.filter(date__gte=since)
    if until is not None:
        events = events.filter(date__lte=until)
    rated = Rating.objects.filter(
        division__event=OuterRef("pk"), system=base.system, undone_at=None
    )
    results = ResultEntry.objects.filter(standing=ResultStatus.COUNTS)
    played = results.filter(pairing__round__division__event=OuterRef("pk"))
    missing = Pairing.objects.filter(
        ~Exists(results.filter(pairing=OuterRef("pk"))),
        round__division__event=OuterRef("pk"),
        replaced_at=None,
        board__isnull=False,
    ).exclude(round__phase=Phase.DRAFT)
    rows = events.annotate(is_rated=Exists(rated), is_played=Exists(played), misses=Exists(missing))
    return [
        RunCandidate(event, _eligibility_of(event, base))
        for event in rows.order_by("date", "created_at", "pk")
    ]


def _eligibility_of(event: Any, base: RatingList) -> Eligibility:
    """Return whether the event can be part of a run and why not, from its annotated columns."""
    for fit, holds in (
        (Eligibility.RATED, event.is_rated),
        (Eligibility.NO_DAY, event.date is None),
        (Eligibility.NO_GAMES, not event.is_played),
        (Eligibility.OPEN, event.closed_at is None),
        (Eligibility.MISSING, event.misses),
        (
            Eligibility.OTHER_SYSTEM,
            event.rules.rating_system not in (NO_RATING_SYSTEM, base.system),
        ),
        (Eligibility.EARLIER, event.date is not None and event.date < base.as_of),
    ):
        if holds:
            return fit
    return Eligibility.READY
