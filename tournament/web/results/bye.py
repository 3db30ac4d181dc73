"""The page for a player without an opponent, on which a bye, forfeit or void round is corrected."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.actions.activity import Actor
from tournament.actions.act import ConfirmationRequired, ReasonMissing, Refused
from tournament.actions.results.results import correct_result, correction_reason_message
from tournament.actions.results.typed_lines import result_consequences
from tournament.engine.results import ALONE, WITHOUT_SPREAD, awarded_spread
from tournament.models import Pairing, ResultEntry
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.results.confirmation import correction_sentence, outcome_sentence
from tournament.queries.rounds.rounds import result_history
from tournament.queries.versions import version_of_results
from tournament.web.access import Permission, requires
from tournament.web.forms import ReasonField, WholeNumberField
from tournament.web.page import find_division, find_round, page


class ByeForm(forms.Form):
    """The outcome of a round without an opponent, and the reason for changing it."""

    outcome = forms.ChoiceField(
        label=_lazy("Outcome"),
        choices=lambda: [
            (key.value, ResultEntry(outcome=key).label_without_opponent) for key in ALONE
        ],
    )
    spread = WholeNumberField(
        required=False,
        min_value=-999,
        max_value=999,
        label=_lazy("Spread"),
        help_text=_lazy("Leave empty to use the rules of the event."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 5}),
    )
    reason = ReasonField(required=False)
    accepted = forms.CharField(required=False, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def clean_spread(self) -> int | None:
        """Return the spread. Raise `ValidationError` if one is given for an outcome that has none."""
        spread: int | None = self.cleaned_data["spread"]
        outcome = self.cleaned_data.get("outcome")
        if spread is not None and outcome in WITHOUT_SPREAD:
            raise forms.ValidationError(
                _("“{outcome}” has no spread. Leave the spread empty.").format(
                    outcome=ResultEntry(outcome=outcome)
                )
            )
        return spread

    @property
    def signature(self) -> str:
        """The typed outcome and spread, joined. Submitting them a second time accepts their warnings."""
        return "/".join(self.data.get(name, "").strip() for name in ("outcome", "spread"))


@requires(Permission.DIRECT)
def bye_page(
    request: HttpRequest, event: str, division: str, number: int, player: int
) -> HttpResponse:
    """Show the outcome of a round for a player without an opponent, and change it."""
    round_ = find_round(request, find_division(event, division), number)
    pairing = get_object_or_404(
        Pairing.objects.select_related("first__player"),
        round=round_,
        first__number=player,
        second=None,
        replaced_at=None,
    )
    pairing.round = round_
    history = result_history(pairing)
    counts = next((row for row in history if row.standing == ResultStatus.COUNTS), None)
    form = ByeForm(request.POST or None, initial=_initial_values(request, pairing, counts))
    questions: list[str] = []
    if request.method == "POST" and form.is_valid():
        done, questions = _correct_result(request, pairing, form)
        if done is not None:
            messages.success(
                request,
                _("{player}, {round}: {what}").format(
                    player=pairing.first,
                    round=round_,
                    what=correction_sentence(pairing, done) or outcome_sentence(pairing, done),
                ),
            )
            return redirect(request.path)
    context = {
        "division": round_.division,
        "round": round_,
        "pairing": pairing,
        "counts": counts,
        "outcome": outcome_sentence(pairing, counts) if counts else "",
        "history": history,
        "form": form,
        "questions": questions,
        "version": version_of_results(history),
        "why_a_reason": correction_reason_message(pairing) if counts else "",
        "typing": counts is not None and not round_.division.event.closed_at,
        "may_rearrange": round_.phase != Phase.CLOSED and not round_.division.event.closed_at,
    }
    status = 422 if request.method == "POST" else 200
    return page(request, "tournament/results/bye.html", context, status=status)


def _initial_values(
    request: HttpRequest, pairing: Pairing, counts: ResultEntry | None
) -> dict[str, object]:
    """Return the form's initial values: the outcome in the address, else the current one, and its spread.

    The spread is None for another outcome than the current one, and if it is the usual one. Return {} if no
    result counts.
    """
    if counts is None:
        return {}
    rules = pairing.round.division.event.rules
    outcome = request.GET.get("outcome", counts.outcome)
    usual = awarded_spread(counts.outcome, rules.bye_spread, rules.forfeit_spread)[0]
    is_usual = outcome != counts.outcome or counts.first_score == usual
    return {"outcome": outcome, "spread": None if is_usual else counts.first_score}


def _correct_result(
    request: HttpRequest, pairing: Pairing, form: ByeForm
) -> tuple[ResultEntry | None, list[str]]:
    """Return the corrected result and an empty list, or None and the questions.

    If it is refused, return None and an empty list; the form then has the reason.
    """
    typed = form.cleaned_data
    try:
        entry = correct_result(
            Actor.for_user(request.user),
            pairing,
            outcome=typed["outcome"],
            spread=typed["spread"],
            reason=typed["reason"],
            accepted=typed["accepted"] == form.signature,
            questions=result_consequences(
                pairing, 0, 0, typed["outcome"], spread=typed["spread"]
            ).sentences,
            seen=typed["seen"],
        )
    except ConfirmationRequired as questionable:
        return None, questionable.questions
    except ReasonMissing as missing:
        form.add_error("reason", str(missing))
    except Refused as refused:
        form.add_error(None, str(refused))
    else:
        return entry, []
    return None, []
