"""Events and divisions in lists, and finding one by a typed name."""

from dataclasses import dataclass

from django.db.models import Count, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from scoring.queries.searching import holding
from scoring.wording.phrases import comma_list
from tournament.models import Club, Division, Entry, Event, Pairing
from tournament.models.results import Standing
from tournament.models.rounds import Phase
from tournament.queries.people.check_in import absent_of


@dataclass(frozen=True)
class DivisionSummary:
    """A division in a list."""

    division: Division
    players: int
    rounds: int
    """Rounds published so far."""
    current: int
    """The number of the latest published round; 0 before the first."""
    boards: int = 0
    """Boards of the rounds that are being played."""
    missing: int = 0
    """How many of them lack a result."""
    contested: int = 0
    """How many of them have two results of which none is decided."""
    missing_boards: tuple[int, ...] = ()
    """Which of them lack a result, in order."""
    draft: int = 0
    """The number of the first round that is a draft; 0 without one."""
    not_here: int = 0
    """How many are not checked in; 0 where check-in is not used."""

    @property
    def entered(self) -> int:
        """How many of the boards have a result."""
        return self.boards - self.missing


SEARCHED = ("name", "place")
"""Where a search for events looks, and in the names of their clubs."""


def all_events(search: str = "") -> QuerySet[Event]:
    """Return every event, or those that hold every word of a search in name, place or club, the latest first, with the
    number of divisions and players. One query, two where something is looked for.
    """
    divisions = Division.objects.filter(event=OuterRef("pk")).order_by().values("event")
    entries = Entry.objects.filter(division__event=OuterRef("pk")).order_by()
    events = Event.objects.order_by("-date", "-created_at", "name").annotate(
        division_count=Coalesce(Subquery(divisions.annotate(n=Count("pk")).values("n")), 0),
        player_count=Coalesce(
            Subquery(entries.values("division__event").annotate(n=Count("pk")).values("n")), 0
        ),
    )
    clubs = {"club": (Club.objects.all(), "name", "pk")}
    return holding(events, SEARCHED, search, clubs) if search else events


def divisions_of(event: Event) -> list[DivisionSummary]:
    """Return the event's divisions in order. Three queries."""
    published = ~Q(rounds__phase=Phase.DRAFT) & Q(rounds__isnull=False)
    rows = (
        Division.objects.filter(event=event)
        .annotate(
            players=Count("entries", distinct=True),
            published=Count("rounds", filter=published, distinct=True),
            current=Max("rounds__number", filter=published),
            draft=Min("rounds__number", filter=Q(rounds__phase=Phase.DRAFT)),
        )
        .order_by("position")
    )
    in_play = _boards_in_play(event)
    absent = absent_of(event)
    summaries = []
    for row in rows:
        row.event = event
        boards, missing, contested = in_play.get(row.pk, (0, (), 0))
        summaries.append(
            DivisionSummary(
                row,
                row.players,
                row.published,
                row.current or 0,
                boards,
                len(missing),
                contested,
                tuple(sorted(missing)),
                row.draft or 0,
                absent.get(row.pk, 0),
            )
        )
    return summaries


def _boards_in_play(event: Event) -> dict[int, tuple[int, tuple[int, ...], int]]:
    """Return by division how many boards are in play, which lack a result, and how many have two. One query."""
    rows = (
        Pairing.objects.filter(
            round__division__event=event,
            round__phase__in=(Phase.PUBLISHED, Phase.PLAYING),
            replaced_at=None,
            board__isnull=False,
        )
        .annotate(
            counting=Count("results", filter=Q(results__standing=Standing.COUNTS)),
            beside=Count("results", filter=Q(results__standing=Standing.BESIDE)),
        )
        .values_list("round__division", "board", "counting", "beside")
    )
    in_play: dict[int, tuple[int, tuple[int, ...], int]] = {}
    for division, board, counting, beside in rows:
        boards, missing, contested = in_play.get(division, (0, (), 0))
        without = missing if counting or board is None else (*missing, board)
        in_play[division] = (boards + 1, without, contested + bool(beside))
    return in_play


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
