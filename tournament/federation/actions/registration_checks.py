"""Normalize and validate submitted registrations before anything is stored."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from tournament.actions.act import ConfirmationRequired, Refused
from tournament.engine.roster import loose_key, name_key, normalize_text, read_name
from tournament.federation.engine.questions import MAX_ANSWER_LENGTH, RegistrationQuestion
from tournament.federation.models import RegistrationRules
from tournament.federation.models.registration import MAX_NOTES_LENGTH
from tournament.federation.queries.registrations import (
    current_questions,
    find_duplicate,
    find_entry_of,
)
from tournament.models import Division
from tournament.wording.sentences import sentence

LINK = re.compile(r"://|www\.", re.IGNORECASE)
"""A pattern for links, which spam contains but names and notes never do."""
CONTACT_FIELDS = {"email": 254, "telephone": 40, "guardian": 120}
"""The columns of contact details, with their maximum lengths."""


@dataclass(frozen=True, slots=True)
class TypedRegistration:
    """One person's registration as typed."""

    name: str
    division: Division | None = None
    member: str = ""
    notes: str = ""
    by_initials: bool = False
    club: str = ""
    is_minor: bool = False
    answers: Mapping[str, str] = field(default_factory=dict)
    """The answers by question key."""
    accepted: bool = False
    """Whether the person confirmed being different from a person with a similar name."""


@dataclass(frozen=True, slots=True)
class TypedContact:
    """The contact details on a form, shared by all people on it."""

    email: str = ""
    telephone: str = ""
    guardian: str = ""
    agreed: bool = False
    language: str = ""
    """The language of the page."""
    address: str = ""
    """The base address of the page, such as https://club.example.org."""

    @property
    def is_given(self) -> bool:
        """Return whether any contact details are given."""
        return any(getattr(self, name) for name in CONTACT_FIELDS)


