"""The settings of an event's registration, and the questions of its form."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import comma_list, format_date
from tournament.federation.actions.registration_rules import (
    registration_log_values,
    set_questions,
    set_registration_rules,
)
from tournament.federation.engine.questions import (
    MAX_ANSWER_LENGTH,
    MAX_QUESTION_LENGTH,
    MAX_QUESTIONS,
    RegistrationQuestion,
)
from tournament.federation.models import RegistrationRules
from tournament.federation.models.registration import MAX_ABOUT_LENGTH
from tournament.federation.queries.registrations import current_questions, registration_rules_of
from tournament.models import Division
from tournament.queries.versions import version_of
from tournament.web.access import Permission, requires
from tournament.web.conflict import Conflict, conflict_of_values, labels_of, seen_version
from tournament.web.forms import NO_AUTOCOMPLETE, WholeNumberField
from tournament.web.page import find_event, page
from tournament.web.perform import perform_form

MAX_PLACES = 5_000
NEW_ROWS = 2
"""The number of empty rows for further questions."""


class RegistrationRulesForm(forms.Form):
    """The registration settings of an event."""

    when = forms.ChoiceField(
        label=_lazy("Registration status"), choices=RegistrationRules.When.choices
    )
    opens_at = forms.DateTimeField(
        label=_lazy("Opens"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    closes_at = forms.DateTimeField(
        label=_lazy("Closes"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    limit = WholeNumberField(
        label=_lazy("Total places"),
        required=False,
        min_value=1,
        max_value=MAX_PLACES,
        help_text=_lazy("Leave empty for no limit. Later players go on the waiting list."),
    )
    asks_director = forms.BooleanField(
        label=_lazy("I decide on each registration myself"),
        required=False,
        help_text=_lazy("The player’s place is reserved until you decide."),
    )
    shows_names = forms.BooleanField(
        label=_lazy("Show names publicly"),
        required=False,
        help_text=_lazy("Only names and divisions. Ask parents before you show children’s names."),
    )
    contact = forms.ChoiceField(
        label=_lazy("E-mail or telephone"),
        choices=RegistrationRules.Contact.choices,
        help_text=_lazy(
            "If you ask for it, people can also state that they are minors, and name a guardian."
        ),
    )
    fee = forms.CharField(
        label=_lazy("Fee for each person"),
        required=False,
        max_length=20,
        help_text=_lazy("With the currency, such as 15 €. Leave empty for no fee."),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    about = forms.CharField(
        label=_lazy("Information for players"),
        required=False,
        max_length=MAX_ABOUT_LENGTH,
        help_text=_lazy(
            "Start time, what to bring, how to pay. Shown above the form and in each confirmation."
        ),
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, *args: Any, divisions: list[Division], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.slugs = [row.slug for row in divisions] if len(divisions) > 1 else []
        for division in divisions if self.slugs else []:
            self.fields[f"limit-{division.slug}"] = WholeNumberField(
                label=_("Places in division {division}").format(division=division),
                required=False,
                min_value=1,
                max_value=MAX_PLACES,
            )
        self.order_fields(
            ["when", "opens_at", "closes_at", "limit", *(f"limit-{slug}" for slug in self.slugs)]
        )

    @property
    def values(self) -> dict[str, Any]:
        """Return the values for the action; divisions without a limit are left out."""
        values = self.cleaned_data
        division_limits = {
            slug: values[f"limit-{slug}"] for slug in self.slugs if values[f"limit-{slug}"]
        }
        return {name: value for name, value in values.items() if not name.startswith("limit-")} | {
            "division_limits": division_limits
        }


@requires(Permission.DIRECT)
def rules_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the registration settings of an event; on POST, save them."""
    event_ = find_event(event)
    rules, divisions = registration_rules_of(event_), list(event_.divisions.all())
    initial = {name: getattr(rules, name) for name in RegistrationRulesForm.base_fields} | {
        f"limit-{slug}": limit for slug, limit in rules.division_limits.items()
    }
    form = RegistrationRulesForm(request.POST or None, divisions=divisions, initial=initial)
    response = None
    conflicts: list[Conflict] = []
    if request.method == "POST" and form.is_valid():
        response = perform_form(
            request,
            form,
            lambda actor: set_registration_rules(
                actor, event_, **form.values, seen=request.POST.get("seen")
            ),
            done=_("Saved."),
            to=reverse("registrations", args=[event_.slug]),
            changed=lambda changed: conflicts.append(
                conflict_of_values(
                    changed,
                    labels_of(form) | {"division_limits": _("Places in divisions")},
                    form.values,
                    _value_in_words,
                )
            ),
        )
    conflict = next(iter(conflicts), None)
    version = version_of(registration_log_values(rules))
    return response or page(
        request,
        "federation/people/registration_rules.html",
        {
            "event": event_,
            "form": form,
            "conflict": conflict,
            "seen": seen_version(form if form.is_bound else None, conflict, version),
        },
        status=422 if form.errors or conflict else 200,
    )


