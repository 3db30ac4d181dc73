"""One simulated game from the first draw to the last line of the sheet.

The table knows everything (bag, racks, valid words) but records only what people would write: turns
with racks, announced scores and running totals, including mistakes.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scoring.engine.board.board import Board
from scoring.engine.board.layouts import Layout
from scoring.engine.board.tiles import BLANK, TileSet
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.rules.rulesets import (
    CapEffect,
    ChallengeMode,
    PenaltyPer,
    PenaltyTo,
    RackSettlement,
    RuleSet,
)
from scoring.simulation.anagrams import Vocabulary
from scoring.simulation.generator import LegalPlay
from scoring.simulation.people import (
    Habits,
    SimulatedPlayer,
    choose_exchange,
    misspell,
    play_preference,
)
from scoring.simulation.slips import (
    Mistake,
    MistakeKind,
    rack_slip,
    random_slip,
    total_slip,
    words_of,
)

_POOR_SCORE = 13
_POOR_PREFERENCE = 9
_POOR_RACK_EXCHANGE_SHARE = 0.6
_ADDING_ERROR_SHARE = 0.15
_MINUTES_OVER = (1, 1, 1, 2, 2, 3)
_LATEST_STALL_TURN = 14


class SimulatedTable:
    """A game in progress between simulated players. `play` runs it to its end."""

    def __init__(
        self,
        people: Sequence[SimulatedPlayer],
        rules: RuleSet,
        tile_set: TileSet,
        layout: Layout,
        words: Vocabulary,
        habits: Habits,
        rng: Random,
    ) -> None:
        self.people = people
        self.rules = rules
        self.tile_set = tile_set
        self.words = words
        self.habits = habits
        self.rng = rng
        self.board = Board(
            layout, tile_set, rack_size=rules.rack_size, bingo_bonus=rules.bingo_bonus
        )
        self.bag = [tile for tile, count in tile_set.counts.items() for _ in range(count)]
        rng.shuffle(self.bag)
        self.racks: list[list[str]] = [[] for _ in people]
        self.turns: list[Turn] = []
        self.mistakes: list[Mistake] = []
        self._sheet = [0] * len(people)
        self._scoreless = 0
        self._passes = 0
        self._lost_turns = [False] * len(people)
        calm = rng.random() < habits.stalemates
        self._stalls_at = rng.randrange(_LATEST_STALL_TURN) if calm else None

    def play(self) -> None:
        """Play the game to its end and settle it."""
        for seat in range(len(self.people)):
            self._draw_tiles(seat)
        seat = 0
        while True:
            self._take_turn(seat)
            if not self.racks[seat] and not self.bag:
                self._settle_out(seat)
                break
            if self._has_stalled():
                for left in range(len(self.people)):
                    self._record_own_rack(left)
                break
            seat = (seat + 1) % len(self.people)
        for seat in range(len(self.people)):
            self._record_overtime(seat)

    # --- one turn --------------------------------------------------------------------------

    def _take_turn(self, seat: int) -> None:
        if self._lost_turns[seat]:
            self._lost_turns[seat] = False
            self._pass(seat, voluntary=False)
            return
        if self._stalls_at is not None and len(self.turns) >= self._stalls_at:
            if self.rules.scoreless_limit and self._may_exchange and self.rng.random() < 0.5:
                self._exchange(seat)
            else:
                self._pass(seat)
            return
        rack = self.racks[seat]
        seen = self.people[seat].find_plays(self.board, self.words, rack, self.rng)
        if not seen:
            if self._may_exchange:
                self._exchange(seat)
            else:
                self._pass(seat)
            return
        poor = seen[0].score < _POOR_SCORE and play_preference(seen[0], rack) < _POOR_PREFERENCE
        if poor and self._may_exchange and self.rng.random() < _POOR_RACK_EXCHANGE_SHARE:
            self._exchange(seat)
            return
        play = self.people[seat].choose_play(seen, self.rng)
        if self.rules.challenge is not ChallengeMode.VOID and self._happens(self.habits.phonies):
            phony = misspell(play, self.words, self.rng)
            if phony is not None:
                self._play_phony(seat, self._with_score(phony))
                return
        self._lay_play(seat, play)
        if self._happens(self.habits.vain_challenges):
            self._challenge_unsuccessfully(seat, play)
        self._draw_tiles(seat)

    @property
    def _may_exchange(self) -> bool:
        return len(self.bag) >= max(1, self.rules.exchange_minimum)

    def _happens(self, share: float) -> bool:
        return self.rng.random() < share

    def _pass(self, seat: int, *, voluntary: bool = True) -> None:
        self._record_line(TurnKind.PASS, seat, 0, rack=self._rack(seat))
        self._scoreless += 1
        self._passes = self._passes + 1 if voluntary else 0

    def _exchange(self, seat: int) -> None:
        back = choose_exchange(self.racks[seat], self.tile_set, len(self.bag), self.rng)
        self._record_line(
            TurnKind.EXCHANGE, seat, 0, rack=self._rack(seat), tiles="".join(sorted(back))
        )
        for tile in back:
            self.racks[seat].remove(tile)
        self._draw_tiles(seat)
        self.bag += back
        self.rng.shuffle(self.bag)
        self._scoreless += 1
        self._passes = 0

    def _play_phony(self, seat: int, play: LegalPlay) -> None:
        if not self._happens(self.habits.challenged):
            self._lay_play(seat, play)
            self._draw_tiles(seat)
            return
        rack, coordinate = self._rack(seat), self._coordinate(play)
        self._record_line(
            TurnKind.PLAY, seat, play.score, rack=rack, coordinate=coordinate, tiles=play.tiles
        )
        self._record_line(TurnKind.WITHDRAWN, seat, -play.score, rack=rack)
        self._scoreless += 1
        self._passes = 0

    def _lay_play(self, seat: int, play: LegalPlay) -> None:
        """Lay a valid play or an unchallenged phony, and record it, possibly with a mistake."""
        announced, total = play.score, None
        if self._happens(self.habits.mistakes):
            if self._happens(_ADDING_ERROR_SHARE):
                right = self._sheet[seat] + announced
                total = total_slip(right, self.rng)
                self._note_mistake(seat, MistakeKind.TOTAL_ADDED_WRONG, total, right)
            else:
                slip, announced = random_slip(self.board, play, self.rng)
                self._note_mistake(seat, slip, announced, play.score)
        rack, coordinate = self._rack(seat), self._coordinate(play)
        self.board.lay(coordinate, play.tiles)
        self._record_line(
            TurnKind.PLAY,
            seat,
            announced,
            rack=rack,
            coordinate=coordinate,
            tiles=play.tiles,
            total=total,
        )
        for tile in play.tiles_laid:
            self.racks[seat].remove(tile)
        self._scoreless = 0 if play.score else self._scoreless + 1
        self._passes = 0

    def _challenge_unsuccessfully(self, seat: int, play: LegalPlay) -> None:
        """Record the next player's unsuccessful challenge of a valid play."""
        rules, challenger = self.rules, (seat + 1) % len(self.people)
        if rules.challenge is ChallengeMode.DOUBLE:
            self._lost_turns[challenger] = True
        elif rules.challenge is ChallengeMode.POINTS:
            points = rules.penalty_points
            if rules.penalty_per is PenaltyPer.WORD:
                points *= self._word_count(play)
            if rules.penalty_to is PenaltyTo.CHALLENGED:
                self._record_line(TurnKind.CHALLENGE_BONUS, seat, points)
            else:
                self._record_line(TurnKind.CHALLENGE_BONUS, challenger, -points)

    def _word_count(self, play: LegalPlay) -> int:
        cells = list(self.board.laid)
        faces = [self.board.grid[cell] for cell in cells]
        self.board.lift(cells)
        count = len(words_of(self.board, play))
        for cell, face in zip(cells, faces, strict=True):
            self.board.grid[cell] = face
        return count

    def _with_score(self, play: LegalPlay) -> LegalPlay:
        score = self.board.lay(self._coordinate(play), play.tiles)
        self.board.lift(self.board.laid)
        return play._replace(score=score)

    def _draw_tiles(self, seat: int) -> None:
        rack = self.racks[seat]
        while self.bag and len(rack) < self.rules.rack_size:
            rack.append(self.bag.pop())

    # --- the end ---------------------------------------------------------------------------

    def _has_stalled(self) -> bool:
        rules, players = self.rules, len(self.people)
        if rules.scoreless_limit and self._scoreless >= rules.scoreless_limit:
            return True
        if rules.pass_limit or not rules.scoreless_limit:
            return self._passes >= max(1, rules.pass_limit) * players
        return False

    def _settle_out(self, out: int) -> None:
        others = [seat for seat in range(len(self.people)) if seat != out]
        doubled = self.rules.out_form is RackSettlement.DOUBLE
        if not doubled:
            for seat in others:
                self._record_own_rack(seat)
        left = "".join("".join(self._rack(seat)) for seat in others)
        self._record_end_rack(
            out, self._tile_points(left) * (2 if doubled else 1), left, doubled=doubled
        )

    def _record_own_rack(self, seat: int) -> None:
        rack = self._rack(seat)
        self._record_end_rack(seat, -self._tile_points(rack), rack, rack=rack)

    def _record_end_rack(
        self, seat: int, amount: int, tiles: str, *, rack: str | None = None, doubled: bool = False
    ) -> None:
        announced = amount
        if amount and self._happens(self.habits.mistakes):
            slip, announced = rack_slip(amount, doubled, self.rng)
            self._note_mistake(seat, slip, announced, amount)
        self._record_line(TurnKind.END_RACK, seat, announced, rack=rack, tiles=tiles)

    def _record_overtime(self, seat: int) -> None:
        rules = self.rules
        if not rules.overtime_per_minute or not self._happens(self.habits.overtime):
            return
        minutes = self.rng.choice(_MINUTES_OVER)
        if rules.overtime_cap_effect is CapEffect.LOSES:
            minutes = min(minutes, rules.overtime_cap_minutes)
        self._record_line(TurnKind.OVERTIME, seat, -minutes * rules.overtime_per_minute)

    # --- writing down ----------------------------------------------------------------------

    def _record_line(
        self,
        kind: TurnKind,
        seat: int,
        announced: int,
        *,
        rack: str | None = None,
        coordinate: str = "",
        tiles: str = "",
        total: int | None = None,
    ) -> None:
        self._sheet[seat] = self._sheet[seat] + announced if total is None else total
        self.turns.append(Turn(kind, seat, rack, coordinate, tiles, announced, self._sheet[seat]))

    def _note_mistake(self, seat: int, slip: MistakeKind, announced: int, correct: int) -> None:
        self.mistakes.append(Mistake(len(self.turns), seat, slip, announced, correct))

    def _coordinate(self, play: LegalPlay) -> str:
        return str(self.board.layout.coordinate(play.first, play.step))

    def _rack(self, seat: int) -> str:
        return "".join(sorted(self.racks[seat], key=lambda tile: (tile != BLANK, tile)))

    def _tile_points(self, tiles: Sequence[str]) -> int:
        return sum(self.tile_set.points[tile] for tile in tiles)
