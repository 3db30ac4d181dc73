"""Forms about entries, walk-ins, clubs, rating classes and players kept apart."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import comma_list
from tournament.engine.attendance import AttendanceSituation, LateEntry, reasons_not_to_join
from tournament.engine.message import Message
from tournament.engine.prizes.classes import MAX_CLASSES
from tournament.engine.ratings.rated_field import MAX_CAREER_GAMES
from tournament.engine.roster import read_rating
from tournament.engine.roster_rating import ZERO
from tournament.web.forms import NO_AUTOCOMPLETE, ReasonField, WholeNumberField
from tournament.wording.sentences import sentence


class RatingField(forms.CharField):
    """A rating as people write it; None for unrated."""

    def __init__(self) -> None:
        super().__init__(
            label=_lazy("Rating"),
            required=False,
            max_length=20,
            widget=forms.TextInput(attrs={**NO_AUTOCOMPLETE, "inputmode": "numeric", "size": 5}),
        )

    def clean(self, value: Any) -> int | None:
        """Return the rating, or None for unrated. Raise `ValidationError` with the problem."""
        rating, problem = read_rating(super().clean(value))
        if problem:
            raise forms.ValidationError(sentence(problem))
        return rating


def zero_rating_note(form: forms.Form) -> str:
    """Return a note that a typed 0 means unrated, preceded by a space, or an empty string for other ratings."""
    typed = str(form["rating"].value() or "").strip()
    return f" {sentence(Message('zero_is_unrated'))}" if ZERO.match(typed) else ""


class PersonNameField(forms.CharField):
    """The name of a known person."""

    default_error_messages = {
        "required": _lazy("The name is missing. Write “First Last” or “Last, First”.")
    }

    def __init__(self, **options: Any) -> None:
        usual: dict[str, Any] = {
            "label": _lazy("Name"),
            "max_length": 84,
            "widget": forms.TextInput(attrs=NO_AUTOCOMPLETE),
        }
        super().__init__(**usual | options)


class PrefixedIdsForm(forms.Form):
    """A form that shares its page with others and gives its fields unique ids."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", f"{type(self).__name__.removesuffix('Form').lower()}_%s")
        super().__init__(*args, **kwargs)


