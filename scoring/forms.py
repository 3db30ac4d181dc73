"""What is typed at the score pad, checked for form only; whether it can be is the actions' business."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from scoring import catalogue
from scoring.engine.typing.typed_turn import LONGEST_LINE
from scoring.models import Ruling
from scoring.wording.names import name_of

_TYPED = {"autocomplete": "off", "spellcheck": "false"}


class LineForm(forms.Form):
    """One line of the score pad, and what the page looked like when it was typed."""

    line = forms.CharField(
        max_length=LONGEST_LINE,
        required=False,
        error_messages={
            "max_length": _lazy(
                "The line has %(show_value)d characters; %(limit_value)d are enough for any turn."
            )
        },
    )
    seen = forms.IntegerField(required=False, min_value=0)
    """The fingerprint of the sheet the page showed."""
    confirmed = forms.CharField(required=False, max_length=LONGEST_LINE)
    """The line whose irregularities were shown: entering the same again accepts them."""
    cased = forms.BooleanField(required=False)
    """Small letters are blanks even where no capital stands beside them."""
    reason = forms.CharField(required=False, max_length=300)

    @property
    def sentences(self) -> list[str]:
        """Everything wrong with the form, as sentences."""
        return [str(message) for messages in self.errors.values() for message in messages]


class RulingForm(forms.Form):
    """The director's decision on a difference, or that an earlier one is taken back."""

    BACK = "back"
    decision = forms.ChoiceField(choices=[*Ruling.Decision.choices, (BACK, _lazy("taken back"))])
    reason = forms.CharField(required=False, max_length=300)


class SeenForm(forms.Form):
    """A button: only what the page knew of."""

    seen = forms.IntegerField(required=False, min_value=0)


class TakeOutForm(SeenForm):
    """A turn that was never made."""

    reason = forms.CharField(required=False, max_length=300)


class ReopenForm(forms.Form):
    """Why a finished game is opened again."""

    reason = forms.CharField(
        max_length=300,
        label=_lazy("Why is it opened again?"),
        error_messages={
            "required": _lazy("Say why the game is opened again: its result has been posted.")
        },
        widget=forms.TextInput(attrs=_TYPED),
    )


class NewGameForm(forms.Form):
    """A game of its own, outside any event."""

    first = forms.CharField(
        max_length=120,
        label=_lazy("Who begins"),
        widget=forms.TextInput(attrs={**_TYPED, "autofocus": True}),
    )
    second = forms.CharField(
        max_length=120, label=_lazy("Second"), widget=forms.TextInput(attrs=_TYPED)
    )
    third = forms.CharField(
        max_length=120, label=_lazy("Third"), required=False, widget=forms.TextInput(attrs=_TYPED)
    )
    fourth = forms.CharField(
        max_length=120, label=_lazy("Fourth"), required=False, widget=forms.TextInput(attrs=_TYPED)
    )
    rules = forms.ChoiceField(label=_lazy("Rules"))
    title = forms.CharField(
        max_length=120,
        required=False,
        label=_lazy("Title"),
        help_text=_lazy("For headings, such as “Club night, table 3”."),
        widget=forms.TextInput(attrs=_TYPED),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        by_name = sorted((name_of(rules), key) for key, rules in catalogue.rule_sets().items())
        self.fields["rules"].choices = [(key, name) for name, key in by_name]

    @property
    def names(self) -> list[str]:
        """Those who play, in the order of their seats."""
        typed = (self.cleaned_data[seat] for seat in ("first", "second", "third", "fourth"))
        return [name for name in typed if name]
