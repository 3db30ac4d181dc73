"""The best and the worst possible final place of every active entry.

There are three methods, the cheapest certain one first:

1. The pairings of the last round are known: every game is tried each way. Exact.
2. Pairings are open: counting half points gives a bound, and a future constructed to favour the
   player, or one simulated with a seed, reaches it. The bound is exact for at least some pairings.
3. No such future reaches the bound: the bound is returned and marked as such. No result can be
   outside it, but whether the pairings allow it is unknown.

Only games are considered, not future forfeits, voids, penalties or withdrawals.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from tournament.engine.standings.futures import (
    Contender,
    Futures,
    SafeLead,
    count_surely_above,
    count_surely_below,
)
from tournament.engine.standings.ranking import Standings

BY_SPREAD = ("spread", "capped_spread")


@dataclass(frozen=True, slots=True)
class Prospect:
    """One entry's best and worst possible final places.

    The entry cannot finish above `best` or below `worst`; `best_is_reached` and `worst_is_reached` say
    whether a future is known in which it finishes there.
    """

    number: int
    best: int
    worst: int
    best_is_reached: bool = True
    worst_is_reached: bool = True
    clinched: int | None = None
    """The final place if it has been proved, never estimated; None while another place is possible."""

    @property
    def is_exact(self) -> bool:
        """Whether both places are known to be reached in some future."""
        return self.best_is_reached and self.worst_is_reached


def _safe_lead_function(catch_up: Sequence[int | None], by_spread: str) -> SafeLead:
    """Return a function that gives the lead that is safe between two players, given the games each has left.

    The greater of the two numbers of games decides.
    """

    def safe_lead(left: int, other_left: int) -> int | None:
        games = min(max(left, other_left), len(catch_up) - 1)
        if not by_spread:
            return None
        return catch_up[games] if games else 1  # equal in everything, so another metric decides

    return safe_lead


def prospects(
    table: Standings,
    left: Mapping[int, int],
    *,
    catch_up: Sequence[int | None],
    arranged: Sequence[tuple[int, int]] = (),
    byes: int = 0,
    seed: int = 0,
    of: Collection[int] | None = None,
) -> dict[int, Prospect]:
    """Return the prospects of all active entries in `table`, or of those in `of`, by number.

    The result is empty unless wins rank first. `left` is the number of games each entry still plays, and
    `byes` is how many of them can be byes. `catch_up[n]` is the lead that n games cannot make up, or None if
    they can make up any (`catch_up_spreads`). `arranged` are the pairs of the last round if only it remains.
    """
    if not table.precedence or table.precedence[0] != "wins":
        return {}
    by_spread = _spread_tie_breaker(table)
    seats = [
        Contender(line.number, line.half_wins, left.get(line.number, 0), _spread(line, by_spread))
        for line in table.lines
        if not line.withdrawn
    ]
    known = _known_games(seats, arranged)
    beyond = _safe_lead_function(catch_up, by_spread)
    last_round = _LastRound(known, beyond)
    field = _Field(seats)
    futures = Futures(seats, beyond, seed)
    by_number = {}
    for seat in seats if of is None else [seat for seat in seats if seat.number in of]:
        if not field.anybody_plays:
            place = table.line(seat.number).rank
            by_number[seat.number] = Prospect(seat.number, place, place, clinched=place)
        elif known:
            best = last_round.place(seat, favoured=True)
            worst = last_round.place(seat, favoured=False)
            clinched = best if best == worst else None
            by_number[seat.number] = Prospect(seat.number, best, worst, clinched=clinched)
        else:
            best = _best_bound(seat, field, beyond)
            worst = _worst_bound(seat, field, beyond, byes)
            by_number[seat.number] = Prospect(
                seat.number,
                best,
                worst,
                futures.can_reach(seat, best, wins=True),
                futures.can_reach(seat, worst, wins=False),
                clinched=best if best == worst else None,
            )
    return by_number


MAX_MARGIN = 300
"""The largest margin in points that is given as sufficient."""


@dataclass(frozen=True, slots=True)
class SecuredPlace:
    """A place, and the smallest margin of a win that secures it whatever happens elsewhere; 1 means any win."""

    margin: int
    place: int


def places_secured_by_win(
    table: Standings,
    left: Mapping[int, int],
    number: int,
    opponent: int,
    *,
    catch_up: Sequence[int | None],
    arranged: Sequence[tuple[int, int]] = (),
    byes: int = 0,
    cap: int | None = None,
) -> tuple[SecuredPlace, ...]:
    """Return the places that a win against `opponent` in the next game secures, each with the least margin.

    Each place is better than the one before. Return () unless wins rank first and both players still have a
    game. The arguments are those of `prospects`; `cap` is the most spread the game counts for (None is no
    cap).
    """
    if not table.precedence or table.precedence[0] != "wins":
        return ()
    by_spread = _spread_tie_breaker(table)
    seats = {
        line.number: Contender(
            line.number, line.half_wins, left.get(line.number, 0), _spread(line, by_spread)
        )
        for line in table.lines
        if not line.withdrawn
    }
    if not {number, opponent} <= set(seats) or not (seats[number].left and seats[opponent].left):
        return ()
    pairs = [pair for pair in arranged if number not in pair and opponent not in pair]
    beyond = _safe_lead_function(catch_up, by_spread)

    def place_after(margin: int) -> int:
        counted = margin if cap is None else min(margin, cap)
        after = seats | {
            number: replace(
                seats[number],
                wins=seats[number].wins + 2,
                left=seats[number].left - 1,
                spread=seats[number].spread + counted,
            ),
            opponent: replace(
                seats[opponent],
                left=seats[opponent].left - 1,
                spread=seats[opponent].spread - counted,
            ),
        }
        seat = after[number]
        known = _known_games(list(after.values()), pairs)
        if known:
            return _LastRound(known, beyond).place(seat, favoured=False)
        return _worst_bound(seat, _Field(after.values()), beyond, byes)

    needs = [SecuredPlace(1, place_after(1))]
    best = place_after(MAX_MARGIN)
    while needs[-1].place > best:
        low, high = needs[-1].margin, MAX_MARGIN  # the place of `low` is not good enough yet
        while high - low > 1:
            middle = (low + high) // 2
            if place_after(middle) < needs[-1].place:
                high = middle
            else:
                low = middle
        needs.append(SecuredPlace(high, place_after(high)))
    return tuple(needs)


def _spread_tie_breaker(table: Standings) -> str:
    """Return the spread that separates players with equal wins, or "" if another metric, or none, comes next."""
    rest = [key for key in table.precedence[1:] if key != "losses"]
    return rest[0] if rest and rest[0] in BY_SPREAD else ""


def _spread(line: object, by_spread: str) -> int:
    return int(getattr(line, by_spread or "spread"))


def _known_games(
    seats: Sequence[Contender], arranged: Sequence[tuple[int, int]]
) -> list[list[Contender]]:
    """Return the games of the last round, and the players without a game as games of one.

    The list is empty if more than one round is left or if not all games are known.
    """
    if not arranged or any(seat.left > 1 for seat in seats):
        return []
    by_number = {seat.number: seat for seat in seats}
    games = [[by_number[n] for n in pair if n in by_number] for pair in arranged]
    playing = {seat.number for game in games for seat in game}
    if any(seat.left and seat.number not in playing for seat in seats):
        return []
    return games + [[seat] for seat in seats if seat.number not in playing]


_Alike = tuple[tuple[int, int], ...]
"""The features that make games of the last round equivalent: the wins and games left of each player."""


class _LastRound:
    """The last round with every game tried each way; games of equal players are counted together."""

    def __init__(self, games: Sequence[Sequence[Contender]], beyond: SafeLead) -> None:
        """Store the games, with each player without a game as a game of one."""
        self._games = games
        self._beyond = beyond
        self._game_of = {seat.number: game for game in games for seat in game}
        self._sorted: dict[tuple[int, bool], dict[_Alike, list[list[float]]]] = {}
        self._passing: dict[tuple[_Alike, tuple[bool, ...], int, bool], int] = {}

    def place(self, seat: Contender, *, favoured: bool) -> int:
        """Return the player's best final place if favoured, otherwise the worst."""
        own = seat.wins + (2 * seat.left if favoured else 0)
        place = 1
        for alike, margins in self._margins(seat.left, favoured=favoured).items():
            ahead = [len(row) - bisect_left(row, seat.spread) for row in margins]
            for who, games in _count_by_players_ahead(ahead, len(margins[0])):
                if games:
                    place += games * self._count_above(alike, who, own, favoured=favoured)
        game = self._game_of[seat.number]
        who = tuple(self._margin(one, seat.left, favoured=favoured) >= seat.spread for one in game)
        alike = tuple((one.wins, one.left) for one in game)
        place -= self._count_above(alike, who, own, favoured=favoured)
        for other, is_ahead in zip(game, who, strict=True):
            if other is not seat:
                place += _is_above(other.wins + (0 if favoured else 2), own, is_ahead)
        return place

    def _margin(self, other: Contender, left: int, *, favoured: bool) -> float:
        """Return the largest spread with which a player is placed behind `other` if their wins are equal.

        The player has `left` games left. The best case is assumed if `favoured`, otherwise the worst.
        """
        apart = self._beyond(left, other.left)
        if apart is None:
            return -inf if favoured else inf
        return other.spread - apart if favoured else other.spread + apart - 1

    def _margins(self, left: int, *, favoured: bool) -> dict[_Alike, list[list[float]]]:
        """Return the sorted results of `_margin` for each kind of equivalent games, in a list per player.

        The last list has the smaller margin of each game.
        """
        if (left, favoured) not in self._sorted:
            rows: dict[_Alike, list[list[float]]] = {}
            for game in self._games:
                alike = tuple((one.wins, one.left) for one in game)
                margins = [self._margin(one, left, favoured=favoured) for one in game]
                lists = rows.setdefault(alike, [[] for _ in range(len(game) + 1)])
                for row, margin in zip(lists, [*margins, min(margins)], strict=True):
                    row.append(margin)
            for lists in rows.values():
                for row in lists:
                    row.sort()
            self._sorted[left, favoured] = rows
        return self._sorted[left, favoured]

    def _count_above(
        self, alike: _Alike, ahead: tuple[bool, ...], own: int, *, favoured: bool
    ) -> int:
        """Return how many players of a game rank above one with `own` half points, in the best or worst case."""
        key = (alike, ahead, own, favoured)
        if key not in self._passing:
            ways: list[tuple[int, ...]] = [tuple(2 * left for _, left in alike)]
            if len(alike) == 2 and alike[0][1]:
                ways = [(2, 0), (0, 2), (1, 1)]
            totals = [
                sum(
                    _is_above(wins + gain, own, is_ahead)
                    for (wins, _), gain, is_ahead in zip(alike, way, ahead, strict=True)
                )
                for way in ways
            ]
            self._passing[key] = min(totals) if favoured else max(totals)
        return self._passing[key]


