"""With what everybody comes to be rated: by a list, as kept when it was rated, or as entered."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from tournament.engine.ratings.rated import Before
from tournament.engine.ratings.system import called
from tournament.models import Division, Entry, ListedRating, Rating, RatingChange, RatingList
from tournament.queries.people.entries import Person
from tournament.queries.people.rating_lists import listed, lists_of

CAREER_TAG = "lifeg"
"""The tag of an imported line that holds the rated games of a life."""
LIST_UNKNOWN = (
    "Ratings before are those kept when it was rated; what list told them was not written down "
    "with it, so the figures cannot be worked out again here."
)


@dataclass(frozen=True, slots=True)
class StartingRatings:
    """What the ratings before stand on."""

    players: tuple[Before, ...]
    told: str
    """All of it in a sentence or two."""
    stood_on: RatingList | None = None
    list_called: str = ""
    """The list by name, also where it is not on this laptop; empty: no list told a rating."""
    is_whole: bool = True
    """Whether everything is here that the figures of a rating for good were worked out from."""


def starting_ratings_of(
    division: Division,
    key: str,
    people: tuple[Person, ...],
    last_time: Rating | None,
    changes: Mapping[int, RatingChange],
) -> StartingRatings:
    """What the ratings before stand on. Three queries at most.

    `last_time` is the latest rating by the system, undone or not, with its `changes` by entry. What
    was rated stays on the list it stood on, also when it is rated anew, unless that list was taken
    back. Otherwise it is the latest list that is not after the day of the event; an event without a
    date has the latest of all.
    """
    if last_time is None:
        return _afresh(division, key, people)
    if last_time.stood_on is None and last_time.list_called:
        return _kept(division, people, last_time, changes)
    if last_time.undone_at is None:
        return _standing(division, people, last_time, changes)
    if last_time.stood_on is None or last_time.stood_on.withdrawn_at is not None:
        return _afresh(division, key, people)
    return _anew(division, key, people, last_time.stood_on)


def plain(before: Before) -> dict[str, Any]:
    """What a list told besides the rating, to be kept with a rating for good."""
    told = {
        "games": before.games,
        "deviation": before.deviation,
        "volatility": before.volatility,
        "idle": before.idle or None,
        "form": list(before.form) or None,
    }
    return {name: value for name, value in told.items() if value is not None}


def _afresh(division: Division, key: str, people: tuple[Person, ...]) -> StartingRatings:
    event = division.event
    lists = lists_of(event, key)
    if lists.holds is not None:
        return _by_list(division, people, lists.holds, _later_told(lists.later))
    if lists.later is None:
        why = f"there is no list of {called(key)} ratings here."
    else:
        why = f"the list {lists.later} is later than this event, which was on {event.date}."
    return StartingRatings(
        _entered(division, people), f"Ratings before count as they were entered: {why}"
    )


def _standing(
    division: Division,
    people: tuple[Person, ...],
    rated: Rating,
    changes: Mapping[int, RatingChange],
) -> StartingRatings:
    if rated.stood_on is not None:
        return _by_list(division, people, rated.stood_on, "")
    return StartingRatings(
        _entered(division, people),
        "Ratings before count as they were entered: no list told them when it was rated.",
        is_whole=all(change.came_with is not None for change in changes.values()),
    )


def _anew(
    division: Division, key: str, people: tuple[Person, ...], before: RatingList
) -> StartingRatings:
    lists = lists_of(division.event, key)
    told = _later_told(lists.later)
    if lists.holds not in (None, before):
        told = (
            f" It was rated on that list before and stays on it; to rate by {lists.holds}, "
            "take that list back first."
        )
    return _by_list(division, people, before, told)


def _kept(
    division: Division,
    people: tuple[Person, ...],
    rated: Rating,
    changes: Mapping[int, RatingChange],
) -> StartingRatings:
    players = []
    for person, entered in zip(people, _entered(division, people), strict=True):
        change = changes.get(person.entry_id)
        if change is None:
            players.append(entered)
            continue
        more = dict(change.came_with or {})
        form = tuple(more.pop("form", ()))
        players.append(Before(person.number, change.old, form=form, **more))
    return StartingRatings(
        tuple(players),
        f"Ratings before are those kept when it was rated, by the list {rated.list_called}, "
        "which is not on this laptop.",
        list_called=rated.list_called,
        is_whole=all(change.came_with is not None for change in changes.values()),
    )


def _by_list(
    division: Division, people: tuple[Person, ...], found: RatingList, besides: str
) -> StartingRatings:
    rows = listed(found, [(person.name, person.member) for person in people])
    players = []
    for person, entered in zip(people, _entered(division, people), strict=True):
        row = rows.get((person.name, person.member))
        players.append(entered if row is None else _of_row(person, row, division.event.date))
    told = f"Ratings before come from the list {found}. {_who(len(rows), len(people))}"
    return StartingRatings(tuple(players), told + besides, found, str(found))


def _of_row(person: Person, row: ListedRating, day: date | None) -> Before:
    idle = (day - row.last_played).days if day and row.last_played else 0
    return Before(
        person.number,
        row.rating,
        games=row.games,
        deviation=row.deviation,
        volatility=row.volatility,
        idle=max(0, idle),
        form=tuple(row.form),
    )


def _who(on_it: int, people: int) -> str:
    if not on_it:
        return "Nobody here is on it, so everybody counts as entered."
    if on_it == people:
        return "Everybody here is on it."
    others = "the other one counts" if people - on_it == 1 else "the others count"
    return f"{on_it} of {people} here {'is' if on_it == 1 else 'are'} on it; {others} as entered."


def _later_told(later: RatingList | None) -> str:
    if later is None:
        return ""
    told = f" The list {later} is later than this event and is not used."
    return told if later.club_id is None else f"{told} What this session brings is not in it."


def _entered(division: Division, people: tuple[Person, ...]) -> tuple[Before, ...]:
    """Everybody as entered, with the rated games of a life that imported lines tell. One query."""
    games: dict[int, int] = {}
    kept = Entry.objects.filter(division=division).exclude(kept={})
    for number, more in kept.values_list("number", "kept"):
        told = dict(more.get("tags", [])).get(CAREER_TAG) or ""
        if told.isascii() and told.isdecimal() and len(told) < 6:
            games[number] = int(told)
    return tuple(
        Before(person.number, person.rating or None, games.get(person.number)) for person in people
    )
