"""Events and divisions in lists, and finding one by a typed name."""

from dataclasses import dataclass

from django.db.models import Count, Max, Q, QuerySet
from django.utils.translation import gettext as _

from scoring.wording.phrases import comma_list
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
    """Return every event, the latest first, with the number of divisions and players. One query."""
    return Event.objects.annotate(
        division_count=Count("divisions", distinct=True),
        player_count=Count("divisions__entries", distinct=True),
    ).order_by("-date", "-created_at", "name")


def divisions_of(event: Event) -> list[DivisionSummary]:
    """Return the event's divisions in order. One query."""
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


class NotThere(Exception):
    """The typed name is unknown; the sentence lists the names there are."""


def event_named(slug: str) -> Event:
    """Return the event with that slug. Raises `NotThere` naming those there are."""
    event = Event.objects.filter(slug=slug).first()
    if event is not None:
        return event
    slugs = list(Event.objects.values_list("slug", flat=True)[:20])
    if not slugs:
        raise NotThere(_("There is no event “{slug}”. There are no events yet.").format(slug=slug))
    raise NotThere(
        _("There is no event “{slug}”. Events: {events}.").format(
            slug=slug, events=comma_list(slugs)
        )
    )


def division_named(event: Event, name: str) -> Division:
    """Return the division of that name; the only one where no name is given. Raises `NotThere`."""
    there = list(event.divisions.select_related("event"))
    wanted = name.casefold()
    chosen = [d for d in there if not name or wanted in (d.name.casefold(), d.slug)]
    names = comma_list(division.name for division in there) or _("none yet")
    if not chosen:
        raise NotThere(
            _("{event} has no division “{name}”. Divisions: {divisions}.").format(
                event=event, name=name, divisions=names
            )
        )
    if len(chosen) > 1:
        raise NotThere(
            _("{event} has several divisions. Add --division with one of: {divisions}.").format(
                event=event, divisions=names
            )
        )
    return chosen[0]
