"""Sentences about a typed result line: unreadable parts, and doubtful scores."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import PluralSentence, Wording

NOT_UNDERSTOOD: Mapping[str, Wording] = {
    "nothing_typed": _("Nothing was typed. Type a board and its scores, such as 4 402 380."),
    "no_board_or_player": _(
        "“{typed:text}” is neither a board nor a player. Begin with the number of a board or a "
        "player, such as 4 or p17."
    ),
    "two_scores_wanted": PluralSentence(
        "typed",
        lambda typed: ngettext(
            "Type two scores after the board or player number; only one is typed.",
            "Type two scores after the board or player number, not {typed}.",
            typed,
        ),
    ),
    "scores_and_spread_wanted": PluralSentence(
        "typed",
        lambda typed: ngettext(
            "Type two scores and the spread after the board or player number; only one number is "
            "typed.",
            "Type two scores and the spread after the board or player number, not {typed} numbers.",
            typed,
        ),
    ),
    "spread_wanted": PluralSentence(
        "typed",
        lambda typed: ngettext(
            "Type only the spread after the board or player number; one number is typed.",
            "Type only the spread after the board or player number, not {typed} numbers.",
            typed,
        ),
    ),
    "ambiguous_word": _("“{word:text}” can mean several things here. Type {meanings:or} instead."),
    "no_score": _(
        "“{typed:text}” is not a score. Instead of scores you can type only f, w, ff, v or bye."
    ),
    "spread_differs": _(
        "{score} and {opponent} differ by {margin}, but the spread typed is {spread}. Check the "
        "slip."
    ),
}

UNLIKELY_RESULTS: Mapping[str, Wording] = {
    "spread_is_tie": _("A spread of 0 is a tie."),
    "unusual_spread": _("A spread of {spread:signed} is unusual."),
    "unusual_score": _("A score of {score} is unusual."),
    "scores_are_tie": _("{first}-{second} is a tie."),
}

SENTENCES: Mapping[str, Wording] = {**NOT_UNDERSTOOD, **UNLIKELY_RESULTS}
