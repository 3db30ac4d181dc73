"""The concessions of a round, how they are counted, and their order of importance.

The planner, the choice of the bye, the check of finished rounds and the command `check_event` all
use these counts, so that they agree on what was necessary.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.repeat_price import REPEATS_AVOIDED, RepeatPrice
from tournament.engine.pairing.request import PairingRequest


@dataclass(frozen=True, slots=True, order=True)
class Concessions:
    """The concessions of a pair, a bye or a whole round; the fields are in order of importance.

    Of two rounds, the one with the lesser concessions is better: no improvement in a later field makes up
    for a loss in an earlier one.
    """

    repeats: int = 0
    """The number of pairs that have met before."""
    meetings: int = 0
    """The total number of earlier meetings of these pairs."""
    byes: int = 0
    """The total number of earlier byes and forfeit wins of the entries with the bye."""
    wishes: int = 0
    """The number of pairs that were meant to be kept apart if possible."""

    def __add__(self, other: "Concessions") -> "Concessions":
        return Concessions(
            self.repeats + other.repeats,
            self.meetings + other.meetings,
            self.byes + other.byes,
            self.wishes + other.wishes,
        )

    @property
    def as_levels(self) -> tuple[int, int, int, int]:
        """The figures, the most important first."""
        return self.repeats, self.meetings, self.byes, self.wishes

    def price(self, units: Sequence[int]) -> int:
        """Return the sum of the figures, each multiplied by its unit. Surplus units are ignored."""
        return (
            self.repeats * units[0]
            + self.meetings * units[1]
            + self.byes * units[2]
            + self.wishes * units[3]
        )


NO_CONCESSIONS = Concessions()
LEVELS = tuple(item.name for item in fields(Concessions))
"""The field names of `Concessions`, the most important first."""


def pair_concessions(times_met: int, *, is_wished_apart: bool) -> Concessions:
    """Return the concessions of a pair that has met `times_met` times, not counting free meetings."""
    return Concessions(int(times_met > 0), times_met, 0, int(is_wished_apart))


def bye_concessions(byes_before: int) -> Concessions:
    """Return the concessions of a bye for an entry that has had `byes_before` byes."""
    return Concessions(byes=byes_before)


def max_concessions(times_met: int, byes_before: int = 0) -> Concessions:
    """Return an upper bound for the concessions of any pair or bye with at most these counts."""
    return Concessions(1, times_met, byes_before, 1)


def sum_concessions(parts: Iterable[Concessions]) -> Concessions:
    """Return the sum of the concessions."""
    return sum(parts, NO_CONCESSIONS)


def pair_concessions_in(
    request: PairingRequest, numbers: frozenset[int], price: RepeatPrice = REPEATS_AVOIDED
) -> Concessions:
    """Return the concessions of a pair in the round; only repeats beyond the free ones count."""
    times_met = price.priced_meetings(
        price.counted_meetings(request.meetings.get(numbers, ()), request.round)
    )
    return pair_concessions(times_met, is_wished_apart=numbers in request.unwanted_pairs)


def bye_concessions_in(request: PairingRequest, number: int) -> Concessions:
    """Return the concessions of a bye for this entry in the round."""
    return bye_concessions(len(request.byes.get(number, ())))


def concessions_of_round(request: PairingRequest, plan: Plan) -> Concessions:
    """Return the concessions of the whole round. Repeats that are free under the plan's `price` do not count."""
    return sum_concessions(
        [
            *(pair_concessions_in(request, pair.numbers, plan.price) for pair in plan.pairs),
            *(bye_concessions_in(request, bye.number) for bye in plan.byes),
        ]
    )
