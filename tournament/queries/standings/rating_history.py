"""A club's ratings on its lists, from the first list to the latest."""

from dataclasses import dataclass

from tournament.models import Club, ListedRating, RatingList


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One person: the rating on each list, None where there is none, and games by the latest."""

    name: str
    ratings: tuple[float | None, ...]
    games: int | None


@dataclass(frozen=True, slots=True)
class History:
    """The lists in order of time, and everybody, the highest on the latest list first."""

    system: str
    lists: tuple[RatingList, ...]
    lines: tuple[HistoryLine, ...]


def history_of(club: Club, system: str, most: int) -> History:
    """The latest `most` lists of the club that hold. Two queries."""
    newest = RatingList.objects.filter(club=club, system=system, withdrawn_at=None)[:most]
    lists = tuple(reversed(newest))
    places = {row.pk: place for place, row in enumerate(lists)}
    ratings: dict[str, list[float | None]] = {}
    names: dict[str, str] = {}
    games: dict[str, int | None] = {}
    for row in ListedRating.objects.filter(on_list__in=lists).order_by("on_list__as_of", "on_list"):
        own = ratings.setdefault(row.name_key, [None] * len(lists))
        own[places[row.on_list_id]] = row.rating
        names[row.name_key], games[row.name_key] = row.name, row.games
    lines = [HistoryLine(names[key], tuple(own), games[key]) for key, own in ratings.items()]
    lines.sort(key=lambda line: (line.ratings[-1] is None, -(line.ratings[-1] or 0), line.name))
    return History(system, lists, tuple(lines))
