"""Forms for prizes and their winners."""

from dataclasses import MISSING, fields
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import and_list, comma_list, label_within_sentence
from tournament.engine.prizes.award import Winner
from tournament.engine.prizes.kind import PrizeKind
from tournament.engine.prizes.pasted_prizes import MAX_LENGTH, MAX_PLACES
from tournament.models import Division, Entry
from tournament.web.forms import NO_AUTOCOMPLETE, WholeNumberField
from tournament.wording.plugins import name_of, option_texts

SHORT_NUMBER_ATTRS = {**NO_AUTOCOMPLETE, "inputmode": "numeric", "size": 5}


class PrizeListForm(forms.Form):
    """A pasted list of prizes."""

    prizes = forms.CharField(
        max_length=20_000,
        label=_lazy("Prizes, one per line"),
        strip=False,
        help_text=_lazy(
            "“A: 1st = 300”, “A: 4-6 = 20”, “A: class B = 50”, “high win = 25”, “By hand: Best "
            "dressed = a trophy”. You can also paste rows from a spreadsheet."
        ),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )


class PrizeForm(forms.Form):
    """One prize: the options of its kind, its division, place and value."""

    division = forms.ChoiceField(label=_lazy("For"), required=False)
    place = WholeNumberField(
        label=_lazy("Place"),
        min_value=1,
        max_value=MAX_PLACES,
        initial=1,
        help_text=_lazy("1 is the best, 2 the second best."),
        widget=forms.TextInput(attrs=SHORT_NUMBER_ATTRS),
    )
    value = forms.CharField(
        required=False,
        max_length=MAX_LENGTH,
        label=_lazy("Worth"),
        help_text=_lazy(
            "“200”, “€ 50 and a trophy”, “a dictionary”. Money is shared between players with "
            "equal results."
        ),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    title = forms.CharField(
        required=False,
        max_length=MAX_LENGTH,
        label=_lazy("Announced as"),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    exclusive = forms.BooleanField(
        required=False,
        label=_lazy("Exclusive"),
        help_text=_lazy(
            "No player wins two exclusive prizes: a player gets the more valuable one, and the "
            "other goes to the next in line."
        ),
    )

    def __init__(
        self,
        *args: Any,
        kind: PrizeKind,
        divisions: list[Division],
        classes: dict[str, list[str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.options: list[str] = []
        if not kind.computed:
            del self.fields["place"]
        for option in fields(kind.Options):
            number = "int" in str(option.type)
            field = WholeNumberField if number else forms.CharField
            more: dict[str, Any] = (
                {"min_value": 1, "max_value": 99} if number else {"max_length": 40}
            )
            self.fields[f"option_{option.name}"] = field(
                label=option_texts(option).label,
                initial=None if option.default is MISSING else option.default,
                help_text=option_texts(option).help,
                required=option.default is not None,
                widget=forms.TextInput(attrs=SHORT_NUMBER_ATTRS if number else NO_AUTOCOMPLETE),
                **more,
            )
            self.options.append(option.name)
        if "option_rating_class" in self.fields and classes:
            known = "; ".join(f"{name}: {comma_list(names)}" for name, names in classes.items())
            self.fields["option_rating_class"].help_text = _(
                "Classes by division: {classes}."
            ).format(classes=known)
        everybody = [] if kind.of_one_division and divisions else [("", _("the whole event"))]
        self.fields["division"].choices = [
            *everybody,
            *(
                (str(division.pk), _("division {division}").format(division=division))
                for division in divisions
            ),
        ]
        self.fields["title"].required = not kind.computed
        self.fields["title"].help_text = (
            _("The name announced at the ceremony.")
            if not kind.computed
            else _("Leave it empty to use “{kind}”.").format(
                kind=label_within_sentence(name_of(kind))
            )
        )
        first = [f"option_{name}" for name in self.options]
        self.order_fields([*first, *([] if kind.computed else ["title"]), "division"])

    def values(self, divisions: list[Division]) -> dict[str, Any]:
        """Return the typed values as arguments of `add_prize` and `change_prize`.

        Empty options are left out; the division is None for a prize of the whole event.
        """
        typed = self.cleaned_data
        return {
            "division": next((d for d in divisions if str(d.pk) == typed["division"]), None),
            "options": {
                name: value
                for name in self.options
                if (value := typed[f"option_{name}"]) is not None
            },
            "place": typed.get("place", 1),
            "title": typed["title"],
            "value": typed["value"],
            "exclusive": typed["exclusive"],
        }


class WinnerForm(forms.Form):
    """The winner set by hand, or the computed one."""

    winner = forms.ChoiceField(required=False, label=_lazy("Winner"))
    why = forms.CharField(
        required=False,
        max_length=300,
        label=_lazy("Why"),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )

    def __init__(
        self, *args: Any, entries: list[Entry], computed: tuple[Winner, ...] | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        names = and_list(winner.name for winner in computed or ())
        if computed is None:
            nobody = _("no winner yet")
        elif names:
            nobody = _("according to the results: {names}").format(names=names)
        else:
            nobody = _("according to the results")
        self.names = {str(entry.pk): entry.name for entry in entries}
        self.fields["winner"].choices = [
            ("", nobody),
            *((str(e.pk), f"{e.player.sort_name}, {e.division}") for e in entries),
        ]

    @property
    def winner_label(self) -> str:
        """The name of the chosen winner, or an empty string for the computed one."""
        return self.names.get(self.cleaned_data["winner"], "")
