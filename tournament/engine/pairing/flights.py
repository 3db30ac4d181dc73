"""Split the field into flights, one per open prize, and pair the players of each flight."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.concessions import max_concessions
from tournament.engine.pairing.conflicts import impossible_round_error
from tournament.engine.pairing.field import PairingField
from tournament.engine.pairing.gibson import can_be_paired, gibsonized_entries, prize_message
from tournament.engine.pairing.matching import PriceScale, cheapest_matching, random_draws
from tournament.engine.pairing.preference_pairing import cheapest_pairs
from tournament.engine.pairing.preference_set import PreferenceSet
from tournament.engine.pairing.preferences import (
    halves_of_groups,
    prefer_balanced_starts,
    prefer_partners,
    prefer_same_wins,
    records_message,
)
from tournament.engine.pairing.reachable_places import ReachablePlaces
from tournament.engine.pairing.request import PairingRequest

Players = tuple[int, ...]
LAST_ROUNDS = 4
"""The number of last rounds in which all players within a win of the last prize contend for it."""


@dataclass(frozen=True, slots=True)
class Flight:
    """Players paired among themselves: an even number, best first, and the prize they play for.

    `leaders` currently hold the prize. There are none if all remaining players contend for it, if it is a
    further flight for the same prize, or if no prize is left, in which case `prize` is None.
    """

    players: Players
    prize: Message | None = None
    leaders: Players = ()
    contender_count: int = 0
    """The number of contenders, which exceeds the number of players if the flight is capped."""
    sure_of_more: frozenset[int] = frozenset()
    """The players who cannot fall as low as this prize."""

    @property
    def note(self) -> Message:
        """The message with the number of players in the flight and their prize."""
        size = len(self.players)
        if self.prize is None:
            return Message("no_flight", players=size)
        if self.contender_count > size:
            return Message(
                "flight_capped", players=size, contenders=self.contender_count, prize=self.prize
            )
        return Message("flight", players=size, prize=self.prize)


def flights(
    reachable: ReachablePlaces, players: Sequence[int], cap: int, settled: Collection[int] = ()
) -> list[Flight]:
    """Return the flights of an even number of players, best first.

    The division's prizes come first, from the highest down, then each class, then all others. A flight
    with leaders has at most `cap` players, rounded up to an even number; the remaining contenders form a
    further flight for the same prize. `settled` entries are gibsonized for a class prize and no longer
    contend.
    """
    left = list(players)
    cut: list[Flight] = []
    most = max(2, cap + cap % 2)
    bands = sorted(
        (band for band in reachable.bands if not band.group), key=lambda band: band.first
    )
    near = _last_prize_contenders(reachable)
    for band in bands:
        is_last = band is bands[-1]
        contending = [
            n
            for n in left
            if n not in settled
            and (reachable.best_place(n) <= band.last or (is_last and n in near))
        ]
        holders = [number for number in left if reachable.place[number] <= band.last]
        sure = frozenset(n for n in holders if reachable.worst_place(n) < band.first)
        cut += _cut_flights(
            left, contending, holders, prize_message(band), most, sure, is_last=is_last
        )
    for group in sorted({band.group for band in reachable.bands if band.group}):
        places = max(band.last for band in reachable.bands_of_class(group))
        members = [n for n in left if reachable.classes.get(n) == group]
        contending = [n for n in members if n not in settled and reachable.can_win_class_prize(n)]
        prize = Message("class_prize", group=group)
        holders = members[:places]
        cut += _cut_flights(left, contending, holders, prize, most, frozenset(), is_last=True)
    if left:
        cut.append(Flight(tuple(left)))
    return cut


def _last_prize_contenders(reachable: ReachablePlaces) -> set[int]:
    """Return all players at most one win behind the holder of the last prize, whatever the spread.

    Empty before the last `LAST_ROUNDS` rounds, without such a holder, or if the holder is gibsonized.
    """
    if reachable.rounds_left > LAST_ROUNDS or not 0 < reachable.last_prize_place <= len(
        reachable.order
    ):
        return set()
    holder = reachable.order[reachable.last_prize_place - 1]
    if any(entry.number == holder for entry in gibsonized_entries(reachable)):
        return set()
    least = reachable.records[holder].half_wins - 2
    return {number for number in reachable.order if reachable.records[number].half_wins >= least}


def _cut_flights(
    left: list[int],
    contending: Sequence[int],
    holders: Sequence[int],
    prize: Message,
    most: int,
    sure: frozenset[int],
    *,
    is_last: bool,
) -> list[Flight]:
    """Return the flights for one prize and remove their players from `left`.

    A single contender waits for the next prize unless this one `is_last`. Holders who are `sure` of
    more than this prize join the flight but are not its leaders.
    """
    cut = []
    waiting = list(contending)
    while len(waiting) > (0 if is_last else 1):
        leaders = [number for number in holders if number in left]
        taken = waiting[:most] if leaders else waiting
        if len(taken) % 2:
            taken = [*taken, _next_below(left, taken)]
        lead = [] if len(taken) == len(left) else [n for n in leaders if n not in sure]
        players = tuple(number for number in left if number in taken)
        cut.append(
            Flight(
                players,
                prize,
                tuple(lead[: len(taken) // 2]),
                len(contending),
                sure.intersection(players),
            )
        )
        left[:] = [number for number in left if number not in taken]
        waiting = [number for number in waiting if number in left]
        holders = ()
    return cut


def _next_below(left: Sequence[int], taken: Sequence[int]) -> int:
    """Return the next player after those taken, or else the last one before them."""
    after = left.index(taken[-1])
    free = [number for number in left if number not in taken]
    return next((number for number in free if left.index(number) > after), free[-1])


def join_flights(field: PairingField, cut: Sequence[Flight]) -> tuple[list[Flight], list[Message]]:
    """Return the flights and the notes, with each flight that cannot be paired alone joined to the next.

    The last flights, which have no next one, join the one above. Raise `CannotPair` if even the whole
    field cannot be paired.
    """
    whole_flights: list[Flight] = []
    notes: list[Message] = []
    waiting: Flight | None = None
    for flight in cut:
        if waiting is None:
            whole = flight
        else:
            players = (*waiting.players, *flight.players)
            whole = replace(waiting, players=players)
        waiting = None if can_be_paired(field, whole.players) else whole
        if waiting is None:
            whole_flights.append(whole)
        else:
            notes.append(
                Message("flight_joined", prize=whole.prize)
                if whole.prize
                else Message("rest_joined")
            )
    while waiting is not None:
        if not whole_flights:
            raise impossible_round_error(field)
        above = whole_flights.pop()
        players = (*above.players, *waiting.players)
        waiting = replace(above, players=players)
        if can_be_paired(field, players):
            whole_flights.append(waiting)
            waiting = None
    return whole_flights, notes


@dataclass(frozen=True, slots=True)
class FlightPairs:
    """The pairs of a flight, the reasons for each, and warnings about repeats and players to be kept apart."""

    pairs: tuple[tuple[int, int], ...]
    reasons: dict[frozenset[int], Messages]
    warnings: Messages

    @classmethod
    def for_flight(
        cls, request: PairingRequest, reachable: ReachablePlaces, flight: Flight
    ) -> "FlightPairs":
        """Return the pairs of a flight. Raise `CannotPair` if the flight cannot be paired."""
        most = max((len(rounds) for rounds in request.meetings.values()), default=0)
        field = PairingField(request, most)
        led = _leaders_pairs(field, reachable, flight)
        reasons: dict[frozenset[int], Messages] = {
            frozenset(pair): (
                _sure_prize_reason(flight, frozenset(pair))
                or _leader_reason(reachable, flight, *pair),
            )
            for pair in led
        }
        busy = {number for pair in led for number in pair}
        rest = tuple(number for number in flight.players if number not in busy)
        scheme = _swiss_preferences(request, rest)
        matching = cheapest_pairs(field, rest, scheme)
        if matching is None:
            raise impossible_round_error(field)
        about = Message("both_in_no_flight")
        if flight.prize:
            about = Message("both_play_for", prize=flight.prize)
        for one, other in matching.pairs:
            numbers = frozenset((rest[one], rest[other]))
            why = _sure_prize_reason(flight, numbers) or about
            reasons[numbers] = (why, scheme.why(one, other))
        pairs = (*led, *((rest[one], rest[other]) for one, other in matching.pairs))
        warnings: list[Message] = []
        for pair in pairs:
            reason, repeat_warnings = _meeting_reason(request, pair, flight)
            reasons[frozenset(pair)] += (reason,)
            warnings += repeat_warnings
        warnings += [
            Message("wish_broken_in_flight", one=one, other=other)
            for one, other in pairs
            if other in field.opponents_to_avoid.get(one, ())
        ]
        return cls(pairs, reasons, tuple(warnings))


def _leaders_pairs(
    field: PairingField, reachable: ReachablePlaces, flight: Flight
) -> tuple[tuple[int, int], ...]:
    """Return the leaders' pairs in a pairing of the flight with the fewest repeats.

    () without leaders, or if the flight cannot be paired. Each leader meets the lowest player who can
    catch them, the first leader choosing first, and avoids the opponent of the previous round if
    possible.
    """
    if not flight.leaders:
        return ()
    players, size = flight.players, len(flight.players)
    far = {
        leader: _distances_from_lowest(reachable, players, leader, len(flight.leaders) - turn)
        for turn, leader in enumerate(flight.leaders)
    }
    last = field.request.round - 1
    out_of_balance = field.lopsided_start_level(players)
    levels = (*max_concessions(field.limit).as_levels, 1, 1, 2 * size * len(flight.leaders))
    scale = PriceScale.for_levels(levels, size)
    just, lopsided, near = scale.units[-3:]
    draw = random_draws(players, field.request.random_for("leaders"), scale.draw_bound)

    def price(one: int, other: int) -> int | None:
        number, opponent = players[one], players[other]
        if not field.may_meet(number, opponent):
            return None
        met = field.request.meetings.get(frozenset((number, opponent)), ())
        leads = number in far or opponent in far
        distance = far.get(number, {}).get(opponent, 0) + far.get(opponent, {}).get(number, 0)
        return (
            field.pair_concessions(number, opponent).price(scale.units)
            + just * (leads and last in met)
            + lopsided * any(apart(one, other) for _, apart in out_of_balance)
            + near * distance
            + draw(one, other)
        )

    matching = cheapest_matching(size, price, scale.units)
    if matching is None:
        return ()
    pairs = [(players[one], players[other]) for one, other in matching.pairs]
    return tuple(pair for pair in pairs if pair[0] in far or pair[1] in far)


def _swiss_preferences(request: PairingRequest, players: Players) -> PreferenceSet:
    """Return the Swiss preferences: equal wins first, then balanced starts, then top half against bottom half."""

    def why(one: int, other: int) -> Message:
        return Message("halves", standing=records_message(request, players, one, other))

    wishes = (
        prefer_same_wins(request, players),
        prefer_balanced_starts(request, players),
        *prefer_partners(halves_of_groups(request, players)),
    )
    return PreferenceSet(wishes, why, starts_last=False)


def _sure_prize_reason(flight: Flight, pair: frozenset[int]) -> Message | None:
    """Return the message that one of the pair is sure of a better prize than the flight's, or None."""
    sure = pair & flight.sure_of_more
    if not sure or flight.prize is None:
        return None
    return Message("sure_of_more", entry=min(sure), prize=flight.prize)


