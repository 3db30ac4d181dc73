"""The field cut into flights, one for each prize still open, as Chew pairings want it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournament.engine.pairing.chase import Chase
from tournament.engine.pairing.gibson import named

Players = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Flight:
    """Who is paired among themselves: an even number, best first, and what they play for.

    `leaders` are those who hold the prize now; nobody when all left in the field contend for it,
    or when there is nothing left to contend for (`prize` is empty then).
    """

    players: Players
    prize: str = ""
    leaders: Players = ()
    contenders: int = 0
    """How many contend for the prize; above the number of players where the flight is capped."""

    def told(self) -> str:
        """The sentence for the director."""
        if not self.prize:
            return f"{len(self.players)} players are in no flight of contenders."
        of = f" of the {self.contenders} who contend" * (self.contenders > len(self.players))
        return f"{len(self.players)}{of} meet for {self.prize}."


def flights(
    chase: Chase, players: Sequence[int], cap: int, settled: Collection[int] = ()
) -> list[Flight]:
    """The flights of an even number of players, best first.

    First the division's prizes from the highest down, then each class, then everybody else. A
    flight with leaders holds at most `cap`; who contends for the prize and finds no room makes one
    more flight for it. `settled` are gibsonized for a class prize and contend no more.
    """
    left = list(players)
    found: list[Flight] = []
    most = max(2, cap + cap % 2)
    bands = sorted((band for band in chase.bands if not band.group), key=lambda band: band.first)
    for band in bands:
        contending = [n for n in left if n not in settled and chase.best(n) <= band.last]
        holders = [number for number in left if chase.place[number] <= band.last]
        found += _cut(left, contending, holders, named(band), most, is_last=band is bands[-1])
    for group in sorted({band.group for band in chase.bands if band.group}):
        places = max(band.last for band in chase.bands_of_class(group))
        members = [n for n in left if chase.classes.get(n) == group]
        contending = [n for n in members if n not in settled and chase.may_win_class_prize(n)]
        prize = f"the prize of class {group}"
        found += _cut(left, contending, members[:places], prize, most, is_last=True)
    if left:
        found.append(Flight(tuple(left)))
    return found


def _cut(
    left: list[int],
    contending: Sequence[int],
    holders: Sequence[int],
    prize: str,
    most: int,
    *,
    is_last: bool,
) -> list[Flight]:
    """The flights for one prize, taken out of those left.

    A single contender waits for the next prize, which he contends for too, unless it `is_last`.
    """
    found = []
    waiting = list(contending)
    while len(waiting) > (0 if is_last else 1):
        leaders = [number for number in holders if number in left]
        taken = waiting[:most] if leaders else waiting
        if len(taken) % 2:
            taken = [*taken, _next_below(left, taken)]
        lead = leaders[: len(taken) // 2] if len(taken) < len(left) else []
        players = tuple(number for number in left if number in taken)
        found.append(Flight(players, prize, tuple(lead), len(contending)))
        left[:] = [number for number in left if number not in taken]
        waiting = [number for number in waiting if number in left]
        holders = ()
    return found


def _next_below(left: Sequence[int], taken: Sequence[int]) -> int:
    """The next player after those taken, or else the last before them."""
    after = left.index(taken[-1])
    free = [number for number in left if number not in taken]
    return next((number for number in free if left.index(number) > after), free[-1])
