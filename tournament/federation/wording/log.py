"""Log sentences for registrations, championships, rating runs, organisations and personal data."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import PluralSentence, SentenceTable, Wording
from tournament.wording.verbs import plain_verbs

_SENTENCES: Mapping[str, Wording] = {
    "import_organisation": PluralSentence(
        "rows",
        lambda rows: ngettext(
            "{organisation} imported from its backup: {rows} row.",
            "{organisation} imported from its backup: {rows} rows.",
            rows,
        ),
    ),
    "export_organisation": PluralSentence(
        "rows",
        lambda rows: ngettext(
            "Backup of {organisation} written: {rows} row.",
            "Backup of {organisation} written: {rows} rows.",
            rows,
        ),
    ),
    "look_at_contacts": _("Contact details of {player} viewed."),
    "change_contacts": _("Contact details of {player}: {what} changed."),
    "contact_email": _("e-mail"),
    "contact_telephone": _("telephone"),
    "contact_call_whom": _("emergency contact"),
    "keep_contacts_for": PluralSentence(
        "days",
        lambda days: ngettext(
            "Contact details are kept for {days} day after the last event.",
            "Contact details are kept for {days} days after the last event.",
            days,
        ),
    ),
    "forget_contacts": PluralSentence(
        "people",
        lambda people: ngettext(
            "Contact details of {people} person removed, {days} days after the last event.",
            "Contact details of {people} people removed, {days} days after the last event.",
            people,
        ),
    ),
    "erase_person": PluralSentence(
        "entries",
        lambda entries: ngettext(
            "A person was erased on request and is now shown as {shown}; {entries} entry of the "
            "log was changed.",
            "A person was erased on request and is now shown as {shown}; {entries} entries of "
            "the log were changed.",
            entries,
        ),
    ),
    "erase_again": PluralSentence(
        "entries",
        lambda entries: ngettext(
            "{shown}, who had been erased, reappeared when an older copy was restored, and was "
            "erased again, in {entries} entry of the log.",
            "{shown}, who had been erased, reappeared when an older copy was restored, and was "
            "erased again, in {entries} entries of the log.",
            entries,
        ),
    ),
    "offer_person": _("{player} offered to {organisation}; consent: {how}."),
    "accept_person": _("{player}, offered by {organisation}, accepted as {own}."),
    "person_accepted": _("{organisation} accepted {player}."),
    "decline_person": _("{player}, offered by {organisation}, declined."),
    "person_declined": _("{organisation} declined {player}."),
    "end_sharing": _("{player} is no longer shared with {organisation}."),
    "take_person_file": _("Stored data of {player} downloaded as a file."),
    "set_registration": _("Registration for {event} changed."),
    "register": _("{player} registered."),
    "register_waiting": _("{player} registered and is on the waiting list."),
    "change_registration": _("{player}: registration changed."),
    "withdraw_registration": _("{player}: registration withdrawn."),
    "refuse_registration": _("{player}: registration refused: {reason}"),
    "accept_registration": _("{player}: registration accepted."),
    "set_questions": _("The questions for people who register for {event} changed."),
    "take_payment": _("{player}: {amount} paid, {how}."),
    "pay_back": _("{player}: {amount} refunded, {how}."),
    "revoke_payment": _("{player}: the payment of {amount}, {how}, was reversed."),
    "about_paid_cash": _("in cash"),
    "about_paid_transfer": _("by bank transfer"),
    "about_paid_card": _("by card or online"),
    "about_paid_other": _("in another way"),
    "set_fee": _("The fee for {player} is now {amount}."),
    "look_at_registration": _("Contact details in the registration of {player} viewed."),
    "look_at_messages": PluralSentence(
        "messages",
        lambda messages: ngettext(
            "{messages} message to a registered person was viewed, with its address.",
            "{messages} messages to registered people were viewed, with their addresses.",
            messages,
        ),
    ),
    "send_messages": PluralSentence(
        "messages",
        lambda messages: ngettext(
            "{messages} message to a registered person sent by mail.",
            "{messages} messages to registered people sent by mail.",
            messages,
        ),
    ),
    "keep_messages": PluralSentence(
        "messages",
        lambda messages: ngettext(
            "{messages} message is waiting: the mail server {host} did not accept it.",
            "{messages} messages are waiting: the mail server {host} did not accept them.",
            messages,
        ),
    ),
    "deliver_by_hand": PluralSentence(
        "messages",
        lambda messages: ngettext(
            "{messages} message to a registered person marked as sent by hand.",
            "{messages} messages to registered people marked as sent by hand.",
            messages,
        ),
    ),
    "write_again": _("{player}: the confirmation will be sent again."),
    "link_registered": PluralSentence(
        "players",
        lambda players: ngettext(
            "{players} registered person is already a player: {names}.",
            "{players} registered people are already players: {names}.",
            players,
        ),
    ),
    "move_up_registration": _("{player} moved up from the waiting list."),
    "run_ratings": PluralSentence(
        "events",
        lambda events: ngettext(
            "{name} created from {base} by rating {events} event.",
            "{name} created from {base} by rating {events} events in one run.",
            events,
        ),
    ),
    "undo_run": _("The rating run that created {name} was undone: {reason}"),
    "create_championship": _("Championship {name} created."),
    "change_championship": _("Championship {name} changed."),
    "accept_registrations": PluralSentence(
        "registrations",
        lambda registrations: ngettext(
            "{registrations} registration accepted: {names}.",
            "{registrations} registrations accepted: {names}.",
            registrations,
        ),
    ),
    "withdraw_registrations": PluralSentence(
        "registrations",
        lambda registrations: ngettext(
            "{registrations} registration withdrawn: {names}.",
            "{registrations} registrations withdrawn: {names}.",
            registrations,
        ),
    ),
    "refuse_registrations": PluralSentence(
        "registrations",
        lambda registrations: ngettext(
            "{registrations} registration refused: {names}. {reason}",
            "{registrations} registrations refused: {names}. {reason}",
            registrations,
        ),
    ),
    "move_up_registrations": PluralSentence(
        "registrations",
        lambda registrations: ngettext(
            "{registrations} person moved up from the waiting list: {names}.",
            "{registrations} people moved up from the waiting list: {names}.",
            registrations,
        ),
    ),
}
LOG = SentenceTable(_SENTENCES)
VERBS: Mapping[str, str] = {
    **plain_verbs("""
        accept_registration change_championship change_contacts change_registration create_championship
        end_registration import_organisation register
    """),
    "accept_person": _("Accept a person"),
    "decline_person": _("Decline a person"),
    "end_sharing": _("Stop sharing a person"),
    "deliver_by_hand": _("Mark messages as sent by hand"),
    "erase_again": _("Erase a person again"),
    "erase_person": _("Erase a person"),
    "change_contacts": _("Change contact details"),
    "forget_contacts": _("Remove contact details"),
    "keep_messages": _("Messages are waiting for the mail server"),
    "link_registered": _("Registered people are already players"),
    "look_at_messages": _("View messages to registered people"),
    "look_at_registration": _("View contact details of a registration"),
    "revoke_payment": _("Reverse a payment"),
    "send_messages": _("Send messages to registered people"),
    "set_fee": _("Change a person's fee"),
    "set_questions": _("Change the registration questions"),
    "take_payment": _("Record a payment"),
    "write_again": _("Send the confirmation again"),
    "keep_contacts_for": _("Set how long contact details are kept"),
    "look_at_contacts": _("View contact details"),
    "move_up_registration": _("Move up from the waiting list"),
    "offer_person": _("Offer a person to another organisation"),
    "person_accepted": _("A person was accepted"),
    "person_declined": _("A person was declined"),
    "run_ratings": _("Rating run"),
    "set_registration": _("Change registration rules"),
    "take_person_file": _("Download the data of a person"),
    "undo_run": _("Undo rating run"),
}
"""The English name of each kind of action."""
