"""Sentences about a round: obstacles to pairing it again, unbalanced starts, and new players."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import PluralSentence, Wording, fill_wording

SENTENCES: Mapping[str, Wording] = {
    "starts_out_of_balance": _(
        "{player} will have gone first {firsts} and second {seconds} times."
    ),
    "player_and_reasons": _("{player}: {reasons}."),
    "number": _("number {number}"),
    "closed": _("{round} is closed. Reopen it first."),
    "has_results": PluralSentence(
        "number",
        lambda n: ngettext(
            "Board {boards} has a result or a recorded game, so {round} was not paired again. "
            "Swap players on the other boards instead.",
            "Boards {boards} have a result or a recorded game, so {round} was not paired again. "
            "Swap players on the other boards instead.",
            n,
        ),
    ),
    "later_published": _("{later} is already published, and its pairings depend on {round}."),
    "newcomer": _("The newcomer"),
}


def round_wording(code: str, /, **values: Any) -> str:
    """Return the sentence or label for a code, filled with these values."""
    return fill_wording(SENTENCES[code], values)
