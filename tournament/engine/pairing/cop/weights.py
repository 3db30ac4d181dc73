"""What COP weighs in every pair: rank difference, repeats, and penalties that outweigh them all."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.cop.place_odds import Hopes
from tournament.engine.pairing.reachable_places import Chase


class Measure(Enum):
    """How the distance of a pair is weighed."""

    CUBED = "cubed"
    """Rank difference cubed: the upper place wins a prize."""
    SQUARED = "squared"
    """Rank difference squared."""
    FROM_HOPE = "from_hope"
    """Twice the cube of how far the lower stands from the lowest with a hope of the upper's place."""


@dataclass(frozen=True, slots=True)
class Weight:
    """The parts of a pair's weight, and a reason for each penalty."""

    places: int
    distance: int
    measure: Measure
    times: int
    repeats: int
    penalties: Messages = ()
    is_back_to_back: bool = False
    """The two met in the round before and neither plays for a prize."""

    @property
    def total(self) -> int:
        """What is added up; penalties are counted apart and always outweigh it."""
        return self.distance + self.repeats

    @property
    def reason(self) -> Message:
        """`weight 4027: 3 places apart cubed is 27, met once 4000`."""
        distance = Message("squared", places=self.places, weight=self.distance)
        if self.measure is Measure.CUBED:
            distance = Message("cubed", places=self.places, weight=self.distance)
        elif self.measure is Measure.FROM_HOPE:
            distance = Message("from_hope", places=self.places, weight=self.distance)
        if not self.times:
            return Message("weight", total=self.total, distance=distance)
        return Message(
            "weight_repeats",
            total=self.total,
            distance=distance,
            times=self.times,
            repeats=self.repeats,
        )


@dataclass(frozen=True)
class Weights:
    """The weights of one round. `meetings` are the rounds in which two met, by the pair of numbers."""

    chase: Chase
    hopes: Hopes
    settled: frozenset[int]
    """Who is gibsonized for a prize of the division."""
    settled_in_class: Mapping[int, str]
    """Who is gibsonized for the prize of a class, which is given."""
    evened: Mapping[int, int]
    """The number of the group of those who may meet a gibsonized player that evens it."""
    meetings: Mapping[frozenset[int], tuple[int, ...]]
    round: int
    """The round to be paired."""
    is_last_quarter: bool = False
    """Whether a casher is weighed by hopes alone."""
    widened: frozenset[int] = frozenset()
    """Places from 0 whose lowest player with a hope counts as one lower."""

    @cached_property
    def repeat_unit(self) -> int:
        """What the first repeat weighs; every further one doubles it and adds this."""
        return 4 * len(self.chase.order) ** 3 // 27

    @cached_property
    def lowest_casher(self) -> int:
        """The place from 0 of the lowest who may hope for a prize; -1 when nobody plays for one."""
        prizes = min(self.chase.last_prize, len(self.chase.order))
        return self.hopes.lowest[prizes - 1] if prizes else -1

    @cached_property
    def lowest_ever(self) -> int:
        """The place from 0 of the lowest who wins a prize in any future; -1 for nobody."""
        return self.hopes.lowest_ever(self.chase.last_prize - 1)

    def can_cash(self, number: int) -> bool:
        """Whether the entry can still win a prize of the division: it did in some future."""
        return self.chase.place[number] - 1 <= self.lowest_ever

    def lowest_hopeful(self, place: int) -> int:
        """The lowest place from 0 with a hope of `place`, one lower where that was widened."""
        lowest = self.hopes.lowest[place] + (place in self.widened)
        return min(lowest, len(self.chase.order) - 1)

    def widen(self, places: Iterable[int]) -> "Weights":
        """The weights with one more player allowed to hope for each of these places."""
        return replace(self, widened=self.widened | frozenset(places))

    def of(self, one: int, other: int) -> Weight:
        """The weight of two entries meeting."""
        upper, lower = sorted((self.chase.place[one] - 1, self.chase.place[other] - 1))
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

    def hopeless(self, one: int, other: int) -> int | None:
        """The upper place from 0 of two who meet although the lower cannot hope for it, or None."""
        upper, lower = sorted((self.chase.place[one] - 1, self.chase.place[other] - 1))
        if {one, other} & self.settled:
            return None
        if upper > self.lowest_casher or lower <= self.lowest_hopeful(upper):
            return None
        return upper

    def _distance(self, upper: int, lower: int) -> tuple[int, int, Measure]:
        """How far apart two places count, what that weighs, and how it is measured."""
        above, below = self.chase.order[upper], self.chase.order[lower]
        if self.is_last_quarter and upper <= self.lowest_casher and above not in self.settled:
            apart = abs(self.lowest_hopeful(upper) - lower)
            return apart, 2 * apart**3, Measure.FROM_HOPE
        apart = lower - upper
        if upper < self.chase.last_prize and not {above, below} & self.settled:
            return apart, apart**3, Measure.CUBED
        return apart, apart**2, Measure.SQUARED

    def _penalties(self, one: int, other: int, upper: int, lower: int) -> Messages:
        settled = {one, other} & self.settled
        if settled:
            return self._settled_met(one, other)
        penalties = []
        if self.hopeless(one, other) is not None:
            below = self.chase.order[lower]
            penalties.append(Message("cannot_hope", entry=below, place=upper + 1))
        for number, group in self.settled_in_class.items():
            if number in (one, other):
                rival = other if number == one else one
                if self.chase.classes.get(rival) == group and self._contends_in_class(rival):
                    penalties.append(
                        Message("class_prize_given", rival=rival, group=group, holder=number)
                    )
        return tuple(penalties)

    def _settled_met(self, one: int, other: int) -> Messages:
        if {one, other} <= self.settled:
            return ()
        if one in self.evened and self.evened.get(one) == self.evened.get(other):
            return ()
        number, rival = (one, other) if one in self.settled else (other, one)
        if self.can_cash(rival) or self._contends_in_class(rival):
            return (Message("plays_for_none", rival=rival, settled=number),)
        return ()

    def _contends_in_class(self, number: int) -> bool:
        return number not in self.settled_in_class and self.chase.may_win_class_prize(number)
