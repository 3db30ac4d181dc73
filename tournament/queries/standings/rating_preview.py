"""The ratings of a division that nobody has stored: after each of its rounds, and if the event ended now."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.engine.ratings.performance import nearest
from tournament.engine.ratings.rated import RatedField
from tournament.engine.ratings.system import CannotRate, system
from tournament.models import Division
from tournament.queries.people.rating_lists import system_of
from tournament.queries.standings.ratings import (
    RatedDivision,
    RatedRow,
    rated_division,
    rated_games,
)
from tournament.queries.standings.standings import DivisionStandings
from tournament.wording.plugins import system_name
from tournament.wording.ratings import of_rating


@dataclass(frozen=True, slots=True)
class RatingPreview:
    """New ratings by the event's system after the round of the standings, by entry number.

    `label` is what the system is called, `source` where the ratings before come from, in words.
    """

    label: str
    source: str
    of: Mapping[int, RatedRow]


def can_preview(table: DivisionStandings) -> bool:
    """Whether the division has a rating system and something is played. Three queries at most."""
    return table.after > 0 and bool(system_of(table.division))


def rating_preview(table: DivisionStandings) -> RatingPreview | None:
    """The ratings if the event ended after that round; None without a system or a game.

    Nine queries at most, three more for an event whose rules name no system.
    """
    if not table.after:
        return None
    try:
        rated_now = rated_division(table.division, through=table.after)
    except CannotRate:
        return None
    name = rated_now.starting.list_called
    source = of_rating("by_list", name=name) if name else of_rating("as_entered")
    return RatingPreview(
        system_name(rated_now.system), source, {row.person.number: row for row in rated_now.rows}
    )


def rating_now(division: Division, through: int | None = None) -> RatedDivision | None:
    """The ratings if the event ended now, or after a round; None for a division that cannot be rated.

    The queries of `rated_division`.
    """
    try:
        return rated_division(division, through=through)
    except CannotRate:
        return None


def ratings_by_round(
    division: Division, through: int
) -> tuple[list[dict[int, int]], RatedDivision | None]:
    """The ratings after each round up to `through`, by entry number, 0 for who has none; and the last of them.

    The last are those that the page of ratings shows after that round. Empty and None for a division
    that cannot be rated. The queries of `rated_division`, and one.
    """
    if not through:
        return [], None
    last = rating_now(division, through)
    if last is None:
        return [], None
    by = system(last.system)
    options = by.options_from(last.rated.options if last.rated else {})
    games = rated_games(division)
    by_round = []
    for number in range(1, min(through, last.through)):
        played = tuple(game for game in games if game.round <= number)
        field = RatedField(last.starting.players, played, division.rounds_planned or 0)
        after = by.rate(field, options) if played else {}
        by_round.append(
            {
                player.number: _whole_rating(
                    after[player.number].rating if after else player.rating
                )
                for player in field.players
            }
        )
    by_round.append({row.person.number: _whole_rating(row.new) for row in last.rows})
    return by_round, last


def _whole_rating(rating: float | None) -> int:
    return 0 if rating is None else nearest(rating)
