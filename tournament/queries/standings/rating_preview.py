"""Provisional ratings of a division, after each round and as if the event ended now."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.wording.phrases import format_signed
from tournament.engine.ratings.performance import round_half_up
from tournament.engine.ratings.rated_field import NewRating, RatedField, RatedGame
from tournament.engine.ratings.system import CannotRate, find_system
from tournament.models import Division
from tournament.queries.cache import cached_read
from tournament.queries.people.rating_lists import system_of
from tournament.queries.standings.rated_games import rated_games
from tournament.queries.standings.ratings import (
    Agreement,
    RatedDivision,
    RatedRow,
    RatingBasis,
    rated_division,
    rating_basis,
)
from tournament.queries.standings.standings import DivisionStandings
from tournament.wording.plugins import system_name
from tournament.wording.ratings import rating_sentence


@dataclass(frozen=True, slots=True)
class RatingPreview:
    """A division's new ratings, by entry number, after the round that its standings show.

    `label` is the name of the rating system; `source` describes the origin of the ratings before the
    event.
    """

    label: str
    source: str
    by_number: Mapping[int, RatedRow]


def can_preview(table: DivisionStandings) -> bool:
    """Return whether the division has a rating system and any results. At most three queries."""
    return table.after > 0 and bool(system_of(table.division))


def rating_preview(table: DivisionStandings) -> RatingPreview | None:
    """Return the ratings as if the event ended after the round that the standings show.

    Return None if there is no result or the division cannot be rated. At most nine queries, and two
    more for an event whose rules name no system.
    """
    if not table.after:
        return None
    try:
        rated_now = rated_division(table.division, through=table.after)
    except CannotRate:
        return None
    name = rated_now.starting.list_called
    source = rating_sentence("by_list", name=name) if name else rating_sentence("as_entered")
    return RatingPreview(
        system_name(rated_now.system), source, {row.person.number: row for row in rated_now.rows}
    )


@dataclass(frozen=True, slots=True)
class ProjectedRating:
    """The rating of an entry as if the event ended now, in whole numbers; None if unrated."""

    old: int | None
    new: int | None

    @property
    def change(self) -> int | None:
        """The change so far, or None for a first rating or an unrated entry."""
        return None if self.old is None or self.new is None else self.new - self.old

    @property
    def text(self) -> str:
        """The rating as `1652 (+12)`, without a change for a first rating; empty if unrated."""
        if self.new is None:
            return ""
        return (
            str(self.new) if self.change is None else f"{self.new} ({format_signed(self.change)})"
        )


@dataclass(frozen=True, slots=True)
class ProjectedRatings:
    """A division's projected ratings by entry number, as shown to the public."""

    label: str
    """The name of the system."""
    by_number: Mapping[int, ProjectedRating]
    is_official: bool = False
    """Whether these are the final ratings of the division."""

    def text(self, number: int) -> str:
        """Return the rating of an entry as text, or an empty string if unrated."""
        rating = self.by_number.get(number)
        return rating.text if rating else ""


@dataclass(frozen=True, slots=True)
class OwnRating:
    """A player's own provisional rating.

    `win` and `loss` are the ratings after a win or loss in the current game; None without a game.
    """

    label: str
    now: ProjectedRating | None
    """The rating so far; None before the first result or if the entry is unrated."""
    is_official: bool
    win: int | None = None
    loss: int | None = None
    margin: int = 0
    """The spread of the example win and loss; 0 if the system does not count it."""


EXAMPLE_SPREAD = 50
"""The spread of the example win and loss, for systems that count the spread."""


@cached_read
def projected_ratings(division: Division, through: int) -> ProjectedRatings | None:
    """Return the division's ratings as if the event ended after round `through`.

    Return None if the division has no rating system, cannot be rated or has no game up to that
    round. Inside `cache_reads()` at most nine queries, and two more for an event whose rules name no
    system.
    """
    try:
        basis = rating_basis(division)
        if basis.rated is not None:
            rated_now = rated_division(division, through=through)
            whole = {row.person.number: row.rounded_figures for row in rated_now.rows}
            return ProjectedRatings(
                system_name(basis.system),
                {number: ProjectedRating(old, new) for number, (old, new, _) in whole.items()},
                is_official=rated_now.agreement is Agreement.SAME and through >= basis.last_round,
            )
    except CannotRate:
        return None
    if not through or not basis.last_round:
        return None
    after = _ratings_after(basis, through)
    return ProjectedRatings(
        system_name(basis.system),
        {
            player.number: ProjectedRating(
                _rounded_if_rated(player.rating), _rounded_if_rated(after[player.number].rating)
            )
            for player in basis.starting.players
        },
    )


def own_rating(
    division: Division, through: int, number: int, opponent: int | None = None, round_: int = 0
) -> OwnRating | None:
    """Return the rating of one entry as if the event ended after round `through`.

    With an `opponent` it includes the effect of a win and a loss against them in `round_`, unless
    the division already has its final rating. Return None if the division cannot be rated, or if the
    entry is unrated so far and no effect is computed. As many queries as `projected_ratings`.
    """
    try:
        basis = rating_basis(division)
    except CannotRate:
        return None
    known = projected_ratings(division, through)
    now = known.by_number.get(number) if known else None
    own = OwnRating(
        system_name(basis.system),
        now if now is not None and now.new is not None else None,
        known is not None and known.is_official,
    )
    if opponent is None or basis.rated is not None:
        return own if own.now else None
    margin = EXAMPLE_SPREAD if find_system(basis.system).counts_spread else 1
    win, loss = (
        _rounded_if_rated(
            _ratings_after(basis, through, RatedGame(round_, number, opponent, spread))[
                number
            ].rating
        )
        for spread in (margin, -margin)
    )
    return replace(own, win=win, loss=loss, margin=margin if margin > 1 else 0)


def _ratings_after(basis: RatingBasis, through: int, *more: RatedGame) -> dict[int, NewRating]:
    by = find_system(basis.system)
    return by.rate(basis.field(through, *more), by.options_from({}))


def provisional_ratings(division: Division, through: int | None = None) -> RatedDivision | None:
    """Return the ratings as if the event ended now or after a round, or None if the division cannot be rated.

    As many queries as `rated_division`.
    """
    try:
        return rated_division(division, through=through)
    except CannotRate:
        return None


def ratings_by_round(
    division: Division, through: int
) -> tuple[list[dict[int, int]], RatedDivision | None]:
    """Return the ratings after each round up to `through`, and the rated division after the last of them.

    The ratings are by entry number, 0 if unrated; the division is the one that the ratings page shows
    after that round. Return an empty list and None if `through` is 0 or the division cannot be rated.
    This takes one more query than `rated_division`.
    """
    if not through:
        return [], None
    last = provisional_ratings(division, through)
    if last is None:
        return [], None
    by = find_system(last.system)
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
    return 0 if rating is None else round_half_up(rating)


def _rounded_if_rated(rating: float | None) -> int | None:
    return None if rating is None else round_half_up(rating)
