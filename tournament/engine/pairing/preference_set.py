"""The preferences of a method, and the price of a pair under them."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.concessions import max_concessions
from tournament.engine.pairing.field import MAX_MISFIT, PairingField
from tournament.engine.pairing.matching import Price, PriceScale, random_draws

Players = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Preference:
    """A quantity that a method minimizes, with its price for two places, never above `max_price`.

    `kinds` gives, for each place, what the price depends on besides earlier meetings: the price is the
    same for all places of the same kinds that have not met, so that in a large field it is calculated
    once per pair of kinds. Without it, the price depends on the places themselves.
    """

    max_price: int
    price: Callable[[int, int], int]
    kinds: Sequence[Hashable] | None = None

    def below(self, top: int) -> "Preference":
        """Return the preference restricted to players below the first `top` places."""
        price = self.price
        kinds = self.kinds and [(place >= top, kind) for place, kind in enumerate(self.kinds)]
        return Preference(
            self.max_price, lambda one, other: price(one, other) if one >= top else 0, kinds
        )


@dataclass(frozen=True, slots=True)
class PreferenceSet:
    """A method's preferences for pairing the given players, the most important first.

    `why` gives the reason why two places meet, and `more_reasons` further reasons. `far` gives how far two
    places are from their intended opponents, which matters only in large fields; None if neighbours are
    meant to meet. With `starts_last`, balanced starts decide among pairings that the preferences rate
    equally. With `top_down`, the pairing with the best pairs from the top down is chosen among these
    instead. Without `is_balanced`, the preferences apply even if firsts and seconds end up three or more
    apart.
    """

    preferences: Sequence[Preference]
    why: Callable[[int, int], Message]
    far: Callable[[int, int], int] | None = None
    starts_last: bool = True
    top_down: bool = False
    is_balanced: bool = True
    more_reasons: Callable[[int, int], Messages] = lambda _one, _other: ()


def price_function(
    field: PairingField, players: Players, scheme: PreferenceSet, *, wished: bool
) -> tuple[Price, tuple[int, ...]]:
    """Return a function that gives the price of pairing two places, and the units of its levels.

    The function returns None for a pair that is not allowed. Unless `wished`, that includes pairs with repeats
    beyond the free ones and pairs that should be kept apart.
    """
    own = [*scheme.preferences]
    owed = [field.surplus_firsts[number] for number in players]
    if scheme.starts_last and not scheme.top_down:
        own.append(Preference(MAX_MISFIT, field.start_imbalance(players), owed))
    if not scheme.top_down and scheme.is_balanced:
        own[:0] = [
            Preference(most, price, owed) for most, price in field.lopsided_start_level(players)
        ]
    above = max_concessions(field.limit).as_levels if wished else ()
    scale = PriceScale.for_levels((*above, *(wish.max_price for wish in own)), len(players))
    draw = random_draws(
        players, field.request.random_for("pairs"), 1 if scheme.top_down else scale.draw_bound
    )
    by_kind = _cost_by_kind(field, players, own, scale.units[len(above) :])
    levels = [
        (unit, wish.price)
        for unit, wish in zip(scale.units[len(above) :], own, strict=True)
        if wish.max_price and wish.kinds is None
    ]

    if not wished:
        place = {number: index for index, number in enumerate(players)}
        barred = [
            {place[other] for other in field.unsuitable_opponents(number) if other in place}
            for number in players
        ]

        def unspoilt(one: int, other: int) -> int | None:
            if other in barred[one]:
                return None
            cost = by_kind(one, other) + draw(one, other)
            for unit, price in levels:
                cost += unit * price(one, other)
            return cost

        return unspoilt, scale.units

    def spoilt(one: int, other: int) -> int | None:
        number, opponent = players[one], players[other]
        if not field.may_meet(number, opponent):
            return None
        cost = by_kind(one, other) + draw(one, other)
        for unit, price in levels:
            cost += unit * price(one, other)
        return field.pair_concessions(number, opponent).price(scale.units) + cost

    return spoilt, scale.units


def _cost_by_kind(
    field: PairingField, players: Players, wishes: Sequence[Preference], units: Sequence[int]
) -> Callable[[int, int], int]:
    """Return a function that gives the cost of two places under the preferences that depend on kinds.

    For places that have not met, it is calculated once per pair of kinds.
    """
    levels = [
        (unit, wish.price, wish.kinds)
        for unit, wish in zip(units, wishes, strict=True)
        if wish.max_price and wish.kinds is not None
    ]
    numbers: dict[tuple[Hashable, ...], int] = {}
    kinds = [
        numbers.setdefault(tuple(kind[place] for _, _, kind in levels), len(numbers))
        for place in range(len(players))
    ]
    known: list[dict[int, int]] = [{} for _ in numbers]
    place = {number: index for index, number in enumerate(players)}
    met: list[set[int]] = [set() for _ in players]
    for pair in field.request.meetings:
        if len(both := [place[number] for number in pair if number in place]) == 2:
            met[min(both)].add(max(both))

    def cost(one: int, other: int) -> int:
        row, kind = known[kinds[one]], kinds[other]
        if kind in row and other not in met[one]:
            return row[kind]
        total = 0
        for unit, price, _ in levels:
            total += unit * price(one, other)
        if other not in met[one]:
            row[kind] = total
        return total

    return cost
