"""The pages of an event's rules and of its word list."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring import catalogue as game_catalogue
from scoring.actions.activity import Actor
from scoring.wording.names import name_of as name_of_data
from scoring.wording.phrases import comma_list, format_thousands, label_within_sentence
from tournament.actions.act import EditConflict, Refused
from tournament.actions.event.rules import (
    change_rules,
    latest_published_rounds,
    set_word_list,
    word_lists_for,
)
from tournament.catalogue import presets
from tournament.engine.event_rules import (
    LIVE_BOARDS,
    MISSED_ROUNDS,
    NAME_ORDERS,
    PLAYERS_REPORT,
    ROUNDS_AFTER_LEAVING,
    RULES_CHANGEABLE_ANY_TIME,
    TIE_NOTATIONS,
    WITHDRAWN_PLACEMENTS,
    EventRules,
)
from tournament.engine.naming import NAME_FORMS
from tournament.engine.ratings.system import all_systems
from tournament.engine.standings import all_metrics
from tournament.models import Event
from tournament.queries.event.frame import divisions_with_event
from tournament.queries.safety.logged_values import RULE_VALUE_LABELS
from tournament.queries.versions import version_of
from tournament.web.access import Permission, requires
from tournament.web.conflict import Conflict, conflict_of_values, seen_version
from tournament.web.event.settings_index import settings_on_other_pages
from tournament.web.forms import NO_AUTOCOMPLETE, ReasonField, WholeNumberField
from tournament.web.page import find_event, page
from tournament.web.perform import perform_after_snapshot
from tournament.web.rounds.forms import WholeNumberListField
from tournament.wording.log import say
from tournament.wording.plugins import help_of, name_of, option_texts, translate_text


@requires(Permission.DIRECT)
def rules_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the rules, and change them.

    Once a round has been published, a reason is required unless the changes apply immediately.
    """
    event_ = find_event(event)
    settled = max(latest_published_rounds(event_).values(), default=0)
    form = RulesForm(
        _reset_to_preset(request.POST, event_.preset) or None,
        rules=event_.rules,
        preset=event_.preset,
        running=settled > 0,
    )
    conflict: Conflict | None = None
    before = event_.rules.as_dict()
    if request.method == "POST" and form.is_valid():
        try:
            with perform_after_snapshot(request, say("before_rules", event=event_)):
                change_rules(
                    Actor.for_user(request.user),
                    event_,
                    form.values,
                    reason=form.cleaned_data.get("reason", ""),
                    seen=request.POST.get("seen", ""),
                )
        except EditConflict as changed:
            conflict = conflict_of_values(changed, form.labels, form.values, rule_value_text)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            names = {key for key, value in form.values.items() if value != before[key]}
            messages.success(request, _changed_message(settled + 1 if settled else 0, names))
            return redirect("rules", event_.slug)
    chosen = presets().get(event_.preset)
    return page(
        request,
        "tournament/event/rules.html",
        {
            "event": event_,
            "form": form,
            "conflict": conflict,
            "seen": seen_version(
                form if form.is_bound else None, conflict, version_of(event_.rules.as_dict())
            ),
            "settled": settled,
            "elsewhere": settings_on_other_pages(request, event_, divisions_with_event(event_)),
            "preset": translate_text(chosen.name) if chosen else event_.preset,
            "metrics": [
                (name_of(metric), "\n\n".join(help_of(metric))) for metric in all_metrics().values()
            ],
        },
        status=422 if conflict or form.errors else 200,
    )


def _reset_to_preset(typed: QueryDict, preset: str) -> QueryDict:
    """Return the submitted values, with the rule named in `as_preset` reset to the preset's value.

    The values are unchanged if there is no such rule or preset.
    """
    name = typed.get("as_preset", "")
    values = presets()[preset].as_dict() if preset in presets() else {}
    if name not in values:
        return typed
    data, value = typed.copy(), values[name]
    if name == "precedence":
        for place in range(1, max(MIN_RANK_FIELDS, len(value)) + 1):
            data[f"rank_{place}"] = value[place - 1] if place <= len(value) else ""
    elif isinstance(value, bool):
        data.pop(name, None)
        if value:
            data[name] = "on"
    else:
        data[name] = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return data


def _changed_message(number: int, changed: Collection[str]) -> str:
    """Return the message that the rules named in `changed` now apply from round `number` on.

    0 means from the start. Rules in `AT_ONCE` take effect immediately, whatever the round.
    """
    if RULES_CHANGEABLE_ANY_TIME.issuperset(changed):
        return _("Saved. The change applies immediately.")
    if number and RULES_CHANGEABLE_ANY_TIME.isdisjoint(changed):
        return _("The changed rules apply from round {number} on.").format(number=number)
    if number:
        return _(
            "The changed rules apply from round {number} on; display settings apply immediately."
        ).format(number=number)
    return _("The rules have been changed.")


