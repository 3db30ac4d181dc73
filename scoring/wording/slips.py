"""Sentences about likely slips, keyed by the codes of `scoring.engine.audit.slips` and related modules."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext

from scoring.engine.board.layouts import Premium
from scoring.wording.sentence import Wording

PREMIUMS: Mapping[Premium, str] = {
    Premium.DLS: _("double letter"),
    Premium.TLS: _("triple letter"),
    Premium.QLS: _("quadruple letter"),
    Premium.DWS: _("double word"),
    Premium.TWS: _("triple word"),
    Premium.QWS: _("quadruple word"),
}

ABBREVIATIONS: Mapping[str, str] = {
    "DLS": _("DLS"),
    "TLS": _("TLS"),
    "QLS": _("QLS"),
    "DWS": _("DWS"),
    "TWS": _("TWS"),
    "QWS": _("QWS"),
}
"""The labels of premium squares on a board."""

MARKS: Mapping[str, str] = {
    "bingo": _("bingo"),
    "double_double": _("double-double"),
    "nine_timer": _("nine-timer"),
}
"""The names of marks, keyed by the codes in `Proof.marks`."""

PLAYS: Mapping[str, Wording] = {
    "letter": "{face}",
    "letter_on": _("{face} on {square}"),
    "double_double": _("double-double"),
    "nine_timer": _("nine-timer"),
    "product": "×{factor}",
    "premium_missed": _("The {premium:premium} on {square} was not counted."),
    "premium_missed_in": _("The {premium:premium} on {square} was not counted in {word}."),
    "premium_mistaken": _("The {premium:premium} on {square} was mistaken for a {other:premium}."),
    "premium_again": _("The {premium:premium} on {square}, already used, was counted again."),
    "multiplied_once": _("The {product} of {word} was counted only as ×{factor}."),
    "factors_added": _("The {product} of {word} was counted as ×{factor}: the factors were added."),
    "blank_counted": _("The blank {face} on {square} was counted as {letter}, {worth}."),
    "blank_counted_in": _(
        "The blank {face} on {square} was counted as {letter}, {worth}, in {word}."
    ),
    "blank_as_tile": _("{letters:or} is a blank but was typed as a tile."),
    "blank_frees": _(
        "With {letters:or} as a blank, the play scores {announced} and needs no more tiles than "
        "the set has."
    ),
    "blank_elsewhere": _(
        "With {letters:or} as the blank instead of {blank}, the play scores {announced}."
    ),
    "bonus_given": _("The bonus of {bonus} was given, though not all tiles were laid."),
    "bonus_forgotten": _("The bonus of {bonus} was forgotten."),
    "bonus_multiplied": _("The bonus of {bonus} was multiplied with the word."),
    "word_left_out": _("The word {word} ({score}) was left out."),
    "letter_missed": _("{letters:or} ({worth}) was not counted."),
    "letter_missed_in": _("{letters:or} ({worth}) was not counted in {word}."),
    "misvalued": _("{letters:or} was counted as {other} instead of {worth}."),
    "digits_swapped": _("The digits of {correct} were swapped."),
    "challenge_bonus_folded": _("A challenge bonus of {points} was included in the score."),
    "challenge_bonuses_folded": _(
        "{number:number_word} challenge bonuses of {points} were included in the score."
    ),
    "challenge_penalty_folded": _(
        "A challenge penalty of {points} was deducted from the score of the play."
    ),
    "challenge_penalties_folded": _(
        "{number:number_word} challenge penalties of {points} were deducted from the score of "
        "the play."
    ),
    "added_wrong": _("There was an addition error of {points}."),
    "two_slips": _("{first:first_clause}, and {second:second_clause}"),
}

FIRST_CLAUSES: Mapping[str, str] = {
    "premium_missed": _("The {premium:premium} on {square} was not counted"),
    "premium_again": _("The {premium:premium} on {square}, already used, was counted again"),
    "blank_counted": _("The blank {face} on {square} was counted as {letter}, {worth}"),
    "bonus_given": _("The bonus of {bonus} was given, though not all tiles were laid"),
    "bonus_forgotten": _("The bonus of {bonus} was forgotten"),
    "word_left_out": _("The word {word} ({score}) was left out"),
}
"""The first halves of sentences about two slips that happen together, keyed by the code of the first slip."""

SECOND_CLAUSES: Mapping[str, str] = {
    "premium_missed": _("the {premium:premium} on {square} was not counted."),
    "premium_again": _("the {premium:premium} on {square}, already used, was counted again."),
    "blank_counted": _("the blank {face} on {square} was counted as {letter}, {worth}."),
    "bonus_given": _("the bonus of {bonus} was given, though not all tiles were laid."),
    "bonus_forgotten": _("the bonus of {bonus} was forgotten."),
    "word_left_out": _("the word {word} ({score}) was left out."),
}
"""The second halves of sentences about two slips that happen together, keyed by the code of the second slip."""

TOTALS: Mapping[str, Wording] = {
    "score_not_added": _("The score of this turn, {score}, was not added."),
    "score_added_twice": _("The score of this turn, {score}, was added twice."),
    "score_taken_off": _("The score of this turn, {score}, was subtracted instead of added."),
    "carried_too_many": _("The total was increased by {points} too much."),
    "carried_too_few": _("The total was increased by {points} too little."),
}

RACKS: Mapping[str, Wording] = {
    "rack_taken_off": _("The points were subtracted instead of added."),
    "rack_added": _("The points were added instead of subtracted."),
    "rack_once": _("The rack was counted once, not twice."),
    "rack_twice": _("The rack was counted twice, not once."),
    "tile_left_out": _("The {tile} ({worth}) was left out."),
    "tile_twice": _("The {tile} ({worth}) was counted twice."),
    "tile_once": _("The {tile} ({worth}) was counted once instead of twice."),
    "tile_misvalued": _("{tile} was counted as {other} instead of {worth}."),
    "blank_worth": _("The blank was counted as {other}; a blank counts 0."),
    "added_wrong_doubled": _("There was an addition error of {points} before doubling."),
}


def number_word(number: int) -> str:
    """Return a number as written at the beginning of a sentence.

    ``Two`` to ``Five`` are in words, other numbers in digits.
    """
    words = {
        2: pgettext("begins a sentence", "Two"),
        3: pgettext("begins a sentence", "Three"),
        4: pgettext("begins a sentence", "Four"),
        5: pgettext("begins a sentence", "Five"),
    }
    return words.get(number, str(number))
