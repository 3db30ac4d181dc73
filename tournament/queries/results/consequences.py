"""The consequences of a different result at a board, computed before it is saved."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.db.models import F, Q

from scoring.wording.phrases import comma_list
from tournament.engine.consequences import (
    ChangedPairing,
    PlaceChange,
    pairing_change,
    place_changes,
)
from tournament.engine.pairing.method import CannotPair
from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.planning import plan_round
from tournament.engine.results import GAMES, NOBODY, Result, winners
from tournament.engine.standings import Standings, standings
from tournament.models import Pairing, Round
from tournament.models.rounds import Phase
from tournament.queries.people.entries import DivisionField, division_field
from tournament.queries.rounds.pairing import FixedPairs, PairingContext, pairing_context
from tournament.queries.standings.standings import penalties_of, results_of
from tournament.wording.results import result_wording

MAX_LISTED_RANK_CHANGES = 6
"""The maximum number of changed ranks that are listed; the others are summarized."""


@dataclass(frozen=True, slots=True)
class Consequences:
    """The changed ranks in the latest standings, and the published rounds that would have been paired differently."""

    changed_places: tuple[PlaceChange, ...] = ()
    changed_pairings: tuple[ChangedPairing, ...] = ()
    after: int = 0
    """The round after which the ranks are given."""
    names: Mapping[int, str] = field(default_factory=dict)
    winner: str = ""
    """The new and the former winner in a sentence; empty if the winner stays the same."""

    def __bool__(self) -> bool:
        return bool(self.changed_places or self.changed_pairings or self.winner)

    @property
    def sentences(self) -> list[str]:
        """All consequences in words, the change of the winner first."""
        return [*([self.winner] if self.winner else []), *self.rank_changes, *self.outdated_rounds]

    @property
    def rank_changes(self) -> list[str]:
        """Sentences on the first `MAX_LISTED_RANK_CHANGES` players whose ranks change, and one on the others."""
        sentences = [
            result_wording(
                "goes_up" if move.is_up else "goes_down",
                player=self.names[move.number],
                before=move.before,
                after=move.after,
            )
            for move in self.changed_places[:MAX_LISTED_RANK_CHANGES]
        ]
        if more := len(self.changed_places[MAX_LISTED_RANK_CHANGES:]):
            sentences.append(result_wording("more_change_place", count=more))
        return sentences

    @property
    def outdated_rounds(self) -> list[str]:
        """The published rounds that would have been paired differently, a sentence each."""
        return [
            result_wording(
                "paired_otherwise",
                round=round_.round,
                would_meet=self._pairs_in_words(round_.would_meet),
                instead_of=self._pairs_in_words(round_.would_not_meet),
            )
            for round_ in self.changed_pairings
        ]

    def _pairs_in_words(self, pairs: tuple[tuple[int, int], ...]) -> str:
        return comma_list(f"{self.names[one]} – {self.names[other]}" for one, other in pairs)


def consequences_of(
    pairing: Pairing, first_score: int, second_score: int, outcome: str
) -> Consequences:
    """Return the consequences of entering this result for the pairing.

    At most five queries, and seven more if later rounds are published. For anything but a played
    game, the scores are the awarded spreads.
    """
    division = pairing.round.division
    now = results_of(division)
    people = division_field(division)
    number, second = pairing.round.number, pairing.second
    corrected = Result(
        number, pairing.first.number, second.number if second else NOBODY,
        first_score, second_score, outcome,
    )  # fmt: skip
    then = [r for r in now if not (r.round == number and r.first == corrected.first)]
    then.append(corrected)
    then.sort(key=lambda result: result.round)
    after = max(result.round for result in then)
    penalties = penalties_of(division)
    rules = division.event.rules

    def ranked(results: list[Result]) -> Standings:
        return standings(
            people.entrants,
            results,
            after=after,
            keys=division.ranking_keys_after(after),
            cap=rules.spread_cap,
            penalties=penalties,
            start_rules=division.start_rules,
        )

    later = Round.objects.filter(division=division, number__gt=number).exclude(phase=Phase.DRAFT)
    rounds = list(later.order_by("number"))
    known = pairing_context(division) if rounds else None
    seats = _seats(rounds)
    otherwise = [
        _changed_pairing(known, round_, seats[round_.pk], now, then) for round_ in rounds if known
    ]
    return Consequences(
        _visible_place_changes(place_changes(ranked(now), ranked(then)), people),
        tuple(filter(None, otherwise)),
        after,
        people.names,
        _winner_change(now, corrected, people.names),
    )


def _winner_change(now: list[Result], then: Result, names: Mapping[int, str]) -> str:
    """Return a sentence if the winner of a played game changes, else an empty string.

    A change to or from a tie counts too. If no game was played before, the string is empty.
    """
    before = next((r for r in now if (r.round, r.first) == (then.round, then.first)), None)
    if before is None or not {before.outcome, then.outcome} <= set(GAMES):
        return ""
    was, will = (
        winners(result.outcome, result.first_score, result.second_score)
        for result in (before, then)
    )
    if was == will:
        return ""
    one, other = names[then.first], names[then.second]
    winner_before = one if was == (0,) else other
    if len(will) > 1:
        return result_wording("becomes_a_tie", winner=winner_before)
    winner = one if will == (0,) else other
    if len(was) > 1:
        return result_wording("was_a_tie", winner=winner)
    return result_wording("wins_instead", winner=winner, other=winner_before)


def _visible_place_changes(
    moves: tuple[PlaceChange, ...], people: DivisionField
) -> tuple[PlaceChange, ...]:
    """Return the changes that concern players who have not withdrawn; ranks among the withdrawn do not matter."""
    still_in = {person.number for person in people.people if person.withdrawn_after is None}
    return tuple(move for move in moves if move.number in still_in)


Seats = list[tuple[int, int]]
"""The numbers of the first and second player in every pairing of a round; a bye has no second player."""


def _seats(rounds: list[Round]) -> dict[int, Seats]:
    """Return the seats of each round by key, without late entries' missed rounds. At most one query."""
    seats: dict[int, Seats] = {round_.pk: [] for round_ in rounds}
    if rounds:
        missed = Q(second=None, first__added_at__gt=F("round__published_at"))
        pairings = Pairing.objects.filter(~missed, round__in=rounds, replaced_at=None)
        for key, first, second in pairings.values_list("round", "first__number", "second__number"):
            seats[key].append((first, second or NOBODY))
    return seats


def _changed_pairing(
    known: PairingContext, round_: Round, seats: Seats, now: list[Result], then: list[Result]
) -> ChangedPairing | None:
    """Return how the round would differ if paired from the results `then`.

    It is paired with its own method and seed, and only from the players seated in it. Return None if
    it would be the same or cannot be paired.
    """
    seated = {number for pair in seats for number in pair}

    def planned(results: list[Result]) -> Plan:
        request = known.request(
            round_.number,
            round_.seed,
            source_round=round_.source_round,
            fixed=FixedPairs.from_stored(round_.fixed),
            results=results,
        )
        others = {entrant.number for entrant in request.entrants} - seated
        request = replace(request, absent=request.absent | others)
        return plan_round(request, round_.method, round_.options)[0]

    try:
        published = [pair for pair in seats if NOBODY not in pair]
        return pairing_change(published, planned(now), planned(then))
    except CannotPair:  # by hand, or by a method that fails now
        return None
