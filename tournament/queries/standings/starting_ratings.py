"""The initial rating of each entry: from a list, from an earlier final rating, or as entered."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from tournament.engine.ratings.rated_field import RatedPlayer
from tournament.models import Division, Entry, ListedRating, Rating, RatingChange, RatingList
from tournament.queries.people.entries import Person
from tournament.queries.people.rating_lists import listed_ratings, rating_lists_for
from tournament.wording.plugins import system_name
from tournament.wording.ratings import rating_sentence

CAREER_TAG = "lifeg"
"""The imported tag with the number of rated career games."""


@dataclass(frozen=True, slots=True)
class StartingRatings:
    """The initial ratings and their origin."""

    players: tuple[RatedPlayer, ...]
    sentence: str
    """The origin, in one or two sentences."""
    stood_on: RatingList | None = None
    list_called: str = ""
    """The name of the list, even if it is not available here; empty if no list was used."""
    is_whole: bool = True
    """Whether everything from which the final rating was computed is available."""


def starting_ratings_of(
    division: Division,
    key: str,
    people: tuple[Person, ...],
    last_time: Rating | None,
    changes: Mapping[int, RatingChange],
) -> StartingRatings:
    """Return the initial ratings and their origin. At most three queries.

    `last_time` is the latest rating by the system, even if undone, with its `changes` by entry. A
    rated division keeps the list of that rating, or the stored ratings if a rating run computed them
    or the list is not available. After an undo, the list is kept unless it was withdrawn. Otherwise
    the latest list not after the day of the event is used, or the latest of all for an undated event.
    """
    if last_time is None or (last_time.run_id and last_time.undone_at is not None):
        return _ratings_from_latest_list(division, key, people)
    if last_time.run_id:
        return replace(
            _ratings_from_stored_changes(division, people, last_time, changes),
            sentence=rating_sentence("from_run", list=last_time.list_called),
        )
    if last_time.stood_on is None and last_time.list_called:
        return _ratings_from_stored_changes(division, people, last_time, changes)
    if last_time.undone_at is None:
        return _ratings_from_final_rating(division, people, last_time, changes)
    if last_time.stood_on is None or last_time.stood_on.withdrawn_at is not None:
        return _ratings_from_latest_list(division, key, people)
    return _ratings_from_same_list(division, key, people, last_time.stood_on)


def extra_figures(before: RatedPlayer) -> dict[str, Any]:
    """Return the known additional figures of a rated player, to store with a final rating."""
    figures = {
        "games": before.games,
        "deviation": before.deviation,
        "volatility": before.volatility,
        "idle": before.idle or None,
        "form": list(before.form) or None,
    }
    return {name: value for name, value in figures.items() if value is not None}


def _ratings_from_latest_list(
    division: Division, key: str, people: tuple[Person, ...]
) -> StartingRatings:
    event = division.event
    lists = rating_lists_for(event, key)
    if lists.in_force is not None:
        return _ratings_from_list(division, people, lists.in_force, _later_list_note(lists.later))
    if lists.later is None:
        sentence = rating_sentence("no_list", system=system_name(key))
    else:
        sentence = rating_sentence("list_too_late", list=lists.later, date=event.date)
    return StartingRatings(_entered_ratings(division, people), sentence)


def _ratings_from_final_rating(
    division: Division,
    people: tuple[Person, ...],
    rated: Rating,
    changes: Mapping[int, RatingChange],
) -> StartingRatings:
    if rated.stood_on is not None:
        return _ratings_from_list(division, people, rated.stood_on, "")
    return StartingRatings(
        _entered_ratings(division, people),
        rating_sentence("entered_then"),
        is_whole=all(change.came_with is not None for change in changes.values()),
    )


def _ratings_from_same_list(
    division: Division, key: str, people: tuple[Person, ...], before: RatingList
) -> StartingRatings:
    lists = rating_lists_for(division.event, key)
    note = _later_list_note(lists.later)
    if lists.in_force not in (None, before):
        note = rating_sentence("stays_on_list", list=lists.in_force)
    return _ratings_from_list(division, people, before, note)


def _ratings_from_stored_changes(
    division: Division,
    people: tuple[Person, ...],
    rated: Rating,
    changes: Mapping[int, RatingChange],
) -> StartingRatings:
    players = []
    for person, entered in zip(people, _entered_ratings(division, people), strict=True):
        change = changes.get(person.entry_id)
        if change is None:
            players.append(entered)
            continue
        more = dict(change.came_with or {})
        form = tuple(more.pop("form", ()))
        players.append(RatedPlayer(person.number, change.old, form=form, **more))
    return StartingRatings(
        tuple(players),
        rating_sentence("stored_then", list=rated.list_called),
        list_called=rated.list_called,
        is_whole=all(change.came_with is not None for change in changes.values()),
    )


def _ratings_from_list(
    division: Division, people: tuple[Person, ...], rating_list: RatingList, note: str
) -> StartingRatings:
    rows = listed_ratings(rating_list, [(person.name, person.member) for person in people])
    players = []
    for person, entered in zip(people, _entered_ratings(division, people), strict=True):
        row = rows.get((person.name, person.member))
        players.append(
            entered if row is None else rating_from_list(entered, row, division.event.date)
        )
    sentences = [
        rating_sentence("from_list", list=rating_list),
        _coverage_sentence(len(rows), len(people)),
        note,
    ]
    return StartingRatings(
        tuple(players), " ".join(filter(None, sentences)), rating_list, str(rating_list)
    )


def rating_from_list(entered: RatedPlayer, row: ListedRating, day: date | None) -> RatedPlayer:
    """Return the entered player with the figures from a list's row.

    Career games that the list does not give stay as entered. `day` is the day of the event.
    """
    idle = (day - row.last_played).days if day and row.last_played else 0
    return RatedPlayer(
        entered.number,
        row.rating,
        games=entered.games if row.games is None else row.games,
        deviation=row.deviation,
        volatility=row.volatility,
        idle=max(0, idle),
        form=tuple(row.form),
    )


def _coverage_sentence(listed_count: int, people: int) -> str:
    """Return a sentence that says how many of the division's people are on the list."""
    if not listed_count:
        return rating_sentence("nobody_listed")
    if listed_count == people:
        return rating_sentence("everybody_listed")
    if people - listed_count == 1:
        return rating_sentence("all_but_one_listed", count=listed_count, people=people)
    return rating_sentence("some_listed", count=listed_count, people=people)


def _later_list_note(later: RatingList | None) -> str:
    if later is None:
        return ""
    if later.club_id is None:
        return rating_sentence("later_list", list=later)
    return rating_sentence("later_list_of_club", list=later)


def _entered_ratings(division: Division, people: tuple[Person, ...]) -> tuple[RatedPlayer, ...]:
    """Return everybody's rating as entered, with career games as entered or imported. One query."""
    rows = Entry.objects.filter(division=division).values_list(
        "number", "career_games", "extras__tags"
    )
    games = {number: career_games(typed, {"tags": tags or ()}) for number, typed, tags in rows}
    return tuple(
        RatedPlayer(person.number, person.rating or None, games.get(person.number))
        for person in people
    )


def career_games(typed: int | None, imported: Mapping[str, Any]) -> int | None:
    """Return the number of rated career games as entered, else as imported if that is a number, or None."""
    text = dict(imported.get("tags", [])).get(CAREER_TAG) or ""
    if typed is None and text.isascii() and text.isdecimal() and len(text) < 6:
        return int(text)
    return typed