class LateEntryForm(PrefixedIdsForm):
    """The possible ways for a late entry to join."""

    late_entry = forms.ChoiceField(label=_lazy("When they join"))

    def __init__(self, *args: Any, now: AttendanceSituation, bye: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["late_entry"].choices = late_entry_choices(now, bye)

    @property
    def way(self) -> LateEntry:
        """The chosen way to join."""
        return LateEntry(self.cleaned_data["late_entry"])


class PenaltyForm(PrefixedIdsForm):
    """A penalty: points subtracted from the spread, or given back."""

    round_number = forms.IntegerField(label=_lazy("Round"), min_value=1, max_value=999)
    points = WholeNumberField(
        label=_lazy("Points to deduct"),
        error_messages={
            "invalid": _lazy("Enter a whole number, such as 50 to deduct fifty points.")
        },
        help_text=_lazy("50 deducts fifty points from the spread; −50 gives fifty back."),
        widget=forms.TextInput(attrs={**NO_AUTOCOMPLETE, "size": 6}),
    )
    reason = ReasonField()

    @property
    def penalty(self) -> dict[str, Any]:
        """The arguments of the action; subtracted points are a negative spread."""
        typed = self.cleaned_data
        return {
            "round_number": typed["round_number"],
            "spread": -typed["points"],
            "reason": typed["reason"],
        }


def late_entry_choices(now: AttendanceSituation, bye: str = "") -> list[tuple[str, str]]:
    """Return the possible ways to join as (value, sentence); `bye` is the name of the player with the bye, or empty."""
    against = (
        _("in round {round}, against {player}, who has the bye")
        if bye
        else _("in round {round}, against the player with the bye")
    )
    labels = {
        LateEntry.BYES_SEAT: against.format(round=now.round, player=bye),
        LateEntry.NEW_BYE: _("in round {round}, with a new bye").format(round=now.round),
        LateEntry.NEXT_ROUND: _("from round {round} on").format(round=now.round + 1),
    }
    return [(str(way), label) for way, label in labels.items() if not reasons_not_to_join(way, now)]


def walk_in_choices(situations: list[tuple[AttendanceSituation, str]]) -> list[tuple[str, str]]:
    """Return the ways to join that are possible in at least one division, as (value, sentence).

    For a single division, the sentences name the round and the player with the bye.
    """
    if len(situations) == 1:
        return late_entry_choices(*situations[0])
    labels = {
        LateEntry.BYES_SEAT: _("this round, against the player with the bye"),
        LateEntry.NEW_BYE: _("this round, with a new bye"),
        LateEntry.NEXT_ROUND: _("from the next round on"),
    }
    possible = {choice[0] for situation in situations for choice in late_entry_choices(*situation)}
    return [(str(way), label) for way, label in labels.items() if str(way) in possible]


class WalkInForm(forms.Form):
    """A player who arrives without having been entered."""

    name = forms.CharField(
        max_length=80,
        label=_lazy("Name"),
        help_text=_lazy("“First Last” or “Last, First”."),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    rating = RatingField()
    division = forms.ChoiceField(label=_lazy("Division"))
    late_entry = forms.ChoiceField(label=_lazy("When they join"), required=False)

    def __init__(
        self,
        *args: Any,
        divisions: list[tuple[str, str]],
        ways: list[tuple[str, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["division"].choices = divisions
        if len(divisions) == 1:
            self.fields["division"].widget = forms.HiddenInput()
            self.fields["division"].initial = divisions[0][0]
        self.fields["late_entry"].choices = ways
        if len(ways) < 2:
            del self.fields["late_entry"]

    @property
    def way(self) -> LateEntry:
        """The chosen way to join; without a choice, from the next round on."""
        return LateEntry(self.cleaned_data.get("late_entry") or LateEntry.NEXT_ROUND)


class DivisionChangeForm(PrefixedIdsForm):
    """The form for choosing another division."""

    to = forms.ChoiceField(label=_lazy("Division"))

    def __init__(self, *args: Any, divisions: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"].choices = divisions


class RosterFileForm(forms.Form):
    """The form for uploading a roster file."""

    file = forms.FileField(
        label=_lazy("File"),
        max_length=200,
        error_messages={
            "required": _lazy("Choose the file first."),
            "empty": _lazy("The file is empty. Choose the file with the players."),
        },
    )

    def __init__(self, *args: Any, suffixes: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["file"]
        field.widget.attrs |= {"accept": ",".join(suffixes), "form": "list"}
        field.help_text = _("Use a workbook or a text file: {suffixes}.").format(
            suffixes=comma_list(suffixes)
        )


class ClubForm(forms.Form):
    """The form for a new club."""

    name = forms.CharField(
        max_length=120,
        label=_lazy("Name of the club"),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )


class KeepApartForm(forms.Form):
    """The form for keeping two people apart."""

    one = forms.ChoiceField(label=_lazy("Player"))
    other = forms.ChoiceField(label=_lazy("Other player"))
    how = forms.ChoiceField(
        label=_lazy("Method"),
        choices=[
            ("hard", _lazy("never meet")),
            ("soft", _lazy("do not meet if it can be avoided")),
        ],
    )
    reason = ReasonField(required=False, help_text=_lazy("Only directors see this."))

    def __init__(self, *args: Any, people: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            self.fields[name].choices = [("", ""), *people]


class EntryDetailsForm(PrefixedIdsForm):
    """The details of an entry: everything but its results."""

    name = PersonNameField(
        help_text=_lazy(
            "“Last, First” or “First Last”. The name changes in every event of this person."
        )
    )
    rating = RatingField()
    member = forms.CharField(
        label=_lazy("Member number"),
        required=False,
        max_length=40,
        help_text=_lazy("The player’s number at the rating body; files for that body include it."),
        widget=forms.TextInput(attrs={**NO_AUTOCOMPLETE, "size": 12}),
    )
    career_games = WholeNumberField(
        label=_lazy("Career games"),
        required=False,
        min_value=0,
        max_value=MAX_CAREER_GAMES,
        help_text=_lazy("Rated games before this event. Leave it empty if you do not know."),
        widget=forms.TextInput(attrs={**NO_AUTOCOMPLETE, "inputmode": "numeric", "size": 6}),
    )
    rating_class = forms.CharField(
        label=_lazy("Class"),
        required=False,
        max_length=20,
        help_text=_lazy("Used for class prizes: a name such as “B” or “under 1500”."),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    team = forms.CharField(
        label=_lazy("Team"),
        required=False,
        max_length=40,
        help_text=_lazy("A team or a club. The plan can keep players of the same team apart."),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    fixed_board = forms.IntegerField(
        label=_lazy("Always plays at board"),
        required=False,
        min_value=1,
        max_value=999,
        help_text=_lazy("For players who cannot move around: their opponents come to this board."),
        widget=forms.TextInput(attrs={**NO_AUTOCOMPLETE, "inputmode": "numeric", "size": 4}),
    )
    by_initials = forms.BooleanField(label=_lazy("Show only initials in public"), required=False)
    owes = forms.CharField(
        label=_lazy("Owes"),
        required=False,
        max_length=40,
        help_text=_lazy("In your own words, such as “12.50” or “half”."),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    paid = forms.BooleanField(label=_lazy("Paid"), required=False)
    reason = ReasonField(
        required=False,
        help_text=_lazy("Required for a change of name or rating once rounds are published."),
    )

    @property
    def labels(self) -> dict[str, str]:
        """The label of each value."""
        return {name: str(field.label) for name, field in self.fields.items()}


class ClassesForm(forms.Form):
    """Rating classes by their lowest ratings, one per line."""

    classes = forms.CharField(
        required=False,
        max_length=2000,
        label=_lazy("Classes, strongest first"),
        strip=False,
        help_text=_lazy(
            "Such as “A from 1600, B from 1200, C”. Players with equal ratings stay together; a "
            "class without a lowest rating takes everybody else, including unrated players. "
            "Leave it empty for no classes."
        ),
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "autocomplete": "off"}),
    )


class EqualClassesForm(forms.Form):
    """The number of classes of equal size."""

    parts = WholeNumberField(
        label=_lazy("Number of classes"),
        min_value=1,
        max_value=MAX_CLASSES,
        initial=3,
        help_text=_lazy(
            "The classes are as equal in size as possible; players with the same rating stay together."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric", "size": 5}),
    )