CHOICES = {
    "missed_rounds": MISSED_ROUNDS,
    "rounds_after_leaving": ROUNDS_AFTER_LEAVING,
    "withdrawn": WITHDRAWN_PLACEMENTS,
    "ties": TIE_NOTATIONS,
    "names": NAME_ORDERS,
    "minors": NAME_FORMS,
    "players_report": PLAYERS_REPORT,
    "live_boards": LIVE_BOARDS,
}
RULE_SET_CHOICES: Mapping[str, Callable[[], Mapping[str, Any]]] = {
    "tile_set": game_catalogue.tile_sets,
    "layout": game_catalogue.layouts,
}
"""The rules that may be left to the rule set, each with the function that returns its possible values."""
SECTIONS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (_lazy("Games"), ("rules", "tile_set", "layout")),
    (_lazy("Byes and forfeits"), ("bye_spread", "forfeit_spread", "spread_caps")),
    (_lazy("Late entries and withdrawals"), ("missed_rounds", "rounds_after_leaving", "withdrawn")),
    (_lazy("Ratings"), ("rating_system",)),
    (_lazy("Players' phones"), ("players_report",)),
    (_lazy("Live boards"), ("live_boards", "live_turns", "live_rulings")),
    (_lazy("On pages and papers"), ("ties", "names", "minors", "live_ratings")),
)
"""The commonly used rules in sections. A rule in none of them is shown as rarely used."""
MAX_OPEN_FIELDS = 16
"""Maximum number of fields shown unfolded on the rules page.

Sections with errors or with rules that differ from the preset are unfolded even if they exceed it.
"""
MIN_RANK_FIELDS = 8
"""Minimum number of fields for the ranking metrics."""


class RulesForm(forms.Form):
    """All rules of an event, with one field for each ranking metric."""

    def __init__(
        self, *args: Any, rules: EventRules, preset: str, running: bool, **kwargs: Any
    ) -> None:
        now = rules.as_dict()
        initial = {key: value for key, value in now.items() if key != "precedence"}
        initial |= {f"rank_{i}": key for i, key in enumerate(now["precedence"], start=1)}
        kwargs["initial"] = initial
        super().__init__(*args, **kwargs)
        of_preset = presets()[preset].as_dict() if preset in presets() else now
        self.changed: list[str] = []
        for item in fields(EventRules):
            if item.name == "precedence":
                self._add_rank_fields(now["precedence"], of_preset["precedence"])
                continue
            field = _rule_field(item.name, item.type, now)
            texts = option_texts(item)
            field.label, field.help_text = texts.label, texts.help
            if of_preset[item.name] != now[item.name]:
                field.help_text += " " + _preset_hint(of_preset[item.name])
                self.changed.append(item.name)
            self.fields[item.name] = field
        if running:
            self.fields["reason"] = ReasonField(
                required=False,
                help_text=_(
                    "A round is published, so a change needs a reason and applies from the next "
                    "round on. Settings that only decide what is shown need no reason and apply "
                    "immediately."
                ),
            )

    def _add_rank_fields(self, now: list[str], of_preset: list[str]) -> None:
        labels = [(key, name_of(metric)) for key, metric in all_metrics().items()]
        for place in range(1, max(MIN_RANK_FIELDS, len(now)) + 1):
            self.fields[f"rank_{place}"] = forms.ChoiceField(
                required=place == 1,
                label=self.labels["precedence"]
                if place == 1
                else _("Metric {place}").format(place=place),
                choices=labels if place == 1 else [("", _("no further metric")), *labels],
            )
        if of_preset != now:
            self.fields["rank_1"].help_text = _preset_hint(of_preset)
            self.changed.append("precedence")

    @property
    def values(self) -> dict[str, Any]:
        """The rules in their stored form."""
        typed = self.cleaned_data
        ranks = [typed[name] for name in typed if name.startswith("rank_") and typed[name]]
        return {
            item.name: ranks if item.name == "precedence" else typed[item.name]
            for item in fields(EventRules)
        }

    @property
    def labels(self) -> dict[str, str]:
        """The label of each rule by the rule's name."""
        return {item.name: option_texts(item).label for item in fields(EventRules)}

    @property
    def differing_rules(self) -> list[tuple[str, str]]:
        """The label of each rule that differs from the preset, and the link to its field."""
        return [
            (self.labels[name], f"#id_{'rank_1' if name == 'precedence' else name}")
            for name in self.changed
        ]

    @property
    def rank_fields(self) -> tuple[list[forms.BoundField], list[forms.BoundField]]:
        """The ranking fields up to the first empty one after those in use, and the remaining ones."""
        rows = [self[name] for name in self.fields if name.startswith("rank_")]
        used = [place for place, field in enumerate(rows, 1) if field.value() or field.errors]
        shown = max(used, default=0) + 1
        return rows[:shown], rows[shown:]

    @property
    def sections(self) -> list[tuple[str, list[forms.BoundField], bool, bool]]:
        """The rules except the ranking metrics, in sections.

        Each section has a heading, its fields, whether it is unfolded and whether its rules apply
        immediately. Sections whose rules apply immediately come last. Before them come the rules that
        differ from the preset, the common sections and the rare rules. At most `MAX_OPEN_FIELDS` are unfolded,
        counting the ranking metrics; sections with errors or differing rules are always unfolded.
        """
        differing = [name for name in self.changed if name != "precedence"]
        rest = [
            item.name for item in fields(EventRules) if item.name not in {"precedence", *differing}
        ]
        named = [
            (str(heading), [name for name in names if name in rest]) for heading, names in SECTIONS
        ]
        rare = [name for name in rest if not any(name in names for _heading, names in named)]
        first = [(_("Different from the preset"), differing), *named, (_("Rarely used"), rare)]
        left = MAX_OPEN_FIELDS - len(self.rank_fields[0])
        sections = []
        for at_once in (False, True):
            for heading, names in first:
                if (
                    not names
                    or (RULES_CHANGEABLE_ANY_TIME.issuperset(names) and names != differing)
                    != at_once
                ):
                    continue
                fits = not at_once and names is not rare and len(names) <= left
                left -= len(names) if fits else 0
                rows = [self[name] for name in names]
                is_open = fits or names is differing or any(field.errors for field in rows)
                sections.append((heading, rows, is_open, at_once))
        return sections


