"""The weight of each pair in COP: rank difference, repeats, and penalties that outweigh both."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.cop.place_odds import PlaceOdds
from tournament.engine.pairing.reachable_places import ReachablePlaces


class Measure(Enum):
    """The measures of a pair's distance."""

    CUBED = "cubed"
    """The cube of the rank difference; used if the upper place wins a prize and neither is gibsonized."""
    SQUARED = "squared"
    """The square of the rank difference."""
    FROM_HOPE = "from_hope"
    """Twice the cube of the distance between the lower player and the lowest with a chance of the upper place."""


@dataclass(frozen=True, slots=True)
class Weight:
    """The parts of a pair's weight, and a reason for each penalty."""

    places_apart: int
    distance_weight: int
    measure: Measure
    times_met: int
    repeat_weight: int
    penalties: Messages = ()
    is_back_to_back: bool = False
    """Whether the two met in the previous round and neither has a real chance of a prize."""

    @property
    def total(self) -> int:
        """The sum of the weights of distance and repeats; penalties are counted separately and always outweigh it."""
        return self.distance_weight + self.repeat_weight

    @property
    def reason(self) -> Message:
        """The weight as a message: `weight 4027: 3 places apart cubed is 27, met once 4000`."""
        distance = Message("squared", places=self.places_apart, weight=self.distance_weight)
        if self.measure is Measure.CUBED:
            distance = Message("cubed", places=self.places_apart, weight=self.distance_weight)
        elif self.measure is Measure.FROM_HOPE:
            distance = Message("from_hope", places=self.places_apart, weight=self.distance_weight)
        if not self.times_met:
            return Message("weight", total=self.total, distance=distance)
        return Message(
            "weight_repeats",
            total=self.total,
            distance=distance,
            times=self.times_met,
            repeats=self.repeat_weight,
        )


@dataclass(frozen=True)
class Weights:
    """The weights of one round. `meetings` lists the rounds of earlier meetings by pair of numbers."""

    reachable: ReachablePlaces
    odds: PlaceOdds
    settled: frozenset[int]
    """Entries gibsonized for a division prize."""
    settled_in_class: Mapping[int, str]
    """The class of each entry that is gibsonized for a class prize."""
    group_by_entry: Mapping[int, int]
    """The group number of each entry outside the last group.

    A gibsonized player who makes the size of a group even may meet its other members.
    """
    meetings: Mapping[frozenset[int], tuple[int, ...]]
    round: int
    """The round to be paired."""
    is_last_quarter: bool = False
    """Whether the round is in the last quarter, in which chances replace ranks in the weight of contenders."""
    widened: frozenset[int] = frozenset()
    """The 0-based places for which one more player counts as having a chance."""

    @cached_property
    def repeat_unit(self) -> int:
        """The weight of the first repeat; each further repeat doubles the weight and adds this unit."""
        return 4 * len(self.reachable.order) ** 3 // 27

    @cached_property
    def lowest_casher(self) -> int:
        """The 0-based place of the lowest player with a real chance of a prize; -1 if there is none."""
        prizes = min(self.reachable.last_prize_place, len(self.reachable.order))
        return self.odds.lowest_with_real_chance[prizes - 1] if prizes else -1

    @cached_property
    def lowest_able_to_cash(self) -> int:
        """The 0-based place of the lowest player who wins a prize in any future; -1 if there is none."""
        return self.odds.lowest_able_to_reach(self.reachable.last_prize_place - 1)

    def can_cash(self, number: int) -> bool:
        """Return whether the entry can win a division prize: in some future, it or a lower-placed entry wins one."""
        return self.reachable.place[number] - 1 <= self.lowest_able_to_cash

    def lowest_hopeful(self, place: int) -> int:
        """Return the lowest 0-based place with a chance of `place`, including any widening."""
        lowest = self.odds.lowest_with_real_chance[place] + (place in self.widened)
        return min(lowest, len(self.reachable.order) - 1)

    def widen(self, places: Iterable[int]) -> "Weights":
        """Return the weights with one more player given a chance of each of these places."""
        return replace(self, widened=self.widened | frozenset(places))

    def weight(self, one: int, other: int) -> Weight:
        """Return the weight of a meeting of two entries."""
        upper, lower = sorted((self.reachable.place[one] - 1, self.reachable.place[other] - 1))
        met = self.meetings.get(frozenset((one, other)), ())
        places, distance, measure = self._distance(upper, lower)
        return Weight(
            places,
            distance,
            measure,
            len(met),
            (2 ** len(met) - 1) * self.repeat_unit,
            self._penalties(one, other, upper, lower),
            self.round - 1 in met and upper > self.lowest_casher,
        )

    def hopeless_place(self, one: int, other: int) -> int | None:
        """Return the 0-based upper place of a pair whose lower player has no real chance of it, or None.

        None also for a pair with a gibsonized player, or whose upper player has no real chance of a prize.
        """
        upper, lower = sorted((self.reachable.place[one] - 1, self.reachable.place[other] - 1))
        if {one, other} & self.settled:
            return None
        if upper > self.lowest_casher or lower <= self.lowest_hopeful(upper):
            return None
        return upper

    def _distance(self, upper: int, lower: int) -> tuple[int, int, Measure]:
        """Return the distance between two places, its weight and its measure."""
        above, below = self.reachable.order[upper], self.reachable.order[lower]
        if self.is_last_quarter and upper <= self.lowest_casher and above not in self.settled:
            apart = abs(self.lowest_hopeful(upper) - lower)
            return apart, 2 * apart**3, Measure.FROM_HOPE
        apart = lower - upper
        if upper < self.reachable.last_prize_place and not {above, below} & self.settled:
            return apart, apart**3, Measure.CUBED
        return apart, apart**2, Measure.SQUARED

    def _penalties(self, one: int, other: int, upper: int, lower: int) -> Messages:
        settled = {one, other} & self.settled
        if settled:
            return self._settled_pair_penalties(one, other)
        penalties = []
        if self.hopeless_place(one, other) is not None:
            below = self.reachable.order[lower]
            penalties.append(Message("cannot_hope", entry=below, place=upper + 1))
        for number, group in self.settled_in_class.items():
            if number in (one, other):
                rival = other if number == one else one
                if self.reachable.classes.get(rival) == group and self._contends_in_class(rival):
                    penalties.append(
                        Message("class_prize_given", rival=rival, group=group, holder=number)
                    )
        return tuple(penalties)

    def _settled_pair_penalties(self, one: int, other: int) -> Messages:
        if {one, other} <= self.settled:
            return ()
        if one in self.group_by_entry and self.group_by_entry.get(one) == self.group_by_entry.get(
            other
        ):
            return ()
        number, rival = (one, other) if one in self.settled else (other, one)
        if self.can_cash(rival) or self._contends_in_class(rival):
            return (Message("plays_for_none", rival=rival, settled=number),)
        return ()

    def _contends_in_class(self, number: int) -> bool:
        return number not in self.settled_in_class and self.reachable.can_win_class_prize(number)
