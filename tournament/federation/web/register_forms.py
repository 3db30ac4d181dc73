"""The forms of the public registration pages: one for each person, and one for contact details."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.federation.actions.registration_checks import (
    InvalidForm,
    TypedContact,
    TypedRegistration,
)
from tournament.federation.engine.questions import MAX_ANSWER_LENGTH, RegistrationQuestion
from tournament.federation.models import RegistrationRules
from tournament.federation.models.registration import MAX_NOTES_LENGTH
from tournament.federation.queries.registrations import current_questions
from tournament.models import Division
from tournament.web.forms import NO_AUTOCOMPLETE
from tournament.web.other_devices import address_for_others


class RegisterForm(forms.Form):
    """The form to register one person or to change a registration."""

    name = forms.CharField(
        max_length=80,
        label=_lazy("Your name"),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        error_messages={"required": _lazy("Type your first and family name.")},
    )
    division = forms.ChoiceField(label=_lazy("Division"))
    member = forms.CharField(
        max_length=40,
        label=_lazy("Member number"),
        required=False,
        help_text=_lazy("If you have one."),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    club = forms.CharField(
        max_length=60,
        label=_lazy("Club"),
        required=False,
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    is_minor = forms.BooleanField(label=_lazy("Minor"), required=False)
    notes = forms.CharField(
        max_length=MAX_NOTES_LENGTH,
        label=_lazy("A note for the director"),
        required=False,
        help_text=_lazy("Only the director can read it."),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
    )
    by_initials = forms.BooleanField(label=_lazy("Show only my initials in public"), required=False)
    accepted = forms.CharField(required=False, widget=forms.HiddenInput)
    """The name that the user confirmed to be that of another person."""

    def __init__(
        self,
        *args: Any,
        divisions: list[Division],
        rules: RegistrationRules,
        place: int = 0,
        **kwargs: Any,
    ) -> None:
        kwargs["prefix"] = f"p{place + 1}" if place else None
        super().__init__(*args, **kwargs)
        self.place = place
        self.divisions = {division.slug: division for division in divisions}
        self.questions = current_questions(rules)
        field = self.fields["division"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("Choose")), *((d.slug, d.name) for d in divisions)]
        if len(divisions) < 2:
            del self.fields["division"]
        if rules.contact == rules.Contact.NONE:
            del self.fields["is_minor"]
        if place:
            self.fields["name"].label = _("Name")
            self.fields["name"].widget.attrs["autocomplete"] = "off"
        for question in self.questions:
            self.fields[question.key] = _field_of(question)
        self.order_fields(
            ["name", "division", "member", "club", "is_minor", *(row.key for row in self.questions)]
        )

    @property
    def typed_registration(self) -> TypedRegistration:
        """Return the values as typed, for the actions; those of invalid fields are empty."""
        values = self.cleaned_data
        return TypedRegistration(
            values.get("name", ""),
            self.divisions.get(values.get("division", "")),
            values.get("member", ""),
            values.get("notes", ""),
            values["by_initials"],
            values.get("club", ""),
            values.get("is_minor", self.initial.get("is_minor", False)),
            {question.key: values.get(question.key, "") for question in self.questions},
            accepted=self.is_accepted,
        )

    @property
    def is_filled(self) -> bool:
        """Return whether anything was typed or chosen for this person."""
        return any(self[name].data for name in self.fields if name != "accepted")

    def ask_for_confirmation(self, question: str) -> None:
        """Show a question that the user confirms by sending the form again unchanged."""
        accepted, name = self.add_prefix("accepted"), self.add_prefix("name")
        self.data = {**dict(self.data.items()), accepted: self.data.get(name, "")}
        self.add_error(None, question)

    @property
    def is_accepted(self) -> bool:
        """Return whether the user has confirmed that the submitted name is that of another person."""
        accepted = self.data.get(self.add_prefix("accepted"))
        return bool(accepted) and accepted == self.data.get(self.add_prefix("name"))


def _field_of(question: RegistrationQuestion) -> forms.Field:
    if question.choices:
        choices = [("", _("Choose")), *((choice, choice) for choice in question.choices)]
        return forms.ChoiceField(
            label=question.label, required=question.is_required, choices=choices
        )
    return forms.CharField(
        label=question.label,
        required=question.is_required,
        max_length=MAX_ANSWER_LENGTH,
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )


class RegistrationContactForm(forms.Form):
    """The contact details for the people on one form, and their consent."""

    email = forms.CharField(
        label=_lazy("E-mail"),
        required=False,
        max_length=254,
        help_text=_lazy("Used for the confirmation, and if you move up from the waiting list."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    telephone = forms.CharField(
        label=_lazy("Telephone"),
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "tel", "inputmode": "tel"}),
    )
    guardian = forms.CharField(
        label=_lazy("Parent or guardian"),
        required=False,
        max_length=120,
        help_text=_lazy("Only for minors."),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    agreed = forms.BooleanField(required=False)

    def __init__(self, *args: Any, kept_days: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["agreed"].label = (
            ngettext(
                "I agree that the organisers may store these details until {days} day after the "
                "event.",
                "I agree that the organisers may store these details until {days} days after the "
                "event.",
                kept_days,
            ).format(days=kept_days)
            if kept_days
            else _("I agree that the organisers may store these details until the event is closed.")
        )

    def typed_contact(self, request: HttpRequest) -> TypedContact:
        """Return the contact details as typed, with the language of the page and the base address of the site."""
        return TypedContact(
            **self.cleaned_data,
            language=get_language() or "",
            address=address_for_others(request, "/").rstrip("/"),
        )


def show_problems(
    refused: InvalidForm, people: Sequence[RegisterForm], reach: RegistrationContactForm | None
) -> None:
    """Show each problem at its field, unless the field already shows another one."""
    form_problems: list[tuple[forms.Form | None, Mapping[str, str]]] = [
        *((people[place], problems) for place, problems in refused.people.items()),
        (reach, refused.contact),
    ]
    for form, problems in form_problems:
        for name, sentence in problems.items():
            if form is not None and name not in form.errors:
                form.add_error(name if name in form.fields else None, sentence)


def focus_first_problem(
    people: Sequence[RegisterForm], reach: RegistrationContactForm | None
) -> None:
    """Let the page open with the cursor in the first field that has a problem, if any."""
    shown: list[forms.Form] = [*people, *([reach] if reach else [])]
    wrong = (form.fields[name] for form in shown for name in form.fields if name in form.errors)
    first = next(wrong, None)
    if first is not None:
        first.widget.attrs["autofocus"] = True


def contact_form_for(
    typed: Any, rules: RegistrationRules, **options: Any
) -> RegistrationContactForm | None:
    """Return the form for e-mail and telephone, or None if the event does not ask for them."""
    if rules.contact == rules.Contact.NONE:
        return None
    return RegistrationContactForm(typed, kept_days=retention_days(rules), **options)


def retention_days(rules: RegistrationRules) -> int:
    """Return the retention period in days after the event; 0 means until it is closed."""
    return int(rules.event.organisation.contacts_kept_days)


def submitted_values(form: forms.Form) -> dict[str, Any]:
    """Return the submitted values of a form without validation, to show them again."""
    return {name: form[name].data for name in form.fields}
