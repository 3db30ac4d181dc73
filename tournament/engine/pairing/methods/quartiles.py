"""The quartiles method."""

from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.method import Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.preference_pairing import pair_by_preferences
from tournament.engine.pairing.preference_set import Players, PreferenceSet
from tournament.engine.pairing.preferences import (
    fold_halves,
    places_message,
    prefer_partners,
    records_message,
)
from tournament.engine.pairing.repeat_price import NO_FREE_REPEATS, limit_option, price_option
from tournament.engine.pairing.request import PairingRequest


@dataclass(frozen=True)
class QuartilesOptions:
    """Options that limit repeats."""

    again: str = price_option(NO_FREE_REPEATS)
    repeats: int | None = limit_option()


class Quartiles(Method):
    """The first quarter of the standings meets the second, and the third meets the fourth.

    If the field cannot be split into four equal parts, the upper two quarters are the larger ones.
    """

    label = "Quartiles"
    reads_no_results = True
    Options = QuartilesOptions

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return the pairing closest to first quarter against second and third against fourth, both in order.

        Raise `CannotPair` if no pairing is possible.
        """

        def scheme(players: Players) -> PreferenceSet:
            size = len(players)
            upper = 2 * -(-size // 4)
            partner = [*fold_halves(0, upper), *fold_halves(upper, size)]

            def why(one: int, other: int) -> Message:
                at, met = (
                    places_message(request, one, other),
                    records_message(request, players, one, other),
                )
                if (one >= upper) != (other >= upper):
                    return Message("quarters_near", places=at, standing=met)
                if one >= upper:
                    return Message("quarters_lower", places=at, standing=met)
                return Message("quarters_upper", places=at, standing=met)

            wishes = prefer_partners(partner)
            return PreferenceSet(wishes, why, wishes[-1].price)

        return pair_by_preferences(request, scheme, self.repeat_price(options))
