"""A dispute about a game that was not recorded here: who played, their sheets, the plays if known."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring import catalogue
from scoring.access import Permission, requires
from scoring.actions.activity import Actor
from scoring.actions.disputes import UnclearColumns, open_dispute
from scoring.actions.refusals import Refused
from scoring.engine import gcg
from scoring.engine.audit.findings import Severity
from scoring.engine.audit.identify import DEFAULT_RULES
from scoring.engine.dispute.position import MOST_CHARACTERS
from scoring.engine.game.record import Record
from scoring.views.sheet_boxes import boxes, typed_columns
from scoring.wording.engine import sentence

_SEATS = 2
_TYPED = {"autocomplete": "off", "spellcheck": "false"}


class NewDisputeForm(forms.Form):
    """Who played, by which rules, and the plays where somebody wrote them down."""

    first = forms.CharField(
        max_length=120,
        label="Who began",
        widget=forms.TextInput(attrs={**_TYPED, "autofocus": True}),
        error_messages={"required": "Name the player who began."},
    )
    second = forms.CharField(
        max_length=120,
        label="Second",
        widget=forms.TextInput(attrs=_TYPED),
        error_messages={"required": "Name the player who went second."},
    )
    rules = forms.ChoiceField(label="Rules", initial=DEFAULT_RULES)
    title = forms.CharField(
        max_length=120, label="Where it was played", required=False,
        widget=forms.TextInput(attrs=_TYPED),
    )  # fmt: skip
    plays = forms.CharField(
        max_length=MOST_CHARACTERS,
        label="The plays",
        required=False,
        help_text="As GCG, if somebody has them. Without them the columns are added up and compared.",
        widget=forms.Textarea(attrs={**_TYPED, "rows": 3, "wrap": "off"}),
        error_messages={
            "max_length": "The plays have %(show_value)d characters; %(limit_value)d are read."
        },
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        two = [rules for rules in catalogue.rule_sets().values() if rules.players_min <= _SEATS]
        field = self.fields["rules"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(rules.key, rules.name) for rules in two]

    def clean_plays(self) -> Record | None:
        """The record pasted; every line that is none is an error with its number."""
        text = self.cleaned_data["plays"]
        if not text.strip():
            return None
        try:
            record = gcg.read(text)
        except gcg.Unreadable as error:
            raise forms.ValidationError(
                [sentence(found.message) for found in error.findings]
            ) from None
        wrong = [
            f"Line {found.line}: {sentence(found.message)}"
            if found.line
            else sentence(found.message)
            for found in record.problems
            if found.severity is Severity.ERROR
        ]
        if not wrong and any(turn.player >= _SEATS for turn in record.turns):
            wrong = ["The plays are of more than two players."]
        if wrong:
            raise forms.ValidationError(wrong)
        return record


@requires(Permission.DIRECT)
def new_dispute(request: HttpRequest) -> HttpResponse:
    """Ask for the sheets; keep them with a game of their own and compare."""
    form = NewDisputeForm(request.POST or None)
    typed = typed_columns(request.POST, _SEATS)
    problems = {}
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        try:
            game = open_dispute(
                [asked["first"], asked["second"]],
                asked["rules"],
                typed,
                Actor.of(request.user),
                title=asked["title"],
                record=asked["plays"],
            )
        except UnclearColumns as refused:
            problems = refused.problems
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            return redirect("dispute:game", pk=game.pk)
    names = [str(form.data.get(name) or word) for name, word in _CALLED]
    context = {"form": form, "sheets": boxes(names, typed, problems), "problems": problems}
    status = 422 if form.errors or problems else 200
    return render(request, "scoring/dispute/new.html", context, status=status)


_CALLED = (("first", "First player"), ("second", "Second player"))
