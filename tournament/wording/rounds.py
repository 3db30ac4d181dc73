"""What is said of a round that is explained, and of a newcomer to it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring.wording.sentence import Wording, filled

SENTENCES: Mapping[str, Wording] = {
    "starts_out_of_balance": _(
        "{player} will have gone first {firsts} and second {seconds} times."
    ),
    "player_and_reasons": _("{player}: {reasons}."),
    "number": _("number {number}"),
    "newcomer": _("The newcomer"),
}


def of_round(code: str, /, **values: Any) -> str:
    """Return a sentence or a label of that code, with its values filled in."""
    return filled(SENTENCES[code], values)
