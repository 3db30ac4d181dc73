"""The preferences of methods that pair by rank: close places, equal wins, or a given distance."""

from collections.abc import Sequence
from itertools import groupby

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.field import MAX_MISFIT, PairingField
from tournament.engine.pairing.preference_set import Players, Preference
from tournament.engine.pairing.repeat_price import RepeatPrice
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.starts import Starts

EXTRA_PLACES = 10
"""The extra places of distance accepted to avoid a repeat or balance starts."""
FREE_REPEAT_WEIGHT = 12
"""The weight of a free repeat, equal to that of three pairs a win apart.

Each of these weighs 4: the square of its difference in half wins.
"""
SAME_FLOAT_WEIGHT = 8
"""The weight of floating the same way again, equal to that of two pairs a win apart.

With a weight of 4, one float in six repeated the direction of the previous one, and one in four in
small fields. With more than 8, floats in small fields were longer.
"""
IMBALANCE_WEIGHT = 16
"""The weight of firsts and seconds two apart, or three in a row, equal to that of four pairs a win apart.

With a weight of 4, about 88 % of the players of simulated events were balanced after an even number
of rounds; with 16, at least 95 % in every field, and opponents were hardly further apart.
"""
MAX_NAMED_PLAYERS = 4
"""The number of nearer players named in the reason for a float."""
LEADER_COUNT = 3
"""The number of leaders who should not meet players out of reach."""


def prefer_close(size: int) -> Preference:
    """Return the preference for opponents close to each other; squares favour two small gaps over a large one."""
    return Preference((size - 1) ** 2 if size else 0, lambda one, other: (other - one) ** 2)


def prefer_close_and_balanced(
    request: PairingRequest, players: Players
) -> tuple[Preference, Preference]:
    """Return two preferences for opponents a few places apart: one for the top, and one for below it.

    The top consists of the places within reach of first place and those that win prizes. There, only
    distance counts. Below it, balanced starts and avoiding a repeat are worth some distance.
    """
    near, misfit = prefer_close(len(players)), PairingField(request).start_imbalance(players)
    prizes = [band.last for band in request.prizes if not band.group]
    matter = max([reach_of_leader(len(players)), *prizes])

    def top(one: int, other: int) -> int:
        return (other - one) ** 2 if one < matter else 0

    def below(one: int, other: int) -> int:
        if one < matter:
            return 0
        again = frozenset((players[one], players[other])) in request.meetings
        return (other - one) ** 2 + EXTRA_PLACES**2 * (misfit(one, other) + again)

    return Preference(near.max_price, top), Preference(
        near.max_price + EXTRA_PLACES**2 * (MAX_MISFIT + 1), below
    )


def prefer_same_wins(request: PairingRequest, players: Players) -> Preference:
    """Return the preference for a small difference in wins after the source round.

    The price is the square of the difference in half points.
    """
    wins = [request.records[number].half_wins for number in players]
    most = (max(wins) - min(wins)) ** 2 if wins else 0
    return Preference(most, lambda one, other: (wins[one] - wins[other]) ** 2, wins)


def prefer_swiss_wins(
    request: PairingRequest,
    players: Players,
    repeats: RepeatPrice,
    *,
    balances: bool = True,
    mates_weigh: int = 0,
) -> Preference:
    """Return the preference of `prefer_same_wins`, with penalties for less suitable opponents.

    Free repeats, a second float in the same direction and, with `balances`, unbalanced starts are
    penalized by their constants; a meeting of teammates is penalized by `mates_weigh`.
    """
    apart, floats = prefer_same_wins(request, players), avoid_repeated_float(request, players)
    starts, thirds = (
        prefer_balanced_starts(request, players),
        avoid_third_start_in_a_row(request, players),
    )
    met = PairingField(request).meeting_counts if repeats.free_meetings else {}
    mates = avoid_teammates(request, players)

    def price(one: int, other: int) -> int:
        cost = apart.price(one, other) + SAME_FLOAT_WEIGHT * floats.price(one, other)
        if met and players[other] in met.get(players[one], ()):
            cost += FREE_REPEAT_WEIGHT
        if mates_weigh:
            cost += mates_weigh * mates.price(one, other)
        if balances:
            cost += IMBALANCE_WEIGHT * (starts.price(one, other) + thirds.price(one, other))
        return cost

    most = (
        apart.max_price
        + 2 * SAME_FLOAT_WEIGHT
        + FREE_REPEAT_WEIGHT
        + IMBALANCE_WEIGHT * (starts.max_price + thirds.max_price)
    )
    parts = [floats, *([starts, thirds] if balances else []), *([mates] if mates_weigh else [])]
    kinds = [wish.kinds for wish in parts if wish.kinds is not None]
    return Preference(most + mates_weigh, price, [*zip(*kinds, strict=True)])


