"""A whole event as a value from which every file format can be written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scoring.models import Game
from scoring.queries.game_files import faithful_copy
from tournament.engine.interchange import (
    MADE_UP,
    PLAYOFFS,
    DerivedFigures,
    PortableDivision,
    PortableEntrant,
    PortableEvent,
    PortableMeeting,
    PortablePenalty,
    PortablePrize,
    PortableRound,
    RatedFigures,
)
from tournament.engine.naming import FULL, shown_name, shown_sort_name
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.engine.results import NOBODY, Outcome
from tournament.engine.round_assembly import sort_by_board
from tournament.models import Division as DivisionRow
from tournament.models import Entry, Pairing, Penalty, PlanLine, Prize, ResultEntry, Round
from tournament.models import Event as EventRow
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.people.entries import division_field, name_form_of
from tournament.queries.people.rating_lists import listed_member_numbers
from tournament.queries.standings.rating_preview import provisional_ratings, ratings_by_round
from tournament.queries.standings.ratings import RatedDivision
from tournament.queries.standings.standings import standings_by_round

PRIVATE_TAGS = ("handicap", "lifeg", "password", "phone", "email")
"""Words in the names of extra tags that mark them as private."""
REVEALING_TAGS = ("rank", "newr", "perfr", "excwins")
"""Words in the names of extra tags that reveal a player's standing."""


def portable_event(
    event: EventRow,
    *,
    public: bool = False,
    with_games: bool = False,
    with_figures: bool = False,
    with_ratings: bool = False,
) -> PortableEvent:
    """Return the event with everything that currently counts.

    This takes nine queries, one more if there is a rating list, and with `with_games` a few for
    each recorded game. `with_figures` takes a dozen more for each division; `with_ratings` includes
    only the ratings after the latest round. Drafts are left out. With `public`, rounds that are held
    back have no results or penalties, tags of players that are private or reveal held-back standings
    are left out, and names are shown in their public form.
    """
    rules = event.rules
    divisions = list(DivisionRow.objects.filter(event=event).order_by("position"))
    entries = _entries_by_division(
        Entry.objects.filter(division__event=event).select_related("player").order_by("number")
    )
    penalties: dict[int, list[PortablePenalty]] = defaultdict(list)
    for penalty in Penalty.objects.filter(entry__division__event=event, revoked_at=None).order_by(
        "round_number", "id"
    ):
        penalised = PortablePenalty(penalty.round_number, penalty.spread, penalty.reason)
        penalties[penalty.entry_id].append(penalised)
    unknown = [row.name for rows in entries.values() for row in rows if not row.member]
    members = listed_member_numbers(event, unknown)
    plans: dict[int, list[PlannedRounds]] = defaultdict(list)
    for line in PlanLine.objects.filter(division__event=event).order_by("from_round"):
        plans[line.division_id].append(line.planned_rounds)
    prizes: dict[int | None, list[Prize]] = defaultdict(list)
    for prize in Prize.objects.filter(event=event, removed_at=None).order_by("position", "id"):
        prizes[prize.division_id].append(prize)
    rounds: dict[int, list[_PlayedRound]] = defaultdict(list)
    for round_ in _rounds(event, divisions, with_games=with_games):
        rounds[round_.division.pk].append(round_)
    return PortableEvent(
        name=event.name,
        divisions=tuple(
            replace(
                _portable_division(
                    row, entries[row.pk], rounds[row.pk], penalties, members, public=public
                ),
                plan=tuple(plans[row.pk]),
                prizes=tuple(map(_portable_prize, filter(_is_simple_prize, prizes[row.pk]))),
                omitted_prize_count=sum(not _is_simple_prize(prize) for prize in prizes[row.pk]),
                figures=(
                    derived_figures_of(row, public=public)
                    if with_figures
                    else _latest_ratings(row)
                    if with_ratings
                    else None
                ),
            )
            for row in divisions
        ),
        date=event.date.isoformat() if event.date else "",
        place=event.place,
        bye_spread=rules.bye_spread,
        forfeit_spread=rules.forfeit_spread,
        spread_caps=rules.spread_caps or None,
        precedence=rules.precedence,
        gibson_spread=rules.gibson_spread or None,
        rating_system=rules.rating_system,
        preset=event.preset,
        recorded_games=sum(
            row.game is not None
            for of_division in rounds.values()
            for round_ in of_division
            for row in round_.rows
        ),
        naspa_tournament_id=event.naspa_tournament_id,
        naspa_director_id=event.naspa_director_id,
        extras=event.extras,
    )


