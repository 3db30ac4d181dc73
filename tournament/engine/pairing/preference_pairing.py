"""Pair a round by preferences: choose the bye, then the cheapest pairing of the other players."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from functools import cached_property

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.byes import ByeChoice, choose_bye
from tournament.engine.pairing.conflicts import impossible_round_error, refused_bye_message
from tournament.engine.pairing.field import PairingField
from tournament.engine.pairing.matching import Matching, Price, cheapest_matching
from tournament.engine.pairing.method import CannotPair
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.preference_set import Players, PreferenceSet, price_function
from tournament.engine.pairing.repeat_price import REPEATS_AVOIDED, RepeatPrice
from tournament.engine.pairing.request import PairingRequest

NOT_PROVED = Message("not_proved")
"""The note that the pairing of a large field has not been proved to be the cheapest."""
MAX_COMPARED_FIELD = 300
"""The largest field for which the cost of avoiding a repeat is determined."""


def pair_by_preferences(
    request: PairingRequest,
    scheme_for: Callable[[Players], PreferenceSet],
    repeats: RepeatPrice = REPEATS_AVOIDED,
    *,
    by_wins: bool = True,
) -> Proposal:
    """Return the pairs that fit the preferences best, with at most one bye.

    The order of importance is: few concessions (repeats beyond those that `repeats` allows, second byes,
    and pairs that should be kept apart), the bye by the event's order and, with `by_wins`, by its effect
    on the others, firsts and seconds no more than two apart, the method's own preferences, balanced
    starts, and the seed.
    Raise `CannotPair`, naming the players who make it impossible.
    """
    field = PairingField.from_request(request, repeats)
    players = field.unpaired
    bye: ByeChoice | None = None
    if len(players) % 2:
        if not request.byes_allowed:
            raise CannotPair(refused_bye_message(field))
        bye = choose_bye(field, by_wins=by_wins)
        if bye is None:
            raise impossible_round_error(field)
        players = tuple(number for number in players if number != bye.number)
    scheme = scheme_for(players)
    matching = cheapest_pairs(field, players, scheme)
    if matching is None:
        raise impossible_round_error(field)
    notes = PairingNotes(
        field,
        players,
        matching.pairs,
        bye,
        _partners_without_repeats(field, players, scheme, matching),
    )
    return Proposal(
        pairs=tuple((players[one], players[other]) for one, other in matching.pairs),
        byes=(bye.number,) if bye else (),
        reasons={
            frozenset((players[one], players[other])): (
                scheme.why(one, other),
                *scheme.more_reasons(one, other),
                *notes.reasons(one, other),
            )
            for one, other in matching.pairs
        },
        bye_reasons={bye.number: bye.reasons} if bye else {},
        warnings=(*notes.warnings(), *notes.bye_warnings()),
        notes=() if matching.proved else (NOT_PROVED,),
    )


def cheapest_pairs(field: PairingField, players: Players, scheme: PreferenceSet) -> Matching | None:
    """Return the cheapest pairing of an even number of players, or None if there is none.

    The first pass excludes repeats beyond the free ones and pairs that should be kept apart, so that in
    nearly every round these price levels take neither bits nor time. The second pass allows pairs that
    should be kept apart; the third also allows repeats up to the field's limit. Each runs only if the
    previous one fails.
    """
    if not players:
        return Matching((), 0)
    free = min(field.free_meetings, field.limit)
    for repeats, wished in ((free, False), (free, True), (field.limit, True)):
        strict = replace(field, limit=repeats)
        price, units = price_function(strict, players, scheme, wished=wished)
        matching = cheapest_matching(len(players), price, units, far=scheme.far)
        if matching is not None and scheme.top_down:
            return best_from_top(len(players), price, matching, units)
        if matching is not None:
            return matching
    return None


def _partners_without_repeats(
    field: PairingField, players: Players, scheme: PreferenceSet, matching: Matching
) -> Mapping[int, int]:
    """Return the place that each place would meet if repeats were avoided.

    The mapping is empty if the pairing has no free repeats, if the field is too large, or if repeats
    cannot be avoided.
    """
    avoiding = replace(field, free_meetings=0, repeats_free=False)
    if field.repeats_free:
        avoiding = replace(avoiding, limit=avoiding.max_meetings())
    is_free = field.repeats_free or field.free_meetings > 0
    made = any(avoiding.meetings(players[one], players[other]) for one, other in matching.pairs)
    if not is_free or not made or len(players) > MAX_COMPARED_FIELD:
        return {}
    other = cheapest_pairs(avoiding, players, scheme)
    if other is None:
        return {}
    return {one: two for pair in other.pairs for one, two in (pair, pair[::-1])}


@dataclass(frozen=True)
class PairingNotes:
    """The notes common to all methods: earlier meetings of a pair, and concessions.

    `pairs` are the places that meet; empty if the method gives its own reasons. `partners_without_repeats` maps each
    place to the one that it would meet if no repeat were free.
    """

    field: PairingField
    players: Players
    pairs: Sequence[tuple[int, int]] = ()
    bye: ByeChoice | None = None
    partners_without_repeats: Mapping[int, int] = dataclass_field(default_factory=dict)

    def reasons(self, one: int, other: int) -> Messages:
        """Return the reasons for this pair that the director should know besides the method's own."""
        number, opponent = self.players[one], self.players[other]
        rounds = self._meeting_rounds(number, opponent)
        reasons = [Message("met_in", rounds=rounds) if rounds else Message("not_met")]
        if rounds:
            reasons.append(self._repeat_reason(one, other))
        if self.field.pair_concessions(number, opponent).wishes:
            reasons.append(self._unwanted_pair_reason)
        if self.field.surplus_firsts[number] * self.field.surplus_firsts[opponent] < 0:
            reasons.append(Message("starts_even_out"))
        return tuple(reasons)

    def warnings(self) -> Messages:
        """Return a warning for each repeat and for each pair that should have been kept apart."""
        warnings = []
        for one, other in self.pairs:
            number, opponent = self.players[one], self.players[other]
            if rounds := self._meeting_rounds(number, opponent):
                why = self._repeat_reason(one, other)
                warnings.append(
                    Message("meet_again", one=number, other=opponent, rounds=rounds, why=why)
                )
            if self.field.pair_concessions(number, opponent).wishes:
                warnings.append(self._unwanted_pair_warning(number, opponent))
        return tuple(warnings)

    def bye_warnings(self) -> Messages:
        """Return a warning if the entry with the bye has had a bye or a forfeit win before; () otherwise."""
        if self.bye is None or not (rounds := self.field.request.byes.get(self.bye.number)):
            return ()
        why = self.bye.reasons[-1]
        return (Message("bye_again", entry=self.bye.number, rounds=rounds, why=why),)

    def _meeting_rounds(self, number: int, opponent: int) -> tuple[int, ...]:
        """Return all rounds in which the two met, whether or not they count for the method."""
        return self.field.request.meetings.get(frozenset((number, opponent)), ())

    @property
    def _unwanted_pair_reason(self) -> Message:
        """The reason why two players who should be kept apart meet."""
        if self.field.repeats_free and self.bye is None:
            return Message("wished_apart_always")
        if (why := self._unwanted_pair_cause) is None:
            return Message("wished_apart")
        return Message("wished_apart_why", why=why)

    def _unwanted_pair_warning(self, one: int, other: int) -> Message:
        """Return the warning that two players who should be kept apart meet."""
        if self.field.repeats_free and self.bye is None:
            return Message("wish_broken_always", one=one, other=other)
        if (why := self._unwanted_pair_cause) is None:
            return Message("wish_broken", one=one, other=other)
        return Message("wish_broken_why", one=one, other=other, why=why)

    @cached_property
    def _unwanted_pair_cause(self) -> Message | None:
        """The message on what took precedence over keeping players apart; None without a repeat or a bye."""
        if self.field.repeats_free:
            return Message("as_few_byes")
        repeats = any(
            self.field.meetings(self.players[one], self.players[other]) for one, other in self.pairs
        )
        if repeats and self.bye:
            return Message("as_few_meetings_and_byes")
        if repeats:
            return Message("as_few_meetings")
        return Message("as_few_repeats_and_byes") if self.bye else None

    def _repeat_reason(self, one: int, other: int) -> Message:
        """Return why two places meet again: the cost of avoiding it, or why it is free or unavoidable."""
        if self.partners_without_repeats.get(one, other) != other:
            return self._alternative_message(one, other)
        number, opponent = self.players[one], self.players[other]
        if max(self._meeting_rounds(number, opponent)) < self.field.since:
            return Message("counted_anew", since=self.field.since)
        met = self.field.request.meetings
        for entry in (number, opponent):
            if all(frozenset((entry, rival)) in met for rival in self.players if rival != entry):
                return Message("met_everybody", entry=entry)
        if self.field.repeats_free and not self.partners_without_repeats:
            return Message("strictly_by_place")
        if (
            self.field.meetings(number, opponent) <= self.field.free_meetings
            and not self.partners_without_repeats
        ):
            return Message("within_price")
        return Message("fewest_repeats")

    def _alternative_message(self, one: int, other: int) -> Message:
        """Return a message on the opponent that one of the two would have if this repeat were avoided.

        Of the two, it names the one whose alternative opponent is further away.
        """
        records = self.field.request.records
        wins = [records[number].half_wins for number in self.players]
        place, rival = max(
            ((place, self.partners_without_repeats[place]) for place in (one, other)),
            key=lambda pair: (abs(wins[pair[0]] - wins[pair[1]]), abs(pair[0] - pair[1]), -pair[0]),
        )
        apart = abs(wins[place] - wins[rival])
        entry, opponent = self.players[place], self.players[rival]
        if apart:
            return Message(
                "avoiding_costs_wins",
                entry=entry,
                place=place + 1,
                opponent=opponent,
                other=rival + 1,
                wins=apart,
            )
        return Message(
            "avoiding_costs_places",
            entry=entry,
            place=place + 1,
            opponent=opponent,
            other=rival + 1,
            places=abs(place - rival),
        )