def avoid_teammates(request: PairingRequest, players: Players) -> Preference:
    """Return the preference that members of one team or club do not meet."""
    teams = [request.teams.get(number, "") for number in players]
    return Preference(1, lambda one, other: int(teams[one] == teams[other] != ""), teams)


def avoid_repeated_float(request: PairingRequest, players: Players) -> Preference:
    """Return the preference that no player floats the same way as in the previous round."""
    wins = [request.records[number].half_wins for number in players]
    floats = [request.floats.get(number, 0) for number in players]

    def price(one: int, other: int) -> int:
        if wins[one] == wins[other]:
            return 0
        above, below = (one, other) if wins[one] > wins[other] else (other, one)
        return (floats[above] == 1) + (floats[below] == -1)

    return Preference(2, price, [*zip(wins, floats, strict=True)])


def avoid_third_start_in_a_row(request: PairingRequest, players: Players) -> Preference:
    """Return the preference that no player goes first, or second, three times in a row.

    It assumes that the earlier starts of the two decide who goes first.
    """
    kinds = [_start_kind(request.starts[number]) for number in players]
    table = {
        (one, other): _count_third_starts(one, other) for one in set(kinds) for other in set(kinds)
    }
    return Preference(2, lambda one, other: table[kinds[one], kinds[other]], kinds)


StartKind = tuple[int, int, int]
"""A player's firsts minus seconds, firsts, and 1 or -1 after going first or second twice in a row, else 0."""


def _start_kind(starts: Starts) -> StartKind:
    last = [went_first for _, went_first in starts.history[-2:]]
    running = 0 if len(last) < 2 or last[0] != last[1] else (1 if last[0] else -1)
    return starts.surplus, starts.firsts, running


def _count_third_starts(one: StartKind, other: StartKind) -> int:
    """Return how many of the two would go first, or second, for the third time in a row if they meet."""
    first, second = sorted((one, other), key=lambda kind: kind[:2])
    if first[:2] == second[:2]:  # the player who went first last time goes second
        return int(first[2] == second[2] != 0)
    return (first[2] == 1) + (second[2] == -1)


def prefer_same_class(request: PairingRequest, players: Players) -> Preference:
    """Return the preference that players of different classes do not meet."""
    classes = [request.classes.get(number, "") for number in players]
    return Preference(1, lambda one, other: int(classes[one] != classes[other]), classes)


def prefer_balanced_starts(request: PairingRequest, players: Players) -> Preference:
    """Return the preference that both players' firsts and seconds end up at most one apart."""
    field = PairingField(request)
    owed = [field.surplus_firsts[number] for number in players]
    return Preference(MAX_MISFIT, field.start_imbalance(players), owed)


def prefer_partners(partner: Sequence[int]) -> tuple[Preference, Preference]:
    """Return two preferences for opponents close to the intended ones.

    `partner` gives the intended opponent of each place, and is symmetric. The field has two halves:
    places whose intended opponent is lower, and places whose intended opponent is higher. The first
    preference is that players of one half do not meet each other; the second is a small distance from
    the intended opponent, squared.
    """
    lower = [place > other for place, other in enumerate(partner)]

    def away(one: int, other: int) -> int:
        return (other - partner[one]) ** 2 + (one - partner[other]) ** 2

    return (
        Preference(1, lambda one, other: int(lower[one] == lower[other]), lower),
        Preference(2 * len(partner) ** 2, away),
    )


