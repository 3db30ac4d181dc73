"""What counts of a recorded game, and who wins it: scores, rulings, time, the tie rule of box games.

Whoever names a winner asks here: of a game by the rules (`outcome_of`), as a director ruled (the same
with `let_stand`), as it was announced (`announced_outcome`), or of final scores alone (`decide`).
Source: RULES sections 2 and 4.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import Enum

from scoring.engine.game.replay import AFTER_THE_PLAYS, Replay
from scoring.engine.game.turns import END_RACK, OVERTIME, PLAY, WITHDRAWN
from scoring.engine.rules.rulesets import CapEffect, RuleSet, TieRule


class DecidedBy(Enum):
    """What names the winners of a game."""

    SCORES = "scores"
    """The final scores; of equal ones nobody has more than another."""
    BEFORE_RACKS = "before racks"
    """Equal final scores, and the higher score before the racks were settled: the tie rule of box games."""
    TIME = "time"
    """Somebody used more time than the rules allow, and loses whatever the score."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The final scores of a game by seat in points, None where not known, and who wins by them.

    `winners` are seats from 0: one, or several who share the win, () while nobody has won: the game
    goes on, or a final is not known. `decided_by` says what names them; two outcomes with the same
    finals and winners are equal whatever it says.
    """

    finals: tuple[int | None, ...]
    winners: tuple[int, ...] = ()
    decided_by: DecidedBy | None = field(default=None, compare=False)

    @property
    def is_tie(self) -> bool:
        """Whether several share the win."""
        return len(self.winners) > 1

    @property
    def shows_in_scores(self) -> bool:
        """Whether one seat wins and has more points than every other: nothing else need be said of it."""
        return self.margin is not None and self.margin > 0

    @property
    def highest(self) -> int | None:
        """The highest final score in points, whoever wins; None where none is known."""
        return max((final for final in self.finals if final is not None), default=None)

    @property
    def margin(self) -> int | None:
        """By how many points the winner is ahead of the next: 0 for a tie, None where not known.

        Negative where time decided against the scores.
        """
        known = [final for final in self.finals if final is not None]
        if not self.winners or len(known) < len(self.finals):
            return None
        if self.is_tie:
            return 0
        winner = self.winners[0]
        return known[winner] - max(
            (final for seat, final in enumerate(known) if seat != winner), default=known[winner]
        )


def decide(
    finals: Sequence[int | None],
    before_racks: Sequence[int],
    rule: TieRule,
    lost: Collection[int] = (),
) -> Outcome:
    """The outcome of a game that is over; nobody wins where a final is not known.

    `finals` are the scores after racks and overtime, `before_racks` those before the racks were
    settled, which break a tie under box rules. `lost` are seats that lose on time whatever the score;
    where that is everybody the scores decide, for somebody wins every game or it is a tie.
    """
    known = [final for final in finals if final is not None]
    if len(known) < len(finals):
        return Outcome(tuple(finals))
    in_time = [seat for seat in range(len(known)) if seat not in lost]
    decided_by = DecidedBy.TIME if 0 < len(in_time) < len(known) else DecidedBy.SCORES
    playing = in_time or range(len(known))
    most = max(known[seat] for seat in playing)
    best = [seat for seat in playing if known[seat] == most]
    if rule is TieRule.PRE_ADJUSTMENT:
        before = max(before_racks[seat] for seat in best)
        ahead = [seat for seat in best if before_racks[seat] == before]
        if len(ahead) < len(best) and decided_by is DecidedBy.SCORES:
            decided_by = DecidedBy.BEFORE_RACKS
        best = ahead
    return Outcome(tuple(known), tuple(best), decided_by)


def outcome_of(game: Replay, let_stand: Collection[int] = ()) -> Outcome:
    """The outcome of a game as it stands; the running totals, and no winner, while it goes on.

    The correct scores count, and the announced ones of the turns in `let_stand` (indexes from 0),
    on which a director ruled so. Racks that nobody wrote down are included.
    """
    more, before = [0] * game.players, list(game.before_racks)
    counts = scores_that_count(game, let_stand)
    for turn, points, correct in zip(game.turns, counts, game.scores, strict=True):
        more[turn.player] += points - correct
        if turn.kind not in AFTER_THE_PLAYS:
            before[turn.player] += points - correct
    finals = tuple(
        None if final is None else final + points
        for final, points in zip(game.finals, more, strict=True)
    )
    if not (game.ended or game.may_end):
        return Outcome(finals)
    return decide(finals, before, game.rules.tie_rule, lost_on_time(game))


def scores_that_count(game: Replay, let_stand: Collection[int] = ()) -> list[int]:
    """The points every turn counts: the correct ones, or those announced for the turns in `let_stand`.

    A play that is taken back takes back what it counted.
    """
    counts: list[int] = []
    for index, (turn, correct) in enumerate(zip(game.turns, game.scores, strict=True)):
        points = correct
        if index in let_stand and turn.announced is not None:
            points = turn.announced
        if _takes_back(game, index):
            points = -counts[-1]
        counts.append(points)
    return counts


def announced_finals(game: Replay) -> tuple[int | None, ...]:
    """The last total each seat was said to have, or the sum of its announced scores, in points.

    None where the score of a play was not said. Of a pass, or of a rack that is written without
    points, nobody says anything: there the correct score is taken.
    """
    return _as_announced(game)[0]


def announced_outcome(game: Replay) -> Outcome:
    """The outcome by what was announced, racks still to be written added; no winner while the game goes on."""
    finals, before = _as_announced(game)
    if not (game.ended or game.may_end):
        return Outcome(finals)
    written = {turn.player for turn in game.turns if turn.kind is END_RACK}
    due = game.settlement.amounts
    completed = [
        final if seat in written else None if final is None or amount is None else final + amount
        for seat, (final, amount) in enumerate(zip(finals, due, strict=True))
    ]
    return decide(completed, before, game.rules.tie_rule, lost_on_time(game))


def _as_announced(game: Replay) -> tuple[tuple[int | None, ...], list[int]]:
    """What was announced of each seat in the end, and before racks and overtime (0 where not known)."""
    totals: list[int | None] = [0] * game.players
    after = [0] * game.players
    last: int | None = 0
    """The total before the turn just before, to which a play that is taken back returns."""
    for index, (turn, correct) in enumerate(zip(game.turns, game.scores, strict=True)):
        announced, before = turn.announced, totals[turn.player]
        if announced is None and turn.kind is not PLAY:
            announced = correct
        now = turn.total
        if now is None and turn.announced is None and _takes_back(game, index):
            now = last
        elif now is None and before is not None and announced is not None:
            now = before + announced
        if turn.kind in AFTER_THE_PLAYS and now is not None and before is not None:
            after[turn.player] += now - before
        totals[turn.player], last = now, before
    ends = zip(totals, after, strict=True)
    return tuple(totals), [0 if total is None else total - points for total, points in ends]


def _takes_back(game: Replay, index: int) -> bool:
    """Whether turn `index` takes back the play just before it."""
    turn = game.turns[index]
    if turn.kind is not WITHDRAWN or not index:
        return False
    play = game.turns[index - 1]
    return play.kind is PLAY and play.player == turn.player


def loses_on_time(clock: int, rules: RuleSet) -> bool:
    """True when a clock that shows `clock` seconds has gone beyond a cap that costs the game."""
    capped = rules.overtime_cap_effect is CapEffect.LOSES and rules.overtime_cap_minutes > 0
    return capped and -clock > rules.overtime_cap_minutes * 60


def lost_on_time(game: Replay) -> frozenset[int]:
    """The seats whose recorded overtime goes beyond a cap that costs the game.

    Overtime is recorded in points; more than the cap is at least one more minute started.
    """
    rules = game.rules
    if rules.overtime_cap_effect is not CapEffect.LOSES or not rules.overtime_cap_minutes:
        return frozenset()
    charged = [0] * game.players
    for turn, score in zip(game.turns, game.scores, strict=True):
        if turn.kind is OVERTIME:
            charged[turn.player] -= score
    most = rules.overtime_cap_minutes * rules.overtime_per_minute
    return frozenset(seat for seat, points in enumerate(charged) if points > most)
