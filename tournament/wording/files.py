"""Sentences about inconsistent files and about unusable rows of results tables."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

from scoring.wording.sentence import Wording

CONTRADICTIONS: Mapping[str, Wording] = {
    "more_like_this": _("More lines have the same problem."),
    "file_cut_off": _(
        "The last player in the file has number {last}, but opponents have numbers up to "
        "{highest}. The file is cut off after this line, or players were removed; send the "
        "complete file."
    ),
    "score_without_opponent": _(
        "{player:text} has a score for round {round} but no opponent. Write the opponent's "
        "number (0 for a bye) before the first semicolon, or remove the score."
    ),
    "meets_self": _(
        "{player:text} plays against themselves in round {round}. The opponent is left out."
    ),
    "meets_nobody": _(
        "{player:text} meets number {opponent} in round {round}, but no player has that number. "
        "The opponent is left out."
    ),
    "opponent_from_line": _(
        "{player:text}'s opponent in round {round} is taken from line {line} ({other:text})."
    ),
    "opponent_has_nobody": _(
        "{player:text} meets number {opponent} in round {round}, but line {line} ({other:text}) "
        "has no opponent in that round. Correct one of the two lines."
    ),
    "opponent_has_other": _(
        "{player:text} meets number {opponent} in round {round}, but line {line} ({other:text}) "
        "has number {theirs} in that round. Correct one of the two lines."
    ),
    "score_missing": _(
        "{player:text} has no score for round {round}, but {other:text} on line {line} has. Add "
        "the missing score, or remove the other one; the file may be cut off here."
    ),
    "two_boards": _(
        "Round {round}: {player:text} is on board {board}, but {other:text} is on board "
        "{theirs}. Board {board} is used."
    ),
    "both_first": _(
        "Round {round}: {player:text} and {other:text} both went first according to their "
        "lines. Who went first is recorded as unknown."
    ),
    "both_second": _(
        "Round {round}: {player:text} and {other:text} both went second according to their "
        "lines. Who went first is recorded as unknown."
    ),
    "not_paired": _(
        "{player:text} is not paired in round {round}. The round does not count for them; if "
        "they play, pair them by hand."
    ),
    "opponent_not_known": _(
        "{player:text}'s opponent in round {round} is not known. The round does not count for "
        "them; correct it after the import."
    ),
    "bye_without_spread": _(
        "{player:text} has the bye in round {round} without a spread. A spread of {spread} is used."
    ),
    "board_of_two_pairs": _(
        "Round {round}: two pairs have board {board}. The second pair gets a free board."
    ),
}

RESULT_ROWS: Mapping[str, Wording] = {
    "result_no_name": _("“{text:text}” is not the name of a player."),
    "result_long_name": _("The name “{text:text}…” is longer than {most} characters."),
    "result_same_name": _("{name:text} is named as both players. Correct one of the names."),
    "result_no_board": _("“{text:text}” is not a board. Write a number from 1, or leave it empty."),
    "result_no_score": _("“{text:text}” is not a score. Write a whole number."),
    "result_no_round": _(
        "“{text:text}” is not a round. Write a number from 1, or a name such as Final."
    ),
    "result_bye_of_no_round": _("A bye belongs to a round. Write the number of the round."),
}
"""Sentences about unusable rows of a results table, by code."""
SENTENCES: Mapping[str, Wording] = {**CONTRADICTIONS, **RESULT_ROWS}
