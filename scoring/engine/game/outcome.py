"""The outcome of a recorded game: which scores count and who wins, given rulings, time and the tie rule.

A winner can be determined by the rules or by a director's rulings (`outcome_of`, without and with
`let_stand`), from the announced scores (`announced_outcome`), or from final scores alone
(`decide_outcome`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import Enum

from scoring.engine.game.replay import POST_PLAY_KINDS, Replay
from scoring.engine.game.turns import CHALLENGE_BONUS, END_RACK, OVERTIME, PLAY, WITHDRAWN
from scoring.engine.rules.rulesets import CapEffect, TieRule


class DecidedBy(Enum):
    """The reason why a player won."""

    SCORES = "scores"
    """The final scores, including a tie."""
    BEFORE_RACKS = "before racks"
    """The final scores were equal; the higher score before the racks were settled won (the box rules)."""
    TIME = "time"
    """A player exceeded the time the rules allow and loses regardless of the score."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The final scores of a game by seat (None if unknown), and the winners.

    `winners` are seats from 0: one, or several who share the win. It is empty while the game is in
    progress or a final score is unknown. `decided_by` does not affect equality.
    """

    finals: tuple[int | None, ...]
    winners: tuple[int, ...] = ()
    decided_by: DecidedBy | None = field(default=None, compare=False)

    @property
    def is_tie(self) -> bool:
        """Whether several players share the win."""
        return len(self.winners) > 1

    @property
    def shows_in_scores(self) -> bool:
        """Whether a single winner has the highest score, so that the result needs no explanation."""
        return self.margin is not None and self.margin > 0

    @property
    def highest_score(self) -> int | None:
        """The highest final score in points, whoever wins, or None if no final score is known."""
        return max((final for final in self.finals if final is not None), default=None)

    @property
    def margin(self) -> int | None:
        """The points by which the winner leads the next player: 0 for a tie.

        None if there is no winner or if a final score is unknown. The margin is negative if the
        winner on time has fewer points.
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


def decide_outcome(
    finals: Sequence[int | None],
    before_racks: Sequence[int],
    rule: TieRule,
    lost: Collection[int] = (),
) -> Outcome:
    """Return the outcome of a finished game. Nobody wins if a final score is unknown.

    `finals` are the scores after racks and overtime. `before_racks` are the scores before the racks
    were settled, which break a tie under box rules. `lost` are seats that lose on time regardless
    of the score; if that is every seat, the scores decide.
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
    """Return the outcome of a recorded game, with running totals and no winner while it is in progress.

    Correct scores count, except for the turns in `let_stand` (0-based indexes), where the announced
    scores count because a director ruled so. Racks that were not written down are included.
    """
    more, before = [0] * game.players, list(game.before_racks)
    counts = counted_scores(game, let_stand)
    for turn, points, correct in zip(game.turns, counts, game.scores, strict=True):
        more[turn.player] += points - correct
        if turn.kind not in POST_PLAY_KINDS:
            before[turn.player] += points - correct
    finals = tuple(
        None if final is None else final + points
        for final, points in zip(game.finals, more, strict=True)
    )
    if not (game.has_ended or game.may_end):
        return Outcome(finals)
    return decide_outcome(finals, before, game.rules.tie_rule, seats_lost_on_time(game))


def counted_scores(game: Replay, let_stand: Collection[int] = ()) -> list[int]:
    """Return the points that count for every turn: announced for the turns in `let_stand`, otherwise correct.

    Withdrawing a play deducts the points that counted for it. The correct score is used for a turn in
    `let_stand` that has no announced points.
    """
    counts: list[int] = []
    for index, (turn, correct) in enumerate(zip(game.turns, game.scores, strict=True)):
        points = correct
        if index in let_stand and turn.announced is not None:
            points = turn.announced
        if (play := withdrawn_play(game, index)) is not None:
            points = -counts[play]
        counts.append(points)
    return counts


def announced_finals(game: Replay) -> tuple[int | None, ...]:
    """Return each seat's last announced total plus the scores announced after it, in points.

    An item is None if a play after that total has no announced score. For any other turn without
    announced points, the correct score is used.
    """
    return _announced_scores(game)[0]


def announced_outcome(game: Replay) -> Outcome:
    """Return the outcome by announced scores, including racks that were not written down.

    There is no winner before the end of the game.
    """
    finals, before = _announced_scores(game)
    if not (game.has_ended or game.may_end):
        return Outcome(finals)
    written = {turn.player for turn in game.turns if turn.kind is END_RACK}
    due = game.settlement.amounts
    completed = [
        final if seat in written else None if final is None or amount is None else final + amount
        for seat, (final, amount) in enumerate(zip(finals, due, strict=True))
    ]
    return decide_outcome(completed, before, game.rules.tie_rule, seats_lost_on_time(game))


def _announced_scores(game: Replay) -> tuple[tuple[int | None, ...], list[int]]:
    """Return the announced final scores by seat, and the scores before racks and overtime (0 if unknown)."""
    totals: list[int | None] = [0] * game.players
    after = [0] * game.players
    starts: list[int | None] = []
    """The total before each turn. A withdrawn play restores it, with the points of lost challenges since."""
    for index, (turn, correct) in enumerate(zip(game.turns, game.scores, strict=True)):
        announced, before = turn.announced, totals[turn.player]
        if announced is None and turn.kind is not PLAY:
            announced = correct
        now, play = turn.total, withdrawn_play(game, index)
        if now is None and turn.announced is None and play is not None:
            start, between = starts[play], range(play + 1, index)
            bonuses = sum(game.scores[at] for at in between if game.turns[at].player == turn.player)
            now = None if start is None else start + bonuses
        elif now is None and before is not None and announced is not None:
            now = before + announced
        if turn.kind in POST_PLAY_KINDS and now is not None and before is not None:
            after[turn.player] += now - before
        totals[turn.player] = now
        starts.append(before)
    ends = zip(totals, after, strict=True)
    return tuple(totals), [0 if total is None else total - points for total, points in ends]


def withdrawn_play(game: Replay, index: int) -> int | None:
    """Return the index of the play that turn `index` withdraws, at once or after lost challenges, or None."""
    turn = game.turns[index]
    if turn.kind is not WITHDRAWN:
        return None
    for at in reversed(range(index)):
        if game.turns[at].kind is not CHALLENGE_BONUS:
            is_withdrawn = game.turns[at].kind is PLAY and game.turns[at].player == turn.player
            return at if is_withdrawn else None
    return None


def seats_lost_on_time(game: Replay) -> frozenset[int]:
    """Return the seats whose recorded overtime exceeds a cap that costs the game.

    Overtime is recorded in points, and exceeding the cap always costs the points of at least one more
    minute.
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
