"""The method of the Swiss system."""

from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.method import Method
from tournament.engine.pairing.pair_by import Players, Scheme, Wish, pair_by
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import Request
from tournament.engine.pairing.wishes import (
    against,
    close,
    fitting_starts,
    halves_of_groups,
    same_class,
    same_wins,
    toward,
)
from tournament.engine.plugins import option

NEAREST = "nearest"
HALVES = "halves"


@dataclass(frozen=True)
class SwissOptions:
    """How equals find each other."""

    repeats: int = option(
        1,
        "Two may meet again only where it cannot be avoided, and after at most so many games.",
        label="Earlier games allowed",
    )
    opponents: str = option(
        NEAREST,
        "Among those with as many wins.",
        label="Opponents",
        choices=((NEAREST, "nearest in the standings"), (HALVES, "top half against bottom half")),
    )
    within_class: bool = option(
        False,
        "Players of different classes meet only where it cannot be avoided.",
        label="Stay within the class",
    )
    balance_firsts: bool = option(
        True,
        "Among those with as many wins, rather meet somebody whose firsts and seconds fit.",
        label="Balance firsts and seconds",
    )


class Swiss(Method):
    """Players with equal wins meet, and nobody meets the same opponent twice while it can be avoided.

    Wins come first; among equal wins either the nearest in the standings, or the top half against
    the bottom half, the lowest of an odd group floating down to the next.
    """

    label = "Swiss"
    Options = SwissOptions

    def propose(self, request: Request, options: Any) -> Proposal:
        """The cheapest pairing by difference in wins, then by nearness or halves."""

        def scheme(players: Players) -> Scheme:
            return swiss_scheme(request, players, options)

        return pair_by(request, scheme, repeats=options.repeats)


def swiss_scheme(request: Request, players: Players, options: SwissOptions) -> Scheme:
    """What the Swiss system wants of these players, the best first."""
    wishes: list[Wish] = [same_class(request, players)] if options.within_class else []
    wishes.append(same_wins(request, players))
    if options.balance_firsts:
        wishes.append(fitting_starts(request, players))
    if options.opponents == HALVES:
        halves = toward(halves_of_groups(request, players))
        wishes += halves
        far = halves[-1].price
    else:
        near = close(len(players))
        wishes.append(near)
        far = near.price

    def why(one: int, other: int) -> Message:
        met = against(request, players, one, other)
        if options.opponents == HALVES:
            return Message("halves", standing=met)
        if request.after:
            return Message("near_by_standing", standing=met)
        return Message("near_by_seed", standing=met)

    return Scheme(wishes, why, far, starts_last=not options.balance_firsts)
