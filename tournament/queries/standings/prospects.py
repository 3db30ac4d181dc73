"""The prospects of a division: possible final ranks, and gibsonized players."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from tournament.engine.pairing.gibson import gibsonized_entries
from tournament.engine.pairing.reachable_places import ONLY_FIRST, ReachablePlaces
from tournament.engine.pairing.request import Record
from tournament.engine.standings import Standings
from tournament.engine.standings.prospects import (
    Prospect,
    SecuredPlace,
    places_secured_by_win,
    prospects,
)
from tournament.engine.standings.tally import catch_up_spreads
from tournament.models import Division, Pairing
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.standings.prizes import prize_bands
from tournament.queries.standings.standings import (
    DivisionStandings,
    first_incomplete_round,
    results_of,
)
from tournament.wording.sentences import sentences


def gibsonized_sentences(shown: DivisionStandings) -> tuple[str, ...]:
    """Return a sentence about each gibsonized player in the standings, with the reason, best player first.

    The result is empty if the number of rounds is not set, no round is left, or results are missing up to
    the round shown. Two queries, or none if the number of rounds is not set.
    """
    division = shown.division
    planned = division.rounds_planned
    if planned is None or not 0 < shown.after < planned:
        return ()
    if first_incomplete_round(division, shown.after) is not None:
        return ()
    rules = division.event.rules
    left = planned - shown.after
    playing = [line for line in shown.table.lines if not line.withdrawn]
    reach = catch_up_spreads(rules.gibson_spread, rules.spread_cap, planned, left)
    people = {row.person.number: row.person for row in shown.rows}
    settled = gibsonized_entries(
        ReachablePlaces(
            tuple(line.number for line in playing),
            {
                line.number: Record(line.half_wins, line.half_losses, line.capped_spread)
                for line in playing
            },
            left,
            reach[-1],
            prize_bands(division) or ONLY_FIRST,
            {n: person.rating_class for n, person in people.items() if person.rating_class},
        )
    )
    names = {number: person.name for number, person in people.items()}
    return sentences((reason.why for reason in settled), names)


MAX_ROUNDS_LEFT = 5
"""Number of remaining rounds up to which prospects are shown; before that nearly everything is possible."""


@dataclass(frozen=True, slots=True)
class DivisionProspects:
    """The prospects by entry number; `max_games_left` is the largest number of games any entry has left."""

    max_games_left: int
    by_number: Mapping[int, Prospect]
    is_paired: bool = False
    """Whether the last round has published pairings that have no result yet, so that they are taken into account."""

    @property
    def has_bounds(self) -> bool:
        """Whether any rank is only a bound that may not be reachable."""
        return any(not prospect.is_exact for prospect in self.by_number.values())


@dataclass(frozen=True, slots=True)
class _Situation:
    """The known facts about future rounds, in the form that the engine expects."""

    table: Standings
    left: tuple[tuple[int, int], ...]
    most: int
    """The highest number of games any entry has left."""
    catch_up: tuple[int | None, ...]
    arranged: tuple[tuple[int, int], ...]
    byes: int


def prospects_of(
    shown: DivisionStandings, only: Iterable[int] | None = None
) -> DivisionProspects | None:
    """Return the prospects of all entries, or of those in `only`, after the latest standings.

    Return None if the number of rounds is not set, more than `MAX_ROUNDS_LEFT` are left for any entry,
    an earlier round is shown, no round has a result, or later rounds are held back. Two queries.
    """
    situation = _situation(shown)
    if situation is None:
        return None
    seed = shown.division.event.lots_seed
    known = (
        situation.table,
        situation.left,
        situation.catch_up,
        situation.arranged,
        situation.byes,
        seed,
    )
    by_number = _compute_prospects(*known, of=None if only is None else tuple(only))
    return DivisionProspects(situation.most, by_number, bool(situation.arranged))


def needs_in_game(
    shown: DivisionStandings, number: int, opponent: int, round_number: int
) -> tuple[SecuredPlace, ...]:
    """Return what a win in round `round_number` secures for the entry, as `places_secured_by_win` proves it.

    Ranks that are already certain are left out; the result is empty if there are no prospects. Two
    queries.
    """
    situation = _situation(shown)
    if situation is None:
        return ()
    return places_secured_by_win(
        situation.table,
        dict(situation.left),
        number,
        opponent,
        catch_up=situation.catch_up,
        arranged=situation.arranged,
        byes=situation.byes,
        cap=shown.division.event.rules.spread_cap.for_round(round_number),
    )


def _situation(shown: DivisionStandings) -> _Situation | None:
    """Return the known facts about future rounds, or None if there are no prospects. Two queries."""
    division = shown.division
    planned = division.rounds_planned
    if planned is None or shown.held_back or not shown.last or shown.after != shown.last:
        return None
    results = results_of(division)
    played = Counter(
        number
        for result in results
        if result.round <= planned
        for number in (result.first, result.second)
    )
    leaves = {row.person.number: row.person.withdrawn_after for row in shown.rows}
    ends = {number: planned if last is None else last for number, last in leaves.items()}
    table = _standings_without(
        shown.table, {n for n, last in ends.items() if last < min(shown.last + 1, planned)}
    )
    still_in = [line.number for line in table.lines if not line.withdrawn]
    left = {number: max(0, min(planned, ends[number]) - played[number]) for number in still_in}
    most = max(left.values(), default=0)
    if most > MAX_ROUNDS_LEFT:
        return None
    rules = division.event.rules
    return _Situation(
        table,
        tuple(left.items()),
        most,
        tuple(catch_up_spreads(rules.gibson_spread, rules.spread_cap, planned, most)),
        _unplayed_pairs(division, planned),
        most if len(still_in) % 2 else 0,
    )


def _standings_without(table: Standings, gone: Collection[int]) -> Standings:
    """Return the standings without the entries `gone`, which play no further round."""
    if not gone:
        return table
    return replace(table, lines=tuple(line for line in table.lines if line.number not in gone))


def _unplayed_pairs(division: Division, number: int) -> tuple[tuple[int, int], ...]:
    """Return the published pairs of a round that have no result yet. One query."""
    pairs = (
        Pairing.objects.filter(
            round__division=division, round__number=number, replaced_at=None, second__isnull=False
        )
        .exclude(round__phase=Phase.DRAFT)
        .exclude(results__standing=ResultStatus.COUNTS)
        .order_by("id")
        .values_list("first__number", "second__number")
    )
    return tuple(pairs)


@lru_cache(maxsize=32)  # hall pages are read often between two results
def _compute_prospects(
    table: Standings,
    left: tuple[tuple[int, int], ...],
    catch_up: tuple[int | None, ...],
    arranged: tuple[tuple[int, int], ...],
    byes: int,
    seed: int,
    of: tuple[int, ...] | None,
) -> Mapping[int, Prospect]:
    return prospects(
        table, dict(left), catch_up=catch_up, arranged=arranged, byes=byes, seed=seed, of=of
    )