def _is_above(total: int, own: int, is_ahead: bool) -> bool:
    """Return whether a total ranks above `own`; equal totals are decided by who is ahead."""
    return total > own or (total == own and is_ahead)


def _count_by_players_ahead(ahead: Sequence[int], games: int) -> list[tuple[tuple[bool, ...], int]]:
    """Return the number of games for each combination of players who are ahead.

    `ahead` has the number of games with each player ahead, and last those with both.
    """
    if len(ahead) == 2:
        return [((True,), ahead[0]), ((False,), games - ahead[0])]
    one, other, both = ahead
    return [
        ((True, True), both),
        ((True, False), one - both),
        ((False, True), other - both),
        ((False, False), games - one - other + both),
    ]


class _Field:
    """The active players by wins and games left, since many players of a large division are equal in these."""

    def __init__(self, seats: Iterable[Contender]) -> None:
        """Store the players, with the spreads of equal ones sorted."""
        self._spreads: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for seat in seats:
            self._spreads[seat.wins, seat.left].append(seat.spread)
        for spreads in self._spreads.values():
            spreads.sort()
        self.games_left = sum(left * len(alike) for (_, left), alike in self._spreads.items())
        self.anybody_plays = self.games_left > 0

    def rivals(self, seat: Contender) -> Iterator[tuple[int, int, list[int]]]:
        """Yield each combination of wins and games left, with the ascending spreads of the others who have it."""
        for (wins, left), spreads in self._spreads.items():
            if (wins, left) != (seat.wins, seat.left):
                yield wins, left, spreads
            elif len(spreads) > 1:
                at = bisect_left(spreads, seat.spread)
                yield wins, left, spreads[:at] + spreads[at + 1 :]


