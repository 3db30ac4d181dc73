"""The page of an event's rules, its own copy of the preset, and of its word list."""

from dataclasses import fields
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring import catalogue as game_catalogue
from scoring.actions.activity import Actor
from tournament.actions.act import ChangedMeanwhile, Refused
from tournament.actions.event.rules import change_rules, lists_for, name_word_list, settled_rounds
from tournament.catalogue import presets
from tournament.engine.event_rules import (
    MISSED_ROUNDS,
    ROUNDS_AFTER_LEAVING,
    WITHDRAWN,
    EventRules,
)
from tournament.engine.ratings.system import all_systems
from tournament.engine.standings import all_metrics
from tournament.queries.versions import version_of
from tournament.web.access import Permission, requires
from tournament.web.conflict import Conflict, conflict_of_values, seen_by
from tournament.web.forms import WholeNumber
from tournament.web.page import find_event, page
from tournament.web.perform import copy_first


@requires(Permission.DIRECT)
def rules_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the rules; change them, with a reason once a round is published."""
    found = find_event(event)
    settled = max(settled_rounds(found).values(), default=0)
    form = RulesForm(
        request.POST or None, rules=found.rules, preset=found.preset, running=settled > 0
    )
    conflict: Conflict | None = None
    if request.method == "POST" and form.is_valid():
        copy_first(request, f"changing the rules of {found}")
        try:
            change_rules(
                Actor.of(request.user),
                found,
                form.values,
                reason=form.cleaned_data.get("reason", ""),
                seen=request.POST.get("seen", ""),
            )
        except ChangedMeanwhile as changed:
            conflict = conflict_of_values(changed, form.labels, form.values, in_words)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            since = f" from round {settled + 1} on" if settled else ""
            messages.success(request, f"The rules are changed{since}.")
            return redirect("rules", found.slug)
    chosen = presets().get(found.preset)
    return page(
        request,
        "event/rules.html",
        {
            "event": found,
            "form": form,
            "conflict": conflict,
            "seen": seen_by(
                form if form.is_bound else None, conflict, version_of(found.rules.as_dict())
            ),
            "settled": settled,
            "preset": chosen.name if chosen else found.preset,
            "metrics": [
                (metric.label, type(metric).explanation()) for metric in all_metrics().values()
            ],
        },
        status=422 if conflict or form.errors else 200,
    )


CHOICES = {
    "missed_rounds": MISSED_ROUNDS,
    "rounds_after_leaving": ROUNDS_AFTER_LEAVING,
    "withdrawn": WITHDRAWN,
}
RANKS = 8
"""How many metrics can decide, one after the other."""
LISTED = {"autocomplete": "off"}


class Figures(forms.CharField):
    """Whole numbers with blanks or commas between them."""

    def clean(self, value: Any) -> list[int]:
        """The numbers. Raises `ValidationError` naming what is none."""
        words = str(super().clean(value) or "").replace(",", " ").replace(";", " ").split()
        wrong = [word for word in words if not word.isdecimal() or len(word) > 6]
        if wrong:
            raise forms.ValidationError(f"“{wrong[0]}” is not a whole number.")
        return [int(word) for word in words]


class RulesForm(forms.Form):
    """Every rule of an event; the metrics that rank are chosen one below the other."""

    def __init__(
        self, *args: Any, rules: EventRules, preset: str, running: bool, **kwargs: Any
    ) -> None:
        now = rules.as_dict()
        initial = {key: _shown(value) for key, value in now.items() if key != "precedence"}
        initial |= {f"rank_{i}": key for i, key in enumerate(now["precedence"], start=1)}
        kwargs["initial"] = initial
        super().__init__(*args, **kwargs)
        theirs = presets()[preset].as_dict() if preset in presets() else now
        for item in fields(EventRules):
            if item.name == "precedence":
                self._add_ranks(now["precedence"], theirs["precedence"])
                continue
            field = _field(item.name, item.type, now)
            field.label = item.name.replace("_", " ").capitalize()
            field.help_text = item.metadata["help"]
            if theirs[item.name] != now[item.name]:
                field.help_text += f" The preset says {in_words(theirs[item.name])}."
            self.fields[item.name] = field
        if running:
            self.fields["reason"] = forms.CharField(
                required=False,
                max_length=300,
                label="Reason",
                help_text="A round is published: the change needs a reason and holds from the "
                "next round on.",
                widget=forms.TextInput(attrs=LISTED),
            )

    def _add_ranks(self, now: list[str], theirs: list[str]) -> None:
        labels = [(key, metric.label) for key, metric in all_metrics().items()]
        for place in range(1, max(RANKS, len(now)) + 1):
            self.fields[f"rank_{place}"] = forms.ChoiceField(
                required=place == 1,
                label="Ranked by" if place == 1 else f"then, {place}",
                choices=labels if place == 1 else [("", "nothing more"), *labels],
            )
        if theirs != now:
            self.fields["rank_1"].help_text = f"The preset says {in_words(theirs)}."

    @property
    def values(self) -> dict[str, Any]:
        """The rules as they are stored."""
        typed = self.cleaned_data
        ranks = [typed[name] for name in typed if name.startswith("rank_") and typed[name]]
        return {
            item.name: ranks if item.name == "precedence" else typed[item.name]
            for item in fields(EventRules)
        }

    @property
    def labels(self) -> dict[str, str]:
        """What each rule is called on the page."""
        return {
            item.name: "Ranked by" if item.name == "precedence" else str(self[item.name].label)
            for item in fields(EventRules)
        }

    @property
    def rank_fields(self) -> list[forms.BoundField]:
        """The fields of the metrics, in order."""
        return [self[name] for name in self.fields if name.startswith("rank_")]

    @property
    def other_fields(self) -> list[forms.BoundField]:
        """The fields of everything else but the reason."""
        return [
            self[name] for name in self.fields if not name.startswith("rank_") and name != "reason"
        ]


def _field(name: str, kind: Any, now: dict[str, Any]) -> forms.Field:
    if name in CHOICES:
        return forms.ChoiceField(choices=[(key, key) for key in CHOICES[name]])
    if name == "rules":
        sets = game_catalogue.rule_sets()
        return forms.ChoiceField(choices=sorted((key, found.name) for key, found in sets.items()))
    if name == "rating_system":
        systems = [(key, found.label) for key, found in all_systems().items()]
        if now[name] not in {"none", *all_systems()}:
            systems.append((now[name], now[name]))
        return forms.ChoiceField(choices=[("none", "none: nobody is rated"), *systems])
    if kind is bool:
        return forms.BooleanField(required=False)
    if kind is int:
        return WholeNumber(
            min_value=-10_000,
            max_value=10_000,
            widget=forms.TextInput(attrs={**LISTED, "size": 6}),
        )
    if kind == tuple[int, ...]:
        return Figures(required=False, max_length=300, widget=forms.TextInput(attrs=LISTED))
    return forms.CharField(max_length=80, widget=forms.TextInput(attrs=LISTED))


def _shown(value: Any) -> Any:
    return ", ".join(map(str, value)) if isinstance(value, list) else value


def in_words(value: Any) -> str:
    """A value as a person says it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        labels = all_metrics()
        words = [labels[v].label.lower() if v in labels else str(v) for v in value]
        return ", ".join(words) or "nothing"
    return str(value)


@requires(Permission.DIRECT)
def word_list(request: HttpRequest, event: str) -> HttpResponse:
    """Show the lists that fit the event's tiles; name the one chosen."""
    found = find_event(event)
    refused = ""
    if request.method == "POST":
        try:
            named = name_word_list(Actor.of(request.user), found, request.POST.get("list", ""))
        except Refused as why:
            refused = str(why)
        else:
            messages.success(request, "Boards begun from now on use this word list.")
            return redirect(named)
    lists = [(words, f"{len(words):,}") for words in lists_for(found)]
    context = {"event": found, "lists": lists, "refused": refused}
    return page(request, "event/word_list.html", context, status=422 if refused else 200)
