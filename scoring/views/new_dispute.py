"""A dispute about a game not recorded here: the players, their sheets, and the plays if known."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring import catalogue
from scoring.access import Permission, requires
from scoring.actions.activity import Actor
from scoring.actions.disputes import InvalidColumns, open_dispute
from scoring.actions.refusals import Refused
from scoring.engine import gcg
from scoring.engine.audit.findings import Severity
from scoring.engine.audit.identify import DEFAULT_RULES
from scoring.engine.dispute.position import MAX_CHARACTERS
from scoring.engine.game.record import Record
from scoring.engine.rules.rulesets import RuleSet
from scoring.views.last_choices import RULES, last_choice, remember_choice
from scoring.views.sheet_boxes import boxes_of_sheets, typed_columns
from scoring.wording.engine import sentence
from scoring.wording.names import name_of

_SEATS = 2
_TEXT_INPUT_ATTRS = {"autocomplete": "off", "spellcheck": "false"}


class NewDisputeForm(forms.Form):
    """The players, the rules, and the plays if they were written down."""

    first = forms.CharField(
        max_length=120,
        label=_lazy("First"),
        widget=forms.TextInput(attrs={**_TEXT_INPUT_ATTRS, "autofocus": True}),
        error_messages={"required": _lazy("Name the player who went first.")},
    )
    second = forms.CharField(
        max_length=120,
        label=_lazy("Second"),
        widget=forms.TextInput(attrs=_TEXT_INPUT_ATTRS),
        error_messages={"required": _lazy("Name the player who went second.")},
    )
    rules = forms.ChoiceField(label=_lazy("Rules"), initial=DEFAULT_RULES)
    title = forms.CharField(
        max_length=120, label=_lazy("Where the game was played"), required=False,
        widget=forms.TextInput(attrs=_TEXT_INPUT_ATTRS),
    )  # fmt: skip
    plays = forms.CharField(
        max_length=MAX_CHARACTERS,
        label=_lazy("The plays"),
        required=False,
        help_text=_lazy(
            "As GCG, if they were recorded. Without the plays, only the columns are added up "
            "and compared."
        ),
        widget=forms.Textarea(attrs={**_TEXT_INPUT_ATTRS, "rows": 3, "wrap": "off"}),
        error_messages={
            "max_length": _lazy(
                "The plays have %(show_value)d characters; the maximum is %(limit_value)d."
            )
        },
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        field = self.fields["rules"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(key, name_of(rules)) for key, rules in _two_player_rules().items()]

    def clean_plays(self) -> Record | None:
        """Return the pasted record, or None if nothing was pasted.

        Raise `ValidationError` with every invalid line and its number, or if there are more than two players.
        """
        text = self.cleaned_data["plays"]
        if not text.strip():
            return None
        try:
            record = gcg.read(text)
        except gcg.Unreadable as error:
            raise forms.ValidationError(
                [sentence(finding.message) for finding in error.findings]
            ) from None
        wrong = [
            _("Line {line}: {message}").format(line=finding.line, message=sentence(finding.message))
            if finding.line
            else sentence(finding.message)
            for finding in record.problems
            if finding.severity is Severity.ERROR
        ]
        if not wrong and any(turn.player >= _SEATS for turn in record.turns):
            wrong = [_("The plays belong to more than two players.")]
        if wrong:
            raise forms.ValidationError(wrong)
        return record


def _two_player_rules() -> dict[str, RuleSet]:
    return {
        key: rules for key, rules in catalogue.rule_sets().items() if rules.players_min <= _SEATS
    }


@requires(Permission.DIRECT)
def new_dispute(request: HttpRequest) -> HttpResponse:
    """Show the form for the sheets; save them with a new game and compare them.

    The address may name the players and the place, as links on the page of a board do.
    """
    given = {name: request.GET[name] for name in NewDisputeForm.base_fields if name in request.GET}
    if remembered := last_choice(request, RULES, _two_player_rules()):
        given.setdefault("rules", remembered)
    form = NewDisputeForm(request.POST or None, initial=given)
    typed = typed_columns(request.POST, _SEATS)
    problems = {}
    if request.method == "POST" and form.is_valid():
        cleaned = form.cleaned_data
        try:
            game = open_dispute(
                [cleaned["first"], cleaned["second"]],
                cleaned["rules"],
                typed,
                Actor.for_user(request.user),
                title=cleaned["title"],
                record=cleaned["plays"],
            )
        except InvalidColumns as refused:
            problems = refused.problems
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            return remember_choice(redirect("dispute:game", pk=game.pk), RULES, cleaned["rules"])
    names = [form.data.get(name, "").strip() or str(label) for name, label in _PLAYER_LABELS]
    context = {
        "form": form,
        "sheets": boxes_of_sheets(names, typed, problems),
        "problems": problems,
    }
    status = 422 if form.errors or problems else 200
    return render(request, "scoring/dispute/new.html", context, status=status)


_PLAYER_LABELS = (("first", _lazy("First player")), ("second", _lazy("Second player")))
