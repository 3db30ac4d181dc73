"""What the director types about prizes and rating classes."""

from dataclasses import MISSING, fields
from typing import Any

from django import forms

from tournament.engine.prizes.award import Winner
from tournament.engine.prizes.kind import Kind
from tournament.engine.prizes.pasted import LONGEST, MOST_PLACES
from tournament.models import Division, Entry
from tournament.web.forms import WholeNumber

QUIET = {"autocomplete": "off"}
SHORT = {**QUIET, "inputmode": "numeric", "size": 5}


class PrizesForm(forms.Form):
    """A pasted list of prizes."""

    prizes = forms.CharField(
        max_length=20_000,
        label="Prizes, one a line",
        strip=False,
        help_text="“A: 1st = 300”, “A: 4-6 = 20”, “A: class B = 50”, “high win = 25”, "
        "“By hand: Best dressed = a trophy”. Rows of a spreadsheet are understood too.",
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )


class PrizeForm(forms.Form):
    """One prize: the options of its kind, where, for which place, what it is worth."""

    division = forms.ChoiceField(label="For", required=False)
    place = WholeNumber(
        label="Place",
        min_value=1,
        max_value=MOST_PLACES,
        initial=1,
        help_text="1 is the best, 2 the next.",
        widget=forms.TextInput(attrs=SHORT),
    )
    value = forms.CharField(
        required=False,
        max_length=LONGEST,
        label="Worth",
        help_text="“200”, “€ 50 and a trophy”, “a dictionary”. Money is shared where players are level.",
        widget=forms.TextInput(attrs=QUIET),
    )
    title = forms.CharField(
        required=False,
        max_length=LONGEST,
        label="Called",
        widget=forms.TextInput(attrs=QUIET),
    )
    exclusive = forms.BooleanField(
        required=False,
        label="Exclusive",
        help_text="Nobody wins two exclusive prizes: the more valuable one counts, the other goes "
        "to the next in line.",
    )

    def __init__(
        self,
        *args: Any,
        kind: Kind,
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
            field = WholeNumber if number else forms.CharField
            more: dict[str, Any] = (
                {"min_value": 1, "max_value": 99} if number else {"max_length": 40}
            )
            self.fields[f"option_{option.name}"] = field(
                label=option.name.replace("_", " ").capitalize(),
                initial=None if option.default is MISSING else option.default,
                help_text=option.metadata.get("help", ""),
                widget=forms.TextInput(attrs=SHORT if number else QUIET),
                **more,
            )
            self.options.append(option.name)
        if "option_rating_class" in self.fields and classes:
            known = "; ".join(f"{name}: {', '.join(found)}" for name, found in classes.items())
            self.fields["option_rating_class"].help_text = f"The classes of division {known}."
        everybody = [] if kind.of_one_division and divisions else [("", "the whole event")]
        self.fields["division"].choices = [
            *everybody, *((str(each.pk), f"division {each}") for each in divisions)
        ]  # fmt: skip
        self.fields["title"].required = not kind.computed
        self.fields["title"].help_text = (
            "The name it is announced by."
            if not kind.computed
            else f"Empty: {kind.label.lower()}, as usual."
        )
        first = [f"option_{name}" for name in self.options]
        self.order_fields([*first, *([] if kind.computed else ["title"]), "division"])

    def wanted(self, divisions: list[Division]) -> dict[str, Any]:
        """What was typed, as `add_prize` and `change_prize` take it."""
        typed = self.cleaned_data
        return {
            "division": next((d for d in divisions if str(d.pk) == typed["division"]), None),
            "options": {name: typed[f"option_{name}"] for name in self.options},
            "place": typed.get("place", 1),
            "title": typed["title"],
            "value": typed["value"],
            "exclusive": typed["exclusive"],
        }


class WinnerForm(forms.Form):
    """The winner set by hand, or whoever the figures say."""

    winner = forms.ChoiceField(required=False, label="Winner")
    why = forms.CharField(
        required=False, max_length=300, label="Why", widget=forms.TextInput(attrs=QUIET)
    )

    def __init__(
        self, *args: Any, entries: list[Entry], computed: tuple[Winner, ...] | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        names = " and ".join(winner.name for winner in computed or ())
        nobody = "nobody yet" if computed is None else f"by the figures{names and f': {names}'}"
        self.fields["winner"].choices = [
            ("", nobody),
            *((str(entry.pk), f"{entry.name}, {entry.division}") for entry in entries),
        ]
