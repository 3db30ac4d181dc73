"""Sentences about disputed sheets, columns and positions, keyed by the codes of `scoring.engine.dispute`."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.engine.dispute.dispute import SlipKind
from scoring.engine.game.turns import TurnKind
from scoring.wording.sentence import PluralSentence, Wording

TURN_KINDS: Mapping[TurnKind, str] = {
    TurnKind.PLAY: _("play"),
    TurnKind.EXCHANGE: _("exchange"),
    TurnKind.PASS: _("pass"),
    TurnKind.WITHDRAWN: _("withdrawn"),
    TurnKind.CHALLENGE_BONUS: _("challenge bonus"),
    TurnKind.OVERTIME: _("overtime"),
    TurnKind.END_RACK: _("rack"),
    TurnKind.ADJUSTMENT: _("adjustment"),
}
"""The name of each kind of turn, as used within a sentence."""

SLIP_KINDS: Mapping[SlipKind, str] = {
    SlipKind.SCORING: _("scoring"),
    SlipKind.ADDING: _("addition"),
    SlipKind.LEFT_OUT: _("left out"),
    SlipKind.EXTRA: _("extra"),
}

SHEETS: Mapping[str, Wording] = {
    "turn_of_kind": "{kind:kind}",
    "play_of_word": "{coordinate} {word}",
    "play_taken_back": _("{coordinate} {word} (taken back)"),
    "row_left_out": _("{keeper}’s sheet has no row for {name}’s {what}, {score}."),
    "row_extra": _("{keeper}’s sheet has {score:points} for {name} where no turn is recorded."),
    "sheet_total_wrong": _(
        "{keeper}’s sheet: the total increased by {score:points} for {name}’s {what}; "
        "{correct:points} is correct."
    ),
    "sheet_score_wrong": _(
        "{keeper}’s sheet: {score:points} for {name}’s {what}; {correct:points} is correct."
    ),
    "column_after_gain": _(
        "{keeper}’s sheet, {name}’s column: {total:points} written, "
        "but {before:points} + {points} is {expected:points}."
    ),
    "column_after_loss": _(
        "{keeper}’s sheet, {name}’s column: {total:points} written, "
        "but {before:points} − {points} is {expected:points}."
    ),
    "scored_though_taken_back": _("The play was taken back; it scores nothing."),
    "challenge_bonus_left_out": _("The challenge bonus of {points} was left out."),
    "exchange_scores_nothing": _("An exchange scores nothing."),
    "pass_scores_nothing": _("A pass scores nothing."),
    "wrong_sign": _("{points} was written with the wrong sign."),
}

SHARED_SLIPS: Mapping[str, str] = {
    "row_left_out": _("{sheets:and} have no row for {name}’s {what}, {score}."),
    "row_extra": _("{sheets:and} have {score:points} for {name} where no turn is recorded."),
    "sheet_total_wrong": _(
        "{sheets:and}: the total increased by {score:points} for {name}’s {what}; "
        "{correct:points} is correct."
    ),
    "sheet_score_wrong": _(
        "{sheets:and}: {score:points} for {name}’s {what}; {correct:points} is correct."
    ),
    "column_after_gain": _(
        "{sheets:and}, {name}’s column: {total:points} written, "
        "but {before:points} + {points} is {expected:points}."
    ),
    "column_after_loss": _(
        "{sheets:and}, {name}’s column: {total:points} written, "
        "but {before:points} − {points} is {expected:points}."
    ),
}
"""The sentences about slips shared by several sheets."""

COLUMNS: Mapping[str, Wording] = {
    "column_too_long": _(
        "A column of {characters} characters is too long for a score sheet; the maximum is {most}."
    ),
    "too_many_rows": _("{rows} rows are too many for a game; the maximum is {most}."),
    "too_many_digits": _("“{word}” has too many digits for a score."),
    "not_a_figure": _(
        "“{word}” is not a score. Write the score, the total, or both; write - for a pass."
    ),
    "no_figure": _("“{text}” contains no number."),
    "too_many_figures": _("“{text}” has {figures} numbers; a row has a score and a total."),
    "total_first": _("“{text}” has the total first. Write the score before it."),
}

POSITIONS: Mapping[str, Wording] = {
    "only_plays_checked": _(
        "Only a play can be checked here. Type its square, word and score: 8H FROZEN 52."
    ),
    "only_words_laid": _("Type the square and the word on the board, such as 8G CAT."),
    "no_tile_on": _("There is no tile on {square}."),
    "position_too_long": _("The position has {characters} characters; the maximum is {most}."),
    "in_row": _("Row {number} {problem}"),
    "row_length": _("“{row}” has {squares} instead of {columns} squares."),
    "row_run": _("“{row}” contains {run}, which is not a valid count of empty squares."),
    "row_number": _("“{row}” contains {run}, which is not a tile. Write empty squares as dots."),
    "row_blank": _(
        "“{row}” contains “?”. Write a blank on the board as the letter it stands for, in lower "
        "case."
    ),
    "row_bracket": _("“{row}” has an unclosed bracket."),
    "row_tile": _("“{row}” contains “{tile}”, which is not a tile of the {tile_set:tile_set} set."),
    "cgp_rows": _("There are {rows} rows between the slashes; the board has {needed}."),
    "cgp_scores": _("“{text}” is not a pair of scores. Write two scores, such as 357/289."),
    "rack_unclear": _("The rack “{rack}”: {error}"),
    "rows_missing": PluralSentence(
        "rows",
        lambda rows: ngettext(
            "There is {rows} row, but the board has {needed}. Write a row without tiles as dots.",
            "There are {rows} rows, but the board has {needed}. Write a row without tiles as dots.",
            rows,
        ),
    ),
    "rows_too_many": PluralSentence(
        "rows",
        lambda rows: ngettext(
            "There is {rows} row, but the board has {needed}.",
            "There are {rows} rows, but the board has {needed}.",
            rows,
        ),
    ),
}

IMPOSSIBLE_SCORES: Mapping[str, Wording] = {
    "never_scored": _(
        "Played in one turn, {word} alone scores {scores:or} on this board, never {points}."
    ),
    "never_with_bonus": _(
        "{announced} is {points} plus the bonus of {bonus}. Played in one turn, {word} alone "
        "scores {scores:or} on this board, never {points}."
    ),
    "opening_scores": _("As an opening play, it scores {scores:or}."),
    "opening_with_bonus": _(
        "As an opening play, it scores {scores:or}, including the bonus of {bonus}."
    ),
    "premiums_too_far": _(
        "A score of {points} requires {face} on a {premium:premium} and another tile of the word "
        "on a {other:premium}, {needed:or} squares away. In a row or column of this board, such "
        "squares are {apart:or} squares apart."
    ),
    "no_room_between": _(
        "The tiles of {word} are adjacent: there is no square between {first} and {second} for "
        "{tiles:and}."
    ),
    "only_at_the_ends": _(
        "The tiles of {word} are adjacent: {tile} can only come before {first} or after {last}."
    ),
}
"""Sentences proving that a claim is impossible, keyed by the codes of `engine.dispute.impossible_scores`."""
