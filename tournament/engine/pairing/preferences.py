"""What methods that pair by rank want of two places: near, equal in wins, so many places apart."""

from collections.abc import Sequence
from itertools import groupby

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.field import MOST_MISFIT, Field
from tournament.engine.pairing.preference_set import Players, Wish
from tournament.engine.pairing.repeat_price import RepeatPrice
from tournament.engine.pairing.request import Request
from tournament.engine.starts import Starts

WORTH = 10
"""So many places a pairing may be further apart to spare a repeat or where starts fit better."""
REPEAT = 12
"""A free repeat weighs as three pairs a win apart, whose squares in half wins are 4 each."""
SAME_FLOAT = 8
"""Floating the same way again weighs as two more pairs a win apart.

With 4 one float in six was the same way again, in small fields one in four; with more than 8 the
floats of small fields went further.
"""
OUT_OF_BALANCE = 16
"""Firsts and seconds two apart, or three in a row, weigh as four pairs a win apart.

With 4 about 88 % of the players of simulated events were level after an even number of rounds,
with 16 at least 95 % in every field; opponents were hardly further apart.
"""
NAMED = 4
"""So many of those nearer are named where somebody floats."""
LEADERS = 3
"""So many of the first places meet nobody out of reach."""


def close(size: int) -> Wish:
    """Few places between two, the square counted: two small gaps rather than one large."""
    return Wish((size - 1) ** 2 if size else 0, lambda one, other: (other - one) ** 2)


def close_and_fitting(request: Request, players: Players) -> tuple[Wish, Wish]:
    """Few places between two; below those that matter, starts that fit and no repeat are worth some.

    The places within reach of the first and those that win prizes matter, and strictly neighbours
    meet there.
    """
    near, misfit = close(len(players)), Field(request).starts_misfit(players)
    prizes = [band.last for band in request.prizes if not band.group]
    matter = max([within_reach(len(players)), *prizes])

    def top(one: int, other: int) -> int:
        return (other - one) ** 2 if one < matter else 0

    def below(one: int, other: int) -> int:
        if one < matter:
            return 0
        again = frozenset((players[one], players[other])) in request.meetings
        return (other - one) ** 2 + WORTH**2 * (misfit(one, other) + again)

    return Wish(near.most, top), Wish(near.most + WORTH**2 * (MOST_MISFIT + 1), below)


def same_wins(request: Request, players: Players) -> Wish:
    """Little difference in wins after the source round, its square counted in half points."""
    wins = [request.records[number].wins2 for number in players]
    most = (max(wins) - min(wins)) ** 2 if wins else 0
    return Wish(most, lambda one, other: (wins[one] - wins[other]) ** 2, wins)


def swiss_wins(
    request: Request,
    players: Players,
    repeats: RepeatPrice,
    *,
    balances: bool = True,
    mates_weigh: int = 0,
) -> Wish:
    """As `same_wins`, weighed together with what may be worth another opponent.

    Free repeats, floating the same way twice running and, with `balances`, firsts and seconds out
    of balance each weigh as the constants say, two mates who meet `mates_weigh`. In the last third
    of the rounds starts weigh nothing for the first three.
    """
    apart, floats = same_wins(request, players), not_the_same_float(request, players)
    starts, thirds = fitting_starts(request, players), no_third_in_a_row(request, players)
    met = Field(request).met if repeats.free else {}
    mates = no_mates(request, players)

    def price(one: int, other: int) -> int:
        cost = apart.price(one, other) + SAME_FLOAT * floats.price(one, other)
        if met and players[other] in met.get(players[one], ()):
            cost += REPEAT
        if mates_weigh:
            cost += mates_weigh * mates.price(one, other)
        if balances:
            cost += OUT_OF_BALANCE * (starts.price(one, other) + thirds.price(one, other))
        return cost

    most = apart.most + 2 * SAME_FLOAT + REPEAT + OUT_OF_BALANCE * (starts.most + thirds.most)
    parts = [floats, *([starts, thirds] if balances else []), *([mates] if mates_weigh else [])]
    kinds = [wish.kinds for wish in parts if wish.kinds is not None]
    return Wish(most + mates_weigh, price, [*zip(*kinds, strict=True)])


def no_mates(request: Request, players: Players) -> Wish:
    """No two of one team or club."""
    teams = [request.teams.get(number, "") for number in players]
    return Wish(1, lambda one, other: int(teams[one] == teams[other] != ""), teams)


def not_the_same_float(request: Request, players: Players) -> Wish:
    """Nobody against fewer wins, or against more, who was so in the round before."""
    wins = [request.records[number].wins2 for number in players]
    floats = [request.floats.get(number, 0) for number in players]

    def price(one: int, other: int) -> int:
        if wins[one] == wins[other]:
            return 0
        above, below = (one, other) if wins[one] > wins[other] else (other, one)
        return (floats[above] == 1) + (floats[below] == -1)

    return Wish(2, price, [*zip(wins, floats, strict=True)])


def no_third_in_a_row(request: Request, players: Players) -> Wish:
    """Nobody first, or second, who was so twice in a row, as far as starts decide who goes first."""
    kinds = [_start_kind(request.starts[number]) for number in players]
    table = {(one, other): _thirds(one, other) for one in set(kinds) for other in set(kinds)}
    return Wish(2, lambda one, other: table[kinds[one], kinds[other]], kinds)


