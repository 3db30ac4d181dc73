"""The current state of championships: results of their events, ranked by the rules."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from random import Random

from tournament.engine.entrants import Entrant, draw_lots, seeds_by_number
from tournament.engine.standings import standings
from tournament.federation.engine.championship import (
    ChampionshipLine,
    Placing,
    championship_ranking,
)
from tournament.federation.models import Championship
from tournament.models import Division, Event
from tournament.queries.standings.seasons import DivisionData, read_division_data


@dataclass(frozen=True, slots=True)
class ChampionshipTable:
    """One table of a championship, for all people or for divisions with the same name."""

    name: str
    """The name of the divisions; empty for all people."""
    lines: tuple[ChampionshipLine, ...]


@dataclass(frozen=True, slots=True)
class ChampionshipState:
    """The content of a championship page."""

    championship: Championship
    events: tuple[Event, ...]
    """The closed events by date; only their results count."""
    coming: tuple[Event, ...]
    """The events not yet closed."""
    tables: tuple[ChampionshipTable, ...]
    names: dict[int, str]
    """The name of every person by key, in the public form or in full; see `championship_state`."""


def championship_state(this: Championship, *, public: bool = True) -> ChampionshipState:
    """Return the state of the championship after its closed events. Five queries.

    With `public`, withheld rounds do not count, and names are shown in their public form.
    """
    events = sorted(
        this.events.filter(is_practice=False, organisation=this.organisation_id),
        key=lambda event: (event.date or event.created_at.date(), event.created_at),
    )
    closed = [event for event in events if event.closed_at is not None]
    at = {event.pk: place for place, event in enumerate(closed)}
    divisions = list(Division.objects.filter(event__in=closed).order_by("event", "position"))
    by_key = {event.pk: event for event in closed}
    for division in divisions:
        division.event = by_key[division.event_id]
    read = read_division_data(divisions, public=public)
    placings: dict[str, list[Placing]] = {}
    names: dict[int, str] = {}
    for division in divisions:
        played = read[division.pk]
        table = placings.setdefault(division.name if this.by_division else "", [])
        table += _placings(division, played, at[division.event_id])
        names |= {player: name for _number, player, name, _rating in played.entries}
    tables = (
        ChampionshipTable(name, championship_ranking(rows, this.rules))
        for name, rows in placings.items()
    )
    return ChampionshipState(
        this,
        tuple(closed),
        tuple(event for event in events if event.closed_at is None),
        tuple(table for table in tables if table.lines),
        names,
    )


def _placings(division: Division, played: DivisionData, event: int) -> list[Placing]:
    """Return the placing of everybody who played in a division; empty before the first result."""
    last = max((result.round for result in played.results), default=0)
    if not last:
        return []
    ratings = [(number, rating) for number, _player, _name, rating in played.entries]
    seeds = seeds_by_number(ratings)
    lots = draw_lots(list(seeds), Random(division.event.lots_seed))
    rules = division.event.rules
    table = standings(
        [
            Entrant(number, seeds[number], rating, played.last_rounds.get(number), lots[number])
            for number, rating in ratings
        ],
        played.results,
        after=last,
        keys=division.ranking_keys_after(last),
        cap=rules.spread_cap,
        penalties=played.penalties,
        start_rules=division.start_rules,
    )
    people = {number: player for number, player, _name, _rating in played.entries}
    # No-shows have no place: they have neither games nor wins.
    lines = [line for line in table.lines if line.games or line.half_wins]
    return [
        Placing(
            people[line.number], event, line.rank, len(lines), line.half_wins, line.capped_spread
        )
        for line in lines
    ]


def championships() -> list[Championship]:
    """Return every championship of the organisation, latest first. This takes one query."""
    return list(Championship.objects.all())


def events_to_choose(this: Championship | None) -> list[tuple[Event, bool]]:
    """Return every eligible event, latest first, and whether it is part of the championship. At most two queries."""
    chosen = set(this.events.values_list("pk", flat=True)) if this else set()
    events = Event.objects.filter(is_practice=False).defer("rules_copy", "extras")
    if this is not None:
        events = events.filter(organisation=this.organisation_id)
    rows = sorted(
        events, key=lambda event: event.date or event.created_at.date() or dt.date.min, reverse=True
    )
    return [(event, event.pk in chosen) for event in rows]