def _rule_field(name: str, kind: Any, now: dict[str, Any]) -> forms.Field:
    if name in CHOICES:
        return forms.ChoiceField(choices=[(key, RULE_VALUE_LABELS[key]) for key in CHOICES[name]])
    if name == "rules":
        sets = game_catalogue.rule_sets()
        return forms.ChoiceField(
            choices=sorted((key, name_of_data(rule_set)) for key, rule_set in sets.items())
        )
    if name in RULE_SET_CHOICES:
        items = RULE_SET_CHOICES[name]()
        named = sorted((name_of_data(item), key) for key, item in items.items())
        return forms.ChoiceField(
            required=False,
            choices=[("", _("as the rules specify")), *((key, label) for label, key in named)],
        )
    if name == "rating_system":
        systems = [(key, name_of(system)) for key, system in all_systems().items()]
        if now[name] not in {"none", *all_systems()}:
            systems.append((now[name], now[name]))
        return forms.ChoiceField(choices=[("none", _("none: players are not rated")), *systems])
    if kind is bool:
        return forms.BooleanField(required=False)
    if kind is int:
        return WholeNumberField(
            min_value=-10_000,
            max_value=10_000,
            widget=forms.TextInput(attrs={**NO_AUTOCOMPLETE, "size": 6}),
        )
    if kind == tuple[int, ...]:
        return WholeNumberListField(
            required=False, max_length=300, widget=forms.TextInput(attrs=NO_AUTOCOMPLETE)
        )
    return forms.CharField(max_length=80, widget=forms.TextInput(attrs=NO_AUTOCOMPLETE))


def _preset_hint(value: Any) -> str:
    return _("The preset says {value}.").format(value=rule_value_text(value))


def rule_value_text(value: Any) -> str:
    """Return the value of a rule in words.

    An empty string means “as the rules specify”, an empty list “nothing”.
    """
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        labels = all_metrics()
        words = [
            label_within_sentence(name_of(labels[v])) if v in labels else str(v) for v in value
        ]
        return comma_list(words) or _("nothing")
    if value == "":
        return _("as the rules specify")
    return str(RULE_VALUE_LABELS.get(value, value))


def rules_differing_from_preset(event: Event) -> list[tuple[str, str]]:
    """Return the label of each rule that differs from the preset, and the link to its field."""
    return RulesForm(rules=event.rules, preset=event.preset, running=False).differing_rules


@requires(Permission.DIRECT)
def word_list_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the word lists that fit the event's tiles, and set the chosen one."""
    event_ = find_event(event)
    refusal = ""
    if request.method == "POST":
        try:
            set_word_list(Actor.for_user(request.user), event_, request.POST.get("list", ""))
        except Refused as refused:
            refusal = str(refused)
        else:
            messages.success(request, _("Boards started from now on use this word list."))
            return redirect(event_)
    lists = [(words, format_thousands(len(words))) for words in word_lists_for(event_)]
    context = {"event": event_, "lists": lists, "refusal": refusal}
    return page(request, "tournament/event/word_list.html", context, status=422 if refusal else 200)
