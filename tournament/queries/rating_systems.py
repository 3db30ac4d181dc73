"""By which rating system a division is rated, and which one to propose where nobody has said."""

from collections.abc import Collection

from tournament.models import Division, Event, Rating, RatingList

NONE = "none"
"""The key in the rules of an event that name no system."""


def system_of(division: Division) -> str:
    """The key of the division's system; empty where nothing tells it.

    That of the rules; where they name none, the one the division is rated by for good, else the one
    its club has a list of. No query where the rules name one, else three at most.
    """
    named = division.event.rules.rating_system
    if named != NONE:
        return named
    rated = Rating.objects.filter(division=division, undone_at=None)
    by = rated.order_by("-rated_at", "-id").values_list("system", flat=True).first()
    return by or club_system(division.event)


def event_system(event: Event) -> str:
    """The system of the rules; where they name none, the one the club has a list of. One query at most."""
    named = event.rules.rating_system
    return named if named != NONE else club_system(event)


def club_system(event: Event) -> str:
    """The one system the event's club has a list of its own of; empty for none or several. One query at most."""
    if event.club_id is None:
        return ""
    lists = RatingList.objects.filter(club=event.club_id, withdrawn_at=None)
    return _only(set(lists.order_by().values_list("system", flat=True).distinct()))


def listed_system() -> str:
    """The one system there is any body's list of; empty for none or several. One query."""
    lists = RatingList.objects.filter(club=None, withdrawn_at=None)
    return _only(set(lists.order_by().values_list("system", flat=True).distinct()))


def proposed_system(division: Division) -> str:
    """The system to begin with on the page of ratings; empty: the director chooses. Four queries at most."""
    return system_of(division) or listed_system()


def _only(keys: Collection[str]) -> str:
    return next(iter(keys)) if len(keys) == 1 else ""
