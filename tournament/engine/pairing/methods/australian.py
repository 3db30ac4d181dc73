"""The Australian draw method."""

from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.method import Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.preference_pairing import pair_by_preferences
from tournament.engine.pairing.preference_set import Players, Preference, PreferenceSet
from tournament.engine.pairing.preferences import (
    fold_halves,
    places_message,
    prefer_partners,
    records_message,
)
from tournament.engine.pairing.repeat_price import NO_FREE_REPEATS, limit_option, price_option
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.plugins import option


@dataclass(frozen=True)
class AustralianOptions:
    """Options that limit repeats."""

    again: str = price_option(NO_FREE_REPEATS)
    repeats: int | None = limit_option()
    since: int = option(
        1,
        "Meetings before this round no longer count as repeats.",
        label="Repeats count from round",
    )


class Australian(Method):
    """From the top down, each player meets the highest-ranked opponent they have not met.

    Before the first game, the top half meets the bottom half. If a pair would leave the other players
    without a pairing free of repeats, the next opponent is tried instead. If every pairing has
    repeats, the one with the fewest is used, and the oldest meetings are repeated first. You can
    name a round from which repeats count again.
    """

    label = "Australian draw"
    Options = AustralianOptions

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return the pairing that is best for the first player, then for the next unpaired one, and so on.

        Before any game, the top half meets the bottom half. Raise `CannotPair` if no pairing is possible.
        """

        def scheme(players: Players) -> PreferenceSet:
            if request.standings_round < 1:
                return _halves_preferences(request, players)
            since = self.repeat_price(options).first_counting_round(request.round)
            return _highest_opponent_preferences(request, players, since)

        return pair_by_preferences(request, scheme, self.repeat_price(options))


def _highest_opponent_preferences(
    request: PairingRequest, players: Players, since: int
) -> PreferenceSet:
    """Return the preferences for the highest possible opponents.

    Of two repeats, the pair whose last meeting since round `since` is longer ago is preferred.
    """

    def last_met(one: int, other: int) -> int:
        rounds = request.meetings.get(frozenset((players[one], players[other])), ())
        return max((round_ for round_ in rounds if since <= round_ < request.round), default=0)

    def why(one: int, other: int) -> Message:
        return Message(
            "highest_possible",
            places=places_message(request, one, other),
            standing=records_message(request, players, one, other),
        )

    return PreferenceSet([Preference(request.round, last_met)], why, top_down=True)


def _halves_preferences(request: PairingRequest, players: Players) -> PreferenceSet:
    """Return the preferences for top half against bottom half, by seed."""

    def why(one: int, other: int) -> Message:
        return Message("halves", standing=records_message(request, players, one, other))

    wishes = prefer_partners(fold_halves(0, len(players)))
    return PreferenceSet(wishes, why, wishes[-1].price)
