"""A round of COP: which demands it makes, of whom, and the pairing of least weight under them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.byes import ByeChoice
from tournament.engine.pairing.conflicts import why_impossible
from tournament.engine.pairing.cop.demands import (
    ControlLoss,
    Demand,
    Players,
    class_hill,
    control_loss,
    factor_three,
    king_of_the_hill,
    meets_only,
    stay_in_group,
)
from tournament.engine.pairing.cop.hopes import Hopes, Simulated
from tournament.engine.pairing.cop.weights import Weight, Weights
from tournament.engine.pairing.field import MOST_MISFIT, Field
from tournament.engine.pairing.matching import Matching, Price, Scale, cheapest, draws
from tournament.engine.pairing.pair_by import PairingNotes
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import Request
from tournament.engine.pairing.simulation import BATCH, batches
from tournament.engine.pairing.wishes import against


def losing_control(
    request: Request,
    simulated: Simulated,
    hopes: Hopes,
    players: Players,
    *,
    percent: int,
    futures: int,
) -> tuple[ControlLoss | None, list[ControlLoss]]:
    """Who loses control by not meeting the leader, and everybody who was looked at.

    Nobody when the leader is not to be paired; who is kept apart from him is passed over.
    """
    leader = simulated.chase.order[0]
    if leader not in players:
        return None, []
    return control_loss(
        simulated.chase,
        hopes,
        [n for n in players if frozenset((n, leader)) not in request.apart],
        lambda place: simulated.always_winning(place, hopes, futures),
        percent=percent,
        futures=batches(futures) * BATCH,
    )


def demands_of(
    request: Request,
    weights: Weights,
    players: Players,
    groups: Sequence[Players],
    loss: ControlLoss | None,
    *,
    wants_factor: bool,
) -> tuple[Demand, ...]:
    """Everything that is forced or forbidden among `players`, who are cut into `groups`."""
    chase = weights.chase
    demands: list[Demand | None] = [stay_in_group(groups)]
    if request.rounds_left == 1:
        demands += _hills(weights, players)
    if loss is not None:
        demands.append(meets_only(chase.order[0], loss))
    if request.rounds_left == 2 and wants_factor and groups:
        contending = tuple(number for number in groups[0] if number not in weights.settled)
        demands.append(factor_three(chase, weights.hopes, contending, loss))
    return tuple(demand for demand in demands if demand is not None)


def _hills(weights: Weights, players: Players) -> list[Demand | None]:
    """King of the hill among all who can win a prize, then class by class among the others."""
    chase = weights.chase
    open_to_prizes = [number for number in players if number not in weights.settled]
    can_cash = sum(1 for number in open_to_prizes if weights.can_cash(number))
    can_cash += can_cash % 2
    hills = [king_of_the_hill(tuple(open_to_prizes[:can_cash]))]
    rest = [n for n in open_to_prizes[can_cash:] if n not in weights.settled_in_class]
    for group in sorted({band.group for band in chase.bands if band.group}):
        members = tuple(n for n in rest if chase.classes.get(n) == group)
        hills.append(class_hill(chase, group, members))
    return hills


@dataclass(frozen=True)
class Weighed:
    """One round as COP sees it: an even number of players, best first, demands and weights."""

    field: Field
    players: Players
    weights: Weights
    demands: tuple[Demand, ...]

    @cached_property
    def table(self) -> dict[tuple[int, int], Weight]:
        """The weight of every two places that may meet, the lower first."""
        return {
            (one, other): self.weights.of(self.players[one], self.players[other])
            for one in range(len(self.players))
            for other in range(one + 1, len(self.players))
            if self.field.may_meet(self.players[one], self.players[other])
        }

    def broken(self, one: int, other: int) -> list[Demand]:
        """The demands two entries meeting would break."""
        return [demand for demand in self.demands if not demand.is_kept(one, other)]

    def is_wished_apart(self, one: int, other: int) -> bool:
        """Whether the two should not meet where it can be helped."""
        return other in self.field.wished_apart.get(one, ())

    def leaves_lopsided(self, one: int, other: int) -> bool:
        """Whether two places meeting would leave one with firsts and seconds three apart."""
        return any(price(one, other) for _, price in self._lopsided)

    @cached_property
    def _lopsided(self) -> list[tuple[int, Callable[[int, int], int]]]:
        return self.field.lopsided(self.players)

    def matching(self) -> Matching:
        """The best pairing: wishes to stay apart first, then demands and penalties; then nobody three
        firsts or seconds apart, the weight, and starts that fit.

        Raises `CannotPair` when those kept apart leave none.
        """
        price, units = self._price()
        matching = cheapest(len(self.players), price, units)
        if matching is None:
            raise why_impossible(self.field)
        return matching

    def _price(self) -> tuple[Price, tuple[int, ...]]:
        """What two places cost, and the units of its levels."""
        table, players = self.table, self.players
        scale = Scale.of(
            (
                1,
                len(self.demands),
                max((len(weight.penalties) for weight in table.values()), default=0),
                1,
                max((weight.total for weight in table.values()), default=0),
                MOST_MISFIT,
            ),
            len(players) // 2,
        )
        wish, demand, penalty, lopsided, unit, start = scale.units
        misfit = self.field.starts_misfit(players)
        draw = draws(players, self.field.request.lots("pairs"), scale.draw)

        def price(one: int, other: int) -> int | None:
            weight = table.get((one, other))
            if weight is None:
                return None
            number, opponent = players[one], players[other]
            return (
                wish * self.is_wished_apart(number, opponent)
                + demand * len(self.broken(number, opponent))
                + penalty * len(weight.penalties)
                + lopsided * self.leaves_lopsided(one, other)
                + unit * weight.total
                + start * misfit(one, other)
                + draw(one, other)
            )

        return price, scale.units


def weigh(weighed: Weighed, bye: ByeChoice | None, notes: Sequence[Message]) -> Proposal:
    """The proposal: pairs in the order of the standings, reasons, what was given up, notes."""
    players = weighed.players
    matching = weighed.matching()
    pairs = [(players[one], players[other]) for one, other in matching.pairs]
    total = sum(weighed.table[pair].total for pair in matching.pairs)
    penalties = sum(len(weighed.table[pair].penalties) for pair in matching.pairs)
    return Proposal(
        pairs=tuple(pairs),
        byes=(bye.number,) if bye else (),
        reasons={
            frozenset(pair): _reasons(weighed, *places, bye)
            for pair, places in zip(pairs, matching.pairs, strict=True)
        },
        bye_reasons={bye.number: bye.reasons} if bye else {},
        warnings=(
            *_given_up(weighed, pairs, bye),
            *(warning for pair in pairs for warning in _repeat_warning(weighed, *pair)),
            *PairingNotes(weighed.field, players, bye=bye).bye_warnings(),
        ),
        notes=(*notes, _weigh_together(total, penalties)),
    )


def _reasons(weighed: Weighed, one: int, other: int, bye: ByeChoice | None) -> Messages:
    number, opponent = weighed.players[one], weighed.players[other]
    weight = weighed.table[one, other]
    request, place = weighed.field.request, weighed.weights.chase.place
    reasons = [
        Message(
            "by_standing",
            standing=against(request, weighed.players, one, other),
            places=Message("places", one=place[number], other=place[opponent]),
        )
    ]
    reasons += [demand.why for demand in weighed.demands if demand.forces(number, opponent)]
    rounds = request.meetings.get(frozenset((number, opponent)), ())
    reasons.append(Message("met_in", rounds=rounds) if rounds else Message("not_met"))
    reasons.append(weight.reason)
    reasons += [Message("penalty", why=penalty) for penalty in weight.penalties]
    reasons += [
        Message("demand_broken", demand=demand.name) for demand in weighed.broken(number, opponent)
    ]
    if weighed.is_wished_apart(number, opponent):
        reasons.append(
            Message("wished_apart_why", why=Message("as_this_bye"))
            if bye
            else Message("wished_apart_always")
        )
    return tuple(reasons)


def _given_up(
    weighed: Weighed, pairs: Sequence[tuple[int, int]], bye: ByeChoice | None
) -> list[Message]:
    """A warning for each pair that breaks a demand or a wish."""
    warnings = []
    for one, other in pairs:
        warnings += [
            Message("demand_given_up", one=one, other=other, why=demand.why)
            for demand in weighed.broken(one, other)
        ]
        if weighed.is_wished_apart(one, other):
            warnings.append(
                Message("wish_broken_why", one=one, other=other, why=Message("as_this_bye"))
                if bye
                else Message("wish_broken_always", one=one, other=other)
            )
    return warnings


def _repeat_warning(weighed: Weighed, one: int, other: int) -> list[Message]:
    rounds = weighed.field.request.meetings.get(frozenset((one, other)), ())
    if not rounds:
        return []
    forced = tuple(demand.name for demand in weighed.demands if demand.forces(one, other))
    why = Message("forced", demands=forced) if forced else Message("lightest")
    return [Message("meet_again", one=one, other=other, rounds=rounds, why=why)]


def _weigh_together(total: int, penalties: int) -> Message:
    if not penalties:
        return Message("weigh_together", total=total)
    return Message("weigh_together_penalties", total=total, penalties=penalties)
