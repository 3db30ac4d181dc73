"""Handbook questions about challenges and phonies, answered for one rule set."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.rules.challenges import NoChallenge, challenge
from scoring.engine.rules.rulesets import ChallengeMode, PenaltyPer, RuleSet
from scoring.handbook.answer import Answer, any_unconfirmed, has_clock
from scoring.wording.engine import sentence


def challenge_consequences(rules: RuleSet) -> Answer:
    """Answer what follows a successful and an unsuccessful challenge."""
    play = Turn(TurnKind.PLAY, 0)
    try:
        taken_off = sentence(challenge(rules, play, 1, valid=False).message)
        stands = sentence(challenge(rules, play, 1, valid=True).message)
    except NoChallenge as why:
        sentences: tuple[str, ...] = (sentence(why.message),)
    else:
        sentences = (
            _("A word is not acceptable: {consequence}").format(
                consequence=_lower_first_letter(taken_off)
            ),
            _("All words are acceptable: {consequence}").format(
                consequence=_lower_first_letter(stands)
            ),
        )
        if rules.penalty_points and rules.penalty_per is PenaltyPer.WORD:
            sentences += (_("This applies to each word challenged."),)
    names = ["challenge"]
    if rules.penalty_points:
        names += ["penalty_points", "penalty_to", "penalty_per"]
    return Answer(
        "challenge", _("What happens after a challenge?"), sentences, any_unconfirmed(rules, *names)
    )


def double_challenge(rules: RuleSet) -> Answer:
    """Answer whether an unsuccessful challenge costs a turn under these rules."""
    costs = _unsuccessful_challenge(rules)
    if rules.challenge is ChallengeMode.DOUBLE:
        sentences = [
            _("Yes: an unsuccessful challenge costs a turn. {consequence}").format(
                consequence=costs
            )
        ]
        if rules.scoreless_limit:
            sentences.append(_("The lost turn counts as a scoreless turn."))
    else:
        sentences = [
            _(
                "No. Double challenge means that an unsuccessful challenge costs the challenger "
                "the next turn."
            ),
            _("Under these rules: {consequence}").format(consequence=_lower_first_letter(costs)),
        ]
    unconfirmed = challenge_consequences(rules).unconfirmed
    return Answer("double-challenge", _("Is double challenge used?"), tuple(sentences), unconfirmed)


def _unsuccessful_challenge(rules: RuleSet) -> str:
    try:
        return sentence(challenge(rules, Turn(TurnKind.PLAY, 0), 1, valid=True).message)
    except NoChallenge as why:
        return sentence(why.message)


def phony(rules: RuleSet) -> Answer:
    """Answer what happens to a play with an unacceptable word."""
    off = _(
        "If it is challenged in time, it comes off the board: the turn scores 0, the tiles go "
        "back to the rack, and the squares count as unused again."
    )
    stands = _("If it is challenged too late or not at all, it stays and keeps its score.")
    sentence = (
        (_unsuccessful_challenge(rules),)
        if rules.challenge is ChallengeMode.VOID
        else (off, stands)
    )
    return Answer("phony", _("What happens to a phony?"), sentence)


def challenge_time_limit(rules: RuleSet) -> Answer:
    """Answer how long a play may be challenged."""
    if has_clock(rules):
        sentence = _(
            "Until the player who made the play has properly drawn new tiles. After that, the "
            "play stands."
        )
    else:
        sentence = _("Until the next player starts the next turn. After that, the play stands.")
    return Answer("too-late", _("When is it too late to challenge?"), (sentence,))


def challenge_of_several_words() -> Answer:
    """Answer whether the players learn which of several words was unacceptable."""
    return Answer(
        "which-word",
        _("Several words are challenged. Do the players learn which one was wrong?"),
        (
            _(
                "No. There is one verdict for the whole play: if one word is not acceptable, "
                "the play comes off the board."
            ),
            _("The director may rule that the list is wrong; the log then shows both verdicts."),
        ),
    )


def _lower_first_letter(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
