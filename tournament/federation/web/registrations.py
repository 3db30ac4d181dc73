"""The desk's page of registrations: the list, what is done with those marked, and how the event takes them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any

import django_tables2 as tables
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.bulk_actions import back_to, marked_rows
from scoring.tables import (
    FigureColumn,
    Filter,
    ListTable,
    MomentColumn,
    TextColumn,
)
from scoring.wording.phrases import comma_list, when
from tournament.federation.actions.registrations import (
    about_registration,
    accept_registrations,
    refuse_registrations,
    set_registration_rules,
    withdraw_registrations,
)
from tournament.federation.models import Registration, RegistrationRules
from tournament.federation.models.registration import MAX_ABOUT_LENGTH
from tournament.federation.queries.registrations import places_of, registrations_of, rules_of
from tournament.models import Division
from tournament.queries.versions import version_of
from tournament.web.access import Permission, requires
from tournament.web.conflict import Conflict, conflict_of_values, labels_of, seen_by
from tournament.web.forms import WholeNumber
from tournament.web.other_devices import address_for_others
from tournament.web.page import find_event, page
from tournament.web.perform import perform, perform_form
from tournament.web.tables import list_page

State = Registration.State
STATES = (
    ("new", _lazy("to accept")),
    ("place", _lazy("registered")),
    ("waiting", _lazy("waiting list")),
    ("player", _lazy("player")),
    ("ended", _lazy("withdrawn or refused")),
)
MAX_PLACES = 5_000


def state_of(row: Registration) -> str:
    """Where a registration stands: the key of a choice of `STATES`."""
    if not row.is_alive:
        return "ended"
    if row.entry_id:
        return "player"
    if row.state == State.WAITING:
        return "waiting"
    return "place" if row.accepted_at else "new"


class RegistrationsTable(ListTable):
    """Everybody who registered for an event, in the order of coming."""

    key = "registrations"
    searched = ("name", "member", "notes")
    always = ("name",)
    at_first_hidden = ("by_initials",)

    name = TextColumn(verbose_name=_lazy("Name"))
    division = TextColumn(verbose_name=_lazy("Division"), accessor="division__name")
    state = tables.Column(verbose_name=_lazy("State"), empty_values=(), order_by=("state", "place"))
    member = TextColumn(verbose_name=_lazy("Member"))
    notes = TextColumn(verbose_name=_lazy("Note"), wraps=True)
    came_at = MomentColumn(verbose_name=_lazy("Came"), format="j M, H:i")
    number = FigureColumn(verbose_name=_lazy("Number"), accessor="entry__number")
    by_initials = tables.BooleanColumn(verbose_name=_lazy("Initials only"), null=False)

    def render_state(self, record: Any) -> str:
        """Where it stands in words, with the place in line and what is odd."""
        words = {
            "waiting": _("waits, place {place}").format(place=record.place),
            "ended": _("refused: {reason}").format(reason=record.refused_why)
            if record.state == State.REFUSED
            else _("withdrawn"),
        }
        shown = words.get(state_of(record)) or str(dict(STATES)[state_of(record)])
        return _("{state}, twice?").format(state=shown) if record.is_twice else shown

    def render_by_initials(self, value: bool) -> str:
        """Whether everybody sees the initials alone."""
        return _("yes") if value else ""

    def mark_of(self, record: Any) -> str:
        """The value of the box; none for who has withdrawn, was refused or is a player."""
        return "" if state_of(record) in ("ended", "player") else str(record.pk)


class RegistrationRulesForm(forms.Form):
    """How an event takes registrations."""

    when = forms.ChoiceField(label=_lazy("Registration is"), choices=RegistrationRules.When.choices)
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
    limit = WholeNumber(
        label=_lazy("Places in all"),
        required=False,
        min_value=1,
        max_value=MAX_PLACES,
        help_text=_lazy("Empty: no limit. Later players go on the waiting list."),
    )
    asks_director = forms.BooleanField(
        label=_lazy("I accept every registration myself"),
        required=False,
        help_text=_lazy("Its place is kept until then."),
    )
    shows_names = forms.BooleanField(
        label=_lazy("Show everybody the names"),
        required=False,
        help_text=_lazy("Only names and divisions. Ask parents before you show children’s names."),
    )
    about = forms.CharField(
        label=_lazy("What players should know"),
        required=False,
        max_length=MAX_ABOUT_LENGTH,
        help_text=_lazy("Fee, start, what to bring. Shown above the form."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, *args: Any, divisions: list[Division], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.slugs = [row.slug for row in divisions] if len(divisions) > 1 else []
        for division in divisions if self.slugs else []:
            self.fields[f"limit-{division.slug}"] = WholeNumber(
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
        """What was typed, as the action takes it."""
        values = self.cleaned_data
        division_limits = {
            slug: values[f"limit-{slug}"] for slug in self.slugs if values[f"limit-{slug}"]
        }
        return {name: value for name, value in values.items() if not name.startswith("limit-")} | {
            "division_limits": division_limits
        }


@requires(Permission.DIRECT)
def registrations_page(request: HttpRequest, event: str) -> HttpResponse:
    """List everybody who registered."""
    event_ = find_event(event)
    rules, rows = rules_of(event_), registrations_of(event_)
    divisions = list(event_.divisions.all())
    places = places_of(rules)
    to_add = {
        division: sum(
            1
            for row in rows
            if state_of(row) == "place"
            and (
                row.division_id == division.pk or (row.division_id is None and len(divisions) == 1)
            )
        )
        for division in divisions
    }
    filters = [Filter("state", _("State"), STATES, lambda row, key: state_of(row) == key)]
    if len(divisions) > 1:
        choices = [(row.slug, row.name) for row in divisions]
        filters.append(
            Filter(
                "division",
                _("Division"),
                choices,
                lambda row, key: row.division is not None and row.division.slug == key,
            )
        )
    return list_page(
        request,
        "federation/people/registrations.html",
        {
            "event": event_,
            "listed": _("Registration"),
            "rules": rules,
            "is_open": rules.is_open,
            "taken": places.taken.total(),
            "to_add": [(division, count) for division, count in to_add.items() if count],
            "address": address_for_others(request, reverse("register", args=[event_.slug])),
        },
        RegistrationsTable,
        rows,
        title=_("Registration"),
        event=event_,
        filters=filters,
    )


@requires(Permission.DIRECT)
@require_POST
def change_registrations(request: HttpRequest, event: str) -> HttpResponse:
    """Accept, refuse or withdraw the registrations marked: all of them, or none with the reason."""
    event_ = find_event(event)
    to = back_to(request, reverse("registrations", args=[event_.slug]))
    none = _("Nobody is marked. Mark rows in the list first.")
    marked = marked_rows(request, registrations_of(event_), "pk", none=none)
    if not marked:
        return redirect(to)
    reason = request.POST.get("reason", "")
    actions: dict[str, Callable[[Actor, Sequence[Registration]], Sequence[Registration]]] = {
        "accept": accept_registrations,
        "withdraw": withdraw_registrations,
        "refuse": lambda actor, rows: refuse_registrations(actor, rows, reason=reason),
    }
    action = actions.get(request.POST.get("do", ""))
    if action is None:
        messages.error(request, _("Choose what to do with the marked rows."))
        return redirect(to)

    return perform(
        request,
        lambda actor: len(action(actor, marked)),
        done=lambda count: ngettext(
            "{count} registration changed.", "{count} registrations changed.", count
        ).format(count=count),
        to=to,
    )


@requires(Permission.DIRECT)
def rules_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show and change how the event takes registrations."""
    event_ = find_event(event)
    rules, divisions = rules_of(event_), list(event_.divisions.all())
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
                    _in_words,
                )
            ),
        )
    conflict = next(iter(conflicts), None)
    version = version_of(about_registration(rules))
    return response or page(
        request,
        "federation/people/registration_rules.html",
        {
            "event": event_,
            "form": form,
            "conflict": conflict,
            "seen": seen_by(form if form.is_bound else None, conflict, version),
        },
        status=422 if form.errors or conflict else 200,
    )


def _in_words(value: Any) -> str:
    if isinstance(value, dt.datetime):
        return when(localtime(value), "j M Y, H:i")
    if isinstance(value, dict):
        return comma_list(f"{slug}: {limit}" for slug, limit in value.items()) or "–"
    return {None: "–", True: _("yes"), False: _("no"), "": "–"}.get(value) or str(
        dict(RegistrationRules.When.choices).get(value, value)
    )
