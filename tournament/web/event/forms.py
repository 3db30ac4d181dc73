"""Forms for the first account, an event and a division."""

from typing import Any

from django import forms
from django.contrib.auth.forms import SetPasswordMixin
from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext_lazy

from scoring import catalogue
from scoring.wording.names import name_of
from tournament.catalogue import presets
from tournament.engine.pairing.event_plan import MAX_ROUNDS
from tournament.models import EventSize
from tournament.web.forms import NO_AUTOCOMPLETE
from tournament.wording.plugins import translate_text


class FirstAccountForm(SetPasswordMixin, forms.Form):
    """The name and password of the first account.

    On a computer other than the server's, the code from the server's window is required, too.
    """

    name = forms.CharField(
        max_length=60,
        label=_lazy("Your name"),
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "username"}),
        error_messages={"required": _lazy("Enter the name you log in with.")},
    )
    new_password1 = forms.CharField(
        label=_lazy("Password"),
        strip=False,
        help_text=_lazy("At least eight characters, not only digits."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        error_messages={"required": _lazy("Choose a password.")},
    )
    new_password2 = forms.CharField(
        label=_lazy("Repeat the password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        error_messages={"required": _lazy("Type the password a second time.")},
    )
    code = forms.CharField(
        max_length=20,
        label=_lazy("Code"),
        error_messages={
            "required": _lazy("Type the code shown in the window where Ninetimer was started.")
        },
    )

    def __init__(self, *args: Any, asks_for_code: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asks_for_code = asks_for_code
        if not asks_for_code:
            del self.fields["code"]

    def clean(self) -> dict[str, Any]:
        """Check that both passwords match and satisfy the password rules."""
        self.validate_passwords("new_password1", "new_password2")
        self.validate_password_for_user(
            User(username=self.cleaned_data.get("name", "")), "new_password2"
        )
        return self.cleaned_data


class EventForm(forms.Form):
    """The form for a new event: its name, its rules and, optionally, its players.

    If players are entered, the first round is paired.
    """

    name = forms.CharField(
        max_length=120,
        label=_lazy("Name of the event"),
        error_messages={"required": _lazy("Give the event a name that players will recognise.")},
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "off"}),
    )
    size = forms.ChoiceField(
        label=_lazy("Kind of event"),
        required=False,
        choices=EventSize.choices,
        help_text=_lazy(
            "Decides which pages the menus show. You can change it under Settings at any time."
        ),
    )
    preset = forms.ChoiceField(
        label=_lazy("Rules"),
        help_text=_lazy(
            "The event gets its own copy of these rules. You can change them under Settings at "
            "any time."
        ),
    )
    tile_set = forms.ChoiceField(label=_lazy("Tiles"), required=False)
    layout = forms.ChoiceField(label=pgettext_lazy("with squares", "Board"), required=False)
    date = forms.DateField(
        label=_lazy("Date"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    roster = forms.CharField(
        max_length=100_000,
        label=_lazy("Players, one per line"),
        required=False,
        strip=False,
        help_text=_lazy("“Last, First” or “First Last”, followed by the rating if there is one."),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(label=_lazy("Or choose a file"), required=False, max_length=200)
    again = forms.ChoiceField(label=_lazy("Or use the last event"), required=False)
    rounds = forms.IntegerField(
        label=_lazy("Rounds"),
        help_text=_lazy("The number of rounds in the plan. You can plan more or fewer later."),
        min_value=1,
        max_value=MAX_ROUNDS,
        required=False,
    )
    accepted = forms.CharField(required=False, widget=forms.HiddenInput)
    place = forms.CharField(max_length=120, label=_lazy("Venue"), required=False)
    club = forms.ChoiceField(
        label=_lazy("Club session"),
        required=False,
        help_text=_lazy("This event’s players are added to the club’s roster."),
    )

    def __init__(
        self,
        *args: Any,
        clubs: list[tuple[str, str]],
        earlier: list[tuple[str, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["again"].choices = [("", _("no event")), *earlier]
        if not earlier:
            del self.fields["again"]
        self.fields["club"].choices = [("", _("no club")), *clubs]
        if not clubs:
            del self.fields["club"]
        choices = sorted((translate_text(rules.name), key) for key, rules in presets().items())
        self.fields["preset"].choices = [(key, name) for name, key in choices]
        for field, items in (("tile_set", catalogue.tile_sets()), ("layout", catalogue.layouts())):
            named = sorted((name_of(item), key) for key, item in items.items())
            self.fields[field].choices = [
                ("", _("as the rules specify")),
                *((key, name) for name, key in named),
            ]

    @property
    def event_fields(self) -> list[forms.BoundField]:
        """The form's rarely filled-in fields: number of rounds, venue, club, tiles and board."""
        keys = ("rounds", "place", "club", "tile_set", "layout")
        return [self[key] for key in keys if key in self.fields]

    @property
    def player_fields(self) -> list[forms.BoundField]:
        """The fields for entering the players: pasted, as a file, or from an earlier division."""
        return [self[key] for key in ("roster", "file", "again") if key in self.fields]


class DivisionForm(forms.Form):
    """The form for a new division."""

    name = forms.CharField(
        max_length=40,
        label=_lazy("Name of the division"),
        error_messages={
            "required": _lazy("Give the division a name, for example A if there is only one.")
        },
        help_text=_lazy("A letter or a word by which players know the division."),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
