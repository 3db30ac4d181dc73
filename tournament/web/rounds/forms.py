"""Forms that plan and pair rounds; the options of a method come from its dataclass."""

import types
from collections.abc import Mapping
from dataclasses import Field, fields
from typing import Any, Self, get_args, get_type_hints

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext_lazy

from tournament.engine.pairing.automatic_rounds import MAX_DRAFT_MINUTES
from tournament.engine.pairing.event_plan import PREVIOUS, SEEDS, NoSuchSource, StandingsSource
from tournament.engine.pairing.method import all_methods
from tournament.engine.pairing.seating import Seating
from tournament.engine.pairing.typed_pairs import parse_pairs
from tournament.models.rounds import MAX_SEED
from tournament.queries.rounds.pairing import FixedPairs
from tournament.web.forms import NO_AUTOCOMPLETE, ReasonField, WholeNumberField
from tournament.wording.methods import option_label, shown_options, source_label
from tournament.wording.plugins import help_of, name_of, option_texts
from tournament.wording.sentences import sentences

NUMBER_ATTRS = {"inputmode": "numeric", "autocomplete": "off", "size": 5}
OPTION_PREFIX = "option_"
BY_HAND = "manual"
"""The key of the method that uses a typed list; it is not offered as a choice."""


def method_choices() -> list[tuple[str, str]]:
    """Return every method except pairing by hand as (key, label), sorted by label."""
    methods = [(key, name_of(method)) for key, method in all_methods().items() if key != BY_HAND]
    return sorted(methods, key=lambda pair: pair[1])


def method_paragraphs(key: str) -> list[str]:
    """Return the paragraphs of a method's description."""
    return list(help_of(all_methods()[key]))


class WholeNumberListField(forms.CharField):
    """Whole numbers separated by spaces, commas or semicolons."""

    def prepare_value(self, value: Any) -> Any:
        """Return a list as text separated by commas; other values are unchanged."""
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> list[int]:
        """Return the numbers.

        Raise `ValidationError`, naming the first word that is not a whole number of at most six digits.
        """
        words = str(super().clean(value) or "").replace(",", " ").replace(";", " ").split()
        wrong = [word for word in words if not word.isdecimal() or len(word) > 6]
        if wrong:
            raise forms.ValidationError(_("“{word}” is not a whole number.").format(word=wrong[0]))
        return [int(word) for word in words]


class MethodForm(forms.Form):
    """A pairing method, its source of standings and its options; `key` is the method whose options are shown."""

    method = forms.ChoiceField(label=_lazy("Method"))

    def __init__(
        self,
        *args: Any,
        key: str,
        number: int,
        source: StandingsSource = PREVIOUS,
        options: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        kwargs["initial"] = {"method": key, "source": str(source)} | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        self.key, self.number = key, number
        self.fields["method"].choices = method_choices()
        pairing_method = all_methods()[key]
        if pairing_method.uses_standings:
            self.fields["source"] = forms.ChoiceField(
                label=_("Standings used"),
                choices=source_choices(number, str(source)),
                error_messages={"invalid_choice": allowed_standings_message(number)},
            )
        hints = get_type_hints(pairing_method.Options)
        for item in shown_options(pairing_method):
            field = _option_field(item, hints[item.name])
            field.initial = (options or {}).get(item.name, item.default)
            self.fields[f"{OPTION_PREFIX}{item.name}"] = field

    @classmethod
    def for_method(cls, values: Mapping[str, Any], *, key: str, number: int) -> Self:
        """Return the form with the options of another method; the other fields keep their `values`.

        A source that cannot be read becomes the standings after the previous round.
        """
        try:
            source = StandingsSource.parse(values.get("source", ""))
        except NoSuchSource:
            source = PREVIOUS
        own = {name: values[name] for name in cls.base_fields if name in values}
        return cls(key=key, number=number, source=source, initial=own | {"method": key})

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields after the method: source and options."""
        return [
            self[name] for name in self.fields if name == "source" or name.startswith(OPTION_PREFIX)
        ]

    @property
    def explanation(self) -> str:
        """The first paragraph of the method's description."""
        return method_paragraphs(self.key)[0]

    @property
    def options(self) -> dict[str, Any]:
        """The options that differ from their defaults, in stored form."""
        usual: dict[str, Any] = {
            item.name: item.default for item in shown_options(all_methods()[self.key])
        }
        typed = {name: self.cleaned_data[f"{OPTION_PREFIX}{name}"] for name in usual}
        return {
            name: value
            for name, value in typed.items()
            if value != (list(usual[name]) if isinstance(usual[name], tuple) else usual[name])
        }

    @property
    def source(self) -> StandingsSource:
        """The chosen standings, or the seeds for a method that does not use standings."""
        if "source" not in self.fields:
            return SEEDS
        return StandingsSource.parse(self.cleaned_data["source"])


class PlanLineForm(MethodForm):
    """Consecutive rounds with their method."""

    from_round = WholeNumberField(
        label=_lazy("From round"),
        min_value=1,
        max_value=200,
        error_messages={"required": _lazy("Enter the first round.")},
        widget=forms.TextInput(attrs=NUMBER_ATTRS),
    )
    to_round = WholeNumberField(
        label=_lazy("to round"),
        min_value=1,
        max_value=200,
        error_messages={
            "required": _lazy(
                "Enter the last round. For a single round, enter the same number again."
            )
        },
        widget=forms.TextInput(attrs=NUMBER_ATTRS),
    )


class PairRoundForm(MethodForm):
    """A pairing method with fixed pairings, a seed and a reason; the same seed gives the same draw."""

    settled = forms.CharField(
        required=False,
        max_length=4_000,
        label=_lazy("Fixed pairings"),
        help_text=_lazy("Pairs and byes to keep fixed, one per line: “3 5”, “7 bye”."),
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "autocomplete": "off"}),
    )
    seed = WholeNumberField(
        required=False,
        min_value=0,
        max_value=MAX_SEED,
        label=pgettext_lazy("a draw", "Seed"),
        help_text=_lazy("Determines random choices. Leave it empty for a new seed."),
        widget=forms.TextInput(attrs=NUMBER_ATTRS | {"size": 11}),
    )
    reason = ReasonField(required=False)

    def fixed_pairs(self, names: Mapping[int, str]) -> FixedPairs:
        """Return the fixed pairs and byes; unreadable lines become form errors."""
        read = parse_pairs(self.cleaned_data.get("settled", ""), names)
        for problem in sentences(read.problems):
            self.add_error("settled", problem)
        return FixedPairs(read.pairs, read.byes)

    def current_values(self) -> list[tuple[str, Any]]:
        """Return (name, value) for each filled field, for a button that submits the form with a single change."""
        values = {name: self[name].value() for name in self.fields}
        return [
            (name, ", ".join(map(str, value)) if isinstance(value, list | tuple) else value)
            for name, value in {**values, "shown": self.key}.items()
            if value is not None and value is not False and value != ""
        ]


