"""What COP sees for every player: places reached and hoped for, and the weight of the pair made."""

from collections.abc import Iterator

from tournament.engine.pairing.cop.round import Weighed
from tournament.engine.pairing.lookahead import PlayerLookahead


def lookahead_of(weighed: Weighed) -> Iterator[PlayerLookahead]:
    """Everybody still in, best first, with the pair COP makes of the best pairing.

    Raises `CannotPair` when those kept apart leave none.
    """
    settled, matching = weighed.settled()
    weights, players = settled.weights, settled.players
    chase, hopes = weights.chase, weights.hopes
    made = {}
    for one, other in matching.pairs:
        made[players[one]] = players[other], settled.table[one, other]
        made[players[other]] = players[one], settled.table[one, other]
    for place, number in enumerate(chase.order):
        reached = [then for then in range(len(chase.order)) if hopes.times(place, then)]
        hoped = [then for then in reached if hopes.may_hope(place, then)]
        opponent, weight = made.get(number, (None, None))
        yield PlayerLookahead(
            number,
            place + 1,
            chase.records[number],
            min(reached, default=place) + 1,
            min(hoped, default=place) + 1,
            chase.order[weights.lowest_hopeful(place)] if place <= weights.lowest_casher else None,
            number in weights.settled or number in weights.settled_in_class,
            opponent,
            weight.reason if weight else None,
            weight.penalties if weight else (),
        )
