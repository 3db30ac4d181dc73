"""Rate a division in its current state: initial ratings, games and new ratings."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dc_field
from enum import Enum
from statistics import fmean
from typing import Any

from django.db.models import F, Q

from scoring.wording.phrases import and_list, comma_list, format_signed
from tournament.engine.message import Message
from tournament.engine.ratings.performance import performance_rating, round_half_up
from tournament.engine.ratings.rated_field import (
    NewRating,
    RatedField,
    RatedGame,
    RatedPlayer,
    wins_of,
)
from tournament.engine.ratings.system import CannotRate, find_system
from tournament.engine.roster import MAX_MEMBER_LENGTH
from tournament.models import (
    Division,
    ListedRating,
    Pairing,
    Rating,
    RatingChange,
    RatingList,
    ResultEntry,
)
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.cache import cached_read
from tournament.queries.people.entries import Person, division_field
from tournament.queries.people.rating_lists import system_of
from tournament.queries.standings.rated_games import rated_games
from tournament.queries.standings.starting_ratings import StartingRatings, starting_ratings_of
from tournament.wording.plugins import assumption_sentence
from tournament.wording.ratings import rating_sentence


@dataclass(frozen=True, slots=True)
class RatedRow:
    """One entry before and after being rated.

    `old` and `new` are None if unrated; `wins` includes half wins.
    """

    person: Person
    old: float | None
    new: float | None
    games: int
    wins: float
    rated_opponents: tuple[tuple[float, int], ...]
    """The rated opponents: the initial rating of each, and the spread against that opponent."""
    before: RatedPlayer
    after: NewRating
    stored: RatingChange | None = None
    """The change stored with the final rating, if the figures come from it."""

    @property
    def performance(self) -> int | None:
        """The performance rating, or None if it cannot be computed.

        It is computed on demand, because that takes longer than computing all the ratings.
        """
        if self.stored is not None:
            return self.stored.performance
        opponents = [rating for rating, _ in self.rated_opponents]
        played_like = performance_rating(
            opponents, wins_of([(0, spread) for _, spread in self.rated_opponents])
        )
        return None if played_like is None else round_half_up(played_like)

    @property
    def average_opponent_rating(self) -> float | None:
        """The average initial rating of the opponents, or None if none was rated."""
        return fmean(rating for rating, _ in self.rated_opponents) if self.rated_opponents else None

    @property
    def change(self) -> float | None:
        """The change of the rating, or None for a first rating or an unrated entry."""
        return None if self.old is None or self.new is None else self.new - self.old

    @property
    def rounded_figures(self) -> tuple[int | None, int | None, int | None]:
        """The old rating, the new one and the change as whole numbers that add up, as printed; None where unknown."""
        old, new = (
            None if value is None else round_half_up(value) for value in (self.old, self.new)
        )
        return old, new, None if old is None or new is None else new - old

    @property
    def change_text(self) -> str:
        """The change as text, such as `+12` or `−3`; `first rating`, or a dash if unrated."""
        if self.change is None:
            return rating_sentence("first_rating") if self.after.is_first else "–"
        return format_signed(round(self.change))


class Agreement(Enum):
    """The agreement between the figures shown and the final rating in force."""

    SAME = "same"
    """The figures are those of the final rating, or there is none."""
    SINCE = "since"
    """Results have been entered or corrected since the final rating; the figures are recomputed."""
    UNSURE = "unsure"
    """There are newer results, but the rating list is missing: the figures are the stored ones."""
    OTHERWISE = "otherwise"
    """There are no newer results, but a recomputation differs: the figures are the stored ones."""

    @property
    def note(self) -> str:
        """The note for the reader, or an empty string."""
        return "" if self is Agreement.SAME else rating_sentence(self.value)


MAX_NAMED_PLAYERS = 6
"""Number of people named in a sentence before the others are only counted."""


def names_in_words(names: Sequence[str]) -> str:
    """Return the names as a list; if there are more than `NAMED + 1`, the first ones and the number of others."""
    if len(names) <= MAX_NAMED_PLAYERS + 1:
        return and_list(names)
    others = len(names) - MAX_NAMED_PLAYERS
    return rating_sentence("and_others", names=comma_list(names[:MAX_NAMED_PLAYERS]), count=others)


@dataclass(frozen=True, slots=True)
class RatedDivision:
    """A division as its rating system rates it after round `through`."""

    division: Division
    system: str
    through: int
    rows: tuple[RatedRow, ...]
    starting: StartingRatings
    """The initial ratings and their origin."""
    missing: tuple[tuple[int, int], ...]
    """The round and board of every published pairing so far that has no result."""
    rated: Rating | None = None
    """The final rating in force; None if there is no final rating by this system."""
    agreement: Agreement = Agreement.SAME
    """The agreement between these figures and the final rating in force."""
    guessed: Mapping[str, tuple[int, ...]] = dc_field(default_factory=dict)
    """The numbers of the entries about which the system guesses an unknown detail, by that detail."""

    @property
    def stood_on(self) -> RatingList | None:
        """The list that the initial ratings were taken from; None if there was none or it is not available."""
        return self.starting.stood_on

    @property
    def differs(self) -> bool:
        """Whether the figures are recomputed rather than those of the rating in force."""
        return self.agreement is Agreement.SINCE

    @property
    def guess_sentences(self) -> tuple[str, ...]:
        """The guesses, with the players concerned, in one or two sentences for each unknown detail."""
        names = {row.person.number: row.person.name for row in self.rows}
        return tuple(
            f"{rating_sentence(f'unknown_{need}', names=names_in_words([names[n] for n in numbers]))} "
            f"{assumption_sentence(find_system(self.system), need)}"
            for need, numbers in self.guessed.items()
        )

    @property
    def rows_without_career_games(self) -> tuple[RatedRow, ...]:
        """The rows of players for whom the system uses a default number of career games."""
        lacking = self.guessed.get("games", ())
        return tuple(row for row in self.rows if row.person.number in lacking)

    @property
    def source_sentence(self) -> str:
        """The origin of the initial ratings, in one or two sentences."""
        return self.starting.sentence


@dataclass(frozen=True, slots=True)
class RatingBasis:
    """The data from which a system rates a division: initial ratings and all games so far."""

    division: Division
    system: str
    people: tuple[Person, ...]
    games: tuple[RatedGame, ...]
    starting: StartingRatings
    rated: Rating | None
    """The final rating in force; None if there is no final rating by this system."""
    changes: Mapping[int, RatingChange]
    """The changes stored by the latest final rating, even if undone, by primary key of the entry."""

    @property
    def last_round(self) -> int:
        """The last round with a game, or 0."""
        return max((game.round for game in self.games), default=0)

    def field(self, through: int, *more: RatedGame) -> RatedField:
        """Return the players with the games of the rounds up to `through` and the games in `more`."""
        games = tuple(game for game in self.games if game.round <= through)
        return RatedField(self.starting.players, games + more, self.division.rounds_planned or 0)


@cached_read
def rating_basis(division: Division, key: str = "") -> RatingBasis:
    """Return the data from which system `key`, or the division's own (`system_of`), rates the division.

    At most eight queries, and two more for an event whose rules name no system. Raise `CannotRate`
    for an unknown system or an event without one.
    """
    chosen = key or system_of(division)
    if not chosen:
        raise CannotRate(Message("no_rating_system", event=str(division.event)))
    find_system(chosen)
    last_time = (
        Rating.objects.filter(division=division, system=chosen)
        .select_related("stood_on")
        .order_by(F("undone_at").desc(nulls_first=True), "-id")
        .first()
    )
    rated = last_time if last_time is not None and last_time.undone_at is None else None
    people = division_field(division).people
    changes = {change.entry_id: change for change in last_time.changes.all()} if last_time else {}
    starting = starting_ratings_of(division, chosen, people, last_time, changes)
    games = tuple(rated_games(division))
    return RatingBasis(division, chosen, people, games, starting, rated, changes)


def rated_division(
    division: Division,
    key: str = "",
    *,
    options: Mapping[str, Any] | None = None,
    through: int | None = None,
) -> RatedDivision:
    """Return the division rated by system `key`, or its own (`system_of`), after round `through`.

    By default, all rounds so far count. Once there is a final rating, its list and options apply
    unless `options` are given, and its stored figures are shown until a result is entered or
    corrected. At most nine queries (the event must be loaded), and two more for an event whose rules
    name no system. Raise `CannotRate` for an unknown system or option, for an event without a system,
    or if no game has been played.
    """
    basis = rating_basis(division, key)
    rated, by = basis.rated, find_system(basis.system)
    if options is None:
        options = rated.options if rated else {}
    given = by.options_from(options)
    last = basis.last_round
    if not last:
        raise CannotRate(Message("nothing_to_rate", division=str(division)))
    through = last if through is None else min(through, last)
    field = basis.field(through)
    after = by.rate(field, given)
    rows = tuple(rated_row(person, field, after[person.number]) for person in basis.people)
    missing = tuple(board for board in _missing_results(division) if board[0] <= through)
    rated_now = RatedDivision(
        division, basis.system, through, rows, basis.starting, missing, rated,
        guessed=by.guessed_figures(field),
    )  # fmt: skip
    if rated is not None and (options, through) == (rated.options, last):
        return _with_stored_figures(rated_now, field, basis.changes)
    return rated_now


def _with_stored_figures(
    rated_now: RatedDivision, field: RatedField, changes: Mapping[int, RatingChange]
) -> RatedDivision:
    """Return the division with the stored figures of the rating in force.

    The recomputed figures are kept if they equal the stored ones, or if results have been entered
    since that rating and the rating list is available.
    """
    assert rated_now.rated is not None
    now = {row.person.entry_id: row.new for row in rated_now.rows if _is_rated_row(row, changes)}
    if rated_now.rated.through == rated_now.through and now == {
        entry: change.new for entry, change in changes.items()
    }:
        return rated_now
    whole = rated_now.starting.is_whole
    since = rated_now.rated.through != rated_now.through or _has_newer_results(rated_now.rated)
    if since and whole:
        return replace(rated_now, agreement=Agreement.SINCE)
    olds = {
        row.person.number: changes[row.person.entry_id].old
        for row in rated_now.rows
        if row.person.entry_id in changes
    }
    stored = RatedField(
        tuple(
            replace(player, rating=olds.get(player.number, player.rating))
            for player in field.players
        ),
        field.games,
        field.planned,
    )
    rows = tuple(
        _stored_row(row, stored, changes[row.person.entry_id])
        if row.person.entry_id in changes
        else row
        for row in rated_now.rows
    )
    agreement = Agreement.UNSURE if since else Agreement.OTHERWISE if whole else Agreement.SAME
    starting = (
        rated_now.starting
        if whole or rated_now.starting.list_called
        else replace(rated_now.starting, sentence=rating_sentence("list_unknown"))
    )
    return replace(rated_now, rows=rows, starting=starting, agreement=agreement)


def _is_rated_row(row: RatedRow, changes: Mapping[int, RatingChange]) -> bool:
    """Return whether the row is part of the rating; a later entry without games is not."""
    return row.person.entry_id in changes or row.games > 0


def _stored_row(row: RatedRow, field: RatedField, change: RatingChange) -> RatedRow:
    after = NewRating(
        row.person.number,
        change.new,
        change.games,
        change.deviation,
        change.volatility,
        tuple(change.form),
        change.old is None and bool(change.games),
    )
    return replace(rated_row(row.person, field, after), stored=change)


def _has_newer_results(rated: Rating) -> bool:
    """Return whether a result of the division has been entered, corrected or removed since the rating. One query."""
    return (
        ResultEntry.objects.filter(pairing__round__division=rated.division_id)
        .filter(Q(entered_at__gt=rated.rated_at) | Q(superseded_at__gt=rated.rated_at))
        .exists()
    )


def _missing_results(division: Division) -> list[tuple[int, int]]:
    pairings = Pairing.objects.filter(
        round__division=division, replaced_at=None, board__isnull=False
    ).exclude(round__phase=Phase.DRAFT)
    waiting = pairings.exclude(results__standing=ResultStatus.COUNTS)
    rows = waiting.order_by("round__number", "board").values_list("round__number", "board")
    return [(number, board or 0) for number, board in rows]


def rated_row(person: Person, field: RatedField, after: NewRating) -> RatedRow:
    """Return the figures of an entry before and after the games of a field."""
    games = field.games_by_player[person.number]
    met = (
        (rating, spread)
        for other, spread in games
        if (rating := field.by_number[other].rating) is not None
    )
    before = field.by_number[person.number]
    return RatedRow(
        person, before.rating, after.rating, after.games, wins_of(games), tuple(met), before, after
    )


def update_list_row(line: ListedRating, row: RatedRow, day: dt.date) -> None:
    """Update an unsaved row of a list with the outcome of the event on `day`."""
    line.member = (row.person.member or line.member)[:MAX_MEMBER_LENGTH]
    line.games = (
        None if line.games is None and row.old is not None else (line.games or 0) + row.games
    )
    assert row.new is not None, "who is unrated and met nobody is on no list"
    line.rating = row.new
    line.deviation, line.volatility = row.after.deviation, row.after.volatility
    line.form = list(row.after.form)
    if row.games:
        line.last_played = day
