"""Compare the shortcomings of two pairings of a round, such as one with and one without a given pair."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.method import CannotPair, Method, all_methods
from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest

MAX_LISTED = 3
MIN_IMBALANCE = 2
"""The smallest difference between firsts and seconds that counts as out of balance."""


@dataclass(frozen=True)
class RoundFigures:
    """The shortcomings of a plan, as figures and as lists of entries."""

    request: PairingRequest
    plan: Plan

    @cached_property
    def repeats(self) -> Mapping[frozenset[int], tuple[int, ...]]:
        """The pairs of the plan that have met before, with the rounds of their earlier meetings."""
        met = self.request.meetings
        return {pair.numbers: met[pair.numbers] for pair in self.plan.pairs if pair.numbers in met}

    @cached_property
    def second_byes(self) -> frozenset[int]:
        """The entries with a bye in this round that have already had a bye or a forfeit win."""
        return frozenset(b.number for b in self.plan.byes if self.request.byes.get(b.number))

    @cached_property
    def unwanted_pairs(self) -> frozenset[frozenset[int]]:
        """The pairs of the plan that should not meet if avoidable."""
        return frozenset(p.numbers for p in self.plan.pairs) & self.request.unwanted_pairs

    @cached_property
    def forbidden_pairs(self) -> frozenset[frozenset[int]]:
        """The pairs of the plan that must never meet."""
        return frozenset(p.numbers for p in self.plan.pairs) & self.request.forbidden_pairs

    @cached_property
    def half_win_distance(self) -> int:
        """The differences in half wins between opponents, summed over all boards."""
        records = self.request.records
        return sum(
            abs(records[p.first].half_wins - records[p.second].half_wins) for p in self.plan.pairs
        )

    @cached_property
    def place_distance(self) -> int:
        """The number of places between opponents, summed over all boards."""
        return sum(self._places_apart.values())

    @cached_property
    def leader_distance(self) -> int:
        """The number of places from the leader down to their opponent; 0 if the leader has none."""
        leaders = self.request.ranked[:1]
        return sum(places for numbers, places in self._places_apart.items() if numbers & {*leaders})

    @cached_property
    def _places_apart(self) -> Mapping[frozenset[int], int]:
        """The number of places between the opponents of each pair; pairs with an absent player are left out."""
        place = {number: at for at, number in enumerate(self.request.ranked)}
        return {
            p.numbers: abs(place[p.first] - place[p.second])
            for p in self.plan.pairs
            if p.numbers <= place.keys()
        }

    @cached_property
    def out_of_balance(self) -> Mapping[int, tuple[int, int]]:
        """The firsts and seconds, including this round, of each entry that is out of balance, by number."""
        counts = {}
        for pair in self.plan.pairs:
            for number, goes_first in ((pair.first, True), (pair.second, False)):
                starts = self.request.starts[number]
                firsts = starts.firsts + goes_first
                seconds = starts.seconds + (not goes_first)
                if abs(firsts - seconds) >= MIN_IMBALANCE:
                    counts[number] = (firsts, seconds)
        return dict(sorted(counts.items()))


def changed_boards(now: Plan, other: Plan) -> frozenset[int]:
    """Return the boards of `other` whose pairs do not meet in `now`."""
    met = {pair.numbers for pair in now.pairs}
    return frozenset(pair.board for pair in other.pairs if pair.numbers not in met)


def describe_changes(now: RoundFigures, other: RoundFigures, *, ranked: bool = True) -> Messages:
    """Return messages on what `other` would change, the worst first; () if nothing important changes.

    Without `ranked`, places and wins do not matter, as in a round robin or a random draw.
    """
    changes = [
        Message("are_kept_apart", one=one, other=another)
        for one, another in _new_pairs(now.forbidden_pairs, other.forbidden_pairs)
    ]
    changes += [
        Message(
            "would_meet_again",
            one=one,
            other=another,
            rounds=other.repeats[frozenset((one, another))],
        )
        for one, another in _new_pairs(now.repeats, other.repeats)
    ]
    changes += [
        Message("would_have_bye_again", entry=number)
        for number in sorted(other.second_byes - now.second_byes)
    ]
    changes += [
        Message("would_break_wish", one=one, other=another)
        for one, another in _new_pairs(now.unwanted_pairs, other.unwanted_pairs)
    ]
    changes += [
        Message("would_not_meet_again", one=one, other=another)
        for one, another in _new_pairs(other.repeats, now.repeats)
    ]
    changes += [
        Message("would_not_have_bye_again", entry=number)
        for number in sorted(now.second_byes - other.second_byes)
    ]
    if ranked and other.half_win_distance != now.half_win_distance:
        changes.append(
            Message("wins_apart", wins=other.half_win_distance, now=now.half_win_distance)
        )
    if ranked and other.place_distance != now.place_distance:
        changes.append(Message("places_apart", places=other.place_distance, now=now.place_distance))
    return (*changes, *_balance_changes(now, other))


def _balance_changes(now: RoundFigures, other: RoundFigures) -> list[Message]:
    """Return a message for each entry newly out of balance, or a single one with the totals if there are many."""
    fresh = sorted(other.out_of_balance.keys() - now.out_of_balance.keys())
    if len(fresh) > MAX_LISTED:
        count, before = len(other.out_of_balance), len(now.out_of_balance)
        return [Message("many_out_of_balance", players=count, now=before)]
    return [
        Message(
            "out_of_balance",
            entry=number,
            firsts=other.out_of_balance[number][0],
            seconds=other.out_of_balance[number][1],
        )
        for number in fresh
    ]


def _new_pairs(
    now: Collection[frozenset[int]], other: Collection[frozenset[int]]
) -> list[tuple[int, int]]:
    """Return the pairs of `other` that are not in `now`, the lower number first, sorted."""
    return [(min(pair), max(pair)) for pair in sorted(set(other) - set(now), key=sorted)]


MANUAL_METHOD = "manual"
SUBSTITUTE_METHOD = "swiss"
"""The method that makes the compared round if the original one was made by hand."""


@dataclass(frozen=True, slots=True)
class AlternativeRound:
    """The best round in which two entries meet, with its cost, or the reasons why there is none."""

    one: int
    other: int
    plan: Plan | None
    messages: Messages

    @property
    def is_possible(self) -> bool:
        """Whether such a round exists."""
        return self.plan is not None


def round_with_pair(
    request: PairingRequest,
    method: str,
    options: Mapping[str, Any],
    now: Plan,
    one: int,
    other: int,
) -> AlternativeRound:
    """Return the best round in which `one` meets `other`, with its cost compared with `now`, or why there is none.

    `method` pairs the other players, or the Swiss method if `now` was made by hand. Other fixed pairings
    stay, unless they involve one of the two.
    """
    two = frozenset((one, other))

    def refused(*messages: Message) -> AlternativeRound:
        return AlternativeRound(one, other, None, messages)

    if one == other:
        return refused(Message("choose_two"))
    if absent := [number for number in (one, other) if number not in request.present]:
        return refused(*(Message("does_not_play", entry=number) for number in absent))
    if any(pair.numbers == two for pair in now.pairs):
        return refused(Message("meets_already", one=one, other=other))
    if two in request.forbidden_pairs:
        return refused(Message("never_meet", one=one, other=other))
    other_pairs = tuple(pair for pair in request.fixed_pairs if not two & set(pair))
    other_byes = tuple(number for number in request.fixed_byes if number not in two)
    fixed = replace(request, fixed_pairs=(*other_pairs, (one, other)), fixed_byes=other_byes)
    try:
        plan, problems = plan_round(
            fixed, SUBSTITUTE_METHOD if method == MANUAL_METHOD else method, options
        )
    except CannotPair as reason:
        return refused(Message("with_the_two_fixed", refusal=reason.messages))
    if blocking := [problem.message for problem in problems if problem.is_blocking]:
        return refused(*blocking)
    return AlternativeRound(
        one, other, plan, _pair_cost(request, all_methods()[method], now, plan, two)
    )


def _pair_cost(
    request: PairingRequest, method: Method, now: Plan, plan: Plan, two: frozenset[int]
) -> Messages:
    """Return messages on the cost of the new pair, the other boards that change, and the new opponents and byes."""
    others = len(changed_boards(now, plan)) - 1
    others_change = Message("no_board_would_change")
    if others > 0:
        others_change = Message("boards_would_change", boards=others)
    left = sorted(
        number for pair in now.pairs if pair.numbers & two for number in pair.numbers - two
    )
    partner = {n: m for p in plan.pairs for n, m in ((p.first, p.second), (p.second, p.first))}
    instead = [
        Message("would_meet", entry=number, opponent=partner[number])
        if number in partner
        else Message("would_have_bye", entry=number)
        for number in left
        if partner.get(number) not in left or number < partner[number]
    ]
    byes = {bye.number for bye in plan.byes} - {bye.number for bye in now.byes} - {*left}
    instead += [Message("would_have_bye", entry=number) for number in sorted(byes)]
    ranked = method.uses_standings or method.is_list
    changes = describe_changes(
        RoundFigures(request, now), RoundFigures(request, plan), ranked=ranked
    )
    if "field" in method.option_names():
        changes = (*changes, Message("out_of_turn"))
    return (*(changes or (Message("costs_nothing"),)), others_change, *instead)
