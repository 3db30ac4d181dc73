"""The Swiss method."""

from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.method import Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.preference_pairing import pair_by_preferences
from tournament.engine.pairing.preference_set import Players, Preference, PreferenceSet
from tournament.engine.pairing.preferences import (
    avoid_teammates,
    float_reason,
    halves_of_groups,
    places_message,
    prefer_balanced_starts,
    prefer_close,
    prefer_leaders_in_reach,
    prefer_partners,
    prefer_same_class,
    prefer_swiss_wins,
    records_message,
)
from tournament.engine.pairing.repeat_price import (
    NO_FREE_REPEATS,
    RepeatPrice,
    limit_option,
    price_option,
)
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.plugins import option

NEAREST = "nearest"
HALVES = "halves"
MAY_MEET = "meet"
TEAMMATE_WEIGHTS = {MAY_MEET: 0, "1": 5, "2": 17}
"""The weight of a pair of team mates for each value of the option `mates`.

It is slightly above the price of a pair one or two wins apart, which is the square of the
difference in half wins: 4 or 16.
"""


@dataclass(frozen=True)
class SwissOptions:
    """Options for repeats, the choice of opponents, classes, team mates and starts."""

    again: str = price_option(NO_FREE_REPEATS)
    repeats: int | None = limit_option()
    opponents: str = option(
        NEAREST,
        "How players with equal wins are paired.",
        label="Opponents",
        choices=((NEAREST, "nearest in the standings"), (HALVES, "top half against bottom half")),
    )
    within_class: bool = option(
        False,
        "Players of different classes meet only where it cannot be avoided.",
        label="Stay within the class",
    )
    mates: str = option(
        MAY_MEET,
        "How strongly this line of the plan keeps members of the same team or club apart. Up to "
        "the round set for team mates under “Boards and byes”, they are kept apart even if "
        "players then meet opponents with many wins more or less.",
        label="Team and club mates",
        choices=(
            (MAY_MEET, "may meet"),
            ("1", "apart, even if a player then meets an opponent with one win more or less"),
            ("2", "apart, even if a player then meets an opponent with two wins more or less"),
        ),
    )
    balance_firsts: bool = option(
        True,
        "Prefer an opponent with whom firsts and seconds can be balanced, even one with a win "
        "more or less.",
        label="Balance firsts and seconds",
    )


class Swiss(Method):
    """Players with equal wins meet, and no player meets the same opponent more often than the round allows.

    Wins come first. Among players with equal wins, either the nearest in the standings meet or the top
    half meets the bottom half, with the lowest player of an odd group floating down to the next. A
    player does not float the same way in two consecutive rounds, or go first or second three times
    in a row, if another player with as many wins can do so instead. In the last third of the
    rounds, the first three do not meet players who can no longer catch them.
    """

    label = "Swiss"
    reads_no_results = True
    Options = SwissOptions

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return the cheapest pairing by difference in wins, then by distance or halves.

        Raise `CannotPair` if no pairing is possible.
        """

        def scheme(players: Players) -> PreferenceSet:
            return swiss_preferences(request, players, options)

        return pair_by_preferences(request, scheme, self.repeat_price(options))


def swiss_preferences(
    request: PairingRequest, players: Players, options: SwissOptions
) -> PreferenceSet:
    """Return the preferences of the Swiss system for these players, who are given best first."""
    wishes: list[Preference] = [prefer_same_class(request, players)] if options.within_class else []
    if request.is_in_last_third:
        wishes.append(prefer_leaders_in_reach(len(players)))
    repeats = RepeatPrice.from_options(options)
    mates_weigh = TEAMMATE_WEIGHTS[options.mates]
    balances = options.balance_firsts
    wishes.append(
        prefer_swiss_wins(request, players, repeats, balances=balances, mates_weigh=mates_weigh)
    )
    if options.balance_firsts:
        wishes.append(prefer_balanced_starts(request, players))
    far = None
    if options.opponents == HALVES:
        halves = prefer_partners(halves_of_groups(request, players))
        wishes += halves
        far = halves[-1].price
    else:
        wishes.append(prefer_close(len(players)))

    def why(one: int, other: int) -> Message:
        met = records_message(request, players, one, other)
        if request.standings_round:
            met = Message("by_standing", standing=met, places=places_message(request, one, other))
        if options.opponents == HALVES:
            return Message("halves", standing=met)
        if request.standings_round:
            return Message("near_by_standing", standing=met)
        return Message("near_by_seed", standing=met)

    mates = avoid_teammates(request, players)

    def more(one: int, other: int) -> Messages:
        floats = float_reason(request, players, one, other)
        if mates_weigh and mates.price(one, other):
            return (*floats, Message("mates_meet", team=request.teams[players[one]]))
        return floats

    return PreferenceSet(
        wishes, why, far, starts_last=not options.balance_firsts, more_reasons=more
    )
