"""A division rated as it stands: who came with which rating, the games, and what comes out."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from statistics import fmean
from typing import Any

from tournament.engine.ratings.performance import nearest, performance_rating
from tournament.engine.ratings.rated import After, Before, Field, Game, wins_of
from tournament.engine.ratings.system import CannotRate, system
from tournament.engine.results import GAMES, half_points
from tournament.engine.standings import signed
from tournament.models import (
    Division,
    Entry,
    Pairing,
    Rating,
    RatingChange,
    RatingList,
    ResultEntry,
)
from tournament.models.results import Standing
from tournament.models.rounds import Phase
from tournament.queries.field import Person, division_field
from tournament.queries.rating_lists import latest_list, listed

CAREER_TAG = "lifeg"
"""The tag of an imported line that holds the rated games of a life."""


@dataclass(frozen=True, slots=True)
class RatedRow:
    """One entry before and after. `old` and `new` are None for nobody's rating; `wins` in wins."""

    person: Person
    old: float | None
    new: float | None
    games: int
    wins: float
    performance: int | None
    opponents: float | None
    """The average rating of the opponents, as they came; None where none was rated."""
    after: After

    @property
    def change(self) -> float | None:
        """What the event brought; None for a first rating."""
        return None if self.old is None or self.new is None else self.new - self.old

    @property
    def whole(self) -> tuple[int | None, int | None, int | None]:
        """Before, after and change as whole numbers that agree with each other, as they are printed."""
        old, new = (None if each is None else nearest(each) for each in (self.old, self.new))
        return old, new, None if old is None or new is None else new - old

    @property
    def told(self) -> str:
        """The change as it is written, or what stands in its place: `+12`, `−3`, `first rating`."""
        if self.change is None:
            return self.after.note or "–"
        return signed(round(self.change))


@dataclass(frozen=True, slots=True)
class RatedDivision:
    """A division after round `through` as `system` rates it, in the order of numbers."""

    division: Division
    system: str
    through: int
    rows: tuple[RatedRow, ...]
    stood_on: RatingList | None
    missing: tuple[tuple[int, int], ...]
    """Round and board of every published pairing up to then that has no result."""
    rated: Rating | None = None
    """The rating for good that stands; None while the division is not rated by this system."""
    differs: bool = False
    """Whether that rating is other than these figures: something was entered or corrected since."""


def rated_division(
    division: Division,
    key: str = "",
    *,
    options: Mapping[str, Any] | None = None,
    through: int | None = None,
) -> RatedDivision:
    """The division rated by system `key`, or by the event's, after round `through` or all so far.

    Once it is rated for good the list and the options of that rating hold. Seven queries at most
    (the event must be loaded). Raises `CannotRate` for an unknown system or option, for an event without
    a system, and where no game has been played.
    """
    chosen = key or division.event.rules.rating_system
    if chosen == "none":
        raise CannotRate(f"{division.event} has no rating system. Say which system rates it.")
    by = system(chosen)
    standing = Rating.objects.filter(division=division, system=chosen, undone_at=None)
    rated = standing.select_related("stood_on").first()
    if options is None:
        options = rated.options if rated else {}
    given = by.options_from(options)
    games = _games(division)
    last = max((game.round for game in games), default=0)
    if not last:
        raise CannotRate(
            f"No game of division {division} has been played, so nothing can be rated."
        )
    through = last if through is None else min(through, last)
    people = division_field(division).people
    stood_on = rated.stood_on if rated else latest_list(division.event, chosen)
    players = tuple(_before(people, stood_on, division.event.date, _careers(division)))
    field = Field(
        players,
        tuple(game for game in games if game.round <= through),
        division.rounds_planned or 0,
    )
    after = by.rate(field, given)
    rows = tuple(_row(person, field, after[person.number]) for person in people)
    missing = tuple(each for each in _missing(division) if each[0] <= through)
    now = {row.person.entry_id: row.new for row in rows}
    differs = (
        rated is not None
        and (options, through) == (rated.options, last)
        and (rated.through != last or _kept(rated) != now)
    )
    return RatedDivision(division, chosen, through, rows, stood_on, missing, rated, differs)


def _kept(rated: Rating) -> dict[int, float | None]:
    """The ratings after as they were kept, by entry."""
    return dict(RatingChange.objects.filter(of=rated).values_list("entry", "new"))


def _games(division: Division) -> list[Game]:
    rows = (
        ResultEntry.objects.filter(
            pairing__round__division=division,
            pairing__replaced_at=None,
            pairing__second__isnull=False,
            standing=Standing.COUNTS,
            outcome__in=GAMES,
        )
        .order_by("pairing__round__number", "pairing_id")
        .values_list(
            "pairing__round__number",
            "pairing__first__number",
            "pairing__second__number",
            "first_score",
            "second_score",
            "spread_only",
            "outcome",
        )
    )
    return [
        Game(
            round_,
            one,
            other,
            _rated_spread(outcome, mine - theirs),
            scoreless=not only and 0 in (mine, theirs),
        )
        for round_, one, other, mine, theirs, only, outcome in rows
    ]


def _rated_spread(outcome: str, margin: int) -> int:
    """The spread a game is rated by: a win that the scores do not tell is one by a single point."""
    won = half_points(outcome, margin) - 1
    return margin if won == (margin > 0) - (margin < 0) else won


def _missing(division: Division) -> list[tuple[int, int]]:
    pairings = Pairing.objects.filter(
        round__division=division, replaced_at=None, board__isnull=False
    ).exclude(round__phase=Phase.DRAFT)
    waiting = pairings.exclude(results__standing=Standing.COUNTS)
    rows = waiting.order_by("round__number", "board").values_list("round__number", "board")
    return [(number, board or 0) for number, board in rows]


def _careers(division: Division) -> dict[int, int]:
    """The rated games of a life that imported lines tell, by entry number. One query."""
    told: dict[int, int] = {}
    kept = Entry.objects.filter(division=division).exclude(kept={})
    for number, more in kept.values_list("number", "kept"):
        games = dict(more.get("tags", [])).get(CAREER_TAG) or ""
        if games.isascii() and games.isdecimal() and len(games) < 6:
            told[number] = int(games)
    return told


def _before(
    people: tuple[Person, ...],
    stood_on: RatingList | None,
    day: date | None,
    careers: Mapping[int, int],
) -> list[Before]:
    """Everybody as he comes: by the list where he is on it, else by the rating he was entered with."""
    told = [(person.name, person.member) for person in people]
    rows = listed(stood_on, told) if stood_on is not None else {}
    found = []
    for person in people:
        row = rows.get((person.name, person.member))
        if row is None:
            games = careers.get(person.number)
            found.append(Before(person.number, person.rating or None, games))
            continue
        idle = (day - row.last_played).days if day and row.last_played else 0
        found.append(
            Before(
                person.number,
                row.rating,
                games=row.games,
                deviation=row.deviation,
                volatility=row.volatility,
                idle=max(0, idle),
                form=tuple(row.form),
            )
        )
    return found


def _row(person: Person, field: Field, after: After) -> RatedRow:
    games = field.of[person.number]
    rated = [
        (rating, spread)
        for other, spread in games
        if (rating := field.by_number[other].rating) is not None
    ]
    opponents = [rating for rating, _ in rated]
    played_like = performance_rating(opponents, wins_of([(0, spread) for _, spread in rated]))
    return RatedRow(
        person,
        field.by_number[person.number].rating,
        after.rating,
        after.games,
        wins_of(games),
        None if played_like is None else nearest(played_like),
        fmean(opponents) if opponents else None,
        after,
    )
