"""The queen of the hill method."""

from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.method import CannotPair, Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.preference_pairing import pair_by_preferences
from tournament.engine.pairing.preference_set import Players, PreferenceSet
from tournament.engine.pairing.preferences import (
    fold_halves,
    places_message,
    prefer_leaders_in_reach,
    prefer_partners,
    records_message,
)
from tournament.engine.pairing.repeat_price import FREE_REPEATS, limit_option, price_option
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.plugins import option


@dataclass(frozen=True)
class QueenOfTheHillOptions:
    """Options for the distance between opponents."""

    factor: int = option(
        2,
        "With 2, first meets third and second meets fourth; fifth meets seventh, and so on.",
        label="Places apart",
    )
    again: str = price_option(FREE_REPEATS)
    repeats: int | None = limit_option()


class QueenOfTheHill(Method):
    """First meets third, second meets fourth, fifth meets seventh, and so on down the standings.

    The factor is how many places apart opponents are. The upper half of the players left over at the end
    meets the lower half.
    """

    label = "Queen of the hill"
    reads_no_results = True
    Options = QueenOfTheHillOptions

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return the pairing closest to blocks of twice the factor, each split into halves.

        Two players from the same half of a block meet only if others would otherwise play further from
        their intended opponents. Raise `CannotPair` for a factor below 1 or if no pairing is possible.
        """
        if options.factor < 1:
            raise CannotPair(Message("queen_factor"))

        def scheme(players: Players) -> PreferenceSet:
            block = 2 * options.factor
            partner = [
                place
                for first in range(0, len(players), block)
                for place in fold_halves(first, min(first + block, len(players)))
            ]

            def why(one: int, other: int) -> Message:
                return Message(
                    "by_place",
                    places=places_message(request, one, other),
                    standing=records_message(request, players, one, other),
                )

            _, away = prefer_partners(partner)
            wishes = (prefer_leaders_in_reach(len(players), options.factor), away)
            return PreferenceSet(wishes, why, away.price)

        return pair_by_preferences(request, scheme, self.repeat_price(options))
