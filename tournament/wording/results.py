"""Sentences about a result: its scores, its winner and its consequences."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import PluralSentence, Wording, fill_wording

SENTENCES: Mapping[str, Wording] = {
    "board": _("Board {board}"),
    "alone": _("{place}: {first}."),
    "no_game": _("{place}: {first} – {second}."),
    "spread_only": _("{place}: {first} – {second}, spread {spread}."),
    "scores": _("{place}: {first} {first_score}, {second} {second_score}."),
    "contradicts": _(
        "This contradicts the existing result. Both are saved; decide on the board's page which "
        "one counts."
    ),
    "new_records": _("The records are now {records}."),
    "corrected": _("Corrected from {before} to {after}."),
    "tie": _("A tie."),
    "wins_on_time": _("{winner} wins on time."),
    "wins_whatever": _("{winner} wins, whatever the scores."),
    "wins_by": _("{winner} by {margin}."),
    "forfeits": _("{player} forfeits."),
    "loser_forfeits": _("{loser} forfeits, {winner} wins."),
    "both_forfeit": _("Both forfeit."),
    "void": _("Void: the round does not count."),
    "bye": _("A bye."),
    "half_bye": _("A half bye: half a win, without spread."),
    "goes_up": _("{player} moves up from place {before} to {after}."),
    "goes_down": _("{player} moves down from place {before} to {after}."),
    "more_change_place": PluralSentence(
        "count",
        lambda n: ngettext(
            "The place of {count} more player changes.",
            "The places of {count} more players change.",
            n,
        ),
    ),
    "paired_otherwise": _(
        "Round {round} would have been paired differently: {would_meet} instead of "
        "{instead_of}. The published pairings do not change."
    ),
    "becomes_a_tie": _("It is now a tie; previously, {winner} had won."),
    "was_a_tie": _("{winner} wins; previously, it was a tie."),
    "wins_instead": _("{winner} wins instead of {other}."),
    "another_counts": _("On board {board}, a different result counts: {result}."),
    "round_is_closed": _(
        "{round} is closed, so {recorded} does not count yet. Until the director decides, "
        "{result} counts."
    ),
    "ruled_to_count": _(
        "A ruling says that {result} counts, so {recorded} does not count yet. The director "
        "must decide."
    ),
    "you_won": _("You beat {opponent} by {margin}."),
    "you_tied": _("You tied with {opponent}."),
    "you_lost": _("You lost to {opponent} by {margin}."),
    "you_are": _("You are {record} {spread}, {place}."),
    "a_tie": _("a tie"),
    "wins": _("{winner} wins"),
}


def result_wording(code: str, /, **values: Any) -> str:
    """Return the sentence for a code, filled with these values."""
    return fill_wording(SENTENCES[code], values)
