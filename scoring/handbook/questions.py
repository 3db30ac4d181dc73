"""Common questions from clubs, answered for one rule set.

An answer without a confirmed source is marked as a setting and never presented as a rule.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring import catalogue
from scoring.engine.rules.rulesets import CapEffect, RackSettlement, RuleSet, TieRule
from scoring.handbook import challenges
from scoring.handbook.answer import Answer, any_unconfirmed, format_minutes, has_clock
from scoring.wording.names import name_of


def scoring_checklist() -> tuple[str, ...]:
    """Return the steps of scoring a play, in the order that avoids slips."""
    return (
        _(
            "Add the values of all letters in the word, including those already on the board. A "
            "blank counts 0."
        ),
        _("A double or triple letter square counts only if the tile on it was laid in this turn."),
        (
            _(
                "Then multiply by every double or triple word square covered in this turn, one "
                "after the other, even if a blank covers it."
            )
        ),
        _(
            "Do the same for every word formed in the other direction. A premium square under a "
            "new tile counts in both words that contain the tile."
        ),
        _("Add up the scores of all words."),
        _("If every tile of a full rack was laid, add the bonus last; it is never multiplied."),
        _(
            "Announce the score, write it down, add it to the total and announce the total. Both "
            "players do this."
        ),
    )


def answers(rules: RuleSet) -> tuple[Answer, ...]:
    """Return the answers to every question under `rules`."""
    return (
        _starting_player(),
        _acceptable_words(rules),
        Answer(
            "same-word",
            _("May the same word be played twice in a game?"),
            (_("Yes. It scores each time, even if it is made by extending another word."),),
        ),
        Answer(
            "blank",
            _("Does a blank keep its letter?"),
            (
                _(
                    "Yes, until the end of the game. The letter is announced when the blank is "
                    "laid, and the blank cannot later be replaced by the real tile."
                ),
                _(
                    "Only if the play is taken off the board does the blank go back to the "
                    "rack, free to be any letter again."
                ),
            ),
        ),
        Answer(
            "both-ends",
            _("May a word be extended at both ends in one turn?"),
            (
                _(
                    "Yes, if all new tiles lie in one row or column and form one word with the "
                    "tiles between them."
                ),
            ),
        ),
        Answer(
            "premiums",
            _("Do premium squares count again on later turns?"),
            (
                _(
                    "No. A premium square counts only in the turn in which it is covered; if two "
                    "words are formed through it, it counts in both."
                ),
                _("If a play is taken off the board, its squares count as unused again."),
            ),
        ),
        _bonus(rules),
        _first_play(rules),
        _exchange(rules),
        challenges.challenge_consequences(rules),
        challenges.double_challenge(rules),
        challenges.phony(rules),
        challenges.challenge_time_limit(rules),
        challenges.challenge_of_several_words(),
        _end(rules),
        _racks(rules),
        _tie(rules),
        *([_clock(rules)] if rules.initial_seconds or rules.overtime_per_minute else []),
        _overdrawing(rules),
        Answer(
            "tiles",
            _("A tile is missing, or there is one too many. What now?"),
            (
                _(
                    "Once the game has begun, it continues. The score pad shows a warning that "
                    "names the tile; the scores do not change."
                ),
            ),
        ),
        _slip(),
    )


def _starting_player() -> Answer:
    return Answer(
        "begin",
        _("Who begins?"),
        (
            _(
                "At a tournament, the pairing shows who goes first. Otherwise, each player draws "
                "a tile."
            ),
            _(
                "The player whose letter is nearest to A goes first; a blank beats A. Players "
                "with equal letters draw again. The tiles go back into the bag."
            ),
        ),
    )


def _acceptable_words(rules: RuleSet) -> Answer:
    first = (
        _("Only the words in the event's word list count. The word judge answers yes or no.")
        if has_clock(rules)
        else _("Agree on a dictionary or list before the game. Only the words in it count.")
    )
    return Answer(
        "proper-nouns",
        _("Are names, abbreviations or words with a hyphen acceptable?"),
        (
            first,
            _(
                "Words spelled with a capital, abbreviations, prefixes standing alone, and "
                "words with a hyphen or apostrophe are not acceptable."
            ),
            _("A word that is also a name is acceptable if the list contains it as a word."),
        ),
    )


def _bonus(rules: RuleSet) -> Answer:
    size = rules.rack_size
    return Answer(
        "bonus",
        _("When does a player receive the {points} bonus points?").format(points=rules.bingo_bonus),
        (
            _(
                "When exactly {count} tiles are laid in one turn. The bonus is added last and "
                "never multiplied."
            ).format(count=size),
            _("Laying {count} tiles or fewer earns no bonus, even if it empties the rack.").format(
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
                "The first play must lay at least two tiles and cover {square}. Otherwise, it can "
                "be challenged off."
            ).format(square=start),
            _(
                "If nobody challenges it, it stands: the director confirms it, and it is "
                "recorded as irregular."
            ),
        ),
    )


def _exchange(rules: RuleSet) -> Answer:
    least, size = rules.exchange_minimum, rules.rack_size
    if least >= size:
        when = _(
            "While at least {count} tiles are in the bag. You may exchange up to {most} tiles, "
            "and your turn ends."
        )
    elif least == 1:
        when = _(
            "While at least one tile is in the bag. You may exchange as many tiles as the bag "
            "holds, and your turn ends."
        )
    else:
        when = _(
            "While at least {count} tiles are in the bag. You may exchange as many tiles as the "
            "bag holds, and your turn ends."
        )
    return Answer(
        "exchange",
        _("When may tiles be exchanged?"),
        (when.format(count=least, most=size), _("You may pass at any time.")),
        any_unconfirmed(rules, "exchange_minimum"),
    )


def _overdrawing(rules: RuleSet) -> Answer:
    """Answer who rules on overdrawing, for which Ninetimer has no rule text."""
    if has_clock(rules):
        who = _(
            "Call the director, who follows the rules of your rating body ({rules}). Ninetimer "
            "does not include the text of these rules."
        ).format(rules=name_of(rules))
    else:
        who = _(
            "Look it up in the rules that came with the game. Ninetimer does not cover this case."
        )
    return Answer(
        "overdrawn",
        _("A player drew one tile too many. What now?"),
        (
            who,
            _(
                "Keep using the score pad. It shows a warning if the tiles do not add up; the "
                "scores do not change."
            ),
        ),
    )


def _end(rules: RuleSet) -> Answer:
    sentences = [
        _("When the bag is empty and a player has laid the last tile in a play that stands.")
    ]
    if rules.scoreless_limit:
        sentences.append(
            _(
                "It may end after {count} scoreless turns in a row, counting both players: "
                "passes, exchanges, phonies taken back, turns lost to a challenge and plays "
                "that score 0. Any score restarts the count."
            ).format(count=rules.scoreless_limit)
        )
    if rules.pass_limit:
        passes = {
            1: _(
                "It may end when every player has passed once in a row, with no exchange in "
                "between."
            ),
            2: _(
                "It may end when every player has passed twice in a row, with no exchange in "
                "between."
            ),
        }.get(rules.pass_limit) or _(
            "It may end when every player has passed {count} times in a row, with no exchange "
            "in between."
        )
        sentences.append(passes.format(count=rules.pass_limit))
    if not rules.scoreless_limit and not rules.pass_limit:
        sentences.append(_("Or when no further play is possible and the players agree on that."))
    return Answer(
        "end",
        _("When does the game end?"),
        tuple(sentences),
        any_unconfirmed(rules, "scoreless_limit", "pass_limit"),
    )


def _racks(rules: RuleSet) -> Answer:
    if rules.out_form is RackSettlement.DOUBLE:
        out = _(
            "The player who went out receives twice the value of the tiles the opponent has "
            "left. The opponent’s score does not change."
        )
    else:
        out = _(
            "Every other player loses the value of their remaining tiles, and the player who went "
            "out receives the sum of these values."
        )
    return Answer(
        "racks",
        _("How do the tiles left on a rack count?"),
        (
            out,
            _(
                "If nobody went out, all players lose the value of their own tiles. A total may "
                "fall below 0."
            ),
        ),
        any_unconfirmed(rules, "out_form"),
    )


def _tie(rules: RuleSet) -> Answer:
    sentence = (
        _("The game is a tie, and each player gets half a win.")
        if rules.tie_rule is TieRule.HALF
        else _(
            "The player with more points before the remaining tiles were counted wins. If these "
            "points are equal too, the win is shared."
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
            _("Each player has {time}.").format(time=format_minutes(rules.initial_seconds))
        )
    if rules.overtime_per_minute:
        sentences.append(
            _(
                "Every minute or part of a minute beyond that costs the player {points} points, "
                "deducted at the end."
            ).format(points=rules.overtime_per_minute)
        )
    if rules.overtime_cap_minutes and rules.overtime_cap_effect is CapEffect.LOSES:
        sentences.append(
            _("A player who is more than {count} minutes over loses the game.").format(
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
            _("During the same turn, the player can still announce the correct score."),
            _(
                "Later in the game, a correction recalculates all following totals; the announced "
                "scores remain visible."
            ),
            _(
                "After the game, a turn-by-turn recount can correct the score until the slip is "
                "signed. Once it has been signed, only the director can correct the score, with a "
                "reason."
            ),
        ),
        unconfirmed=True,
    )
