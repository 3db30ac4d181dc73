"""The ratings as they would be if the event ended after the round of the standings shown."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.engine.ratings.system import CannotRate
from tournament.queries.people.rating_lists import system_of
from tournament.queries.standings.ratings import RatedRow, rated_division
from tournament.queries.standings.standings import DivisionStandings
from tournament.wording.plugins import system_name


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
    source = _("by the list {name}").format(name=name) if name else _("as entered")
    return RatingPreview(
        system_name(rated_now.system), source, {row.person.number: row for row in rated_now.rows}
    )