StartKind = tuple[int, int, int]
"""Firsts less seconds, firsts, and 1 or -1 for whoever went first or second twice running."""


def _start_kind(starts: Starts) -> StartKind:
    last = [went_first for _, went_first in starts.history[-2:]]
    running = 0 if len(last) < 2 or last[0] != last[1] else (1 if last[0] else -1)
    return starts.owed, starts.firsts, running


def _thirds(one: StartKind, other: StartKind) -> int:
    """How many of the two go first, or second, for the third time running if they meet."""
    first, second = sorted((one, other), key=lambda kind: kind[:2])
    if first[:2] == second[:2]:  # turn about: the one who went first the last time goes second
        return int(first[2] == second[2] != 0)
    return (first[2] == 1) + (second[2] == -1)


def same_class(request: Request, players: Players) -> Wish:
    """No two of different classes."""
    classes = [request.classes.get(number, "") for number in players]
    return Wish(1, lambda one, other: int(classes[one] != classes[other]), classes)


def fitting_starts(request: Request, players: Players) -> Wish:
    """Firsts and seconds of both at most one apart afterwards."""
    field = Field(request)
    owed = [field.owed[number] for number in players]
    return Wish(MOST_MISFIT, field.starts_misfit(players), owed)


def toward(partner: Sequence[int]) -> tuple[Wish, Wish]:
    """Everyone near the place that is meant: `partner[place]`, an exchange of places in pairs.

    First nobody of one half with somebody of the same half, where the halves are those who are
    meant to meet somebody lower and those who are meant to meet somebody higher; then few places
    away from who is meant, the square counted.
    """
    lower = [place > other for place, other in enumerate(partner)]

    def away(one: int, other: int) -> int:
        return (other - partner[one]) ** 2 + (one - partner[other]) ** 2

    return (
        Wish(1, lambda one, other: int(lower[one] == lower[other]), lower),
        Wish(2 * len(partner) ** 2, away),
    )


def apart_at_the_top(factor: int, size: int) -> Wish:
    """Each of the first `2 * factor` places so many places from the opponent, the others free.

    The price is the square of how much nearer or further the two stand. Two of the same half of
    the top, or one of the top with somebody below it, pay the factor's square besides, so that the
    halves of the top meet unless that takes somebody further away.
    """
    top = 2 * factor

    def price(one: int, other: int) -> int:
        if one >= top:
            return 0
        halves_meet = one < factor <= other < top
        return (other - one - factor) ** 2 + (0 if halves_meet else factor**2)

    return Wish(size**2 + factor**2, price)


def within_reach(size: int) -> int:
    """How many places from a leader somebody may stand: six, or a sixth of a larger field."""
    return max(6, size // 6)


def leaders_within_reach(size: int, factor: int = 0) -> Wish:
    """None of the first three against somebody out of reach, who are to meet `factor` places off."""
    reach = max(within_reach(size), factor)
    return Wish(1, lambda one, other: int(one < LEADERS and other - one > reach))


def halved(first: int, last: int) -> list[int]:
    """For the places `first` to `last` - 1, an even number: the top half meets the bottom half."""
    half = (last - first) // 2
    return [*range(first + half, last), *range(first, first + half)]


def halves_of_groups(request: Request, players: Players) -> list[int]:
    """For each place the one it is meant to meet: groups of equal wins, halved.

    The lowest of an odd group goes to the top of the next.
    """
    partner = [0] * len(players)
    pool: list[int] = []
    wins = [request.records[number].wins2 for number in players]
    for _, group in groupby(range(len(players)), key=lambda place: wins[place]):
        pool += group
        paired = pool[: len(pool) - len(pool) % 2]
        half = len(paired) // 2
        for one, other in zip(paired[:half], paired[half:], strict=True):
            partner[one], partner[other] = other, one
        pool = pool[len(paired) :]
    return partner


def why_floats(request: Request, players: Players, one: int, other: int) -> Messages:
    """Why the one with more wins meets somebody with fewer: who was nearer, and why not they.

    Empty where both have as many wins, and before any round.
    """
    wins = [request.records[number].wins2 for number in players]
    if wins[one] == wins[other] or request.after < 1:
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
    nearer = [group[place] for place in nearest[1 : NAMED + 1]]
    met = {n for n in nearer if frozenset((players[above], n)) in request.meetings}
    if met:
        reasons.append(Message("float_met", entries=tuple(n for n in nearer if n in met)))
    if others := tuple(number for number in nearer if number not in met):
        reasons.append(Message("float_others", entries=others))
    return tuple(reasons)


def against(request: Request, players: Players, one: int, other: int) -> Message:
    """`3 wins each`, `3½ wins against 3`, or the seeds where nothing has been played."""
    number, opponent = players[one], players[other]
    if request.after < 1:
        seeds = {entrant.number: entrant.seed for entrant in request.entrants}
        return Message("seeds", one=seeds[number], other=seeds[opponent])
    mine, yours = request.records[number].wins2, request.records[opponent].wins2
    if mine == yours:
        return Message("wins_each", wins=mine)
    return Message("wins_against", wins=mine, other=yours)


def places(request: Request, one: int, other: int) -> Message:
    """`place 5 against place 8`, counted among those to be paired."""
    if request.after < 1:
        return Message("seed_places", one=one + 1, other=other + 1)
    return Message("places", one=one + 1, other=other + 1)
