"""What the director says about an event that comes from files."""

from typing import Any

from django import forms

from tournament.catalogue import presets


class ImportForm(forms.Form):
    """The name of the event, and the rules that hold where the files say nothing."""

    name = forms.CharField(
        max_length=120,
        label="Name of the event",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    preset = forms.ChoiceField(
        label="Rules where the files say nothing",
        help_text="What the files say of byes, caps and rounds goes before them.",
    )

    def __init__(self, *args: Any, with_rules: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = sorted((rules.name, key) for key, rules in presets().items())
        self.fields["preset"].choices = [(key, name) for name, key in choices]
        if not with_rules:
            del self.fields["preset"]
