"""What can still happen: the best and the worst final place of everybody still in.

Three ways, the cheapest that is certain first:

1. The pairings of the last round are known: every game is tried each way. Exact.
2. Pairings are open: nobody can end above a bound that counting half points gives, and a future
   built to favour the player, or one simulated with a seed, reaches it. Exact, whoever meets whom.
3. No such future reaches the bound: the bound is given, marked as one. Nobody ends outside of it;
   whether the pairings to come allow it is not known.

Only play is thought of: no forfeits, voids, penalties or withdrawals to come.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from random import Random

from tournament.engine.standings.ranking import Standings

FUTURES = 12
"""How many futures are simulated for a player to find one that reaches the bound."""
BY_SPREAD = ("spread", "capped_spread")


@dataclass(frozen=True, slots=True)
class Prospect:
    """One entry's best and worst possible final place.

    Nobody ends better than `best` or worse than `worst`; `best_is_reached` and `worst_is_reached` say
    that a future is known in which it comes to that.
    """

    number: int
    best: int
    worst: int
    best_is_reached: bool = True
    worst_is_reached: bool = True
    clinched: int | None = None
    """The place nobody can take any more: reasoning alone, never an estimate."""

    @property
    def is_exact(self) -> bool:
        """Whether both places are known to be reached in some future."""
        return self.best_is_reached and self.worst_is_reached


@dataclass(slots=True)
class _Seat:
    """One player while futures are thought through; wins in half points."""

    number: int
    wins: int
    left: int
    spread: int


Reach = Callable[[_Seat, _Seat], int | None]
"""The spread that two players can catch up on each other with the games they have left; None: any."""


def _reach(catch_up: Sequence[int | None], by_spread: str) -> Reach:
    """How far spread parts two players: as far as whoever of them plays more games can still go."""

    def between(one: _Seat, other: _Seat) -> int | None:
        games = min(max(one.left, other.left), len(catch_up) - 1)
        if not by_spread:
            return None
        return catch_up[games] if games else 1  # level in everything, another metric decides

    return between


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
    """The prospects of everybody active in `table`, or `of` these alone, by number; nothing unless wins rank first.

    `left` is how many games each still plays, `byes` how many of these are byes at most.
    `catch_up[n]` is the spread that can be caught up in n games (None: any), see `catch_up_by`.
    `arranged` are the pairs of the last round where it is all that is left.
    """
    if not table.precedence or table.precedence[0] != "wins":
        return {}
    by_spread = _tie_break(table)
    seats = [
        _Seat(line.number, line.half_wins, left.get(line.number, 0), _spread(line, by_spread))
        for line in table.lines
        if not line.withdrawn
    ]
    known = _pairs_known(seats, arranged)
    beyond = _reach(catch_up, by_spread)
    by_number = {}
    for seat in seats if of is None else [seat for seat in seats if seat.number in of]:
        if not any(seat.left for seat in seats):
            place = table.line(seat.number).rank
            by_number[seat.number] = Prospect(seat.number, place, place, clinched=place)
            continue
        others = [other for other in seats if other is not seat]
        best_bound = _best_bound(seat, others, beyond)
        worst_bound = _worst_bound(seat, others, beyond, byes)
        clinched = best_bound if best_bound == worst_bound else None
        if known:
            best, worst = _by_every_game(seat, known, beyond)
            reached = (True, True)
            clinched = best if best == worst else None
        else:
            draw = Random(f"{seed}/{seat.number}")
            best, worst = best_bound, worst_bound
            reached = (
                _is_reached(seat, others, beyond, best, draw, wins=True),
                _is_reached(seat, others, beyond, worst, draw, wins=False),
            )
        by_number[seat.number] = Prospect(seat.number, best, worst, *reached, clinched)
    return by_number


MOST_MARGIN = 300
"""Points by which nobody is told to win."""


@dataclass(frozen=True, slots=True)
class Need:
    """The place that a win by `margin` or more secures, whatever the others do; 1 is any win."""

    margin: int
    place: int


def needs_of(
    table: Standings,
    left: Mapping[int, int],
    number: int,
    opponent: int,
    *,
    catch_up: Sequence[int | None],
    arranged: Sequence[tuple[int, int]] = (),
    byes: int = 0,
    cap: int | None = None,
) -> tuple[Need, ...]:
    """What winning the next game against `opponent` secures for certain, by the least margin for each place.

    Each need is for a better place than the one before; nothing where wins do not rank first. The
    arguments are those of `prospects`; `cap` is the most spread the game counts for (None: no cap).
    """
    if not table.precedence or table.precedence[0] != "wins":
        return ()
    by_spread = _tie_break(table)
    seats = {
        line.number: _Seat(
            line.number, line.half_wins, left.get(line.number, 0), _spread(line, by_spread)
        )
        for line in table.lines
        if not line.withdrawn
    }
    if not {number, opponent} <= set(seats) or not (seats[number].left and seats[opponent].left):
        return ()
    pairs = [pair for pair in arranged if number not in pair and opponent not in pair]
    beyond = _reach(catch_up, by_spread)

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
        seat, others = after[number], [row for row in after.values() if row.number != number]
        known = _pairs_known(list(after.values()), pairs)
        if known:
            return _by_every_game(seat, known, beyond)[1]
        return _worst_bound(seat, others, beyond, byes)

    needs = [Need(1, place_after(1))]
    best = place_after(MOST_MARGIN)
    while needs[-1].place > best:
        low, high = needs[-1].margin, MOST_MARGIN  # the place of `low` is not good enough yet
        while high - low > 1:
            middle = (low + high) // 2
            if place_after(middle) < needs[-1].place:
                high = middle
            else:
                low = middle
        needs.append(Need(high, place_after(high)))
    return tuple(needs)


def _tie_break(table: Standings) -> str:
    """The spread that parts players of equal wins; empty where something else comes first."""
    rest = [key for key in table.precedence[1:] if key != "losses"]
    return rest[0] if rest and rest[0] in BY_SPREAD else ""


def _spread(line: object, by_spread: str) -> int:
    return int(getattr(line, by_spread or "spread"))


def _pairs_known(seats: Sequence[_Seat], arranged: Sequence[tuple[int, int]]) -> list[list[_Seat]]:
    """The games of the last round, and the seats that do not play; empty when not all is known."""
    if not arranged or any(seat.left > 1 for seat in seats):
        return []
    by_number = {seat.number: seat for seat in seats}
    games = [[by_number[n] for n in pair if n in by_number] for pair in arranged]
    playing = {seat.number for game in games for seat in game}
    if any(seat.left and seat.number not in playing for seat in seats):
        return []
    return games + [[seat] for seat in seats if seat.number not in playing]


def _above(other: int, other_spread: int, own: int, own_spread: int, beyond: int | None) -> bool:
    """Whether who has `other` half points is surely above who has `own`, however spreads go."""
    if other != own:
        return other > own
    return beyond is not None and other_spread - own_spread >= beyond


def _by_every_game(seat: _Seat, games: Sequence[Sequence[_Seat]], beyond: Reach) -> tuple[int, int]:
    """Best and worst place when each game of the last round is tried each way."""
    best = worst = 1
    for win in (True, False):
        own = seat.wins + (2 * seat.left if win else 0)
        count = 0
        for game in games:
            others = [other for other in game if other is not seat]
            ways: list[tuple[int, ...]]
            if len(others) < len(game):  # the player's own game, or nobody to play
                ways = [(0 if win else 2,)] if others else [()]
            elif len(game) == 2 and game[0].left:
                ways = [(2, 0), (0, 2), (1, 1)]
            else:
                ways = [tuple(2 * other.left for other in game)]
            totals = [
                sum(
                    _ends_above(other, gain, seat, own, beyond, favoured=win)
                    for other, gain in zip(others, way, strict=True)
                )
                for way in ways
            ]
            count += min(totals) if win else max(totals)
        if win:
            best = 1 + count
        else:
            worst = 1 + count
    return best, worst


def _ends_above(
    other: _Seat, gain: int, seat: _Seat, own: int, beyond: Reach, *, favoured: bool
) -> bool:
    """Whether `other` ends above: equal wins go to the player where favoured, unless beyond reach."""
    total = other.wins + gain
    apart = beyond(seat, other)
    if favoured:
        return _above(total, other.spread, own, seat.spread, apart)
    return not _above(own, seat.spread, total, other.spread, apart)


def _best_bound(seat: _Seat, others: Sequence[_Seat], beyond: Reach) -> int:
    """The place nobody can better: half points have to go somewhere."""
    top = seat.wins + 2 * seat.left
    forced, room, excess = 0, 0, []
    for other in others:
        most = 2 * other.left
        may = top - other.wins
        apart = beyond(seat, other)
        if apart is not None and other.spread - seat.spread >= apart:
            may -= 1
        if may < 0:
            forced += 1
            room += most
        else:
            room += min(most, may)
            if most > may:
                excess.append(most - may)
    lacking = sum(other.left for other in others) + seat.left - 2 * seat.left - room
    for more in sorted(excess, reverse=True):
        if lacking <= 0:
            break
        forced += 1
        lacking -= more
    return 1 + forced


def _worst_bound(seat: _Seat, others: Sequence[_Seat], beyond: Reach, byes: int) -> int:
    """The place nobody can fall below: only so many half points are left to win."""
    needs = []
    for other in others:
        need = seat.wins - other.wins
        apart = beyond(seat, other)
        if apart is not None and seat.spread - other.spread >= apart:
            need += 1
        if need <= 2 * other.left:
            needs.append(max(0, need))
    there = sum(other.left for other in others) + seat.left + byes
    passed = 0
    for need in sorted(needs):
        if need > there:
            break
        there -= need
        passed += 1
    return 1 + passed


def _is_reached(
    seat: _Seat,
    others: Sequence[_Seat],
    beyond: Reach,
    bound: int,
    draw: Random,
    *,
    wins: bool,
) -> bool:
    """Whether some future comes to the bound: the built one, or one of those simulated."""
    level = _places_when_level(seat, others, beyond, favoured=wins)
    return any(
        _one_future(seat, others, level, draw if attempt else None, wins=wins) == bound
        for attempt in range(1 + FUTURES)
    )


def _places_when_level(
    seat: _Seat, others: Sequence[_Seat], beyond: Reach, *, favoured: bool
) -> list[int]:
    """For each of the others 1 where with equal wins they end above, else 0; where spreads may still part them
    either way, that is to the player where favoured.
    """
    level = []
    for other in others:
        apart = beyond(seat, other)
        if favoured:
            above = apart is not None and other.spread - seat.spread >= apart
        else:
            above = not (apart is not None and seat.spread - other.spread >= apart)
        level.append(int(above))
    return level


def _one_future(
    seat: _Seat, others: Sequence[_Seat], level: Sequence[int], draw: Random | None, *, wins: bool
) -> int:
    """The player's place after one future in which every game goes the player's way, or none does.

    In each round those win first whom a win does not bring above, or brings there soonest.
    """
    own = seat.wins + (2 * seat.left if wins else 0)
    totals = [other.wins for other in others]
    left = [other.left for other in others]
    for round_ in range(max([seat.left, *left], default=0)):
        by_place = []
        for at, games in enumerate(left):
            if games <= round_:
                continue
            gap = own - totals[at]
            noise = draw.random() * 3 if draw else 0.0
            if wins:
                harmless = gap < 0 or gap >= 2
                by_place.append((not harmless, noise - abs(gap), at))
            else:
                reachable = 0 < gap <= 2 * games
                by_place.append((not reachable, gap + noise, at))
        by_place.sort()
        playing = [at for _, _, at in by_place]
        if seat.left > round_ and playing:
            totals[playing.pop(-1 if wins else 0)] += 0 if wins else 2
        half = (len(playing) + 1) // 2
        winners, losers = playing[:half], playing[half:]
        for winner, loser in zip_longest(winners, losers):
            short = wins and own - totals[winner] == 1
            if loser is not None and short and own - totals[loser] >= 1:
                totals[winner] += 1
                totals[loser] += 1
            else:
                totals[winner] += 2
    return 1 + sum(
        total > own or (total == own and above) for total, above in zip(totals, level, strict=True)
    )
