"""Handbook questions about challenges and phonies, answered for one rule set. Source: RULES section 3."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.engine.game.turns import Kind, Turn
from scoring.engine.rules.challenges import NoChallenge, challenge
from scoring.engine.rules.rulesets import ChallengeMode, PenaltyPer, RuleSet
from scoring.handbook.answer import Answer, any_unconfirmed, by_the_clock
from scoring.wording.engine import sentence


def challenge_consequences(rules: RuleSet) -> Answer:
    """Return the consequences of a successful and an unsuccessful challenge."""
    play = Turn(Kind.PLAY, 0)
    try:
        taken_off = sentence(challenge(rules, play, 1, valid=False).message)
        stands = sentence(challenge(rules, play, 1, valid=True).message)
    except NoChallenge as why:
        sentences: tuple[str, ...] = (sentence(why.message),)
    else:
        sentences = (
            _("A word is not acceptable: {consequence}").format(consequence=_small(taken_off)),
            _("All are: {consequence}").format(consequence=_small(stands)),
        )
        if rules.penalty_points and rules.penalty_per is PenaltyPer.WORD:
            sentences += (_("The points are counted for every word challenged."),)
    names = ["challenge"]
    if rules.penalty_points:
        names += ["penalty_points", "penalty_to", "penalty_per"]
    return Answer(
        "challenge", _("What follows from a challenge?"), sentences, any_unconfirmed(rules, *names)
    )


def double_challenge(rules: RuleSet) -> Answer:
    """Return whether an unsuccessful challenge costs a turn under these rules."""
    costs = _in_vain(rules)
    if rules.challenge is ChallengeMode.DOUBLE:
        sentences = [
            _("Yes: an unsuccessful challenge costs a turn. {consequence}").format(
                consequence=costs
            )
        ]
        if rules.scoreless_limit:
            sentences.append(_("The turn lost counts among those worth nothing."))
    else:
        sentences = [
            _(
                "No. A double challenge is one that costs the challenger the next turn when "
                "it is unsuccessful."
            ),
            _("By these rules: {consequence}").format(consequence=_small(costs)),
        ]
    unconfirmed = challenge_consequences(rules).unconfirmed
    return Answer(
        "double-challenge", _("Is there a double challenge?"), tuple(sentences), unconfirmed
    )


def _in_vain(rules: RuleSet) -> str:
    try:
        return sentence(challenge(rules, Turn(Kind.PLAY, 0), 1, valid=True).message)
    except NoChallenge as why:
        return sentence(why.message)


def phony(rules: RuleSet) -> Answer:
    """Return what happens to a play with an unacceptable word."""
    off = _(
        "Challenged in time it comes off: 0 for the turn, the turn is lost, the tiles go back to the rack, "
        "the squares are fresh again."
    )
    stands = _("Challenged too late or not at all it stands and keeps its score.")
    sentence = (_in_vain(rules),) if rules.challenge is ChallengeMode.VOID else (off, stands)
    return Answer("phony", _("What becomes of a phony?"), sentence)


def too_late(rules: RuleSet) -> Answer:
    """Return the time limit for challenging a play."""
    if by_the_clock(rules):
        sentence = _(
            "Until the player of the play has properly drawn new tiles. After that the play stands."
        )
    else:
        sentence = _("Until the next player starts the next turn. After that the play stands.")
    return Answer("too-late", _("When does a challenge come too late?"), (sentence,))


def several_words() -> Answer:
    """Return whether the players learn which of several words was unacceptable."""
    return Answer(
        "which-word",
        _("Several words are challenged. Are we told which one was wrong?"),
        (
            _(
                "No. There is one verdict for the whole play: if one word is not acceptable the play comes off."
            ),
            _("The director may rule that the list was wrong; the log then keeps both answers."),
        ),
    )


def _small(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
