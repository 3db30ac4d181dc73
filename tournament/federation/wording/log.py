"""What the activity log says of registrations, championships, rating runs, organisations and people's data."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import Counted, Sentences, Wording
from tournament.wording.verbs import plain_verbs

_SENTENCES: Mapping[str, Wording] = {
    "import_organisation": Counted(
        "rows",
        lambda rows: ngettext(
            "{organisation} opened from its backup: {rows} row.",
            "{organisation} opened from its backup: {rows} rows.",
            rows,
        ),
    ),
    "export_organisation": Counted(
        "rows",
        lambda rows: ngettext(
            "Backup of {organisation} written: {rows} row.",
            "Backup of {organisation} written: {rows} rows.",
            rows,
        ),
    ),
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
    "accept_registrations": Counted(
        "registrations",
        lambda registrations: ngettext(
            "{registrations} registration accepted: {names}.",
            "{registrations} registrations accepted: {names}.",
            registrations,
        ),
    ),
    "withdraw_registrations": Counted(
        "registrations",
        lambda registrations: ngettext(
            "{registrations} registration withdrawn: {names}.",
            "{registrations} registrations withdrawn: {names}.",
            registrations,
        ),
    ),
    "refuse_registrations": Counted(
        "registrations",
        lambda registrations: ngettext(
            "{registrations} registration refused: {names}. {reason}",
            "{registrations} registrations refused: {names}. {reason}",
            registrations,
        ),
    ),
    "move_up_registrations": Counted(
        "registrations",
        lambda registrations: ngettext(
            "{registrations} who waited has a place now: {names}.",
            "{registrations} who waited have a place now: {names}.",
            registrations,
        ),
    ),
}
LOG = Sentences(_SENTENCES)
VERBS: Mapping[str, str] = {
    **plain_verbs("""
        accept_registration change_championship change_contacts change_registration create_championship
        end_registration import_organisation register
    """),
    "accept_person": _("Accept a person"),
    "decline_person": _("Decline a person"),
    "end_sharing": _("Stop sharing a person"),
    "erase_again": _("Erase a person again"),
    "erase_person": _("Erase a person"),
    "forget_contacts": _("Remove contacts"),
    "keep_contacts_for": _("Say how long contacts are kept"),
    "look_at_contacts": _("View contacts"),
    "move_up_registration": _("Move up from the waiting list"),
    "offer_person": _("Offer a person to another organisation"),
    "person_accepted": _("A person was accepted"),
    "person_declined": _("A person was declined"),
    "run_ratings": _("Rating run"),
    "set_registration": _("Change registration rules"),
    "take_person_file": _("Download what is stored about a person"),
    "undo_run": _("Undo rating run"),
}
"""The English name of each kind of action."""