def prefer_factor_distance(factor: int, size: int) -> Preference:
    """Return the preference that each of the first `2 * factor` places meets the place `factor` away.

    The price is the square of the deviation from that distance. Two players of the same half of the
    top, or one of the top and one below it, also pay the factor's square, so that the halves of the top
    meet unless that takes a player further away.
    """
    top = 2 * factor

    def price(one: int, other: int) -> int:
        if one >= top:
            return 0
        halves_meet = one < factor <= other < top
        return (other - one - factor) ** 2 + (0 if halves_meet else factor**2)

    return Preference(size**2 + factor**2, price)


def reach_of_leader(size: int) -> int:
    """Return the distance within reach of a leader: six places, or a sixth of a larger field."""
    return max(6, size // 6)


def prefer_leaders_in_reach(size: int, factor: int = 0) -> Preference:
    """Return the preference that the first three meet no player out of reach, given an intended distance `factor`."""
    reach = max(reach_of_leader(size), factor)
    return Preference(1, lambda one, other: int(one < LEADER_COUNT and other - one > reach))


def fold_halves(first: int, last: int) -> list[int]:
    """Return the intended opponents for the places from `first` to `last` - 1, an even number of places.

    The top half meets the bottom half.
    """
    half = (last - first) // 2
    return [*range(first + half, last), *range(first, first + half)]


def halves_of_groups(request: PairingRequest, players: Players) -> list[int]:
    """Return the intended opponent of each place: groups of equal wins, each split into halves.

    The lowest of an odd group joins the top of the next.
    """
    partner = [0] * len(players)
    pool: list[int] = []
    wins = [request.records[number].half_wins for number in players]
    for _, group in groupby(range(len(players)), key=lambda place: wins[place]):
        pool += group
        paired = pool[: len(pool) - len(pool) % 2]
        half = len(paired) // 2
        for one, other in zip(paired[:half], paired[half:], strict=True):
            partner[one], partner[other] = other, one
        pool = pool[len(paired) :]
    return partner


def float_reason(request: PairingRequest, players: Players, one: int, other: int) -> Messages:
    """Return why the player with more wins meets one with fewer, naming nearer players and the obstacles.

    Return () if both have the same number of wins, and for a round paired by seeds.
    """
    wins = [request.records[number].half_wins for number in players]
    if wins[one] == wins[other] or request.standings_round < 1:
        return ()
    above = one if wins[one] > wins[other] else other
    group = [number for number, own in zip(players, wins, strict=True) if own == wins[above]]
    if len(group) == 1:
        return (Message("float_alone", entry=players[above], wins=wins[above]),)
    reasons = [
        Message("float_odd", entry=players[above], players=len(group), wins=wins[above])
        if len(group) % 2
        else Message("float", entry=players[above], wins=wins[above])
    ]
    own = group.index(players[above])
    nearest = sorted(range(len(group)), key=lambda place: (abs(place - own), place))
    nearer = [group[place] for place in nearest[1 : MAX_NAMED_PLAYERS + 1]]
    met = {n for n in nearer if frozenset((players[above], n)) in request.meetings}
    if met:
        reasons.append(Message("float_met", entries=tuple(n for n in nearer if n in met)))
    if others := tuple(number for number in nearer if number not in met):
        reasons.append(Message("float_others", entries=others))
    return tuple(reasons)


def records_message(request: PairingRequest, players: Players, one: int, other: int) -> Message:
    """Return the comparison `3 wins each` or `3½ wins against 3`, or one of seeds if the round is paired by them."""
    number, opponent = players[one], players[other]
    if request.standings_round < 1:
        seeds = {entrant.number: entrant.seed for entrant in request.entrants}
        return Message("seeds", one=seeds[number], other=seeds[opponent])
    mine, yours = request.records[number].half_wins, request.records[opponent].half_wins
    if mine == yours:
        return Message("wins_each", wins=mine)
    return Message("wins_against", wins=mine, other=yours)


def places_message(request: PairingRequest, one: int, other: int) -> Message:
    """Return `place 5 against place 8`, counted among the players to be paired, or seed places if paired by seeds."""
    if request.standings_round < 1:
        return Message("seed_places", one=one + 1, other=other + 1)
    return Message("places", one=one + 1, other=other + 1)
