"""Find unusual pairings that no rule forbids, as an experienced director would.

The checker reports broken rules, and `avoidable_concessions` reports needless concessions. This
module examines the leaders' opponents, prizes, floats and starts, and compares them with what is
usual for the round. It is independent of the methods' code and ignores rounds that follow a table,
seeds or a draw.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.concessions import max_concessions, pair_concessions_in
from tournament.engine.pairing.gibson import gibsonized_entries
from tournament.engine.pairing.matching import PriceScale, cheapest_matching
from tournament.engine.pairing.method import all_methods
from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.preferences import LEADER_COUNT, reach_of_leader
from tournament.engine.pairing.reachable_places import ReachablePlaces
from tournament.engine.pairing.request import PairingRequest

FAR_IN_HALF_WINS = 8
"""The smallest difference in half wins at which a leader's opponent is out of reach.

Simulated events rarely have so large a difference.
"""
USUAL_FLOATS = 3
"""The number of players who may float the same way twice in a row in any round."""
USUAL_SHARE = 4
"""In a larger field, one in this many of the floating players may float the same way again."""


def oddity_warnings(request: PairingRequest, plan: Plan) -> Messages:
    """Return warnings about pairings that a director would question.

    () if the round is paired by seeds, and for methods that use no standings, except lists.
    """
    method = all_methods().get(plan.method)
    if (
        method is None
        or not (method.uses_standings or method.is_list)
        or request.standings_round < 1
    ):
        return ()
    look = _OddityCheck(request, plan)
    return (
        *look.leader_meetings(),
        *look.last_round_without_leaders(),
        *look.gibsonized_meetings(),
        *look.repeated_floats(),
        *look.repeated_starts(),
    )


@dataclass(frozen=True)
class _OddityCheck:
    """A round with the standings on which it was paired."""

    request: PairingRequest
    plan: Plan

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The entries with an opponent, best first."""
        return tuple(number for number in self.request.ranked if number in self.partner)

    @cached_property
    def place(self) -> Mapping[int, int]:
        """The 1-based place of each entry in the standings."""
        return {number: place for place, number in enumerate(self.request.ranked, start=1)}

    @cached_property
    def partner(self) -> Mapping[int, int]:
        """Each entry's opponent; both are present, while a draft may also contain players who have since withdrawn."""
        both = [
            (pair.first, pair.second)
            for pair in self.plan.pairs
            if pair.numbers <= self.place.keys()
        ]
        return {one: two for pair in both for one, two in (pair, pair[::-1])}

    @cached_property
    def settled_numbers(self) -> frozenset[int]:
        """The gibsonized entries; empty if the number of rounds is unknown."""
        if self.request.rounds_total is None:
            return frozenset()
        return frozenset(
            entry.number for entry in gibsonized_entries(ReachablePlaces.from_request(self.request))
        )

    def leader_meetings(self) -> Iterator[Message]:
        """Yield a warning for each leader who meets an opponent out of reach in the last third of the rounds.

        Yield nothing if every round with the fewest possible concessions has at least as many such leaders.
        """
        if not self.request.is_in_last_third:
            return
        far = [
            number
            for number in self.order[:LEADER_COUNT]
            if self._is_far(self.order.index(number), self.order.index(self.partner[number]))
        ]
        if not far or len(far) <= self._min_far_leaders():
            return
        for number in far:
            opponent = self.partner[number]
            yield Message(
                "leader_far",
                entry=number,
                place=self.place[number],
                opponent=opponent,
                other=self.place[opponent],
                wins=abs(self._wins(number) - self._wins(opponent)),
            )

    def last_round_without_leaders(self) -> Iterator[Message]:
        """Yield a warning if first and second do not meet in the last round.

        Yield nothing if one of them is gibsonized or they are kept apart.
        """
        if self.request.rounds_left != 1 or len(self.order) < 2:
            return
        first, second = self.order[:2]
        if self.partner[first] == second or {first, second} & self.settled_numbers:
            return
        if frozenset((first, second)) not in self.request.forbidden_pairs:
            yield Message("last_round_not_first_and_second", one=first, other=second)

    def gibsonized_meetings(self) -> Iterator[Message]:
        """Yield a warning for each gibsonized player who meets a prize contender although others could be met."""
        if not self.settled_numbers or not self.request.prizes:
            return
        reachable = ReachablePlaces.from_request(self.request)
        for number in self.order:
            opponent = self.partner[number]
            if number not in self.settled_numbers or opponent in self.settled_numbers:
                continue
            idle = [
                other
                for other in self.order
                if other not in self.settled_numbers
                and not reachable.is_in_contention(other)
                and frozenset((number, other)) not in self.request.forbidden_pairs
            ]
            if reachable.is_in_contention(opponent) and idle:
                yield Message("gibsonized_meets_contender", entry=number, opponent=opponent)

    def repeated_floats(self) -> Iterator[Message]:
        """Yield a warning if many players of a Swiss round float the same way as in the previous round."""
        floating = [n for n in self.order if self._wins(n) != self._wins(self.partner[n])]
        again = [n for n in floating if self.request.floats.get(n, 0) == self._direction(n)]
        if self.plan.method == "swiss" and len(again) > max(
            USUAL_FLOATS, len(floating) // USUAL_SHARE
        ):
            yield Message("floats_again", players=len(again), floating=len(floating))

    def repeated_starts(self) -> Iterator[Message]:
        """Yield warnings naming the players who go first, or second, for at least the third time in a row."""
        if first := self._third_in_a_row([pair.first for pair in self.plan.pairs], went_first=True):
            yield Message("first_again", entries=first)
        if second := self._third_in_a_row(
            [pair.second for pair in self.plan.pairs], went_first=False
        ):
            yield Message("second_again", entries=second)

    def _third_in_a_row(self, numbers: list[int], *, went_first: bool) -> tuple[int, ...]:
        """Return those of `numbers` who went first, or second, in their last two games."""
        starts = self.request.starts
        return tuple(
            sorted(
                number
                for number in numbers
                if [went for _, went in starts[number].history[-2:]] == [went_first] * 2
            )
        )

    def _wins(self, number: int) -> int:
        return self.request.records[number].half_wins

    def _direction(self, number: int) -> int:
        return 1 if self._wins(number) > self._wins(self.partner[number]) else -1

    def _is_far(self, one: int, other: int) -> bool:
        """Return whether the higher place has a leader who is not gibsonized and the lower is out of their reach."""
        above, below = sorted((one, other))
        apart = self._wins(self.order[above]) - self._wins(self.order[below])
        is_far = below - above > reach_of_leader(len(self.order)) or apart >= FAR_IN_HALF_WINS
        return above < LEADER_COUNT and is_far and self.order[above] not in self.settled_numbers

    def _min_far_leaders(self) -> int:
        """Return the smallest number of leaders with an opponent out of reach among rounds with the fewest concessions.

        If no round is possible, return the number of players.
        """
        size, price = len(self.order), self.plan.price
        most = max((len(rounds) for rounds in self.request.meetings.values()), default=0)
        scale = PriceScale.for_levels((*max_concessions(most).as_levels, 1), size)

        def cost(one: int, other: int) -> int | None:
            pair = frozenset((self.order[one], self.order[other]))
            if pair in self.request.forbidden_pairs:
                return None
            given = pair_concessions_in(self.request, pair, price)
            return given.price(scale.units) + scale.units[-1] * self._is_far(one, other)

        matching = cheapest_matching(size, cost, scale.units)
        return size if matching is None else sum(self._is_far(*pair) for pair in matching.pairs)