def _best_bound(seat: Contender, field: _Field, beyond: SafeLead) -> int:
    """Return the best place possible, given that the half points of all games go to someone."""
    top = seat.wins + 2 * seat.left
    forced, room = 0, 0
    excess: list[tuple[int, int]] = []
    for wins, left, spreads in field.rivals(seat):
        most = 2 * left
        above = count_surely_above(spreads, seat.spread, beyond(seat.left, left))
        for players, may in ((above, top - wins - 1), (len(spreads) - above, top - wins)):
            if may < 0:
                forced += players
                room += players * most
            else:
                room += players * min(most, may)
                if most > may:
                    excess.append((most - may, players))
    lacking = field.games_left - 2 * seat.left - room
    for more, players in sorted(excess, reverse=True):
        taken = min(players, max(0, -(-lacking // more)))
        forced += taken
        lacking -= taken * more
    return 1 + forced


def _worst_bound(seat: Contender, field: _Field, beyond: SafeLead, byes: int) -> int:
    """Return the worst place possible, given the half points that are left for the others to win."""
    needs = []
    for wins, left, spreads in field.rivals(seat):
        below = count_surely_below(spreads, seat.spread, beyond(seat.left, left))
        need = seat.wins - wins
        for players, points in ((below, need + 1), (len(spreads) - below, need)):
            if points <= 2 * left:
                needs.append((max(0, points), players))
    there = field.games_left + byes
    passed = 0
    for points, players in sorted(needs):
        passing = min(players, there // points) if points else players
        there -= passing * points
        passed += passing
    return 1 + passed
