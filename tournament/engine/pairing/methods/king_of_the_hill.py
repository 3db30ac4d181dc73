"""The method of king of the hill."""

from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.method import Method
from tournament.engine.pairing.pair_by import Players, Scheme, pair_by
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import Request
from tournament.engine.pairing.wishes import against, close, close_and_fitting, places
from tournament.engine.plugins import option


@dataclass(frozen=True)
class KingOfTheHillOptions:
    """Whether the order of the standings gives way to repeats."""

    repeats: int = option(
        1,
        "Two may meet again only where it cannot be avoided, and after at most so many games.",
        label="Earlier games allowed",
    )
    strict: bool = option(
        False,
        "First meets second even if they have met: repeats are not avoided at all.",
        label="Strictly by place",
    )
    balance_firsts: bool = option(
        True,
        "Below the places that win prizes (without prizes, below the second) two may stand a "
        "few places further apart where their firsts and seconds fit better.",
        label="Balance firsts and seconds",
    )


class KingOfTheHill(Method):
    """First meets second, third meets fourth, and so on down the standings.

    Who has met the neighbour meets the nearest possible instead, unless it goes strictly by place.
    Below the places that matter firsts and seconds are balanced at the price of a few places.
    """

    label = "King of the hill"
    Options = KingOfTheHillOptions

    def means_repeats(self, options: Any) -> bool:
        """Strictly by place."""
        return bool(options.strict)

    def propose(self, request: Request, options: Any) -> Proposal:
        """The pairing with the fewest places between opponents, squares counted."""

        def scheme(players: Players) -> Scheme:
            def why(one: int, other: int) -> Message:
                return Message(
                    "by_place",
                    places=places(request, one, other),
                    standing=against(request, players, one, other),
                )

            if options.balance_firsts and not options.strict:
                return Scheme(close_and_fitting(request, players), why)
            return Scheme([close(len(players))], why)

        return pair_by(request, scheme, repeats=options.repeats, strict=options.strict)
