"""What COP weighs in every pair: rank difference, repeats, and penalties that outweigh them all."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.chase import Chase
from tournament.engine.pairing.cop.hopes import Hopes


@dataclass(frozen=True, slots=True)
class Weight:
    """The parts of a pair's weight, and a reason for each penalty."""

    places: int
    distance: int
    is_cubed: bool
    times: int
    repeats: int
    penalties: Messages = ()

    @property
    def total(self) -> int:
        """What is added up; penalties are counted apart and always outweigh it."""
        return self.distance + self.repeats

    @property
    def reason(self) -> Message:
        """`weight 4027: 3 places apart cubed is 27, met once 4000`."""
        distance = Message("squared", places=self.places, weight=self.distance)
        if self.is_cubed:
            distance = Message("cubed", places=self.places, weight=self.distance)
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
    """The weights of one round. `meetings` are how often two met, by the pair of numbers."""

    chase: Chase
    hopes: Hopes
    settled: frozenset[int]
    """Who is gibsonized for a prize of the division."""
    settled_in_class: Mapping[int, str]
    """Who is gibsonized for the prize of a class, which is given."""
    evened: Mapping[int, int]
    """The number of the group of those who may meet a gibsonized player that evens it."""
    meetings: Mapping[frozenset[int], int]

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

    def of(self, one: int, other: int) -> Weight:
        """The weight of two entries meeting."""
        upper, lower = sorted((self.chase.place[one] - 1, self.chase.place[other] - 1))
        places = lower - upper
        is_cubed = upper < self.chase.last_prize and not {one, other} & self.settled
        times = self.meetings.get(frozenset((one, other)), 0)
        return Weight(
            places,
            places**3 if is_cubed else places**2,
            is_cubed,
            times,
            (2**times - 1) * self.repeat_unit,
            self._penalties(one, other, upper, lower),
        )

    def _penalties(self, one: int, other: int, upper: int, lower: int) -> Messages:
        settled = {one, other} & self.settled
        if settled:
            return self._settled_met(one, other)
        penalties = []
        if upper <= self.lowest_casher and not self._can_reach(upper, lower):
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

    def _can_reach(self, upper: int, lower: int) -> bool:
        lowest = self.hopes.lowest[upper]
        return lower <= lowest or (lowest == upper and lower == upper + 1)

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
