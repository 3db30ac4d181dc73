"""Challenge points that were included in the score of a play."""

from __future__ import annotations

from scoring.engine.board.proof import Proof
from scoring.engine.message import Message
from scoring.engine.rules.rulesets import ChallengeMode, PenaltyTo, RuleSet


def recorded_challenge_slips(difference: int, points: int) -> list[Message]:
    """Return a message if the points of the challenge recorded beside the play explain the `difference`, or []."""
    if not points or difference != points:
        return []
    return [_included_challenge_slip(points)]


def possible_challenge_slips(proof: Proof, difference: int, rules: RuleSet) -> list[Message]:
    """Return a message if unrecorded challenges, at most one for each word, explain the `difference`, or [].

    This applies only if an unsuccessful challenge costs points rather than a turn, the game or
    nothing.
    """
    if rules.challenge is not ChallengeMode.POINTS or not rules.penalty_points:
        return []
    points = rules.penalty_points
    if rules.penalty_to is PenaltyTo.CHALLENGER:
        points = -points
    number, rest = divmod(difference, points)
    if rest or not 1 <= number <= len(proof.words):
        return []
    if number == 1:
        return [_included_challenge_slip(points)]
    if points < 0:
        return [Message("challenge_penalties_folded", number=number, points=-points)]
    return [Message("challenge_bonuses_folded", number=number, points=points)]


def _included_challenge_slip(points: int) -> Message:
    if points < 0:
        return Message("challenge_penalty_folded", points=-points)
    return Message("challenge_bonus_folded", points=points)
