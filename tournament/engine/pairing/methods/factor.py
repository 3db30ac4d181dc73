"""The factor pairing method."""

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
    prefer_balanced_starts,
    prefer_close,
    prefer_factor_distance,
    prefer_leaders_in_reach,
    prefer_partners,
    prefer_swiss_wins,
    records_message,
)
from tournament.engine.pairing.repeat_price import (
    FREE_REPEATS,
    RepeatPrice,
    limit_option,
    price_option,
)
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.plugins import option

SWISS = "swiss"
HALVES = "halves"


@dataclass(frozen=True)
class FactorOptions:
    """Options for the distance at the top and for the other players."""

    factor: int = option(
        3,
        "With 3, first meets fourth, second meets fifth, third meets sixth.",
        label="Places apart",
    )
    rest: str = option(
        SWISS,
        label="Below the top",
        choices=((SWISS, "Swiss"), (HALVES, "top half against bottom half")),
    )
    again: str = price_option(FREE_REPEATS)
    repeats: int | None = limit_option()


class Factor(Method):
    """Opponents at the top of the standings are a fixed number of places apart.

    With factor 3, first meets fourth, second meets fifth and third meets sixth. The others are
    paired as in the Swiss system, or their top half meets their bottom half.
    """

    label = "Factor"
    reads_no_results = True
    Options = FactorOptions

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return the pairing closest to the factor at the top, then the best one of the rest.

        A leader who cannot meet the intended opponent meets someone close to that opponent in the
        standings, preferably within the top. Raise `CannotPair` for a factor below 1 or if no pairing is
        possible.
        """
        if options.factor < 1:
            raise CannotPair(Message("factor_factor"))

        def scheme(players: Players) -> PreferenceSet:
            factor = min(options.factor, len(players) // 2)
            top = 2 * factor
            if options.rest == SWISS:
                rest = [
                    prefer_swiss_wins(request, players, RepeatPrice(1)),
                    prefer_balanced_starts(request, players),
                    prefer_close(len(players)),
                ]
            else:
                rest = [*prefer_partners([*range(top), *fold_halves(top, len(players))])]
            wishes = [
                prefer_leaders_in_reach(len(players), factor),
                prefer_factor_distance(factor, len(players)),
                *(wish.below(top) for wish in rest),
            ]

            def why(one: int, other: int) -> Message:
                standing = records_message(request, players, one, other)
                if one >= top and options.rest == SWISS:
                    return Message("swiss_below", standing=standing, place=top)
                if one >= top:
                    return Message("halves_below", standing=standing, place=top)
                two_places = places_message(request, one, other)
                if other - one == factor:
                    return Message("factor", places=two_places, factor=factor, standing=standing)
                return Message("near_factor", places=two_places, factor=factor, standing=standing)

            return PreferenceSet(wishes, why, rest[-1].price)

        return pair_by_preferences(request, scheme, self.repeat_price(options))
