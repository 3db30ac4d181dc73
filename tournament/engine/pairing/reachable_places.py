"""The best and worst place that each entry can still reach.

With R rounds left, a player more than R wins ahead cannot be caught. A player exactly R wins ahead
cannot be caught either if spread counts for clinching and the lead in spread is more than R rounds
allow. Pairings are ignored, so a player can verify the result from the standings.

`tournament.engine.standings.prospects` goes further and never contradicts this module.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import inf

from tournament.engine.message import Message
from tournament.engine.pairing.request import PairingRequest, PrizeBand, Record
from tournament.engine.standings.tally import catch_up_spreads

ONLY_FIRST = (PrizeBand(1, 1),)
"""The prize bands used for an event without prizes: first place alone."""


@dataclass(frozen=True)
class ReachablePlaces:
    """The standings with `rounds_left` rounds to play, in which any player may win any game.

    `order` has the numbers of all active entries, best first. `catch_up_spread` is the spread that can be made up
    in the rounds left, or None if spread does not clinch.
    """

    order: tuple[int, ...]
    records: Mapping[int, Record]
    rounds_left: int
    catch_up_spread: int | None = None
    bands: tuple[PrizeBand, ...] = ONLY_FIRST
    classes: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def from_request(cls, request: PairingRequest) -> "ReachablePlaces":
        """Return the reachable places after the source round. Raise `ValueError` if the number of rounds is unknown."""
        if request.rounds_total is None:
            raise ValueError("Without a number of rounds nobody knows who can be caught.")
        active = {e.number for e in request.entrants if e.is_active_in(request.round)}
        listed = [number for number in request.standing if number in active]
        behind = [number for number in request.ranked if number not in set(listed)]
        left = max(1, request.rounds_total - request.standings_round)
        reach = catch_up_spreads(
            request.gibson_spread, request.spread_cap, request.rounds_total, left
        )
        return cls(
            (*listed, *behind),
            request.records,
            left,
            reach[-1],
            tuple(band for band in request.prizes if band.first <= band.last) or ONLY_FIRST,
            request.classes,
        )

    @cached_property
    def last_prize_place(self) -> int:
        """The lowest place with a division prize; 0 if only classes have prizes."""
        return max((band.last for band in self.bands if not band.group), default=0)

    @cached_property
    def place(self) -> Mapping[int, int]:
        """The current 1-based place of each number."""
        return {number: place for place, number in enumerate(self.order, start=1)}

    def can_catch(self, chaser: int, leader: int) -> bool:
        """Return whether `chaser` can still finish above `leader` or level with them."""
        return self._key(leader) < self._safe_key_against(chaser)

    def best_place(self, number: int) -> int:
        """Return the best place the entry can still reach: below all entries it cannot catch."""
        return 1 + len(self.order) - bisect_left(self._keys, self._safe_key_against(number))

    def worst_place(self, number: int) -> int:
        """Return the worst place the entry can still fall to: below all entries that can catch it."""
        return len(self.order) - bisect_right(self._safe_keys, self._key(number))

    def has_clinched_prize(self, number: int) -> bool:
        """Return whether the entry is certain of a division prize."""
        return self.worst_place(number) <= self.last_prize_place

    def can_win_prize(self, number: int) -> bool:
        """Return whether the entry can still win a division prize."""
        return self.best_place(number) <= self.last_prize_place

    def best_class_place(self, number: int) -> int:
        """Return the best place in its class that the entry can still reach.

        This assumes that all others who can win a division prize do.
        """
        return 1 + sum(
            not self.can_catch(number, other) and not self.can_win_prize(other)
            for other in self._entries_of_class(number)
            if other != number
        )

    def worst_class_place(self, number: int) -> int:
        """Return the worst place in its class to which the entry can still fall.

        This assumes that of the others only those certain of a division prize win one.
        """
        return 1 + sum(
            self.can_catch(other, number) and not self.has_clinched_prize(other)
            for other in self._entries_of_class(number)
            if other != number
        )

    def can_win_class_prize(self, number: int) -> bool:
        """Return whether the entry can still win a class prize."""
        places = [band.last for band in self.bands_of_class(self.classes.get(number, ""))]
        return bool(places) and self.best_class_place(number) <= max(places)

    def bands_of_class(self, group: str) -> tuple[PrizeBand, ...]:
        """Return the prize bands of a class; none for an empty class name."""
        return tuple(band for band in self.bands if group and band.group == group)

    def is_in_contention(self, number: int) -> bool:
        """Return whether the entry can still win any prize."""
        return self.can_win_prize(number) or self.can_win_class_prize(number)

    def lead_message(self, leader: int, chaser: int) -> Message:
        """Return the message that names the lead: `3 wins`, or `1 win and 1000 spread`."""
        one, other = self.records[leader], self.records[chaser]
        gap = one.half_wins - other.half_wins
        if gap > 2 * self.rounds_left:
            return Message("lead_in_wins", wins=gap)
        return Message("lead_in_spread", wins=gap, spread=one.spread - other.spread)

    @cached_property
    def _keys(self) -> list[tuple[int, float]]:
        return sorted(self._key(number) for number in self.order)

    @cached_property
    def _safe_keys(self) -> list[tuple[int, float]]:
        return sorted(self._safe_key_against(number) for number in self.order)

    def _key(self, number: int) -> tuple[int, float]:
        record = self.records[number]
        return record.half_wins, record.spread

    def _safe_key_against(self, chaser: int) -> tuple[int, float]:
        """Return the half wins and spread that are out of the chaser's reach."""
        record = self.records[chaser]
        most = record.half_wins + 2 * self.rounds_left
        if self.catch_up_spread is None:
            return most + 1, -inf
        return most, record.spread + self.catch_up_spread

    def _entries_of_class(self, number: int) -> list[int]:
        own = self.classes.get(number, "")
        return [other for other in self.order if own and self.classes.get(other, "") == own]
