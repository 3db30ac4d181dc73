"""Common questions from clubs, answered for one rule set.

An answer without a confirmed source is marked as a setting and never presented as a rule. Source:
RULES sections 1 to 5 and 7.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring import catalogue
from scoring.engine.rules.rulesets import (
    CapEffect,
    OutForm,
    RuleSet,
    TieRule,
)
from scoring.handbook import challenges
from scoring.handbook.answer import Answer, any_unconfirmed, by_the_clock, minutes_shown
from scoring.wording.names import name_of


def scoring_checklist() -> tuple[str, ...]:
    """Return the steps of scoring a play, in the order that avoids slips."""
    return (
        _("Add the values of all letters of the word, those that lay there too. A blank counts 0."),
        _("A double or triple letter square counts only under a tile laid in this turn."),
        (
            _(
                "Then multiply by every double or triple word square under a tile laid in this turn, one "
                "after the other; "
                "a blank on it multiplies too."
            )
        ),
        _(
            "Do the same for every word made across. A premium under a new tile counts in both its words."
        ),
        _("Add the words together."),
        _("Add the bonus if every tile of a full rack was laid, after all multiplying."),
        _("Say the score, write it down, add it to the total, say the total. Both players do."),
    )


def answers(rules: RuleSet) -> tuple[Answer, ...]:
    """Return the answers to every question under `rules`."""
    return (
        _who_begins(),
        _words(rules),
        Answer(
            "same-word",
            _("May the same word be played twice in a game?"),
            (
                _(
                    "Yes. It scores each time, also when it is made again by lengthening another word."
                ),
            ),
        ),
        Answer(
            "blank",
            _("Does a blank keep its letter?"),
            (
                _(
                    "Yes, to the end of the game: said when it is laid, and not taken for the real tile later."
                ),
                _(
                    "Only a play that comes off the board takes its blank back to the rack, free again."
                ),
            ),
        ),
        Answer(
            "both-ends",
            _("May a word be lengthened at both ends in one turn?"),
            (
                _(
                    "Yes, if all new tiles stand in one row or column and make one word with what lies between."
                ),
            ),
        ),
        Answer(
            "premiums",
            _("Do premium squares count again on later turns?"),
            (
                _(
                    "No. A square counts in the turn in which it is covered, in both words it makes "
                    "then, and never again."
                ),
                _("When a play is taken off the board its squares are fresh again."),
            ),
        ),
        _bonus(rules),
        _first_play(rules),
        _exchange(rules),
        challenges.challenge_consequences(rules),
        challenges.double_challenge(rules),
        challenges.phony(rules),
        challenges.too_late(rules),
        challenges.several_words(),
        _end(rules),
        _racks(rules),
        _tie(rules),
        *([_clock(rules)] if rules.initial_seconds or rules.overtime_per_minute else []),
        _overdrawn(rules),
        Answer(
            "tiles",
            _("A tile is missing, or there is one too many. What now?"),
            (
                _(
                    "Once the game has begun it goes on. The score pad names the tile as a warning; the scores stay."
                ),
            ),
        ),
        _slip(),
    )


def _who_begins() -> Answer:
    return Answer(
        "begin",
        _("Who begins?"),
        (
            _(
                "At a tournament the pairing says who goes first. Without one, each player draws a tile."
            ),
            _(
                "The letter nearest A begins, a blank beats A, and equal letters draw again. The tiles go back."
            ),
        ),
    )


def _words(rules: RuleSet) -> Answer:
    first = (
        _("What the event's word list holds, and nothing else: the word judge answers yes or no.")
        if by_the_clock(rules)
        else _("Agree on one dictionary or list before the game; what it holds counts.")
    )
    return Answer(
        "proper-nouns",
        _("Are names, abbreviations or words with a hyphen acceptable?"),
        (
            first,
            _(
                "Names with a capital, abbreviations, prefixes on their own, and words with a hyphen or "
                "apostrophe are not."
            ),
            _("A word that is also a name counts when the list has it as a word."),
        ),
    )


def _bonus(rules: RuleSet) -> Answer:
    size = rules.rack_size
    return Answer(
        "bonus",
        _("When do the {points} extra points count?").format(points=rules.bingo_bonus),
        (
            _("When exactly {count} tiles are laid in one turn, after all multiplying.").format(
                count=size
            ),
            _("{count} tiles or fewer earn nothing extra, even if they empty the rack.").format(
                count=size - 1
            ),
        ),
        any_unconfirmed(rules, "bingo_bonus", "rack_size"),
    )


def _first_play(rules: RuleSet) -> Answer:
    start = catalogue.layout(rules.layout).start
    return Answer(
        "first-play",
        _("The first play misses {square}. What now?").format(square=start),
        (
            _(
                "The first play lays two tiles or more and covers {square}. Else it can be challenged off."
            ).format(square=start),
            _(
                "If nobody challenges it, it stands: the director confirms it and it is recorded as irregular."
            ),
        ),
    )


def _exchange(rules: RuleSet) -> Answer:
    least, size = rules.exchange_minimum, rules.rack_size
    if least >= size:
        when = _(
            "While at least {count} tiles are in the bag: up to {most} tiles, and the turn is over."
        )
    elif least == 1:
        when = _(
            "While at least one tile is in the bag: any number up to what is left there, and the "
            "turn is over."
        )
    else:
        when = _(
            "While at least {count} tiles are in the bag: any number up to what is left there, and "
            "the turn is over."
        )
    return Answer(
        "exchange",
        _("When may tiles be exchanged?"),
        (when.format(count=least, most=size), _("Passing is possible at any time.")),
        any_unconfirmed(rules, "exchange_minimum"),
    )


def _overdrawn(rules: RuleSet) -> Answer:
    """Return who decides about overdrawing, for which Ninetimer has no rule text."""
    if by_the_clock(rules):
        who = _(
            "Call the director, who decides by the body's own rules ({rules}): Ninetimer has no text "
            "of them on this."
        ).format(rules=name_of(rules))
    else:
        who = _("Look it up in the rules in the box: Ninetimer has no text of them on this.")
    return Answer(
        "overdrawn",
        _("Somebody drew a tile too many. What now?"),
        (
            who,
            _(
                "The score pad goes on. Tiles that do not add up are a warning there; the scores stay."
            ),
        ),
    )


def _end(rules: RuleSet) -> Answer:
    sentences = [
        _("When the bag is empty and a player has laid the last tile, and the play stands.")
    ]
    if rules.scoreless_limit:
        sentences.append(
            _(
                "It may be ended after {count} turns in a row worth nothing, both players together: "
                "passes, exchanges, phonies taken back, turns lost to a challenge and plays worth 0. "
                "Any score starts the count again."
            ).format(count=rules.scoreless_limit)
        )
    if rules.pass_limit:
        passes = {
            1: _(
                "It may be ended when every player has passed once running, with no exchange between."
            ),
            2: _(
                "It may be ended when every player has passed twice running, with no exchange between."
            ),
        }.get(rules.pass_limit) or _(
            "It may be ended when every player has passed {count} times running, with no exchange between."
        )
        sentences.append(passes.format(count=rules.pass_limit))
    if not rules.scoreless_limit and not rules.pass_limit:
        sentences.append(_("Or when no further play can be made; the players say so."))
    return Answer(
        "end",
        _("When does the game end?"),
        tuple(sentences),
        any_unconfirmed(rules, "scoreless_limit", "pass_limit"),
    )


def _racks(rules: RuleSet) -> Answer:
    if rules.out_form is OutForm.DOUBLE:
        out = _(
            "Who went out receives twice the value of the tiles left with the opponent, who keeps the score."
        )
    else:
        out = _(
            "Every other player loses the value of the tiles left, and who went out receives all of it."
        )
    return Answer(
        "racks",
        _("What do the tiles left on a rack do?"),
        (
            out,
            _(
                "If nobody went out, everyone loses the value of the own tiles. A total may fall below 0."
            ),
        ),
        any_unconfirmed(rules, "out_form"),
    )


def _tie(rules: RuleSet) -> Answer:
    sentence = (
        _("Nobody wins: half a win each.")
        if rules.tie_rule is TieRule.HALF
        else _(
            "Whoever had more before the tiles left were settled wins. Equal there too: the win is shared."
        )
    )
    return Answer(
        "tie",
        _("The final scores are equal. Who wins?"),
        (sentence,),
        any_unconfirmed(rules, "tie_rule"),
    )


def _clock(rules: RuleSet) -> Answer:
    sentences = []
    if rules.initial_seconds:
        sentences.append(
            _("Each player has {time}.").format(time=minutes_shown(rules.initial_seconds))
        )
    if rules.overtime_per_minute:
        sentences.append(
            _(
                "Every minute begun beyond that costs {points} points, taken off last, from the "
                "offender only."
            ).format(points=rules.overtime_per_minute)
        )
    if rules.overtime_cap_minutes and rules.overtime_cap_effect is CapEffect.LOSES:
        sentences.append(
            _("More than {count} minutes over loses the game.").format(
                count=rules.overtime_cap_minutes
            )
        )
    names = ["initial_seconds", "overtime_per_minute", "overtime_cap_minutes"]
    return Answer(
        "clock", _("What does overtime cost?"), tuple(sentences), any_unconfirmed(rules, *names)
    )


def _slip() -> Answer:
    return Answer(
        "slip",
        _("A wrong score is noticed later. Can it be corrected?"),
        (
            _("In the same turn: it is said right."),
            _(
                "Later in the game: every later total is worked out again, and the announced figures stay beside them."
            ),
            _(
                "After the game, slip not signed: a recount turn by turn. Slip signed: the "
                "director only, with a reason."
            ),
        ),
        unconfirmed=True,
    )