def _value_in_words(value: Any) -> str:
    if isinstance(value, dt.datetime):
        return format_date(localtime(value), "j M Y, H:i")
    if isinstance(value, dict):
        return comma_list(f"{slug}: {limit}" for slug, limit in value.items()) or "–"
    choices = dict(RegistrationRules.When.choices) | dict(RegistrationRules.Contact.choices)
    return {None: "–", True: _("yes"), False: _("no"), "": "–"}.get(value) or str(
        choices.get(value, value)
    )


class QuestionsForm(forms.Form):
    """The event's questions, with several fields each; clearing a question's text removes it."""

    def __init__(self, *args: Any, questions: list[RegistrationQuestion], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = [*questions, *[RegistrationQuestion("", "")] * NEW_ROWS][
            : max(len(questions), MAX_QUESTIONS)
        ]
        self.keys = [question.key for question in rows]
        for number, question in enumerate(rows, start=1):
            self.fields[f"label-{number}"] = forms.CharField(
                label=_("Question {number}").format(number=number),
                initial=question.label,
                required=False,
                max_length=MAX_QUESTION_LENGTH,
                widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
            )
            self.fields[f"choices-{number}"] = forms.CharField(
                label=_("Answers to choose from"),
                initial=", ".join(question.choices),
                required=False,
                max_length=20 * MAX_ANSWER_LENGTH,
                help_text=_("Separate them with commas. Leave empty for free-text answers."),
                widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
            )
            self.fields[f"required-{number}"] = forms.BooleanField(
                label=_("Answer required"), initial=question.is_required, required=False
            )

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        """Return the fields of each question."""
        return [
            [self[f"{name}-{number}"] for name in ("label", "choices", "required")]
            for number in range(1, len(self.keys) + 1)
        ]

    @property
    def questions(self) -> list[RegistrationQuestion]:
        """Return the questions as typed, without empty rows."""
        values = self.cleaned_data
        questions = []
        for number, key in enumerate(self.keys, start=1):
            label = " ".join(values[f"label-{number}"].split())
            choices = [" ".join(part.split()) for part in values[f"choices-{number}"].split(",")]
            if label:
                given = tuple(choice for choice in choices if choice)
                questions.append(
                    RegistrationQuestion(key, label, given, values[f"required-{number}"])
                )
        return questions


@requires(Permission.DIRECT)
def questions_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the questions of the registration form; on POST, save them."""
    event_ = find_event(event)
    rules = registration_rules_of(event_)
    form = QuestionsForm(request.POST or None, questions=current_questions(rules))
    response = None
    if request.method == "POST" and form.is_valid():
        response = perform_form(
            request,
            form,
            lambda actor: set_questions(
                actor, event_, form.questions, seen=request.POST.get("seen")
            ),
            done=_("Saved."),
            to=reverse("registration_questions", args=[event_.slug]),
        )
    return response or page(
        request,
        "federation/people/registration_questions.html",
        {"event": event_, "form": form, "seen": version_of(rules.questions)},
        status=422 if form.errors else 200,
    )
