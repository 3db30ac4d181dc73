"""A round of COP: its constraints, and the pairing of least weight that meets them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.byes import ByeChoice
from tournament.engine.pairing.conflicts import impossible_round_error
from tournament.engine.pairing.cop.constraints import (
    ControlWatch,
    PairingConstraint,
    Players,
    class_hill_constraint,
    control_constraint,
    factor_three_constraint,
    find_control_losses,
    group_constraint,
    king_of_the_hill_constraint,
)
from tournament.engine.pairing.cop.place_odds import FutureSimulator, PlaceOdds
from tournament.engine.pairing.cop.weights import Weight, Weights
from tournament.engine.pairing.field import MAX_MISFIT, PairingField
from tournament.engine.pairing.matching import (
    Matching,
    Price,
    PriceScale,
    cheapest_matching,
    random_draws,
)
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.preference_pairing import PairingNotes
from tournament.engine.pairing.preferences import records_message
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.pairing.simulation import BATCH_SIZE, count_batches

LAST_ROUNDS_OF_CONTROL = 4
"""The largest number of remaining rounds at which only one player who would lose control is sought.

With more rounds left, two are sought, and the leader may meet either.
"""


def watch_control_in_round(
    request: PairingRequest,
    simulated: FutureSimulator,
    odds: PlaceOdds,
    players: Players,
    *,
    percent: int,
    futures: int,
    begins: int,
) -> ControlWatch:
    """Return the players who lose control by not meeting the leader, and every player simulated.

    No player is simulated if the leader wins in every future or is not to be paired. The search starts with
    the lowest player who has a real chance of first place. It ends with the first one who loses control and
    can meet the leader, or with the second if more than four rounds are left and this is not round `begins`.
    """
    reachable = simulated.reachable
    leader = reachable.order[0]
    if leader not in players:
        return ControlWatch(not_watched=Message("leader_settled", leader=leader))
    if odds.future_count(0, 0) == odds.futures:
        return ControlWatch(not_watched=Message("leader_always_wins", leader=leader))
    hopeful = [
        (reachable.order[place], place) for place in range(odds.lowest_with_real_chance[0], 0, -1)
    ]
    may_watch = {n for n in players if frozenset((n, leader)) not in request.forbidden_pairs}
    has_choice = (request.rounds_left or 1) > LAST_ROUNDS_OF_CONTROL and request.round != begins
    return find_control_losses(
        hopeful,
        may_watch,
        lambda place: simulated.winning_out_counts(place, odds, futures),
        percent=percent,
        futures=count_batches(futures) * BATCH_SIZE,
        most=2 if has_choice else 1,
    )


def top_pairs_constraint(
    request: PairingRequest, weights: Weights, groups: Sequence[Players], *, wanted: bool
) -> PairingConstraint | None:
    """Return the constraint that forces the pairs at the top with two rounds left.

    None unless it is `wanted`, two rounds are left, and `factor_three_constraint` applies.
    """
    if request.rounds_left != 2 or not wanted or not groups:
        return None
    contending = tuple(number for number in groups[0] if number not in weights.settled)
    return factor_three_constraint(weights.reachable, weights.odds, contending)


def constraints_of(
    request: PairingRequest,
    weights: Weights,
    players: Players,
    groups: Sequence[Players],
    watch: ControlWatch,
    top: PairingConstraint | None,
) -> tuple[PairingConstraint, ...]:
    """Return every constraint on the pairs of `players`, who are split into `groups`."""
    constraints: list[PairingConstraint | None] = [group_constraint(groups)]
    if request.rounds_left == 1:
        constraints += _king_of_the_hill_constraints(weights, players, groups)
    if watch.losing:
        constraints.append(control_constraint(weights.reachable.order[0], watch.losing))
    constraints.append(top)
    return tuple(demand for demand in constraints if demand is not None)


def _king_of_the_hill_constraints(
    weights: Weights, players: Players, groups: Sequence[Players]
) -> list[PairingConstraint | None]:
    """Return the constraint for all players who can win a prize, then one for each class among the others.

    A constraint is None if it binds no pair.
    """
    reachable = weights.reachable
    contending = {n for n in players if n not in weights.settled and weights.can_cash(n)}
    hill = king_of_the_hill_constraint(groups, contending)
    busy = {*contending, *(hill.allowed if hill else ())}
    rest = [
        number
        for number in players
        if number not in busy and number not in {*weights.settled, *weights.settled_in_class}
    ]
    hills = [hill]
    for group in sorted({band.group for band in reachable.bands if band.group}):
        members = tuple(n for n in rest if reachable.classes.get(n) == group)
        given = sum(of_class == group for of_class in weights.settled_in_class.values())
        hills.append(class_hill_constraint(reachable, group, members, given))
    return hills


@dataclass(frozen=True)
class WeighedRound:
    """A round as weighed by COP: an even number of players, best first, with constraints and weights."""

    field: PairingField
    players: Players
    weights: Weights
    constraints: tuple[PairingConstraint, ...]

    @cached_property
    def weights_by_places(self) -> dict[tuple[int, int], Weight]:
        """The weight of each pair of places that may meet, the lower number first."""
        return {
            (one, other): self.weights.weight(self.players[one], self.players[other])
            for one, other in combinations(range(len(self.players)), 2)
            if self.field.may_meet(self.players[one], self.players[other])
        }

    def broken_constraints(self, one: int, other: int) -> list[PairingConstraint]:
        """Return the constraints that a meeting of two entries would break."""
        return [demand for demand in self.constraints if not demand.allows(one, other)]

    def is_unwanted_pair(self, one: int, other: int) -> bool:
        """Return whether the two should not meet if avoidable."""
        return other in self.field.opponents_to_avoid.get(one, ())

    def leaves_lopsided(self, one: int, other: int) -> bool:
        """Return whether a meeting of two places would leave one with firsts and seconds three or more apart."""
        return any(price(one, other) for _, price in self._lopsided_levels)

    @cached_property
    def _lopsided_levels(self) -> list[tuple[int, Callable[[int, int], int]]]:
        return self.field.lopsided_start_level(self.players)

    def hopeless_places(self, pairs: Iterable[tuple[int, int]]) -> frozenset[int]:
        """Return the upper places of the pairs whose lower player has no real chance of them."""
        of = (
            self.weights.hopeless_place(self.players[one], self.players[other])
            for one, other in pairs
        )
        return frozenset(place for place in of if place is not None)

    def best_pairing(self) -> tuple["WeighedRound", Matching]:
        """Return the best pairing, preceded by the weighed round on which it is based.

        If a pair's lower player has no real chance of the upper place, one more player counts as having a
        chance of that place, and the pairing is repeated once.
        """
        matching = self.lightest_matching()
        hopeless = self.hopeless_places(matching.pairs)
        if not hopeless:
            return self, matching
        wider = replace(self, weights=self.weights.widen(hopeless))
        return wider, wider.lightest_matching()

    def lightest_matching(self) -> Matching:
        """Return the best pairing under these weights. Raise `CannotPair` if the players kept apart allow none.

        The levels are, in this order: players who should be kept apart, constraints, penalties, immediate
        repeats between players out of the prizes, firsts and seconds three or more apart, the weight,
        balanced starts, and a draw.
        """
        price, units = self._price()
        matching = cheapest_matching(len(self.players), price, units)
        if matching is None:
            raise impossible_round_error(self.field)
        return matching

    def _price(self) -> tuple[Price, tuple[int, ...]]:
        """Return a function that gives the price of pairing two places, and the units of its levels."""
        table, players = self.weights_by_places, self.players
        scale = PriceScale.for_levels(
            (
                1,
                len(self.constraints),
                max((len(weight.penalties) for weight in table.values()), default=0),
                int(any(weight.is_back_to_back for weight in table.values())),
                1,
                max((weight.total for weight in table.values()), default=0),
                MAX_MISFIT,
            ),
            len(players),
        )
        wish, demand, penalty, at_once, lopsided, unit, start = scale.units
        misfit = self.field.start_imbalance(players)
        draw = random_draws(players, self.field.request.random_for("pairs"), scale.draw_bound)

        def price(one: int, other: int) -> int | None:
            weight = table.get((one, other))
            if weight is None:
                return None
            number, opponent = players[one], players[other]
            return (
                wish * self.is_unwanted_pair(number, opponent)
                + demand * len(self.broken_constraints(number, opponent))
                + penalty * len(weight.penalties)
                + at_once * weight.is_back_to_back
                + lopsided * self.leaves_lopsided(one, other)
                + unit * weight.total
                + start * misfit(one, other)
                + draw(one, other)
            )

        return price, scale.units


def proposal_from(
    weighed: WeighedRound, bye: ByeChoice | None, notes: Sequence[Message]
) -> Proposal:
    """Return the proposal: pairs in the order of the standings, reasons, concessions and notes."""
    players = weighed.players
    weighed, matching = weighed.best_pairing()
    pairs = [(players[one], players[other]) for one, other in matching.pairs]
    total = sum(weighed.weights_by_places[pair].total for pair in matching.pairs)
    penalties = sum(len(weighed.weights_by_places[pair].penalties) for pair in matching.pairs)
    return Proposal(
        pairs=tuple(pairs),
        byes=(bye.number,) if bye else (),
        reasons={
            frozenset(pair): _reasons(weighed, *places, bye)
            for pair, places in zip(pairs, matching.pairs, strict=True)
        },
        bye_reasons={bye.number: bye.reasons} if bye else {},
        warnings=(
            *_constraint_warnings(weighed, pairs, bye),
            *(warning for pair in pairs for warning in _repeat_warning(weighed, *pair)),
            *PairingNotes(weighed.field, players, bye=bye).bye_warnings(),
        ),
        notes=(*notes, *_widening_notes(weighed.weights), _total_weight_note(total, penalties)),
    )


def _reasons(weighed: WeighedRound, one: int, other: int, bye: ByeChoice | None) -> Messages:
    number, opponent = weighed.players[one], weighed.players[other]
    weight = weighed.weights_by_places[one, other]
    request, place = weighed.field.request, weighed.weights.reachable.place
    reasons = [
        Message(
            "by_standing",
            standing=records_message(request, weighed.players, one, other),
            places=Message("places", one=place[number], other=place[opponent]),
        )
    ]
    reasons += [
        demand.why for demand in weighed.constraints if demand.nearly_forces(number, opponent)
    ]
    rounds = request.meetings.get(frozenset((number, opponent)), ())
    reasons.append(Message("met_in", rounds=rounds) if rounds else Message("not_met"))
    reasons.append(weight.reason)
    reasons += [Message("penalty", why=penalty) for penalty in weight.penalties]
    if weight.is_back_to_back:
        reasons.append(Message("met_just_now"))
    reasons += [
        Message("demand_broken", demand=demand.name)
        for demand in weighed.broken_constraints(number, opponent)
    ]
    if weighed.is_unwanted_pair(number, opponent):
        reasons.append(
            Message("wished_apart_why", why=Message("as_this_bye"))
            if bye
            else Message("wished_apart_always")
        )
    return tuple(reasons)


def _constraint_warnings(
    weighed: WeighedRound, pairs: Sequence[tuple[int, int]], bye: ByeChoice | None
) -> list[Message]:
    """Return a warning for each pair that breaks a constraint or should have been kept apart."""
    warnings = []
    for one, other in pairs:
        warnings += [
            Message("demand_given_up", one=one, other=other, why=demand.why)
            for demand in weighed.broken_constraints(one, other)
        ]
        if weighed.is_unwanted_pair(one, other):
            warnings.append(
                Message("wish_broken_why", one=one, other=other, why=Message("as_this_bye"))
                if bye
                else Message("wish_broken_always", one=one, other=other)
            )
    return warnings


def _repeat_warning(weighed: WeighedRound, one: int, other: int) -> list[Message]:
    rounds = weighed.field.request.meetings.get(frozenset((one, other)), ())
    if not rounds:
        return []
    forced = tuple(demand.name for demand in weighed.constraints if demand.forces(one, other))
    why = Message("forced", demands=forced) if forced else Message("lightest")
    return [Message("meet_again", one=one, other=other, rounds=rounds, why=why)]


def _widening_notes(weights: Weights) -> list[Message]:
    """Return a note on each place for which one more player counted as having a chance."""
    order = weights.reachable.order
    return [
        Message("widened", place=place + 1, entry=order[weights.lowest_hopeful(place)])
        for place in sorted(weights.widened)
    ]


def _total_weight_note(total: int, penalties: int) -> Message:
    if not penalties:
        return Message("weigh_together", total=total)
    return Message("weigh_together_penalties", total=total, penalties=penalties)
