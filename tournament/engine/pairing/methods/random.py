"""The random method."""

from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.field import PairingField
from tournament.engine.pairing.method import Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.preference_pairing import pair_by_preferences
from tournament.engine.pairing.preference_set import Players, Preference, PreferenceSet
from tournament.engine.pairing.preferences import prefer_close
from tournament.engine.pairing.repeat_price import NO_FREE_REPEATS, limit_option, price_option
from tournament.engine.pairing.request import PairingRequest


@dataclass(frozen=True)
class RandomOptions:
    """Options that limit repeats."""

    again: str = price_option(NO_FREE_REPEATS)
    repeats: int | None = limit_option()


class Random(Method):
    """All names go into a hat and are drawn in pairs.

    A player drawn against a former opponent meets the nearest possible opponent in the order of the draw
    instead.
    """

    label = "Random"
    Options = RandomOptions
    uses_standings = False

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return pairs of neighbours in an order drawn with the seed, avoiding repeats as the options say.

        Raise `CannotPair` if no pairing is possible.
        """
        drawn = sorted(PairingField(request).unpaired)
        request.random_for("draw").shuffle(drawn)

        def scheme(players: Players) -> PreferenceSet:
            place = {number: place for place, number in enumerate(_drawn_order(drawn, players))}
            where = [place[number] for number in players]

            def why(one: int, other: int) -> Message:
                del one, other
                return Message("drawn")

            most = prefer_close(len(players)).max_price
            near = Preference(most, lambda one, other: (where[one] - where[other]) ** 2)
            return PreferenceSet([near], why, near.price)

        return pair_by_preferences(request, scheme, self.repeat_price(options), by_wins=False)


def _drawn_order(drawn: list[int], players: Players) -> list[int]:
    there = set(players)
    return [number for number in drawn if number in there]
