"""Replay recorded turns to obtain the board, bag, correct scores, totals and the end of a game.

`Replay` folds one turn after another and never refuses one. The faults of a turn are stored under
its index in `faults`, tiles that can be laid are laid, and the game continues. To see the game at
any point, replay the turns up to that point; a whole game takes 40 microseconds.

Announced scores are not checked here; see `scoring.engine.audit.audit`.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from scoring.engine.board.board import DoesNotFit
from scoring.engine.board.layouts import Layout
from scoring.engine.board.tiles import TileSet
from scoring.engine.game.endings import Settlement, set_end_rack_points, settlement_of
from scoring.engine.game.legality import Fault, Reason, faults
from scoring.engine.game.state import GameState
from scoring.engine.game.turns import (
    ADJUSTMENT,
    CHALLENGE_BONUS,
    END_RACK,
    EXCHANGE,
    OVERTIME,
    PASS,
    PLAY,
    WITHDRAWN,
    Turn,
)
from scoring.engine.rules.rulesets import RuleSet

POST_PLAY_KINDS = (END_RACK, OVERTIME)
"""Kinds of turn charged after all plays are scored. A tie-break by the score before the racks ignores them."""


class Replay(GameState):
    """The state of a replayed game, and every fault detected so far.

    `faults` maps the index of a turn to its faults. The other attributes are those of `GameState`.
    """

    def __init__(self, rules: RuleSet, tile_set: TileSet, layout: Layout, players: int = 2) -> None:
        super().__init__(rules, tile_set, layout, players)
        self.faults: dict[int, tuple[Fault, ...]] = {}
        self._short = False
        """Whether the board has more of a tile than the set, so that `unseen` must be counted from scratch."""
        self._irregular = False
        """Whether an irregularity requires every later play to be checked in full."""

    def copy(self) -> Replay:
        """Return an independent game in the same position, to try turns on."""
        twin = copy(self)
        twin.board = self.board.copy()
        twin.turns, twin.scores, twin.totals = [*self.turns], [*self.scores], [*self.totals]
        twin.running, twin.hands, twin.owing = [*self.running], [*self.hands], [*self.owing]
        twin.faults = dict(self.faults)
        return twin

    def add_turns(self, turns: Iterable[Turn]) -> Replay:
        """Replay these turns after those replayed so far, and return self."""
        waiting = tuple(turns)
        at = self._add_plain_turns(waiting)
        while at < len(waiting):
            self._add_checked_turn(waiting[at])
            at += 1
            if at < len(waiting):
                at += self._add_plain_turns(waiting[at:])
        if self.settled:
            set_end_rack_points(self)
        return self

    def _add_plain_turns(self, turns: tuple[Turn, ...]) -> int:
        """Fold the plays before the first turn that needs a full check; return their number.

        Nine turns in ten are such plays, and an archive is verified at a quarter of a million turns a
        second. The state is therefore held in local variables here and written back at the end of the run
        of plays.
        """
        if self._irregular or self.owing:
            return 0
        board, tile_set, hands, running = self.board, self.tile_set, self.hands, self.running
        lay, unit, play = board.lay, tile_set.units.__getitem__, PLAY
        rack_size, last_seat, guard = self.rules.rack_size, self.players - 1, tile_set.guard
        scores, totals = self.scores, self.totals
        full, unseen = tile_set.full + 2 * guard, self.unseen + 2 * guard
        bag, to_move, scoreless = self.bag, self.to_move, self.scoreless
        taken = 0
        last_play = None
        for kind, player, rack, coordinate, tiles, _, _, _, _, _ in turns:
            if kind is not play or player != to_move:
                break
            try:
                score = lay(coordinate, tiles)
            except DoesNotFit:
                break
            laid, packed = board.laid, board.laid_packed
            number, hand = len(laid), hands[player]
            left = unseen - packed
            try:
                held = guard if rack is None else sum(map(unit, rack), guard) - packed
            except KeyError:
                held = 0
            # A guard bit is cleared if more is laid than held or more is held than unseen.
            if (
                held & (left - held) & guard != guard
                or board.cut_short
                or number > hand
                or (rack is not None and len(rack) > rack_size)
                or not (
                    board.touching
                    or (unseen == full and number > 1 and board.layout.centre in laid)
                )
            ):
                board.lift(laid)
                break
            last_play = (player, laid, packed, score, bag, hand, scoreless)
            unseen = left
            scoreless = 0 if score else scoreless + 1
            to_move = 0 if player == last_seat else player + 1
            running[player] = total = running[player] + score
            scores.append(score)
            totals.append(total)
            taken += 1
            if bag >= number:
                bag -= number
                continue
            hands[player] = hand = hand + bag - number
            bag = 0
            if hand <= 0 and (rack is None or len(rack) <= number):
                self.out = player
                self._irregular = True
                break
        if taken:
            self.turns += turns[:taken]
            self.unseen, self.bag = unseen - 2 * guard, bag
            self.to_move, self.scoreless, self.passes = to_move, scoreless, 0
            self.last_play = last_play
        return taken

    @property
    def settlement(self) -> Settlement:
        """The effect of the racks on the totals in the current position."""
        return settlement_of(self)

    @property
    def finals(self) -> tuple[int | None, ...]:
        """Each player's final score, including racks that were not written down; None if unknown.

        Before the game has ended, these are the running totals.
        """
        if not (self.has_ended or self.may_end):
            return tuple(self.running)
        written = {turn.player for turn in self.turns if turn.kind is END_RACK}
        return tuple(
            total if seat in written else None if amount is None else total + amount
            for seat, (total, amount) in enumerate(
                zip(self.running, self.settlement.amounts, strict=True)
            )
        )

    @property
    def before_racks(self) -> tuple[int, ...]:
        """Each player's score before racks were settled and overtime was charged."""
        racks = [0] * self.players
        for turn, score in zip(self.turns, self.scores, strict=True):
            if turn.kind in POST_PLAY_KINDS:
                racks[turn.player] += score
        return tuple(total - rack for total, rack in zip(self.running, racks, strict=True))

    def _unseen_tiles(self) -> int:
        """Return the packed unseen tiles, never below 0 even if the board has more of a tile than the set."""
        on_board = self.tile_set.unpack(self.board.packed_tiles)
        return sum(
            max(0, count - on_board.get(tile, 0)) * self.tile_set.units[tile]
            for tile, count in self.tile_set.counts.items()
        )

    def _add_checked_turn(self, turn: Turn) -> None:
        """Fold any turn and record all of its faults."""
        if not self._is_plain(turn) and (broken := faults(self, turn)):
            self.faults[len(self.turns)] = broken
            reasons = {fault.reason for fault in broken}
            if Reason.AFTER_END in reasons:
                self.out = None
            if Reason.MORE_THAN_SET in reasons:
                self._short = self._irregular = True
        if turn.kind is PLAY:
            self._add_play(turn)
        else:
            self._add_other_turn(turn)

    def _add_play(self, turn: Turn) -> None:
        """Fold a play. If it cannot be laid, no tile is laid and its announced score counts in the total."""
        board, player = self.board, turn.player
        try:
            score = board.lay(turn.coordinate, turn.tiles)
            laid, packed = board.laid, board.laid_packed
        except DoesNotFit:
            score, laid, packed = turn.announced or 0, [], 0
        hand = self.hands[player]
        self.last_play = (player, laid, packed, score, self.bag, hand, self.scoreless)
        self.unseen = self._unseen_tiles() if self._short else self.unseen - packed
        if self.bag >= len(laid):
            self.bag -= len(laid)
        else:
            self.hands[player] = hand = hand + self.bag - len(laid)
            self.bag = 0
            if hand <= 0 and (turn.rack is None or len(turn.rack) <= len(laid)):
                self.out = player
                self._irregular = True
        self.scoreless = 0 if score else self.scoreless + 1
        self.passes = 0
        self._append_turn(turn, score)
        self._advance_player(player)

    def _add_other_turn(self, turn: Turn) -> None:
        """Fold any turn that is not a play."""
        kind, score = turn.kind, turn.announced or 0
        if self.is_delayed_lost_turn(turn):
            score = 0
            self.owing.append(turn.player)
        elif kind is EXCHANGE or kind is PASS:
            score = 0
            self.scoreless += 1
            self.passes = self.passes + 1 if kind is PASS else 0
            self._advance_player(turn.player)
        elif kind is WITHDRAWN:
            score = self._withdraw(turn)
        elif kind is END_RACK:
            if not self.settled:
                self.settled, self.first_rack, self._irregular = True, len(self.turns), True
            score = 0  # set by `set_end_rack_points` once all racks are known
        if kind is CHALLENGE_BONUS or kind is OVERTIME:
            self.charged = True
        if kind is not CHALLENGE_BONUS:
            self.last_play = None
        self._append_turn(turn, score)

    def _withdraw(self, turn: Turn) -> int:
        """Remove the last play from the board, and return the change in points.

        If there is no last play by this player, nothing is removed and the announced points are
        returned.
        """
        if self.last_play is None or self.last_play[0] != turn.player:
            return turn.announced or 0
        _, cells, packed, score, self.bag, self.hands[turn.player], scoreless = self.last_play
        self.board.lift(cells)
        self.unseen = self._unseen_tiles() if self._short else self.unseen + packed
        self.scoreless = scoreless + 1
        self.passes = 0
        self.out = None  # `to_move` stays: the withdrawn play used up the turn
        return -score

    def _advance_player(self, player: int) -> None:
        """Give the turn to the player after `player`, skipping lost turns."""
        self.to_move = (player + 1) % self.players
        self._skip_lost_turns()

    def _skip_lost_turns(self) -> None:
        """Skip players who lost this turn to a challenge. A lost turn counts as scoreless."""
        while self.to_move in self.owing:
            self.owing.remove(self.to_move)
            self.scoreless += 1
            self.to_move = (self.to_move + 1) % self.players

    def _is_plain(self, turn: Turn) -> bool:
        """Return whether a quick check shows that a turn has no faults; False for every play."""
        kind = turn.kind
        if kind is END_RACK or kind is OVERTIME or kind is ADJUSTMENT:
            return True  # these can follow anything
        if (kind is not EXCHANGE and kind is not PASS) or turn.player != self.to_move:
            return False
        rack, number, guard = turn.rack, turn.exchanged or len(turn.tiles), self.tile_set.guard
        least = max(self.rules.exchange_minimum, number) if kind is EXCHANGE else 0
        if rack is None or self._irregular or self.bag < least or len(rack) > self.rules.rack_size:
            return False
        try:
            held, given = self.tile_set.pack(rack), self.tile_set.pack(turn.tiles)
        except KeyError:
            return False
        return ((self.unseen | guard) - held) & ((held | guard) - given) & guard == guard

    def _append_turn(self, turn: Turn, score: int) -> None:
        self.running[turn.player] += score
        self.turns.append(turn)
        self.scores.append(score)
        self.totals.append(self.running[turn.player])


def replay(
    turns: Iterable[Turn], rules: RuleSet, tile_set: TileSet, layout: Layout, players: int = 2
) -> Replay:
    """Replay a game from its beginning."""
    return Replay(rules, tile_set, layout, players).add_turns(turns)