def _leader_reason(reachable: ReachablePlaces, flight: Flight, one: int, other: int) -> Message:
    leader, below = (one, other) if one in flight.leaders else (other, one)
    if reachable.can_catch(below, leader):
        return Message("leader_caught", leader=leader, prize=flight.prize, entry=below)
    return Message("leader_left", leader=leader, prize=flight.prize, entry=below)


def _distances_from_lowest(
    reachable: ReachablePlaces, players: Players, leader: int, weight: int
) -> dict[int, int]:
    """Return each opponent's distance, times `weight`, from the lowest who can catch the leader.

    Those who cannot catch the leader come last, best first.
    """
    able = [n for n in reversed(players) if n != leader and reachable.can_catch(n, leader)]
    unable = [n for n in players if n != leader and n not in able]
    return {number: weight * index for index, number in enumerate([*able, *unable])}


def _meeting_reason(
    request: PairingRequest, pair: tuple[int, int], flight: Flight
) -> tuple[Message, list[Message]]:
    """Return the reason that mentions earlier meetings or their absence, and a warning if there were any."""
    rounds = request.meetings.get(frozenset(pair), ())
    if not rounds:
        return Message("not_met"), []
    why = Message("fewest_among_left")
    if flight.prize:
        why = Message("fewest_among_contenders", prize=flight.prize)
    again = Message("meet_again", one=pair[0], other=pair[1], rounds=rounds, why=why)
    return Message("met_in_why", rounds=rounds, why=why), [again]
