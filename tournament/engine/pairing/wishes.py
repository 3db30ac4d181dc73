"""What methods that pair by rank want of two places: near, equal in wins, so many places apart."""

from collections.abc import Sequence
from itertools import groupby

from tournament.engine.message import Message
from tournament.engine.pairing.field import MOST_MISFIT, Field
from tournament.engine.pairing.pair_by import Players, Wish
from tournament.engine.pairing.request import Request

WORTH = 10
"""So many places a pairing may be further apart where firsts and seconds fit better."""
UNKNOWN = 2
"""So many places matter where nothing is said about prizes."""
LEADERS = 3
"""So many of the first places meet nobody out of reach."""


def close(size: int) -> Wish:
    """Few places between two, the square counted: two small gaps rather than one large."""
    return Wish((size - 1) ** 2 if size else 0, lambda one, other: (other - one) ** 2)


def close_and_fitting(request: Request, players: Players) -> tuple[Wish, Wish]:
    """Few places between two; below the places that matter, starts that fit are worth some places.

    Where the event has prizes the places that win them matter, otherwise the first two. Whom they
    meet is settled first.
    """
    near, misfit = close(len(players)), Field(request).starts_misfit(players)
    matter = max((band.last for band in request.prizes if not band.group), default=UNKNOWN)

    def top(one: int, other: int) -> int:
        return (other - one) ** 2 if one < matter else 0

    def below(one: int, other: int) -> int:
        return 0 if one < matter else (other - one) ** 2 + WORTH**2 * misfit(one, other)

    return Wish(near.most, top), Wish(near.most + WORTH**2 * MOST_MISFIT, below)


def same_wins(request: Request, players: Players) -> Wish:
    """Little difference in wins after the source round, its square counted in half points."""
    wins = [request.records[number].wins2 for number in players]
    most = (max(wins) - min(wins)) ** 2 if wins else 0
    return Wish(most, lambda one, other: (wins[one] - wins[other]) ** 2)


def same_class(request: Request, players: Players) -> Wish:
    """No two of different classes."""
    classes = [request.classes.get(number, "") for number in players]
    return Wish(1, lambda one, other: int(classes[one] != classes[other]))


def fitting_starts(request: Request, players: Players) -> Wish:
    """Firsts and seconds of both at most one apart afterwards."""
    return Wish(MOST_MISFIT, Field(request).starts_misfit(players))


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
        Wish(1, lambda one, other: int(lower[one] == lower[other])),
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


def leaders_within_reach(size: int, factor: int) -> Wish:
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
