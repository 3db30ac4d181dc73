"""Messages about registrations, in the language of the person who registered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from urllib.parse import quote

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.wording.phrases import comma_list, format_date


@dataclass(frozen=True, slots=True)
class MailPerson:
    """One person in a message."""

    name: str
    division: str
    waiting_position: int | None
    """The position on the waiting list, or None for a person who is not waiting."""
    is_accepted: bool
    code: str
    """The code in groups of letters."""


@dataclass(frozen=True, slots=True)
class MailFacts:
    """The data for the text of one message."""

    kind: str
    """A kind of `RegistrationMessage`."""
    event: str
    day: date | None
    where: str
    to: str
    """The e-mail address, or an empty string."""
    addressee: str
    """The addressee: the guardian of a minor, else the person."""
    people: tuple[MailPerson, ...]
    """The people whom the message concerns; in a confirmation, all people on the form."""
    code: str
    """The code that opens the page for changing or withdrawing the registration."""
    fee: str
    about: str
    reason: str
    language: str
    site: str
    """The base address of the form, such as https://club.example.org; empty if only this computer is reachable."""


@dataclass(frozen=True, slots=True)
class Mail:
    """One message, ready to be sent."""

    to: str
    subject: str
    body: str

    @property
    def link(self) -> str:
        """Return a mailto link with the message; empty if there is no address."""
        parts = f"subject={quote(self.subject)}&body={quote(self.body)}"
        return f"mailto:{quote(self.to)}?{parts}" if self.to else ""


def mail_of(facts: MailFacts) -> Mail:
    """Return the message with its subject, in the language of the person who registered.

    If that language is unknown, the default one is used. A refusal has no code, fee or general
    information.
    """
    with translation.override(facts.language or settings.LANGUAGE_CODE):
        subject = {
            "registered": _("{event}: your registration"),
            "accepted": _("{event}: your registration has been accepted"),
            "moved_up": _("{event}: you have a place"),
            "refused": _("{event}: your registration was refused"),
        }[facts.kind].format(event=facts.event)
        parts = [_("Hello {name},").format(name=facts.addressee), _opening(facts)]
        if facts.kind != "refused":
            parts += [_change_hint(facts), _fee(facts), facts.about]
        day = format_date(facts.day, "l j F Y") if facts.day else ""
        where_and_when = comma_list(part for part in (day, facts.where) if part)
        parts.append(f"{facts.event}\n{where_and_when}".rstrip())
        return Mail(facts.to, subject, "\n\n".join(part for part in parts if part))


def _opening(facts: MailFacts) -> str:
    if facts.kind == "registered":
        return "\n".join(map(_line, facts.people))
    return {
        "accepted": _("The registration of {player} for {event} has been accepted."),
        "moved_up": _(
            "A place has become free: {player} now has a place in {event} and is no longer on "
            "the waiting list."
        ),
        "refused": _("The registration of {player} for {event} was refused: {reason}"),
    }[facts.kind].format(player=facts.people[0].name, event=facts.event, reason=facts.reason)


def _line(person: MailPerson) -> str:
    if person.waiting_position:
        state = _("on the waiting list, place {place}").format(place=person.waiting_position)
    elif not person.is_accepted:
        state = _("received; the director still has to accept it")
    else:
        state = _("registered")
    name = f"{person.name} ({person.division})" if person.division else person.name
    return _("{player}: {state}. Code: {code}").format(player=name, state=state, code=person.code)


def _change_hint(facts: MailFacts) -> str:
    if not facts.site:
        return _(
            "To change or withdraw your registration, use the code on the page where you "
            "registered."
        )
    address = f"{facts.site}{reverse('registration', args=[facts.code])}"
    return _("To change or withdraw your registration: {address}").format(address=address)


def _fee(facts: MailFacts) -> str:
    return _("Fee: {amount}").format(amount=facts.fee) if facts.fee else ""
