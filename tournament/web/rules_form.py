"""The form of an event's rules, made from the rules themselves: every value says what it does."""

from dataclasses import fields
from typing import Any

from django import forms

from scoring import catalogue as game_catalogue
from tournament.catalogue import presets
from tournament.engine.event_rules import (
    MISSED_ROUNDS,
    ROUNDS_AFTER_LEAVING,
    WITHDRAWN,
    EventRules,
)
from tournament.engine.ratings.system import all_systems
from tournament.engine.standings import all_metrics
from tournament.web.forms import WholeNumber

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
