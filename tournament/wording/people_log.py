"""What the activity log says of people beyond one event, part of `tournament.wording.log`: what is stored about them,
registrations, rating runs and championships.
"""

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

FEDERATION: Mapping[str, Wording] = {
    "set_registration": _("Registration for {event} changed."),
    "register": _("{player} registered."),
    "register_waiting": _("{player} registered and waits for a place."),
    "change_registration": _("{player}: registration changed."),
    "withdraw_registration": _("{player}: registration withdrawn."),
    "refuse_registration": _("{player}: registration refused: {reason}"),
    "accept_registration": _("{player}: registration accepted."),
    "move_up_registration": _("{player} has a place now and waits no more."),
    "run_ratings": Counted(
        "events",
        lambda events: ngettext(
            "{name} made from {base} by rating {events} event.",
            "{name} made from {base} by rating {events} events in one run.",
            events,
        ),
    ),
    "undo_run": _("The rating run that made {name} is undone: {reason}"),
    "create_championship": _("Championship {name} made."),
    "change_championship": _("Championship {name} changed."),
}
