"""Which events a rating run can rate, in its order, and why others cannot be in it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import Enum

from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event, Pairing, Rating, RatingList, ResultEntry
from tournament.models.results import Standing
from tournament.models.rounds import Phase
from tournament.queries.people.rating_lists import NONE


class Fit(Enum):
    """Whether an event can be part of a run."""

    READY = "ready"
    EARLIER = "earlier"
    """It was before the day of the list, which may know it already."""
    OTHER_SYSTEM = "other"
    """Its own rules name another system."""
    RATED = "rated"
    OPEN = "open"
    MISSING = "missing"
    NO_GAMES = "no games"
    NO_DAY = "no day"

    @property
    def is_possible(self) -> bool:
        """Whether the director may choose it."""
        return self in (Fit.READY, Fit.EARLIER, Fit.OTHER_SYSTEM)

    @property
    def label(self) -> str:
        """What stands beside the event; empty for one that is ready."""
        return str(FITS[self])


FITS = {
    Fit.READY: "",
    Fit.EARLIER: _lazy("before the day of the list"),
    Fit.OTHER_SYSTEM: _lazy("its rules name another rating system"),
    Fit.RATED: _lazy("rated by this system already"),
    Fit.OPEN: _lazy("not closed yet"),
    Fit.MISSING: _lazy("boards without a result"),
    Fit.NO_GAMES: _lazy("no rated games"),
    Fit.NO_DAY: _lazy("no date"),
}


@dataclass(frozen=True, slots=True)
class RunCandidate:
    """An event that may be rated in a run, and whether it can."""

    event: Event
    fit: Fit


def candidates(
    base: RatingList, since: dt.date | None = None, until: dt.date | None = None
) -> list[RunCandidate]:
    """The events of the list's club, or of all for a body's list, in the order in which a run rates them.

    Between two days, both included. Four queries.
    """
    events = Event.objects.filter(is_practice=False, organisation=base.organisation_id)
    if base.club_id is not None:
        events = events.filter(club=base.club_id)
    if since is not None:
        events = events.filter(date__gte=since)
    if until is not None:
        events = events.filter(date__lte=until)
    rows = list(events.order_by("date", "created_at", "pk"))
    rated = set(
        Rating.objects.filter(
            division__event__in=events, system=base.system, undone_at=None
        ).values_list("division__event", flat=True)
    )
    played = set(
        ResultEntry.objects.filter(
            pairing__round__division__event__in=events, standing=Standing.COUNTS
        )
        .values_list("pairing__round__division__event", flat=True)
        .distinct()
    )
    missing = set(
        Pairing.objects.filter(
            round__division__event__in=events, replaced_at=None, board__isnull=False
        )
        .exclude(round__phase=Phase.DRAFT)
        .exclude(results__standing=Standing.COUNTS)
        .values_list("round__division__event", flat=True)
    )
    return [RunCandidate(event, _fit(event, base, rated, played, missing)) for event in rows]


def _fit(
    event: Event, base: RatingList, rated: set[int], played: set[int], missing: set[int]
) -> Fit:
    for fit, holds in (
        (Fit.RATED, event.pk in rated),
        (Fit.NO_DAY, event.date is None),
        (Fit.NO_GAMES, event.pk not in played),
        (Fit.OPEN, event.closed_at is None),
        (Fit.MISSING, event.pk in missing),
        (Fit.OTHER_SYSTEM, event.rules.rating_system not in (NONE, base.system)),
        (Fit.EARLIER, event.date is not None and event.date < base.as_of),
    ):
        if holds:
            return fit
    return Fit.READY
