"""What the standings would do to everybody's rating if the event ended there."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.engine.ratings.system import CannotRate, system
from tournament.queries.rating import RatedRow, rated_division
from tournament.queries.rating_systems import system_of
from tournament.queries.standings import DivisionStandings


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
        done = rated_division(table.division, through=table.after)
    except CannotRate:
        return None
    source = f"by the list {done.ground.list_called}" if done.ground.list_called else "as entered"
    return RatingPreview(
        system(done.system).label, source, {row.person.number: row for row in done.rows}
    )