def derived_figures_of(division: DivisionRow, *, public: bool = False) -> DerivedFigures:
    """Return the ranks and ratings of a division after each round, as its pages show them.

    With `public`, only those from before the first round that is held back are returned. At most
    fourteen queries.
    """
    people = division_field(division).people
    tables = standings_by_round(division, public=public)
    gone = {person.number for person in people if person.withdrawn_after is not None}
    ranks = [{line.number: line.rank for line in table.lines} for table in tables]
    present = []
    for table in tables:
        lines = [line for line in table.lines if line.number not in gone]
        places = [line.rank for line in lines]
        present.append({line.number: places.index(line.rank) + 1 for line in lines})
    by_round, rated = ratings_by_round(division, len(tables))
    return DerivedFigures(
        seeds=tuple(person.number for person in sorted(people, key=lambda person: person.seed)),
        ranks=tuple(ranks),
        present_ranks=tuple(present),
        ratings=tuple(by_round),
        rated=_rated_figures(rated),
    )


def _latest_ratings(division: DivisionRow) -> DerivedFigures:
    """Return the ratings after the latest round without figures by round. As many queries as `rated_division`."""
    return DerivedFigures((), (), (), (), rated=_rated_figures(provisional_ratings(division)))


def _rated_figures(division: RatedDivision | None) -> Mapping[int, RatedFigures]:
    return {
        row.person.number: RatedFigures(row.old, row.new, row.after.deviation)
        for row in (division.rows if division else ())
    }


class _PairingRow(NamedTuple):
    """A pairing with its players' numbers and the key of the recorded game."""

    pk: int
    round: int
    board: int | None
    first: int
    second: int | None
    game: int | None


class _ResultRow(NamedTuple):
    """The counting result of a pairing."""

    first_score: int
    second_score: int
    outcome: str
    spread_only: bool


@dataclass(frozen=True)
class _PlayedRound:
    """A round with its pairings, their results by pairing and, if requested, the recorded games by key."""

    division: DivisionRow
    number: int
    rows: list[_PairingRow]
    results: Mapping[int, _ResultRow]
    games: Mapping[int, Game]


def _rounds(
    event: EventRow, divisions: list[DivisionRow], *, with_games: bool
) -> list[_PlayedRound]:
    """Return the rounds with their pairings and counting results. Three queries, two more with games.

    A championship has thousands of pairings, so only the written columns are read.
    """
    rounds = Round.objects.filter(division__event=event).exclude(phase=Phase.DRAFT)
    pairings = Pairing.objects.filter(round__division__event=event, replaced_at=None)
    pairings = pairings.exclude(round__phase=Phase.DRAFT).order_by("round", "board", "id")
    rows: dict[int, list[_PairingRow]] = defaultdict(list)
    for values in pairings.values_list(
        "pk", "round_id", "board", "first__number", "second__number", "game_id"
    ):
        row = _PairingRow._make(values)
        rows[row.round].append(row)
    counting = ResultEntry.objects.filter(
        pairing__round__division__event=event, standing=ResultStatus.COUNTS
    )
    results: dict[int, _ResultRow] = {}
    for pairing, *result in counting.values_list(
        "pairing_id", "first_score", "second_score", "outcome", "spread_only"
    ):
        results[pairing] = _ResultRow._make(result)
    games: dict[int, Game] = {}
    if with_games:
        recorded = Game.everywhere.filter(pairing__round__division__event=event)
        games = recorded.prefetch_related("players").in_bulk()
    by_key = {division.pk: division for division in divisions}
    return [
        _PlayedRound(by_key[division], number, rows[pk], results, games)
        for pk, division, number in rounds.order_by("number").values_list(
            "pk", "division_id", "number"
        )
    ]


def _entries_by_division(entries: Any) -> dict[int, list[Entry]]:
    entries_of: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        entries_of[entry.division_id].append(entry)
    return entries_of


