"""The end of a game: settling racks and charging overtime.

Plays and challenge points count first, in the order of the turns, then the rack adjustment and the
overtime. The winner is then determined in `scoring.engine.game.outcome`. Totals may be negative.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.game.state import GameState
from scoring.engine.game.turns import (
    ADJUSTMENT,
    CHALLENGE_BONUS,
    END_RACK,
    OVERTIME,
    PASS,
    WITHDRAWN,
)
from scoring.engine.rules.rulesets import RackSettlement, RuleSet

_RACK_NEUTRAL_KINDS = (END_RACK, OVERTIME, CHALLENGE_BONUS, ADJUSTMENT)
"""Kinds of turn that do not change a rack."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """The effect of the remaining racks on the totals.

    `out` is the seat that went out, or None. `racks` contains the tiles left with each player and
    `amounts` the points each player receives; an item is None if unknown.
    """

    out: int | None
    racks: tuple[tuple[str, ...] | None, ...]
    amounts: tuple[int | None, ...]


def rack_points(
    form: RackSettlement, worths: Sequence[int | None], out: int | None, left: int | None = None
) -> tuple[int | None, ...]:
    """Return the points each player receives for the remaining racks; an item is None if unknown.

    `worths` contains the value of each rack in points, or None if the rack is unknown. `left` is the
    value of all racks together, if known. If nobody went `out`, every player loses their own rack.
    Otherwise the `form` decides.
    """
    if out is None:
        return tuple(None if worth is None else -worth for worth in worths)
    others = [worth for seat, worth in enumerate(worths) if seat != out]
    total = left if None in others else sum(worth for worth in others if worth is not None)
    if form is RackSettlement.DOUBLE:
        bonus = None if total is None else 2 * total
        return tuple(bonus if seat == out else 0 for seat in range(len(worths)))
    return tuple(
        total if seat == out else None if worth is None else -worth
        for seat, worth in enumerate(worths)
    )


def overtime_points(clock: int, rules: RuleSet) -> int:
    """Return the points charged for a clock that shows `clock` seconds, below 0 for overtime.

    Every started minute is charged. The result is not negative.
    """
    started = -(clock // 60) if clock < 0 else 0
    return started * rules.overtime_per_minute


def settlement_of(game: GameState) -> Settlement:
    """Return the settlement of the racks in a game as recorded so far.

    The tiles on an end-rack line are taken as recorded. A rack without such a line is made up of the
    remaining unseen tiles or taken from the last recorded rack of that player, if either determines it.
    """
    out = game.out
    racks: list[tuple[str, ...] | None] = [None] * game.players
    for turn in game.turns[game.first_rack :] if game.settled else ():
        if turn.kind is END_RACK:
            if turn.rack is not None or (out != turn.player and (turn.announced or 0) < 0):
                racks[turn.player] = tuple(turn.tiles)
            else:
                if out is None:
                    out = turn.player
                if game.players == 2:
                    racks[1 - turn.player] = tuple(turn.tiles)
    if out is not None:
        racks[out] = ()
    unknown = [seat for seat, rack in enumerate(racks) if rack is None]
    if len(unknown) > 1 or (unknown and game.bag):
        for seat in unknown:
            racks[seat] = _last_rack(game, seat)
        unknown = [seat for seat, rack in enumerate(racks) if rack is None]
    if len(unknown) == 1 and not game.bag:
        units = game.tile_set.units  # unknown tiles count nothing
        held = sum(units.get(tile, 0) for rack in racks if rack for tile in rack)
        if not game.tile_set.lacks(game.unseen, held):
            racks[unknown[0]] = tuple(game.tile_set.tile_list(game.unseen - held))
    points = game.tile_set.points
    worths = [None if rack is None else sum(points.get(tile, 0) for tile in rack) for rack in racks]
    left = game.tile_set.points_of(game.unseen) if None in racks and not game.bag else None
    return Settlement(out, tuple(racks), rack_points(game.rules.out_form, worths, out, left))


def set_end_rack_points(game: GameState) -> None:
    """Set the points of every end-rack line and carry them into the totals that follow.

    They are the correct points or, if a rack is unknown, the announced ones.
    """
    if _settle_usual_ending(game):
        return
    amounts = list(settlement_of(game).amounts)
    after = range(game.first_rack, len(game.turns))
    for index in after:
        game.running[game.turns[index].player] -= game.scores[index]
    for index in after:
        turn = game.turns[index]
        if turn.kind is END_RACK:
            amount = amounts[turn.player]
            game.scores[index] = (turn.announced or 0) if amount is None else amount
            amounts[turn.player] = 0
        game.running[turn.player] += game.scores[index]
        game.totals[index] = game.running[turn.player]


def _settle_usual_ending(game: GameState) -> bool:
    """Settle the usual ending, a single line with twice the opponent's rack; return whether it applied."""
    turn = game.turns[-1]
    if (
        turn.player != game.out
        or turn.rack is not None
        or game.players != 2
        or game.first_rack != len(game.turns) - 1
        or game.rules.out_form is not RackSettlement.DOUBLE
    ):
        return False
    points = game.tile_set.points
    score = 2 * sum([points.get(tile, 0) for tile in turn.tiles])
    game.running[turn.player] += score - game.scores[-1]
    game.scores[-1], game.totals[-1] = score, game.running[turn.player]
    return True


def _last_rack(game: GameState, seat: int) -> tuple[str, ...] | None:
    """Return the last recorded rack of a player, or None if it is incomplete or they have drawn since."""
    withdrawn = False
    for turn in reversed(game.turns):
        if turn.player != seat or turn.kind in _RACK_NEUTRAL_KINDS:
            continue
        if turn.kind is WITHDRAWN and turn.rack is None:
            withdrawn = True  # the rack is recorded with the play just before
        elif turn.kind in (PASS, WITHDRAWN) or withdrawn:
            whole = turn.rack is not None and len(turn.rack) == game.hands[seat]
            return tuple(turn.rack or ()) if whole else None
        else:
            return None
    return None
