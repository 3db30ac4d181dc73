"""The king of the hill method."""

from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.method import Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.preference_pairing import pair_by_preferences
from tournament.engine.pairing.preference_set import Players, PreferenceSet
from tournament.engine.pairing.preferences import (
    places_message,
    prefer_close,
    prefer_close_and_balanced,
    records_message,
)
from tournament.engine.pairing.repeat_price import FREE_REPEATS, limit_option, price_option
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.plugins import option


@dataclass(frozen=True)
class KingOfTheHillOptions:
    """Options for departing from the standings to avoid repeats or balance starts."""

    again: str = price_option(FREE_REPEATS)
    repeats: int | None = limit_option()
    strict: bool = option(False, hidden=True)
    """The former option for “as many as needed”, which plans of earlier versions still contain."""
    balance_firsts: bool = option(
        False,
        "Below the places that win prizes and below the sixth place (in a field of more than "
        "36, below the first sixth), opponents may be a few places further apart if they have "
        "not met or if their firsts and seconds fit better.",
        label="Balance below the top",
    )


class KingOfTheHill(Method):
    """First meets second, third meets fourth, and so on down the standings.

    Neighbours meet even if they have already met. If repeats are avoided, a player who has met the neighbour meets
    the nearest possible opponent instead. Past starts only decide who goes first, unless you let repeats and
    starts count below the places that matter.
    """

    label = "King of the hill"
    reads_no_results = True
    Options = KingOfTheHillOptions

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return the pairing with the smallest sum of squared distances between opponents.

        With `balance_firsts`, starts and repeats count as well below the places that matter. Raise
        `CannotPair` if no pairing is possible.
        """

        def scheme(players: Players) -> PreferenceSet:
            def why(one: int, other: int) -> Message:
                return Message(
                    "by_place",
                    places=places_message(request, one, other),
                    standing=records_message(request, players, one, other),
                )

            if options.balance_firsts and not options.strict:
                return PreferenceSet(prefer_close_and_balanced(request, players), why)
            return PreferenceSet([prefer_close(len(players))], why, is_balanced=False)

        return pair_by_preferences(request, scheme, self.repeat_price(options))
