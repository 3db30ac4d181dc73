"""Championships: the public page with its files, and the pages to create and change them."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.downloads import file_response
from scoring.tenancy import set_tenant
from scoring.wording.phrases import comma_list
from tournament.federation.actions.championships import (
    championship_log_values,
    change_championship,
    create_championship,
)
from tournament.federation.engine.championship import Scoring
from tournament.federation.models import Championship
from tournament.federation.queries.championships import (
    championship_state,
    championships,
    events_to_choose,
)
from tournament.federation.reports.championship import (
    championship_report,
    qualification_text,
    rules_in_words,
)
from tournament.queries.versions import version_of
from tournament.reports.delivery import render_report
from tournament.web.access import Permission, requires
from tournament.web.conflict import Conflict, conflict_of_values, labels_of, seen_version
from tournament.web.forms import NO_AUTOCOMPLETE, WholeNumberField
from tournament.web.page import page, parse_whole_number
from tournament.web.perform import perform_form
from tournament.wording.seasons import half_points_text

FORMATS = {"pdf": "PDF", "xlsx": "XLSX", "csv": "CSV"}
SCORINGS = (
    (Scoring.PLACE.value, _lazy("by place: 1 point for last place, 1 more for each place above")),
    (Scoring.WINS.value, _lazy("by wins")),
    (Scoring.TABLE.value, _lazy("by a points table")),
)


class NewChampionshipForm(forms.Form):
    """The name of a new championship."""

    name = forms.CharField(
        max_length=120,
        label=_lazy("Name of the championship"),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
        error_messages={"required": _lazy("Give the championship a name.")},
    )


class ChampionshipForm(NewChampionshipForm):
    """The settings of a championship, except its events."""

    scoring = forms.ChoiceField(label=_lazy("Points"), choices=SCORINGS)
    table = forms.CharField(
        label=_lazy("Points table"),
        required=False,
        max_length=600,
        help_text=_lazy("From first place down, such as 25 18 15 12 10."),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    best = WholeNumberField(
        label=_lazy("Number of events that count"),
        required=False,
        min_value=1,
        max_value=999,
        help_text=_lazy("Only the best events of each person count. Leave empty to count all."),
    )
    qualify_each = WholeNumberField(
        label=_lazy("Number of qualifiers from each event"),
        required=False,
        min_value=1,
        max_value=999,
    )
    qualify = WholeNumberField(
        label=_lazy("Number of qualifiers from the championship table"),
        required=False,
        min_value=1,
        max_value=999,
    )
    by_division = forms.BooleanField(
        label=_lazy("A table for each division"),
        required=False,
        help_text=_lazy("Divisions with the same name count together."),
    )

    def clean_table(self) -> list[int]:
        """Return the points as integers, cut to nine digits. Raise `ValidationError` for anything but digits."""
        words = re.split(r"[\s,;]+", self.cleaned_data["table"].strip())
        if wrong := [word for word in words if word and not word.isdecimal()]:
            raise forms.ValidationError(
                _("“{word}” is not a whole number of points.").format(word=wrong[0][:20])
            )
        return [int(word[:9]) for word in words if word]

    @property
    def values(self) -> dict[str, Any]:
        """Return the values for the action; an empty number field is 0."""
        typed = self.cleaned_data
        names = ("scoring", "table", "best", "qualify", "qualify_each")
        return {
            "name": typed["name"],
            "by_division": typed["by_division"],
            "rules": {name: typed[name] or (0 if name != "table" else []) for name in names},
        }


@requires(Permission.READ)
def championship_page(request: HttpRequest, championship: str) -> HttpResponse:
    """Show the tables, events and rules to everybody."""
    this = _find_championship(championship)
    state = championship_state(this)
    tables = [
        (
            table,
            [
                (
                    line,
                    state.names[line.person],
                    half_points_text(line.half_points),
                    _points_by_event(line, len(state.events)),
                    qualification_text(state, line),
                )
                for line in table.lines
            ],
        )
        for table in state.tables
    ]
    return page(
        request,
        "federation/standings/championship.html",
        {
            "championship": this,
            "state": state,
            "tables": tables,
            "rules": rules_in_words(state),
            "marks": bool(this.rules.qualify or this.rules.qualify_each),
            "downloads": [
                (label, reverse("championship_file", args=[this.slug, file_format]))
                for file_format, label in FORMATS.items()
            ],
        },
    )


def _points_by_event(line: Any, count: int) -> list[tuple[str, bool]]:
    """Return for each event, in order, the points as a string and whether they count.

    For an event without points, the pair is ("", True).
    """
    own = {row.event: row for row in line.events}
    return [
        (half_points_text(own[at].half_points), own[at].counts) if at in own else ("", True)
        for at in range(count)
    ]


@requires(Permission.READ)
def championship_file(request: HttpRequest, championship: str, file_format: str) -> HttpResponse:
    """Return the championship as a file. Raise `Http404` for an unknown format."""
    del request
    if file_format not in FORMATS:
        raise Http404
    report = championship_report(
        championship_state(_find_championship(championship)), timezone.localtime()
    )
    delivery = render_report(report, file_format)
    return file_response(delivery.content, delivery.content_type, delivery.file_name)


@requires(Permission.DIRECT)
def championships_page(request: HttpRequest) -> HttpResponse:
    """List the championships; on POST, create one."""
    form = NewChampionshipForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        response = perform_form(
            request,
            form,
            lambda actor: create_championship(actor, **form.cleaned_data),
            done=lambda made: _("{name} has been created. Choose its events.").format(name=made),
            to=lambda made: reverse("change_championship", args=[made.slug]),
            field="name",
        )
        if response:
            return response
    return page(
        request,
        "federation/standings/championships.html",
        {"championships": championships(), "form": form},
        status=422 if form.errors else 200,
    )


@requires(Permission.DIRECT)
def change_championship_page(request: HttpRequest, championship: str) -> HttpResponse:
    """Show the form for the name, events and rules of a championship; on POST, save them."""
    this = get_object_or_404(Championship, slug=championship)
    rows = events_to_choose(this)
    rules = this.rules
    initial = {
        "name": this.name,
        "scoring": rules.scoring.value,
        "table": " ".join(map(str, rules.table)),
        "by_division": this.by_division,
        **{name: getattr(rules, name) or None for name in ("best", "qualify", "qualify_each")},
    }
    form = ChampionshipForm(request.POST or None, initial=initial)
    response = None
    conflicts: list[Conflict] = []
    if request.method == "POST":
        marked = {parse_whole_number(text) for text in request.POST.getlist("event")}
        rows = [(event, event.pk in marked) for event, _is_chosen in rows]
    if request.method == "POST" and form.is_valid():
        chosen = [event for event, is_chosen in rows if is_chosen]
        shown = form.values | {"events": sorted(event.slug for event in chosen)}
        response = perform_form(
            request,
            form,
            lambda actor: change_championship(
                actor, this, events=chosen, **form.values, seen=request.POST.get("seen")
            ),
            done=_("Saved."),
            to=this.get_absolute_url(),
            changed=lambda changed: conflicts.append(
                conflict_of_values(
                    changed,
                    labels_of(form) | {"events": _("Events"), "rules": _("Rules")},
                    shown,
                    _value_in_words,
                )
            ),
        )
    conflict = next(iter(conflicts), None)
    version = version_of(championship_log_values(this))
    return response or page(
        request,
        "federation/standings/change_championship.html",
        {
            "championship": this,
            "form": form,
            "rows": rows,
            "conflict": conflict,
            "seen": seen_version(form if form.is_bound else None, conflict, version),
        },
        status=422 if form.errors or conflict else 200,
    )


def _value_in_words(value: Any) -> str:
    if isinstance(value, dict):
        return comma_list(f"{name} {what}" for name, what in value.items() if what) or "–"
    if isinstance(value, list):
        return comma_list(map(str, value)) or "–"
    return {True: _("yes"), False: _("no")}.get(value) or str(value)


def _find_championship(slug: str) -> Championship:
    """Return the championship with this slug, and make its organisation the current one.

    Raise `Http404` if there is none.
    """
    this = get_object_or_404(Championship.everywhere, slug=slug)
    set_tenant(this.organisation_id)
    return this