def _portable_division(
    division: DivisionRow,
    entries: list[Entry],
    rounds: list[_PlayedRound],
    penalties: Mapping[int, list[PortablePenalty]],
    members: Mapping[str, str],
    *,
    public: bool,
) -> PortableDivision:
    held = division.held_back_from if public else None
    made_up = division.extras.get(MADE_UP, {})
    own = (MADE_UP, PLAYOFFS)
    extras = {key: value for key, value in division.extras.items() if key not in own}
    hidden = (*(PRIVATE_TAGS if public else ()), *(REVEALING_TAGS if held is not None else ()))
    entrants = tuple(
        _portable_entrant(
            row,
            [one for one in penalties[row.pk] if held is None or one.round < held],
            members,
            hidden,
        )
        for row in entries
    )
    if public:
        for row in entries:
            row.division = division
        ways = {row.number: name_form_of(row) for row in entries}
        entrants = tuple(_public_entrant(row, ways[row.number]) for row in entrants)
    return PortableDivision(
        name=division.name,
        entrants=entrants,
        rounds=tuple(
            _portable_round(row, made_up, hidden=held is not None and row.number >= held)
            for row in rounds
        ),
        rounds_planned=division.rounds_planned,
        playoffs=division.playoffs if held is None else (),
        precedence=tuple(division.precedence),
        extras=extras,
    )


def _public_entrant(entrant: PortableEntrant, way: str) -> PortableEntrant:
    """Return the entrant with the public form of the name and, unless that is the full name, no member number."""
    if way == FULL:
        return entrant
    return replace(
        entrant,
        name=shown_name(entrant.name, entrant.sort_name, way),
        sort_name=shown_sort_name(entrant.name, entrant.sort_name, way),
        written="",
        member="",
    )


def _is_simple_prize(prize: Prize) -> bool:
    """Return whether a prize consists only of its kind, place and value."""
    return not prize.options and not prize.title


def _portable_prize(prize: Prize) -> PortablePrize:
    return PortablePrize(prize.kind, prize.place, prize.value)


def _portable_entrant(
    entry: Entry,
    penalties: list[PortablePenalty],
    members: Mapping[str, str],
    hidden: tuple[str, ...],
) -> PortableEntrant:
    extras = dict(entry.extras)
    if "tags" in extras:
        extras["tags"] = [
            tag for tag in extras["tags"] if not any(word in tag[0].lower() for word in hidden)
        ]
    return PortableEntrant(
        number=entry.number,
        name=entry.name,
        sort_name=entry.player.sort_name,
        written=str(extras.get("name") or ""),
        rating=entry.rating,
        member=entry.member or members.get(entry.name, ""),
        rating_class=entry.rating_class,
        team=entry.team,
        withdrawn_after=entry.withdrawn_after,
        penalties=tuple(penalties),
        extras=extras,
    )


def _portable_round(
    round_: _PlayedRound, made_up: Mapping[str, Any], *, hidden: bool
) -> PortableRound:
    boards = made_up.get("boards", {}).get(str(round_.number), ())
    firsts = made_up.get("firsts", {}).get(str(round_.number), ())
    meetings = [
        _portable_meeting(round_, row, row.first in boards, row.first in firsts, hidden)
        for row in round_.rows
    ]
    return PortableRound(round_.number, tuple(sort_by_board(meetings)))


def _portable_meeting(
    round_: _PlayedRound, row: _PairingRow, without_board: bool, firsts_unknown: bool, hidden: bool
) -> PortableMeeting:
    result = None if hidden else round_.results.get(row.pk)
    game = round_.games.get(row.game or 0)
    text = faithful_copy(game) if game is not None else ""
    alone = row.second is None
    return PortableMeeting(
        first=row.first,
        second=NOBODY if row.second is None else row.second,
        first_score=result.first_score if result else None,
        second_score=result.second_score if result else None,
        outcome=result.outcome if result else Outcome.PLAYED,
        board=None if alone or without_board else row.board,
        firsts_known=alone or not firsts_unknown,
        spread_only=result.spread_only if result else False,
        game=text,
        game_name=_game_name(round_, row) if text else "",
    )


def _game_name(round_: _PlayedRound, row: _PairingRow) -> str:
    division = round_.division.slug
    return f"division-{division}-round-{round_.number:02d}-board-{row.board or 0:02d}"
