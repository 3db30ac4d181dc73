"""Forms that check the director's input for format only; the actions check the rest."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.forms import MAX_REASON_LENGTH
from scoring.wording.phrases import format_signed
from tournament.engine.event_rules import EventRules
from tournament.engine.results import GAMES, Outcome, is_bye
from tournament.engine.typed_result import TypedFigures
from tournament.models.results import OUTCOME_CHOICES

NO_AUTOCOMPLETE = {"autocomplete": "off"}


class ReasonField(forms.CharField):
    """The reason for a change, for the activity log."""

    def __init__(self, **options: Any) -> None:
        usual: dict[str, Any] = {
            "label": _lazy("Reason"),
            "max_length": MAX_REASON_LENGTH,
            "widget": forms.TextInput(attrs=NO_AUTOCOMPLETE),
        }
        super().__init__(**usual | options)


class WholeNumberField(forms.IntegerField):
    """A whole number, typed or pasted; a Unicode minus sign is accepted too."""

    default_error_messages = {
        "invalid": _lazy("This is not a whole number. Use digits only, such as 4."),
        "min_value": _lazy("The number must be at least %(limit_value)s."),
        "max_value": _lazy("The number must be at most %(limit_value)s."),
    }

    def to_python(self, value: Any) -> int | None:
        """Return the number, or None if nothing was typed. Raise `forms.ValidationError` for anything else."""
        typed = value.replace("\N{MINUS SIGN}", "-") if isinstance(value, str) else value
        return super().to_python(typed)


MAX_ROSTER_LENGTH = 200_000
"""Maximum number of characters in a pasted roster: enough for a thousand players with twenty columns."""


class RosterForm(forms.Form):
    """A form for pasting a roster."""

    roster = forms.CharField(
        max_length=MAX_ROSTER_LENGTH,
        label=_lazy("Players, one per line"),
        error_messages={"required": _lazy("Paste or type the names first, one per line.")},
        strip=False,
        help_text=_lazy(
            "“Last, First” or “First Last”, followed by the rating if there is one, #123 for a "
            "member number, “class: B” and “team: Rosas”."
        ),
        widget=forms.Textarea(
            attrs={"rows": 12, "autofocus": True, "spellcheck": "false", "autocomplete": "off"}
        ),
    )


class RoundRobinForm(forms.Form):
    """The form for drafting one or more rounds of a round robin."""

    rounds = forms.ChoiceField(label=_lazy("Rounds to draft"))
    cycles = WholeNumberField(
        label=_lazy("Cycles"),
        min_value=1,
        max_value=10,
        initial=1,
        help_text=_lazy("How often every player meets every other player."),
        error_messages={
            "min_value": _lazy("Enter at least 1: every player meets every other at least once."),
            "max_value": _lazy("Enter at most 10: players can meet each other at most ten times."),
        },
    )
    top_last = forms.BooleanField(
        label=_lazy("Pair 1 with 2, 3 with 4, and so on in the last round"), required=False
    )

    def __init__(self, *args: Any, next_round: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rounds"].choices = [
            ("all", _("all rounds from round {next_round} on").format(next_round=next_round)),
            ("next", _("round {next_round} only").format(next_round=next_round)),
        ]


class PairsByHandForm(forms.Form):
    """The form for a round paired by hand."""

    pairs = forms.CharField(
        max_length=40_000,
        label=_lazy("Pairs, one per line"),
        strip=False,
        help_text=_lazy(
            "Use numbers or names: “3 5” or “Ana Lopez - Ben Okafor”. A player alone on a line "
            "gets the bye. The first line is board 1."
        ),
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "autocomplete": "off"}),
    )
    firsts_as_listed = forms.BooleanField(
        label=_lazy("The player named first goes first (otherwise past starts decide)"),
        required=False,
    )


SCORE_ATTRS = {"inputmode": "numeric", "autocomplete": "off", "size": 5}
SCORE_ERRORS = {"invalid": _lazy("Type both scores as whole numbers.")}


class ResultLineForm(forms.Form):
    """A typed result line, how to read it, and the warning already accepted."""

    line = forms.CharField(
        required=False,
        max_length=80,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autofocus": True,
                "inputmode": "tel",
                "spellcheck": "false",
                "enterkeyhint": "send",
                "size": 22,
            }
        ),
    )
    mode = forms.ChoiceField(
        choices=[(mode.value, mode.value) for mode in TypedFigures], widget=forms.HiddenInput
    )
    by = forms.ChoiceField(
        choices=[("board", "board"), ("player", "player")], widget=forms.HiddenInput
    )
    accepted = forms.CharField(required=False, widget=forms.HiddenInput)

    def mark_refused(self) -> None:
        """Mark the typed line as refused; the page selects it so that typing replaces it."""
        self.fields["line"].widget.attrs["data-replace"] = True


class BoardResultForm(forms.Form):
    """The result of one board, entered or corrected, including outcomes without a played game."""

    outcome = forms.ChoiceField(
        label=_lazy("Outcome"),
        choices=[(key, label) for key, label in OUTCOME_CHOICES if not is_bye(key)],
        initial=Outcome.PLAYED.value,
    )
    first_score = WholeNumberField(
        required=False, error_messages=SCORE_ERRORS, widget=forms.TextInput(attrs=SCORE_ATTRS)
    )
    second_score = WholeNumberField(
        required=False, error_messages=SCORE_ERRORS, widget=forms.TextInput(attrs=SCORE_ATTRS)
    )
    spread_only = forms.BooleanField(required=False, widget=forms.HiddenInput)
    """Whether the first score is a spread and the scores are unknown."""
    reason = ReasonField(required=False)
    accepted = forms.CharField(required=False, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    """The version of the results that the page showed, or an empty string if it showed none."""
    beside = forms.BooleanField(required=False, widget=forms.HiddenInput)
    """Whether the result is stored beside the current ones until a director rules."""

    def clean(self) -> dict[str, Any]:
        """Require both scores of a played game, or only the first if it is a spread."""
        values = super().clean() or {}
        if values.get("outcome") in GAMES:
            names = (
                ("first_score",) if values.get("spread_only") else ("first_score", "second_score")
            )
            for name in names:
                if values.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Enter a score for a game that was played."))
        return values

    def label_outcomes(self, first: str, second: str, rules: EventRules) -> None:
        """Label outcomes with the players' names, and forfeits with their spreads."""
        names = {
            Outcome.FIRST_WINS: _("{player} wins, whatever the scores").format(player=first),
            Outcome.SECOND_WINS: _("{player} wins, whatever the scores").format(player=second),
        }
        for outcome, player in ((Outcome.FIRST_FORFEITS, first), (Outcome.SECOND_FORFEITS, second)):
            names[outcome] = _("{player} forfeits: {lost}, the opponent {won}").format(
                player=player,
                lost=format_signed(rules.forfeit_spread),
                won=format_signed(rules.bye_spread),
            )
        names[Outcome.BOTH_FORFEIT] = _("Both forfeit: {lost} each").format(
            lost=format_signed(rules.forfeit_spread)
        )
        names[Outcome.VOID] = _("Void: the round does not count")
        field = self.fields["outcome"]
        field.choices = [(key, names.get(Outcome(key), label)) for key, label in field.choices]

    @property
    def typed_scores(self) -> tuple[int, int]:
        """Both scores as typed, 0 for an empty one."""
        return self.cleaned_data["first_score"] or 0, self.cleaned_data["second_score"] or 0

    @property
    def signature(self) -> str:
        """The typed outcome and scores, joined. Submitting them a second time accepts their warnings."""
        return "/".join(
            self.data.get(name, "").strip() for name in ("outcome", "first_score", "second_score")
        )