def best_from_top(
    size: int, price: Price, matching: Matching, units: Sequence[int] = ()
) -> Matching:
    """Return the pairing that costs the same as `matching` and has the best pairs from the top down.

    `matching` is a cheapest pairing; `units` are the units of its price levels. Each place in turn takes
    the highest remaining place that leaves the others a pairing at the same total cost. Such a pairing
    is nearly always found by exchanging partners with one or two pairs; otherwise all remaining places
    are matched again.
    """
    partner: dict[int, int] = {}
    for one, other in matching.pairs:
        partner[one], partner[other] = other, one
    settled: list[tuple[int, int]] = []
    for place in range(size):
        if place not in partner:
            continue
        for other in range(place + 1, size):
            if other in partner and _try_pair(price, partner, place, other, units):
                settled.append((place, other))
                del partner[place], partner[other]
                break
    return Matching(tuple(settled), matching.cost, matching.proved)


def _try_pair(
    price: Price, partner: dict[int, int], one: int, other: int, units: Sequence[int]
) -> bool:
    """Pair the two in `partner` if the total cost stays the same; return whether it did."""
    cost = price(one, other)
    if partner[one] == other:
        return True
    if cost is None:
        return False
    left, right = partner[one], partner[other]
    paid = _total_cost(price, (one, left), (other, right))
    if _cost_if_allowed(price, (left, right)) == paid - cost:
        _join_pairs(partner, (one, other), (left, right))
        return True
    for third, fourth in [*partner.items()]:
        if third not in (one, other, left, right) and fourth not in (one, other, left, right):
            before = paid + _total_cost(price, (third, fourth))
            if _cost_if_allowed(price, (left, third), (right, fourth)) == before - cost:
                _join_pairs(partner, (one, other), (left, third), (right, fourth))
                return True
    return _pair_differently(price, partner, (one, other), cost, units)


def _pair_differently(
    price: Price, partner: dict[int, int], pair: tuple[int, int], cost: int, units: Sequence[int]
) -> bool:
    rest = [place for place in sorted(partner) if place not in pair]
    total = _total_cost(price, *((place, mate) for place, mate in partner.items() if place < mate))
    matching = cheapest_matching(
        len(rest), lambda first, second: price(rest[first], rest[second]), units
    )
    if matching is None or matching.cost + cost != total:
        return False
    _join_pairs(partner, pair, *((rest[first], rest[second]) for first, second in matching.pairs))
    return True


def _cost_if_allowed(price: Price, *pairs: tuple[int, int]) -> int | None:
    """Return the total cost of the pairs, or None if one of them is not allowed."""
    costs = [price(min(pair), max(pair)) for pair in pairs]
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None


def _total_cost(price: Price, *pairs: tuple[int, int]) -> int:
    """Return the total cost of pairs taken from a pairing, which are all allowed."""
    return _cost_if_allowed(price, *pairs) or 0


def _join_pairs(partner: dict[int, int], *pairs: tuple[int, int]) -> None:
    for one, other in pairs:
        partner[one], partner[other] = other, one
