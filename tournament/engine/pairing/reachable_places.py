"""Who can still catch whom: the best and the worst place left to everybody, by the field's rule.

With R rounds left whoever is more than R wins ahead cannot be caught; whoever is R ahead cannot
where spread clinches and the lead in spread is all that R rounds allow. Nobody's opponents are
looked at, so that a player can check it on the standings.
`tournament.engine.standings.prospects` thinks further and never contradicts it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import inf

from tournament.engine.message import Message
from tournament.engine.pairing.request import PrizeBand, Record, Request
from tournament.engine.standings.tally import catch_up_by

ONLY_FIRST = (PrizeBand(1, 1),)
"""What is played for where the event has no prizes."""


@dataclass(frozen=True)
class Chase:
    """The standings with `left` rounds to play, in each of which everybody may win.

    `order` are the numbers of all still in, best first. `reach` is the spread one can catch up in
    the rounds left; None: spread does not clinch.
    """

    order: tuple[int, ...]
    records: Mapping[int, Record]
    left: int
    reach: int | None = None
    bands: tuple[PrizeBand, ...] = ONLY_FIRST
    classes: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, request: Request) -> "Chase":
        """The chase after the source round. Raises `ValueError` when the rounds are not known."""
        if request.rounds_total is None:
            raise ValueError("Without a number of rounds nobody knows who can be caught.")
        active = {e.number for e in request.entrants if e.active_in(request.round)}
        listed = [number for number in request.standing if number in active]
        behind = [number for number in request.ranked if number not in set(listed)]
        left = max(1, request.rounds_total - request.after)
        reach = catch_up_by(request.gibson_spread, request.spread_cap, request.rounds_total, left)
        return cls(
            (*listed, *behind),
            request.records,
            left,
            reach[-1],
            tuple(band for band in request.prizes if band.first <= band.last) or ONLY_FIRST,
            request.classes,
        )

    @cached_property
    def last_prize(self) -> int:
        """The lowest place of the division that wins a prize; 0 when only classes have prizes."""
        return max((band.last for band in self.bands if not band.group), default=0)

    @cached_property
    def place(self) -> Mapping[int, int]:
        """The place of each number now, from 1."""
        return {number: place for place, number in enumerate(self.order, start=1)}

    def can_catch(self, chaser: int, leader: int) -> bool:
        """Whether `chaser` can still end above `leader`, or level with him."""
        return self._key(leader) < self._safe_from(chaser)

    def best(self, number: int) -> int:
        """The best place the entry can still reach: below everybody out of its reach."""
        return 1 + len(self.order) - bisect_left(self._keys, self._safe_from(number))

    def worst(self, number: int) -> int:
        """The worst place the entry can still fall to: below everybody who can catch it."""
        return len(self.order) - bisect_right(self._safe, self._key(number))

    def wins_prize(self, number: int) -> bool:
        """Whether the entry is sure of a prize of the division."""
        return self.worst(number) <= self.last_prize

    def may_win_prize(self, number: int) -> bool:
        """Whether the entry can still win a prize of the division."""
        return self.best(number) <= self.last_prize

    def class_best(self, number: int) -> int:
        """The best place left in the entry's class, if all others who can win more do."""
        return 1 + sum(
            not self.can_catch(number, other) and not self.may_win_prize(other)
            for other in self._class_of(number)
            if other != number
        )

    def class_worst(self, number: int) -> int:
        """The worst place left in the entry's class, if only those sure of more win more."""
        return 1 + sum(
            self.can_catch(other, number) and not self.wins_prize(other)
            for other in self._class_of(number)
            if other != number
        )

    def may_win_class_prize(self, number: int) -> bool:
        """Whether the entry can still win a prize of its class."""
        places = [band.last for band in self.bands_of_class(self.classes.get(number, ""))]
        return bool(places) and self.class_best(number) <= max(places)

    def bands_of_class(self, group: str) -> tuple[PrizeBand, ...]:
        """The prizes of a class; none for the empty name."""
        return tuple(band for band in self.bands if group and band.group == group)

    def in_contention(self, number: int) -> bool:
        """Whether the entry can still win anything."""
        return self.may_win_prize(number) or self.may_win_class_prize(number)

    def lead(self, leader: int, chaser: int) -> Message:
        """How far ahead, as people say it: `3 wins`, or `1 win and 1000 spread`."""
        one, other = self.records[leader], self.records[chaser]
        gap = one.wins2 - other.wins2
        if gap > 2 * self.left:
            return Message("lead_in_wins", wins=gap)
        return Message("lead_in_spread", wins=gap, spread=one.spread - other.spread)

    @cached_property
    def _keys(self) -> list[tuple[int, float]]:
        return sorted(self._key(number) for number in self.order)

    @cached_property
    def _safe(self) -> list[tuple[int, float]]:
        return sorted(self._safe_from(number) for number in self.order)

    def _key(self, number: int) -> tuple[int, float]:
        record = self.records[number]
        return record.wins2, record.spread

    def _safe_from(self, chaser: int) -> tuple[int, float]:
        """The half wins and spread from which on one is out of the chaser's reach."""
        record = self.records[chaser]
        most = record.wins2 + 2 * self.left
        if self.reach is None:
            return most + 1, -inf
        return most, record.spread + self.reach

    def _class_of(self, number: int) -> list[int]:
        own = self.classes.get(number, "")
        return [other for other in self.order if own and self.classes.get(other, "") == own]
