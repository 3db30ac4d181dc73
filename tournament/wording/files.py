"""Sentences about inconsistent files: opponents, boards and scores."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

from scoring.wording.sentence import Wording

CONTRADICTIONS: Mapping[str, Wording] = {
    "more_like_this": _("There is more like this."),
    "file_cut_off": _(
        "The last player stands here and is number {last}, but numbers up to {highest} are "
        "met. The file is cut off after this line, or players were taken out; send it whole."
    ),
    "score_without_opponent": _(
        "{player:text} has a score for round {round} and no opponent in it. Write the opponent's "
        "number (0 for a bye) before the first semicolon, or take the score out."
    ),
    "meets_self": _(
        "{player:text} meets himself or herself in round {round}. The opponent is left out."
    ),
    "meets_nobody": _(
        "{player:text} meets number {opponent} in round {round}, and nobody has that number. The "
        "opponent is left out."
    ),
    "opponent_has_nobody": _(
        "{player:text} meets number {opponent} in round {round}, but line {line} "
        "({other:text}) has nobody there. Correct one of the two lines."
    ),
    "opponent_has_other": _(
        "{player:text} meets number {opponent} in round {round}, but line {line} "
        "({other:text}) has number {theirs} there. Correct one of the two lines."
    ),
    "score_missing": _(
        "{player:text} has no score for round {round}, but {other:text} on line {line} has. Write "
        "the missing score, or take the other one out; the file may be cut short here."
    ),
    "two_boards": _(
        "Round {round}: {player:text} stands at board {board}, {other:text} at {theirs}. Board "
        "{board} is taken."
    ),
    "both_first": _(
        "Round {round}: {player:text} and {other:text} both went first, as their lines have it. "
        "Taken as not known."
    ),
    "both_second": _(
        "Round {round}: {player:text} and {other:text} both went second, as their lines have it. "
        "Taken as not known."
    ),
    "not_paired": _(
        "{player:text} is not paired in round {round}. The round counts for nothing for them; pair "
        "them by hand if they play."
    ),
    "opponent_not_known": _(
        "{player:text}'s opponent in round {round} is not known. The round counts for nothing for "
        "them; correct it after the import."
    ),
    "bye_without_spread": _(
        "{player:text} has the bye in round {round}; its spread is not written. Taken as {spread}."
    ),
    "board_of_two_pairs": _(
        "Round {round}: board {board} is given to two pairs. The second gets a board that is free."
    ),
}

RESULT_ROWS: Mapping[str, Wording] = {
    "result_no_name": _("“{text:text}” is not a name of a player."),
    "result_long_name": _("The name “{text:text}…” is longer than {most} letters."),
    "result_same_name": _("{name:text} cannot meet the same name."),
    "result_no_board": _("“{text:text}” is not a board. Write a number from 1, or nothing."),
    "result_no_score": _("“{text:text}” is not a score. Write a whole number."),
    "result_no_round": _(
        "“{text:text}” is not a round. Write a number from 1, or a name such as Final."
    ),
    "result_bye_of_no_round": _("A bye belongs to a round. Write its number."),
}
"""Problems with a row of a results table."""
SENTENCES: Mapping[str, Wording] = {**CONTRADICTIONS, **RESULT_ROWS}
