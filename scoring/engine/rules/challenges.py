"""The consequences of a challenge under each challenge rule: the turns to record and a lost game, if any.

One verdict covers all words of a play; it does not specify which one was invalid.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.message import Message, Refusal
from scoring.engine.rules.rulesets import ChallengeMode, PenaltyPer, PenaltyTo, RuleSet

LOST_TO_A_CHALLENGE = "turn lost to a challenge"
"""The default remark on a pass recorded after an unsuccessful challenge."""


class NoChallenge(Refusal):
    """These rules do not allow a challenge. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class ChallengeOutcome:
    """The consequences of a verdict: `turns` to record in order, and the seat that loses the game, if any."""

    turns: tuple[Turn, ...]
    message: Message
    loser: int | None = None


def challenge(
    rules: RuleSet, play: Turn, challenger: int, *, valid: bool, words: int = 1, remark: str = ""
) -> ChallengeOutcome:
    """Return the outcome when `challenger` challenges `play`, the last turn.

    `valid` is the verdict. `words` is the number of challenged words, for a penalty per word. A
    `remark`, such as the reason for ruling against the word list, is recorded with the turns. Raise
    `NoChallenge` if the rules do not allow invalid words at all (``void``).
    """
    player = play.player
    if rules.challenge is ChallengeMode.VOID:
        raise NoChallenge(Message("nothing_to_challenge_under_void"))
    if not valid:
        back = None if play.announced is None else -play.announced
        turn = Turn(TurnKind.WITHDRAWN, player, play.rack, announced=back, remark=remark)
        return ChallengeOutcome((turn,), Message("play_comes_off"))
    if rules.challenge is ChallengeMode.SINGLE:
        return ChallengeOutcome((), Message("stands_free"))
    if rules.challenge is ChallengeMode.DOUBLE:
        turn = Turn(TurnKind.PASS, challenger, announced=0, remark=remark or LOST_TO_A_CHALLENGE)
        return ChallengeOutcome((turn,), Message("stands_turn_lost"))
    if rules.challenge is ChallengeMode.TRIPLE:
        return ChallengeOutcome((), Message("stands_game_lost"), challenger)
    points = rules.penalty_points * (words if rules.penalty_per is PenaltyPer.WORD else 1)
    if rules.penalty_to is PenaltyTo.CHALLENGED:
        turn = Turn(TurnKind.CHALLENGE_BONUS, player, announced=points, remark=remark)
        return ChallengeOutcome((turn,), Message("stands_bonus", points=points))
    turn = Turn(TurnKind.CHALLENGE_BONUS, challenger, announced=-points, remark=remark)
    return ChallengeOutcome((turn,), Message("stands_penalty", points=points))
