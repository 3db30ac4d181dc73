"""The prizes of an event with their winners, and the sections from which they are awarded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Q

from tournament.engine.entrants import seeds_by_number
from tournament.engine.pairing.request import PrizeBand
from tournament.engine.prizes.award import Award, award_prizes
from tournament.engine.prizes.award import PrizeDefinition as EnginePrize
from tournament.engine.prizes.classes import ClassCut
from tournament.engine.prizes.contest import (
    Contestant,
    ContestDivision,
    ContestGame,
    ContestPlay,
    PlayerRef,
    shared_seeds,
)
from tournament.engine.prizes.money import parse_prize_value
from tournament.engine.prizes.pasted_prizes import (
    ListedPrize,
    PastedPrize,
    read_prizes,
    reject_repeats,
)
from tournament.engine.results import GAMES
from tournament.engine.turn_figures import TurnOutcome
from tournament.models import Division, Entry, Event, Prize, ResultEntry
from tournament.models.results import ResultStatus
from tournament.queries.cache import cached_read
from tournament.queries.people.entries import division_field
from tournament.queries.standings.standings import division_standings
from tournament.queries.standings.turn_figures import EventTurns, recorded_turns_of
from tournament.queries.visibility import ended_games
from tournament.wording.typed_words import prize_in_english


def prize_sections(
    event: Event,
    divisions: Sequence[Division] | None = None,
    *,
    public: bool = False,
    plays: bool = True,
) -> list[ContestDivision]:
    """Return the current sections of an event, or of these divisions. Five queries per division.

    With `public`, rounds that are held back count as not played, unfinished games as not recorded
    (one more query if there are any), and minors and people who requested it are shown by their
    public names. With `plays` the recorded games are included (at most seven queries for the event,
    one more for each further division).
    """
    if divisions is None:
        divisions = list(
            Division.objects.filter(event=event).select_related("event").order_by("position")
        )
    return [_section(division, plays=plays, public=public) for division in divisions]


@cached_read
def _section(division: Division, *, plays: bool, public: bool) -> ContestDivision:
    recorded = recorded_turns_of(division.event) if plays else EventTurns()
    table = division_standings(division, public=public)
    entries = Entry.objects.filter(division=division).order_by("number")
    rows = list(entries.values_list("number", "player__name", "rating", "rating_class", "team"))
    seeds = seeds_by_number([(number, rating) for number, _, rating, *_ in rows])
    field = division_field(division)
    names = (field.with_public_names if public else field).names
    people = {
        number: Contestant(number, names[number], seeds[number], rating, rating_class, team)
        for number, _, rating, rating_class, team in rows
    }
    ended = ended_games(division) if public and recorded.turns else None
    turns = tuple(
        turn
        for turn in recorded.turns
        if turn.division == division.name
        and turn.round <= table.after
        and (ended is None or (turn.round, turn.board) in ended)
    )
    games = ResultEntry.objects.filter(
        pairing__round__division=division,
        pairing__round__number__lte=table.after,
        pairing__replaced_at=None,
        pairing__second__isnull=False,
        standing=ResultStatus.COUNTS,
        outcome__in=GAMES,
    ).order_by("pairing__round__number", "pairing__board", "pairing_id")
    played = games.values_list(
        "pairing__round__number",
        "pairing__first__number",
        "pairing__second__number",
        "first_score",
        "second_score",
        "pairing__board",
        "spread_only",
        "outcome",
    )
    return ContestDivision(
        division.name,
        table.after,
        table.keys,
        table.table.lines,
        people,
        tuple(map(ContestGame._make, played)),
        tuple(
            ContestPlay(turn.round, turn.number, turn.word, turn.coordinate, turn.score, turn.board)
            for turn in turns
            if turn.outcome is TurnOutcome.PLAY
        ),
        recorded.game_count_of(division.name),
        shared_seeds(list(people.values())),
        turns,
        division.event.rules.ties_apart,
    )


def prizes_of(event: Event) -> list[Prize]:
    """Return the prizes of an event in ceremony order. One query."""
    return list(
        Prize.objects.filter(event=event, removed_at=None)
        .select_related("division", "winner__player", "winner__division")
        .order_by("position", "id")
    )


def preview_prizes(event: Event, text: str) -> list[PastedPrize]:
    """Return the prizes in a pasted list as they would be added now. Three queries.

    Prizes that exist already are skipped.
    """
    names = list(event.divisions.order_by("position").values_list("name", flat=True))
    listed = [
        ListedPrize(
            prize.division.name if prize.division else "",
            prize.kind,
            prize.options,
            prize.place,
            prize.title,
            prize.value,
        )
        for prize in prizes_of(event)
    ]
    return reject_repeats(
        read_prizes(text, names, classes_of(event), in_english=prize_in_english), listed
    )


def engine_prize(prize: Prize) -> EnginePrize:
    """Return a prize as the engine's definition of it."""
    winner = prize.winner
    return EnginePrize(
        prize.pk,
        prize.kind,
        prize.options,
        prize.division.name if prize.division else "",
        prize.place,
        prize.title,
        prize.value,
        prize.exclusive,
        PlayerRef(winner.division.name, winner.number) if winner else None,
        prize.winner_why,
    )


