"""What a round may have to give up, how it is counted, and in which order: the one definition.

The planner, the choice of the bye, the judge of finished rounds and the command `check_event` all
count by it, so that none of them calls needless what another calls forced.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.repeat_price import AVOIDED, RepeatPrice
from tournament.engine.pairing.request import Request


@dataclass(frozen=True, slots=True, order=True)
class GivenUp:
    """What a pair, a bye or a whole round gives up; the fields stand in the order of their weight.

    Of two rounds the better one is the lesser: nothing gained in a later field makes up for a loss
    in an earlier one.
    """

    repeats: int = 0
    """How many pairs have met before."""
    meetings: int = 0
    """How often these pairs have met, all together."""
    byes: int = 0
    """How many byes, and forfeits in their favour, those with the bye have had."""
    wishes: int = 0
    """How many pairs somebody wished apart."""

    def __add__(self, other: "GivenUp") -> "GivenUp":
        return GivenUp(
            self.repeats + other.repeats,
            self.meetings + other.meetings,
            self.byes + other.byes,
            self.wishes + other.wishes,
        )

    @property
    def as_levels(self) -> tuple[int, int, int, int]:
        """The figures, what weighs most first."""
        return self.repeats, self.meetings, self.byes, self.wishes

    def price(self, units: Sequence[int]) -> int:
        """What it costs where one of each figure costs its unit; further units are not read."""
        return (
            self.repeats * units[0]
            + self.meetings * units[1]
            + self.byes * units[2]
            + self.wishes * units[3]
        )


NOTHING = GivenUp()
LEVELS = tuple(item.name for item in fields(GivenUp))
"""What is given up, what weighs most first."""


def in_pair(times_met: int, *, is_wished_apart: bool) -> GivenUp:
    """What is given up when two meet who have met so often before, free meetings not counted."""
    return GivenUp(int(times_met > 0), times_met, 0, int(is_wished_apart))


def in_bye(byes_before: int) -> GivenUp:
    """What is given up when somebody has the bye who has had so many."""
    return GivenUp(byes=byes_before)


def most_in_pair(times_met: int, byes_before: int = 0) -> GivenUp:
    """No pair or bye gives up more, where nobody has met anybody more often or had more byes."""
    return GivenUp(1, times_met, byes_before, 1)


def total(parts: Iterable[GivenUp]) -> GivenUp:
    """What is given up in all of them."""
    return sum(parts, NOTHING)


def pair_in(request: Request, numbers: frozenset[int], price: RepeatPrice = AVOIDED) -> GivenUp:
    """What is given up when these two meet in the round; repeats only beyond what is free."""
    times_met = price.over(price.times(request.meetings.get(numbers, ()), request.round))
    return in_pair(times_met, is_wished_apart=numbers in request.wished_apart)


def bye_in(request: Request, number: int) -> GivenUp:
    """What is given up when this entry has the bye in the round."""
    return in_bye(len(request.byes.get(number, ())))


def given_up(request: Request, plan: Plan) -> GivenUp:
    """What the whole round gives up. Repeats within the price of the plan are not given up."""
    return total(
        [
            *(pair_in(request, pair.numbers, plan.price) for pair in plan.pairs),
            *(bye_in(request, bye.number) for bye in plan.byes),
        ]
    )