class ReasonForm(forms.Form):
    """The reason for changing something already published."""

    reason = ReasonField()


class StandingsForm(forms.Form):
    """The number of rounds planned, and the round from which standings are held back."""

    rounds_planned = WholeNumberField(
        required=False,
        min_value=1,
        max_value=200,
        label=_lazy("Number of rounds"),
        error_messages={"min_value": _lazy("An event must have at least one round.")},
        help_text=_lazy(
            "With this number, the standings can show the places each player can still reach."
        ),
        widget=forms.TextInput(attrs=SCORE_ATTRS),
    )
    held_back_from = WholeNumberField(
        required=False,
        min_value=1,
        max_value=200,
        label=_lazy("Hold back from round"),
        error_messages={
            "min_value": _lazy(
                "Rounds are numbered from 1. Leave this empty to show all standings."
            )
        },
        help_text=_lazy(
            "From this round on, only the director sees the standings on screens and in "
            "reports, and the public site does not show the results of these rounds. Leave it "
            "empty to show all rounds to everybody."
        ),
        widget=forms.TextInput(attrs=SCORE_ATTRS),
    )


class ActivityFilterForm(forms.Form):
    """Filters of the activity log."""

    text = forms.CharField(
        required=False,
        max_length=100,
        label=_lazy("Search for"),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    person = forms.ChoiceField(required=False, label=_lazy("Who"))
    verb = forms.ChoiceField(required=False, label=_lazy("Item"))
    day = forms.DateField(
        required=False,
        label=_lazy("Day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(
        self, *args: Any, people: list[str], verbs: list[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["person"].choices = [("", _("everybody")), *((name, name) for name in people)]
        self.fields["verb"].choices = [("", _("all actions")), *verbs]
