"""A new pairing method: neighbours in the standings."""

from dataclasses import dataclass
from typing import Any, ClassVar

from tournament.engine.message import Message
from tournament.engine.pairing.method import Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.preference_pairing import pair_by_preferences
from tournament.engine.pairing.preference_set import Players, PreferenceSet
from tournament.engine.pairing.preferences import prefer_close
from tournament.engine.pairing.repeat_price import RepeatPrice
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.plugins import option


@dataclass(frozen=True)
class NeighboursOptions:
    """Options of the method."""

    evenings: int = option(
        1, "Neighbours meet again after so many evenings.", label="Evenings between"
    )


class Neighbours(Method):
    """Opponents are neighbours in the standings, from the top down."""

    label = "Neighbours"
    Options = NeighboursOptions
    sentences: ClassVar = {"neighbours": "they are neighbours"}

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return the pairing with the smallest total distance in the standings."""

        def scheme(players: Players) -> PreferenceSet:
            return PreferenceSet([prefer_close(len(players))], lambda *_: Message("neighbours"))

        return pair_by_preferences(request, scheme, RepeatPrice(0, options.evenings))
