"""What a challenge leads to under each mode: the turns to record, and who loses the game if somebody does.

Source: RULES section 3. One verdict covers all words of a play; which of them was wrong is not told.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.game.turns import Kind, Turn
from scoring.engine.message import Message, Refusal
from scoring.engine.rules.rulesets import ChallengeMode, PenaltyPer, PenaltyTo, RuleSet

LOST_TO_A_CHALLENGE = "turn lost to a challenge"
"""The remark on a pass after a challenge in vain."""


class NoChallenge(Refusal):
    """These rules know no challenge; the message says why."""


@dataclass(frozen=True, slots=True)
class ChallengeOutcome:
    """What follows from a verdict: `turns` to record in order, `loser` the seat that loses the game."""

    turns: tuple[Turn, ...]
    message: Message
    loser: int | None = None


def challenge(
    rules: RuleSet, play: Turn, challenger: int, *, valid: bool, words: int = 1, remark: str = ""
) -> ChallengeOutcome:
    """The outcome of `challenger` challenging `play`, the last turn.

    `valid` is the verdict as given; `words` how many words were challenged, for a penalty per word.
    A `remark`, such as the reason for ruling against the word list, stays with the turns.
    Raises `NoChallenge` under ``void``.
    """
    player = play.player
    if rules.challenge is ChallengeMode.VOID:
        raise NoChallenge(Message("nothing_to_challenge_under_void"))
    if not valid:
        back = None if play.announced is None else -play.announced
        turn = Turn(Kind.WITHDRAWN, player, play.rack, announced=back, remark=remark)
        return ChallengeOutcome((turn,), Message("play_comes_off"))
    if rules.challenge is ChallengeMode.SINGLE:
        return ChallengeOutcome((), Message("stands_free"))
    if rules.challenge is ChallengeMode.DOUBLE:
        turn = Turn(Kind.PASS, challenger, announced=0, remark=remark or LOST_TO_A_CHALLENGE)
        return ChallengeOutcome((turn,), Message("stands_turn_lost"))
    if rules.challenge is ChallengeMode.TRIPLE:
        return ChallengeOutcome((), Message("stands_game_lost"), challenger)
    points = rules.penalty_points * (words if rules.penalty_per is PenaltyPer.WORD else 1)
    if rules.penalty_to is PenaltyTo.CHALLENGED:
        turn = Turn(Kind.CHALLENGE_BONUS, player, announced=points, remark=remark)
        return ChallengeOutcome((turn,), Message("stands_bonus", points=points))
    turn = Turn(Kind.CHALLENGE_BONUS, challenger, announced=-points, remark=remark)
    return ChallengeOutcome((turn,), Message("stands_penalty", points=points))