class SeatingForm(forms.Form):
    """The numbering of boards and the assignment of byes."""

    def __init__(self, *args: Any, seating: Seating, **kwargs: Any) -> None:
        kwargs["initial"] = seating.as_dict()
        super().__init__(*args, **kwargs)
        for item in fields(Seating):
            field: forms.Field
            if isinstance(item.default, bool):
                field = forms.BooleanField(required=False)
            else:
                field = WholeNumberField(
                    min_value=0, max_value=9999, widget=forms.TextInput(attrs=NUMBER_ATTRS)
                )
            texts = option_texts(item)
            field.label, field.help_text = texts.label, texts.help
            self.fields[item.name] = field

    @property
    def seating(self) -> Seating:
        """The chosen seating."""
        return Seating(**self.cleaned_data)


class AutoPublishForm(forms.Form):
    """Whether rounds are published automatically, and how many minutes a draft is shown first."""

    minutes = WholeNumberField(
        required=False,
        label=_lazy("Minutes to show a draft"),
        help_text=_lazy(
            "When the last result of a round is in, the next round is drafted according to the "
            "plan. The desk shows the draft for this many minutes before it is published, "
            "unless the director stops it. Leave it empty to pair and publish by hand."
        ),
        min_value=0,
        max_value=MAX_DRAFT_MINUTES,
        widget=forms.TextInput(attrs=NUMBER_ATTRS),
    )


class PlanProposalForm(forms.Form):
    """The number of rounds for which a plan is proposed."""

    rounds = WholeNumberField(
        label=_lazy("Number of rounds"),
        help_text=_lazy(
            "For at least 6 rounds and 8 players, the proposal begins with rounds in groups "
            "(Initial Fontes), unless there is time for a round robin."
        ),
        min_value=1,
        max_value=200,
        widget=forms.TextInput(attrs=NUMBER_ATTRS),
    )


def source_choices(number: int, chosen: str) -> list[tuple[str, str]]:
    """Return the standings that round `number` may be paired on as (value, label), including the one chosen."""
    choices = [
        ("previous", _("after the previous round")),
        ("one earlier", _("one round earlier, so that pairings can be published during a round")),
        *(
            (f"round {n}", _("always after round {number}").format(number=n))
            for n in range(1, number)
        ),
        ("seeds", _("at the start, by seed")),
    ]
    if chosen not in dict(choices):
        choices.append((chosen, source_label(StandingsSource.parse(chosen))))
    return choices


def allowed_standings_message(number: int) -> str:
    """Return a sentence that says which standings round `number` may be paired on."""
    if number == 1:
        return _("There are no standings before round 1, so it is paired in order of seeds.")
    return _(
        "Round {number} can only be paired on the standings after round {last} or an earlier round."
    ).format(number=number, last=number - 1)


def _option_field(item: Field[Any], kind: Any) -> forms.Field:
    optional = isinstance(kind, types.UnionType) and type(None) in get_args(kind)
    if optional:
        kind = next(arg for arg in get_args(kind) if arg is not type(None))
    field: forms.Field
    texts = option_texts(item)
    if choices := texts.choices:
        field = forms.TypedChoiceField(choices=choices, coerce=str if kind is str else int)
    elif kind is bool:
        field = forms.BooleanField(required=False)
    elif kind is int:
        field = WholeNumberField(
            required=not optional,
            min_value=0,
            max_value=2**31,
            widget=forms.TextInput(attrs=NUMBER_ATTRS),
        )
    elif kind is float:
        field = forms.FloatField(required=not optional, widget=forms.TextInput(attrs=NUMBER_ATTRS))
    elif kind is str:
        field = forms.CharField(required=False, max_length=200)
    else:
        field = WholeNumberListField(
            required=False, max_length=200, widget=forms.TextInput(attrs=NO_AUTOCOMPLETE)
        )
    field.label, field.help_text = option_label(item), texts.help
    return field
