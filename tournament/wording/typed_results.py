"""Sentences about a typed result line: unreadable parts, and doubtful scores."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import Counted, Wording

NOT_UNDERSTOOD: Mapping[str, Wording] = {
    "nothing_typed": _("Nothing was typed. Type a board and its scores, such as 4 402 380."),
    "no_board_or_player": _(
        "“{typed:text}” is neither a board nor a player. Begin with the number of one, such as 4 "
        "or p17."
    ),
    "two_scores_wanted": Counted(
        "typed",
        lambda typed: ngettext(
            "Behind the number belong two scores; one is typed.",
            "Behind the number belong two scores; {typed} are typed.",
            typed,
        ),
    ),
    "scores_and_spread_wanted": Counted(
        "typed",
        lambda typed: ngettext(
            "Behind the number belong two scores and the spread; one is typed.",
            "Behind the number belong two scores and the spread; {typed} are typed.",
            typed,
        ),
    ),
    "spread_wanted": Counted(
        "typed",
        lambda typed: ngettext(
            "Only the spread follows the number; one figure is typed.",
            "Only the spread follows the number; {typed} figures are typed.",
            typed,
        ),
    ),
    "ambiguous_word": _("“{word:text}” can mean several things here. Type {meanings:or} instead."),
    "no_score": _(
        "“{typed:text}” is not a score. In its place can stand f, w, ff, v or bye, alone."
    ),
    "spread_differs": _(
        "{score} and {opponent} differ by {margin}, but the spread typed is {spread}. Look at the "
        "slip again."
    ),
}

UNLIKELY: Mapping[str, Wording] = {
    "spread_is_tie": _("A spread of 0 is a tie."),
    "unusual_spread": _("A spread of {spread:signed} is unusual."),
    "unusual_score": _("A score of {score} is unusual."),
    "scores_are_tie": _("{first}-{second} is a tie."),
}

SENTENCES: Mapping[str, Wording] = {**NOT_UNDERSTOOD, **UNLIKELY}
