"""Names of turns other than plays on a score sheet, and sentences about sheets that differ."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring.wording.sentence import Wording, fill_wording

SENTENCES: Mapping[str, Wording] = {
    "rules_and_tiles": _("{rules}, {tiles} tiles"),
    "finding_lost": _("This finding cannot be read. Upload the file again to verify it."),
    "turn": _("turn {turn}"),
    "row_of_player": _("row {row} of {player}"),
    "likely": _("{message} Likely: {slips}"),
    "or": _(" Or: "),
    "announced_and_correct": _("{announced} announced, {correct} correct."),
    "ruled_at": _("as ruled at {time}"),
    "ruled_on": _("as ruled on {time}"),
    "correct_scores": _("by the correct scores"),
    "sheets_disagree": _("The sheets disagree on the winner"),
    "added_up_otherwise": _(
        "{player}’s sheet gives a different winner once its addition is corrected"
    ),
    "rules_disagree": _("The rules give a different winner from the sheets"),
    "rulings_disagree": _("The ruling gives a different winner from the sheets"),
    "both_sheets": _("Both sheets"),
    "all_sheets": _("All {count} sheets"),
    "sheet_of": _("{player}’s sheet"),
    "exchanged_tiles": _("exchanged {tiles}"),
    "exchanged": _("exchanged"),
    "pass_with_remark": _("pass, {remark}"),
    "pass": _("pass"),
    "taken_back": _("phony, taken back"),
    "play_taken_back": _("{play}, taken back"),
    "challenge": _("challenge"),
    "overtime": _("overtime"),
    "rack": _("rack {tiles}"),
    "adjustment": _("adjustment: {remark}"),
}


def sheet_sentence(code: str, /, **values: Any) -> str:
    """Return the sentence or label for a code, with `values` filled in."""
    return fill_wording(SENTENCES[code], values)
