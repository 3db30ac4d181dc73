"""Of all cheapest pairings the one in which the first place meets the highest, then the next place."""

from collections.abc import Sequence

from tournament.engine.pairing.matching import Matching, Price, cheapest


def from_the_top(size: int, price: Price, found: Matching, units: Sequence[int] = ()) -> Matching:
    """The pairing as cheap as `found` whose pairs are best from the top down.

    `found` is a cheapest pairing, `units` those of the prices' levels. Each place in turn takes the
    highest place left that leaves the others a pairing which costs no more; exchanging with one or
    two pairs nearly always shows that, and where it does not, the rest is matched anew.
    """
    partner: dict[int, int] = {}
    for one, other in found.pairs:
        partner[one], partner[other] = other, one
    settled: list[tuple[int, int]] = []
    for place in range(size):
        if place not in partner:
            continue
        for other in range(place + 1, size):
            if other in partner and _made(price, partner, place, other, units):
                settled.append((place, other))
                del partner[place], partner[other]
                break
    return Matching(tuple(settled), found.cost, found.proved)


def _made(
    price: Price, partner: dict[int, int], one: int, other: int, units: Sequence[int]
) -> bool:
    """Pair the two in `partner` at no cost to the whole; False, and no change, where it costs."""
    cost = price(one, other)
    if partner[one] == other:
        return True
    if cost is None:
        return False
    left, right = partner[one], partner[other]
    paid = _paid(price, (one, left), (other, right))
    if _sum(price, (left, right)) == paid - cost:
        _join(partner, (one, other), (left, right))
        return True
    for third, fourth in [*partner.items()]:
        if third not in (one, other, left, right) and fourth not in (one, other, left, right):
            before = paid + _paid(price, (third, fourth))
            if _sum(price, (left, third), (right, fourth)) == before - cost:
                _join(partner, (one, other), (left, third), (right, fourth))
                return True
    return _matched_anew(price, partner, (one, other), cost, units)


def _matched_anew(
    price: Price, partner: dict[int, int], pair: tuple[int, int], cost: int, units: Sequence[int]
) -> bool:
    rest = [place for place in sorted(partner) if place not in pair]
    total = _paid(price, *((place, mate) for place, mate in partner.items() if place < mate))
    found = cheapest(len(rest), lambda first, second: price(rest[first], rest[second]), units)
    if found is None or found.cost + cost != total:
        return False
    _join(partner, pair, *((rest[first], rest[second]) for first, second in found.pairs))
    return True


def _sum(price: Price, *pairs: tuple[int, int]) -> int | None:
    """What the pairs cost together; None where one of them may not be."""
    costs = [price(min(pair), max(pair)) for pair in pairs]
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None


def _paid(price: Price, *pairs: tuple[int, int]) -> int:
    """What pairs of the pairing cost together."""
    return _sum(price, *pairs) or 0


def _join(partner: dict[int, int], *pairs: tuple[int, int]) -> None:
    for one, other in pairs:
        partner[one], partner[other] = other, one
