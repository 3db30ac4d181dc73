"""What the activity log says of what is stored about people: contacts, files on request, corrections, erasing."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import Counted, Wording

STORED_ABOUT_PEOPLE: Mapping[str, Wording] = {
    "look_at_contacts": _("The contacts of {player} were looked at."),
    "change_contacts": _("Contacts of {player}: {what} changed."),
    "contact_email": _("e-mail"),
    "contact_telephone": _("telephone"),
    "contact_call_whom": _("whom to call"),
    "keep_contacts_for": Counted(
        "days",
        lambda days: ngettext(
            "Contacts are kept {days} day after the last event.",
            "Contacts are kept {days} days after the last event.",
            days,
        ),
    ),
    "forget_contacts": Counted(
        "people",
        lambda people: ngettext(
            "The contacts of {people} person are removed: kept {days} days after the last event.",
            "The contacts of {people} people are removed: kept {days} days after the last event.",
            people,
        ),
    ),
    "erase_person": Counted(
        "entries",
        lambda entries: ngettext(
            "Somebody was erased on request and is {shown} from now on; {entries} entry of the log says so, too.",
            "Somebody was erased on request and is {shown} from now on; {entries} entries of the log say so, too.",
            entries,
        ),
    ),
    "erase_again": Counted(
        "entries",
        lambda entries: ngettext(
            "{shown}, who was erased before, came back with an older copy and is erased again, in {entries} entry of "
            "the log.",
            "{shown}, who was erased before, came back with an older copy and is erased again, in {entries} entries "
            "of the log.",
            entries,
        ),
    ),
    "offer_person": _("{player} offered to {organisation}; consent: {how}."),
    "accept_person": _("{player}, offered by {organisation}, accepted as {own}."),
    "person_accepted": _("{organisation} accepted {player}."),
    "decline_person": _("{player}, offered by {organisation}, declined."),
    "person_declined": _("{organisation} declined {player}."),
    "end_sharing": _("{player} is no longer shared with {organisation}."),
    "take_person_file": _("What is stored about {player} was taken along as a file."),
    "correct_person": _("{player}: {what} changed."),
    "not_of_age": _("not of age"),
}