def awards_of(prizes: Sequence[Prize], sections: Sequence[ContestDivision]) -> tuple[Award, ...]:
    """Return the prizes with their winners, in the given order; shared prizes appear once.

    Raise `BadPrize` for a prize of unknown kind or with invalid options.
    """
    return award_prizes([engine_prize(prize) for prize in prizes], sections)


def classes_of(event: Event) -> dict[str, list[str]]:
    """Return the names of each division's rating classes by division name, the highest rated first. One query."""
    by_division: dict[str, dict[str, None]] = {}
    rows = (
        Entry.objects.filter(division__event=event)
        .exclude(rating_class="")
        .order_by("division__position", "-rating", "number")
        .values_list("division__name", "rating_class")
    )
    for division, name in rows:
        by_division.setdefault(division, {})[name] = None
    return {division: list(names) for division, names in by_division.items()}


@dataclass(frozen=True, slots=True)
class ClassSize:
    """The current size of a rating class, with its highest and lowest rating.

    `cut` is the definition that would produce it; None for entries without a class.
    """

    name: str
    players: int
    highest_rating: int | None
    lowest_rating: int | None
    cut: ClassCut | None


def class_sizes(division: Division) -> list[ClassSize]:
    """Return the classes of a division, strongest first and entries without a class last. One query."""
    by_class: dict[str, list[int | None]] = {}
    for name, rating in Entry.objects.filter(division=division).values_list(
        "rating_class", "rating"
    ):
        by_class.setdefault(name, []).append(rating)
    last = min(by_class, key=lambda name: max(filter(None, by_class[name]), default=0), default="")
    sizes = []
    for name, ratings in by_class.items():
        known = [rating for rating in ratings if rating is not None]
        is_open = len(known) < len(ratings) or (name == last and "" not in by_class)
        least = min(known, default=None)
        cut = ClassCut(name, None if is_open else least) if name else None
        sizes.append(ClassSize(name, len(ratings), max(known, default=None), least, cut))
    return sorted(sizes, key=lambda size: (not size.name, -(size.highest_rating or 0), size.name))


BY_PLACE, BY_CLASS = "place", "rating_class"
"""The kinds of prize decided by rank: in the division or in a rating class."""

PrizeValue = tuple[int, str]
"""The value of the prizes for a place: money in cents, and the part that is not money."""


def prize_bands(division: Division) -> tuple[PrizeBand, ...]:
    """Return bands of adjacent places with prizes of equal value, those of rating classes last. One query.

    Several prizes for one place count together; "€ 50" and "50.00" are equal. Each place of unknown
    value is a band of its own.
    """
    rows = Prize.objects.filter(
        Q(division=division) | Q(division=None),
        event=division.event_id,
        removed_at=None,
        kind__in=(BY_PLACE, BY_CLASS),
    ).order_by("position", "id")
    values: dict[str, dict[int, PrizeValue]] = {}
    for kind, options, place, text in rows.values_list("kind", "options", "place", "value"):
        group = str(options.get("rating_class", "")) if kind == BY_CLASS else ""
        value = parse_prize_value(text)
        cents, extra = values.setdefault(group, {}).get(place, (0, ""))
        values[group][place] = (cents + value.cents, f"{extra} {value.extra}".strip())
    return tuple(
        PrizeBand(places[0], places[-1], group)
        for group in sorted(values)
        for places in _bands(values[group])
    )


def _bands(values: dict[int, PrizeValue]) -> list[list[int]]:
    """Return runs of adjacent places of the same known value; each place of unknown value is a separate run."""
    runs = groupby(enumerate(sorted(values)), key=lambda item: (values[item[1]], item[1] - item[0]))
    bands: list[list[int]] = []
    for (value, _), run in runs:
        places = [place for _, place in run]
        bands += [places] if any(value) else [[place] for place in places]
    return bands
