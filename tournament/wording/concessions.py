"""Sentences about repeats, byes and meetings that a pairing could have avoided, by code."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import PluralSentence, Wording

CONCESSIONS: Mapping[str, Wording] = {
    "avoidable_repeats": PluralSentence(
        "repeats",
        lambda repeats: ngettext(
            "{repeats} pairing repeats an earlier one; {least} could not be avoided.",
            "{repeats} pairings repeat an earlier one; {least} could not be avoided.",
            repeats,
        ),
    ),
    "avoidable_repeats_all": PluralSentence(
        "repeats",
        lambda repeats: ngettext(
            "{repeats} pairing repeats an earlier one; it could have been avoided.",
            "{repeats} pairings repeat an earlier one; all could have been avoided.",
            repeats,
        ),
    ),
    "avoidable_meetings": PluralSentence(
        "meetings",
        lambda meetings: ngettext(
            "The players who meet again have {meetings} earlier meeting in all; {least} would "
            "have been possible with the same number of repeats.",
            "The players who meet again have {meetings} earlier meetings in all; {least} would "
            "have been possible with the same number of repeats.",
            meetings,
        ),
    ),
    "avoidable_bye": _(
        "The bye went to a player who had had more byes than another available player."
    ),
    "avoidable_wishes": PluralSentence(
        "wishes",
        lambda wishes: ngettext(
            "{wishes} pair meets that should be kept apart if possible; {least} could not be "
            "avoided.",
            "{wishes} pairs meet that should be kept apart if possible; {least} could not be "
            "avoided.",
            wishes,
        ),
    ),
    "avoidable_wishes_all": PluralSentence(
        "wishes",
        lambda wishes: ngettext(
            "{wishes} pair meets that should be kept apart if possible; this could have been "
            "avoided.",
            "{wishes} pairs meet that should be kept apart if possible; all could have been "
            "avoided.",
            wishes,
        ),
    ),
}
