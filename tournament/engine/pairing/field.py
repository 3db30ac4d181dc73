"""The entries to be paired in a round, and which of them may meet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tournament.engine.pairing.concessions import Concessions, bye_concessions, pair_concessions
from tournament.engine.pairing.repeat_price import RepeatPrice
from tournament.engine.pairing.request import PairingRequest


@dataclass(frozen=True)
class PairingField:
    """The present entries that the director has not paired or given a bye, best first.

    Two may meet if they are not kept apart and have met at most `limit` times before.
    """

    request: PairingRequest
    limit: int = 0
    order: tuple[int, ...] | None = None
    """The pairing order; None is the order of the standings."""
    repeats_free: bool = False
    """Whether the method intends repeats, so that they cost nothing."""
    free_meetings: int = 0
    """The number of earlier meetings of a pair that cost nothing."""
    since: int = 1
    """The first round whose meetings count."""

    @classmethod
    def from_request(cls, request: PairingRequest, repeats: RepeatPrice) -> "PairingField":
        """Return the field of a round with the given price of repeats."""
        field = cls(
            request,
            repeats_free=repeats.free_meetings is None,
            free_meetings=repeats.free_meetings or 0,
            since=repeats.first_counting_round(request.round),
        )
        return replace(
            field,
            limit=field.max_meetings() if repeats.max_meetings is None else repeats.max_meetings,
        )

    @cached_property
    def unpaired(self) -> tuple[int, ...]:
        """The numbers of the entries to be paired, best first."""
        placed = {number for pair in self.request.fixed_pairs for number in pair}
        placed.update(self.request.fixed_byes)
        order = self.request.ranked if self.order is None else self.order
        return tuple(number for number in order if number not in placed)

    @cached_property
    def meeting_counts(self) -> dict[int, dict[int, int]]:
        """The number of meetings of two entries since round `since`, as `meeting_counts[one][other]`.

        Empty if repeats are free.
        """
        met: dict[int, dict[int, int]] = {}
        if self.repeats_free:
            return met
        for pair, rounds in self.request.meetings.items():
            times = sum(number >= self.since for number in rounds)
            if len(pair) == 2 and times:
                one, other = pair
                met.setdefault(one, {})[other] = times
                met.setdefault(other, {})[one] = times
        return met

    @cached_property
    def forbidden_opponents(self) -> dict[int, set[int]]:
        """The entries that each number must never meet."""
        return _opponents_by_number(self.request.forbidden_pairs)

    @cached_property
    def opponents_to_avoid(self) -> dict[int, set[int]]:
        """The entries that each number should not meet if avoidable."""
        return _opponents_by_number(self.request.unwanted_pairs)

    @cached_property
    def surplus_firsts(self) -> dict[int, int]:
        """Each number's firsts minus seconds."""
        starts = self.request.starts
        return {number: starts[number].surplus for number in self.unpaired}

    def meetings(self, one: int, other: int) -> int:
        """Return how often the two have met since round `since`; 0 if repeats are free."""
        return self.meeting_counts.get(one, {}).get(other, 0)

    def byes(self, number: int) -> int:
        """Return the number of byes and forfeit wins the entry has had."""
        return len(self.request.byes.get(number, ()))

    def pair_concessions(self, one: int, other: int) -> Concessions:
        """Return the concessions of a meeting of two entries."""
        wished_apart = other in self.opponents_to_avoid.get(one, ())
        over = max(0, self.meetings(one, other) - self.free_meetings)
        return pair_concessions(over, is_wished_apart=wished_apart)

    def bye_concessions(self, number: int) -> Concessions:
        """Return the concessions of a bye for the entry."""
        return bye_concessions(self.byes(number))

    def may_meet(self, one: int, other: int) -> bool:
        """Return whether the two may meet at all."""
        return (
            other not in self.forbidden_opponents.get(one, ())
            and self.meetings(one, other) <= self.limit
        )

    def unsuitable_opponents(self, number: int) -> set[int]:
        """Return the entries that entry `number` must not meet, should not meet, or has met more often than is free."""
        met = self.meeting_counts.get(number, {})
        return {
            *(other for other, times in met.items() if times > self.free_meetings),
            *self.forbidden_opponents.get(number, ()),
            *self.opponents_to_avoid.get(number, ()),
        }

    def start_imbalance(self, players: Sequence[int]) -> Callable[[int, int], int]:
        """Return a function that gives the imbalance of starts after a meeting of two places in `players`.

        0 means that both have firsts and seconds at most one apart; the maximum is `MAX_MISFIT`.
        """
        owed = [self.surplus_firsts[number] for number in players]
        table = {
            (one, other): min(
                MAX_MISFIT,
                _excess_starts(min(one, other) + 1) + _excess_starts(max(one, other) - 1),
            )
            for one in set(owed)
            for other in set(owed)
        }

        def misfit(one: int, other: int) -> int:
            return table[owed[one], owed[other]]

        return misfit

    def max_meetings(self) -> int:
        """Return the largest number of meetings of any pair."""
        return max(
            (times for met in self.meeting_counts.values() for times in met.values()), default=0
        )

    def lopsided_start_level(
        self, players: Sequence[int]
    ) -> list[tuple[int, Callable[[int, int], int]]]:
        """Return the level for pairs that would leave a player's firsts and seconds three or more apart.

        The list has one item: the level's largest cost, and a function that gives the cost of two places in
        `players`. It is empty if no pair could leave a player like that.
        """
        misfit = self.start_imbalance(players)
        owed = {self.surplus_firsts[number] for number in players}
        if max(owed, default=0) < 2 and min(owed, default=0) > -2:
            return []
        return [(1, lambda one, other: int(misfit(one, other) >= THREE_APART))]


MAX_MISFIT = 15
THREE_APART = 4


def _excess_starts(owed: int) -> int:
    return max(0, abs(owed) - 1) ** 2


def _opponents_by_number(pairs: frozenset[frozenset[int]]) -> dict[int, set[int]]:
    others: dict[int, set[int]] = {}
    for pair in pairs:
        for number in pair:
            others.setdefault(number, set()).update(pair - {number})
    return others
