"""An event as prizes and best games see it: everybody's place, every game, every recorded play."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.engine.entrants import seed_list
from tournament.engine.prizes.contest import Contestant, Game, Play, Section, shared_seeds
from tournament.engine.recorded import Did
from tournament.engine.results import GAMES
from tournament.models import Division, Entry, Event, ResultEntry
from tournament.models.results import Standing
from tournament.queries.recorded import Recorded, recorded_games
from tournament.queries.remembering import remembered
from tournament.queries.standings import division_standings


def contest(
    event: Event,
    divisions: Sequence[Division] | None = None,
    *,
    public: bool = False,
    plays: bool = True,
) -> list[Section]:
    """The divisions of an event, or these of them, as they stand now. Five queries a division.

    With `public` rounds held back count as not played. With `plays` the recorded games are read
    too (six queries for the event, one more for each further division); without, no play is known.
    """
    if divisions is None:
        divisions = list(
            Division.objects.filter(event=event).select_related("event").order_by("position")
        )
    return [_section(division, plays=plays, public=public) for division in divisions]


@remembered
def _section(division: Division, *, plays: bool, public: bool) -> Section:
    recorded = recorded_games(division.event) if plays else Recorded()
    found = division_standings(division, public=public)
    entries = Entry.objects.filter(division=division).order_by("number")
    rows = list(entries.values_list("number", "player__name", "rating", "rating_class"))
    seeds = seed_list([(number, rating) for number, _, rating, _ in rows])
    people = {
        number: Contestant(number, name, seeds[number], rating, rating_class)
        for number, name, rating, rating_class in rows
    }
    games = ResultEntry.objects.filter(
        pairing__round__division=division,
        pairing__round__number__lte=found.after,
        pairing__replaced_at=None,
        pairing__second__isnull=False,
        standing=Standing.COUNTS,
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
    return Section(
        division.name,
        found.after,
        found.keys,
        found.table.lines,
        people,
        tuple(map(Game._make, played)),
        tuple(
            Play(turn.round, turn.number, turn.word, turn.coordinate, turn.score, turn.board)
            for turn in recorded.turns
            if turn.division == division.name and turn.did is Did.PLAY and turn.round <= found.after
        ),
        recorded.games_of(division.name),
        shared_seeds(list(people.values())),
    )
