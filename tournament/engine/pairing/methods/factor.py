"""The method of factor pairing."""

from dataclasses import dataclass
from typing import Any

from tournament.engine.pairing.method import CannotPair, Method, option
from tournament.engine.pairing.pair_by import Players, Scheme, Wish, pair_by
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import Request
from tournament.engine.pairing.wishes import (
    against,
    close,
    fitting_starts,
    halved,
    places,
    same_wins,
    toward,
)

SWISS = "swiss"
HALVES = "halves"


@dataclass(frozen=True)
class FactorOptions:
    """How far apart the top meets, and what the others do."""

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
    repeats: int = option(
        1,
        "Two may meet again only where it cannot be avoided, and after at most so many games.",
        label="Earlier games allowed",
    )


class Factor(Method):
    """At the top of the standings opponents stand a set number of places apart.

    With factor 3 first meets fourth, second meets fifth and third meets sixth. The others are
    paired as in the Swiss system, or their top half meets their bottom half.
    """

    label = "Factor"
    Options = FactorOptions

    def propose(self, request: Request, options: Any) -> Proposal:
        """The pairing nearest to that: nobody of the top with somebody below, then the places."""
        if options.factor < 1:
            raise CannotPair("Factor pairing needs a factor of 1 or more.")

        def scheme(players: Players) -> Scheme:
            top = min(2 * options.factor, len(players))
            meant = [*halved(0, top), *halved(top, len(players))]
            side, away = toward(meant)
            wins, near = same_wins(request, players), close(len(players))
            fit = fitting_starts(request, players)
            across = Wish(1, lambda one, other: int((one < top) != (other < top)))
            wishes = [across, side, away]
            if options.rest == SWISS:
                wishes = [
                    across,
                    Wish(1, lambda one, other: side.price(one, other) if one < top else 0),
                    Wish(away.most, lambda one, other: away.price(one, other) if one < top else 0),
                    Wish(wins.most, lambda one, other: wins.price(one, other) if one >= top else 0),
                    Wish(fit.most, lambda one, other: fit.price(one, other) if one >= top else 0),
                    Wish(near.most, lambda one, other: near.price(one, other) if one >= top else 0),
                ]

            def why(one: int, other: int) -> str:
                met = against(request, players, one, other)
                if other < top:
                    return f"{places(request, one, other)}, factor {top // 2}, {met}"
                how = "Swiss" if options.rest == SWISS else "top half against bottom half"
                return f"{met}, {how} below place {top}"

            return Scheme(wishes, why, away.price if options.rest == HALVES else near.price)

        return pair_by(request, scheme, repeats=options.repeats)