class InvalidFields(Refused):
    """Some fields of a form are invalid; `problems` has a sentence for each, by field name."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        super().__init__(" ".join(problems.values()))
        self.problems = problems


class InvalidForm(Refused):
    """A form cannot be accepted; `people` and `contact` have a sentence for each field with a problem."""

    def __init__(self, people: Mapping[int, Mapping[str, str]], contact: Mapping[str, str]) -> None:
        super().__init__(
            " ".join(text for fields in (*people.values(), contact) for text in fields.values())
        )
        self.people = people
        """The problems by field name, for each person by position on the form."""
        self.contact = contact
        """The problems with the contact details."""


class PossibleDuplicates(ConfirmationRequired):
    """Some people on a form may already be registered; `by_place` maps positions on the form to questions."""

    def __init__(self, by_place: Mapping[int, str]) -> None:
        super().__init__(list(by_place.values()))
        self.by_place = by_place


GivenContact = TypeVar("GivenContact", TypedContact, None)


def checked_form(
    rules: RegistrationRules,
    people: Sequence[TypedRegistration],
    contact: GivenContact,
    *,
    but: int | None = None,
) -> tuple[list[TypedRegistration], GivenContact]:
    """Return the people and the contact details of one form, with normalized spaces.

    If `contact` is None, it is not checked. `but` is the key of a registration that is being
    changed, which is no duplicate of itself. Raise `InvalidForm` with all problems at once or, if
    there are none, `PossibleDuplicates` for people who may already be registered.
    """
    checked: list[TypedRegistration] = []
    problems: dict[int, Mapping[str, str]] = {}
    questions: dict[int, str] = {}
    names: set[str] = set()
    for place, typed in enumerate(people):
        try:
            typed = checked_registration(rules, typed)
            if name_key(typed.name) in names:
                twice = _("{player} is on this form twice.").format(player=typed.name)
                raise InvalidFields({"name": twice})
            names.add(name_key(typed.name))
            refuse_duplicate(rules, typed, but=but)
        except ConfirmationRequired as odd:
            questions[place] = str(odd)
        except InvalidFields as refused:
            problems[place] = refused.problems
        checked.append(typed)
    of_contact: Mapping[str, str] = {}
    try:
        if contact is not None:
            contact = checked_contact(rules, contact, checked)
    except InvalidFields as refused:
        of_contact = refused.problems
    if problems or of_contact:
        raise InvalidForm(problems, of_contact)
    if questions:
        raise PossibleDuplicates(questions)
    return checked, contact


def checked_registration(rules: RegistrationRules, typed: TypedRegistration) -> TypedRegistration:
    """Return a typed registration with normalized spaces and name, and without empty answers.

    If the event has only one division, it is used by default. Raise `InvalidFields` with all problems
    if the registration is invalid.
    """
    event = rules.event
    questions = current_questions(rules)
    answers = {
        row.key: " ".join(normalize_text(typed.answers.get(row.key, "")).split())
        for row in questions
    }
    club = " ".join(normalize_text(typed.club).split())
    notes = " ".join(normalize_text(typed.notes).split())
    member = "".join(normalize_text(typed.member).lstrip("#").split())
    line = read_name(typed.name, family_first=event.rules.family_first)
    divisions = list(event.divisions.all())
    division = typed.division
    if division is None and len(divisions) == 1:
        division = divisions[0]
    problems = {
        field: _("Links are not allowed here. Remove them.")
        for field, text in {"name": typed.name, "club": club, "notes": notes, **answers}.items()
        if LINK.search(text)
    }
    if not any(letter.isalpha() for letter in typed.name):
        problems.setdefault("name", _("Type your first and family name."))
    elif line.problem:
        problems.setdefault("name", sentence(line.problem))
    if len(member) > 40:
        problems["member"] = _("A member number can have at most 40 characters.")
    if len(club) > 60:
        problems["club"] = _("The name of a club can have at most 60 characters.")
    if len(notes) > MAX_NOTES_LENGTH:
        problems["notes"] = _("The notes have {count} characters; the maximum is {most}.").format(
            count=len(notes), most=MAX_NOTES_LENGTH
        )
    if division is None and divisions:
        problems["division"] = _("Choose a division.")
    for question in questions:
        if problem := _answer_problem(question, answers[question.key]):
            problems.setdefault(question.key, problem)
    if problems:
        raise InvalidFields(problems)
    return replace(
        typed,
        name=line.name,
        member=member,
        notes=notes,
        division=division,
        club=club,
        answers={key: answer for key, answer in answers.items() if answer},
    )


def _answer_problem(question: RegistrationQuestion, answer: str) -> str:
    """Return a message on the problem with an answer, or "" if it is valid."""
    if not answer:
        if not question.is_required:
            return ""
        return _("Answer the question “{question}”.").format(question=question.label)
    if question.choices and answer not in question.choices:
        return _("Choose one of the answers to “{question}”.").format(question=question.label)
    if len(answer) > MAX_ANSWER_LENGTH:
        return _("The answer to “{question}” can have at most {most} characters.").format(
            question=question.label, most=MAX_ANSWER_LENGTH
        )
    return ""


def checked_contact(
    rules: RegistrationRules, contact: TypedContact, people: Sequence[TypedRegistration]
) -> TypedContact:
    """Return the contact details of a form with normalized spaces; unchanged if the event does not ask for any.

    Raise `InvalidFields` if the contact details are invalid, missing although required, or given
    without consent.
    """
    if rules.contact == rules.Contact.NONE:
        return contact
    texts = {
        name: " ".join(normalize_text(getattr(contact, name)).split()) for name in CONTACT_FIELDS
    }
    contact = replace(
        contact, email=texts["email"], telephone=texts["telephone"], guardian=texts["guardian"]
    )
    problems = {
        name: _("E-mail, telephone or guardian is too long. Shorten it.")
        for name, longest in CONTACT_FIELDS.items()
        if len(texts[name]) > longest
    }
    try:
        refuse_invalid_email(contact.email)
    except Refused as refused:
        problems.setdefault("email", str(refused))
    for name in ("telephone", "guardian"):
        if LINK.search(texts[name]):
            problems[name] = _("Links are not allowed here. Remove them.")
    if contact.telephone and sum(letter.isdigit() for letter in contact.telephone) < 3:
        problems.setdefault(
            "telephone",
            _("“{text}” is not a telephone number. Type the number in digits.").format(
                text=contact.telephone
            ),
        )
    is_reached = bool(contact.email or contact.telephone)
    minor = next((person.name for person in people if person.is_minor), "")
    if minor and not (contact.guardian and is_reached):
        problems.setdefault(
            "email" if contact.guardian else "guardian",
            _(
                "{player} is a minor. Type the name of a parent or guardian, and their e-mail or telephone."
            ).format(player=minor),
        )
    elif rules.contact == rules.Contact.REQUIRED and not is_reached:
        problems["email"] = _(
            "Type an e-mail address or a telephone number, so that you can be reached."
        )
    if contact.is_given and not contact.agreed:
        problems["agreed"] = _(
            "Agree to the storage of your contact details, or leave e-mail, telephone and "
            "guardian empty."
        )
    if problems:
        raise InvalidFields(problems)
    return contact


def refuse_invalid_email(text: str) -> None:
    """Raise `Refused` for an invalid e-mail address; an empty string is accepted."""
    if text:
        try:
            validate_email(text)
        except ValidationError as wrong:
            raise Refused(
                _("“{text}” is not an e-mail address. Write it as name@example.org.").format(
                    text=text
                )
            ) from wrong


def refuse_duplicate(
    rules: RegistrationRules, typed: TypedRegistration, *, but: int | None = None
) -> None:
    """Check for duplicate registrations, using only data that is already public.

    Raise `InvalidFields` for the name of a player, and for the member number of a player or a registered
    person. Unless `typed.accepted`, raise `ConfirmationRequired` for a name similar to a player's, and for one
    equal or similar to a registered person's. `but` is the key of a registration to ignore.
    """
    key, loose = name_key(typed.name), loose_key(typed.name)
    entry = find_entry_of(rules.event, typed.name, typed.member)
    if entry is not None:
        there = already_entered_message(entry.name if name_key(entry.name) == key else typed.name)
        member = typed.member.casefold()
        if name_key(entry.player.name) == key or (member and entry.member.casefold() == member):
            raise InvalidFields({"name": there})
        if not typed.accepted:  # a differently spelled name may be another person
            near = _(
                "{player}, whose name differs by one letter, is already on the list of players. "
                "If you are a different person, send the form again."
            ).format(player=entry.player.name)
            raise ConfirmationRequired([there if loose_key(entry.player.name) == loose else near])
    other = find_duplicate(rules, typed.name, typed.member, but=but)
    if other is None:
        return
    if typed.member and other.member.casefold() == typed.member.casefold():
        taken = _(
            "The member number {member} is already registered. Use your code to change "
            "the registration."
        )
        raise InvalidFields({"member": taken.format(member=typed.member)})
    if not typed.accepted and loose_key(other.name) != loose:
        near = _(
            "{player}, whose name differs by one letter, is already registered. If that is you, "
            "use your code. If you are a different person, send the form again."
        )
        raise ConfirmationRequired([near.format(player=other.name)])
    if not typed.accepted:
        same = _(
            "A person called {player} is already registered. If that is you, use your code. If "
            "you are a different person, send the form again."
        )
        raise ConfirmationRequired([same.format(player=typed.name)])


def already_entered_message(name: str) -> str:
    """Return the sentence for a person who is already a player."""
    return _("{player} is already on the list of players. Ask the director.").format(player=name)
