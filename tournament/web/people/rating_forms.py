"""Forms for rating systems, their options and rating lists."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.ratings.rated_field import MAX_CAREER_GAMES
from tournament.engine.ratings.system import all_systems
from tournament.models import Club
from tournament.queries.standings.ratings import RatedRow
from tournament.web.forms import NO_AUTOCOMPLETE, WholeNumberField
from tournament.wording.plugins import name_of, option_texts

MAX_LIST_LENGTH = 6_000_000
"""Maximum number of characters in a rating list: 50,000 people with all columns.

The server accepts slightly larger forms.
"""

EMPTY_CHOICE = ("", _lazy("Choose …"))


def rating_system_choices() -> list[tuple[str, str]]:
    """Return every rating system as a form choice."""
    return [(key, name_of(system)) for key, system in all_systems().items()]


class RatingSystemForm(forms.Form):
    """The rating system of a division; if `unchosen` is true, no system is preselected."""

    system = forms.ChoiceField(label=_lazy("Rating system"), choices=rating_system_choices)

    def __init__(self, *, initial: dict[str, str], unchosen: bool = False) -> None:
        super().__init__(initial=initial)
        if unchosen:
            self.fields["system"].widget.choices = [EMPTY_CHOICE, *rating_system_choices()]


class RatingSystemOptionsForm(forms.Form):
    """The options of a rating system, as its dataclass defines them."""

    def __init__(self, data: Any, *, system: str) -> None:
        super().__init__(data)
        self.system = system
        for option in fields(all_systems()[system].Options):
            texts = option_texts(option)
            field: dict[str, Any] = {
                "label": texts.label,
                "help_text": texts.help,
                "required": False,
                "initial": option.default,
            }
            if isinstance(option.default, bool):
                self.fields[option.name] = forms.BooleanField(**field)
            else:
                self.fields[option.name] = forms.FloatField(min_value=0.01, **field)

    @property
    def changed_options(self) -> dict[str, Any]:
        """The options that are filled in and differ from the system's defaults."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if value is not None and value != self.fields[name].initial
        }


class CareerGamesForm(forms.Form):
    """The numbers of rated career games, with a field for each player whose number is unknown."""

    def __init__(self, data: Any = None, *, rows: Sequence[RatedRow]) -> None:
        super().__init__(data)
        self.numbers = {f"games_{row.person.number}": row.person.number for row in rows}
        for row in rows:
            self.fields[f"games_{row.person.number}"] = WholeNumberField(
                label=row.person.name,
                required=False,
                min_value=0,
                max_value=MAX_CAREER_GAMES,
                widget=forms.TextInput(
                    attrs={**NO_AUTOCOMPLETE, "inputmode": "numeric", "size": 6}
                ),
            )

    @property
    def games(self) -> dict[int, int]:
        """The typed numbers of games by entry number, leaving out empty fields."""
        return {
            self.numbers[name]: value
            for name, value in self.cleaned_data.items()
            if value is not None
        }


class RatingListForm(forms.Form):
    """The system, name, date, club and rows of a rating list."""

    system = forms.ChoiceField(
        label=_lazy("Rating system"),
        choices=lambda: [EMPTY_CHOICE, *rating_system_choices()],
        error_messages={"required": _lazy("Choose the system of these ratings.")},
    )
    name = forms.CharField(
        max_length=80,
        label=_lazy("Name of the list"),
        help_text=_lazy("The rating body’s own name for the list, such as “NWL ratings”."),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    as_of = forms.DateField(
        label=_lazy("As of"),
        help_text=_lazy("The date the list was published."),
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    club = forms.ModelChoiceField(
        queryset=Club.everywhere.none(),
        required=False,
        empty_label=_lazy("a rating body's list, for all events"),
        label=_lazy("List published by"),
    )
    rows = forms.CharField(
        max_length=MAX_LIST_LENGTH,
        label=_lazy("People, one per line"),
        strip=False,
        help_text=_lazy(
            "Name and rating. With a heading line, you can add the columns games, deviation, "
            "member number and last played. You can paste rows from a spreadsheet."
        ),
        widget=forms.Textarea(attrs={**NO_AUTOCOMPLETE, "rows": 10, "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club = self.fields["club"]
        assert isinstance(club, forms.ModelChoiceField)
        club.queryset = Club.objects.all()  # at run time: one organisation's clubs

    @property
    def cleaned_rows(self) -> str:
        """The valid rows, even if other fields are invalid; an empty string if the rows are invalid."""
        self.is_valid()
        rows: str = self.cleaned_data.get("rows", "")
        return rows


class RatingListFileForm(forms.Form):
    """The form for uploading a rating list."""

    file = forms.FileField(
        label=_lazy("Or choose a file"),
        error_messages={
            "required": _lazy("Choose the file first."),
            "empty": _lazy("The file is empty. Choose the file with the ratings."),
        },
    )
