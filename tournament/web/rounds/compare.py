"""The screens that show how else a round could be paired, and all that a method saw; they write nothing."""

import secrets

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournament.engine.message import Message
from tournament.engine.pairing.comparing import RoundFigures, changed_boards, what_changes
from tournament.engine.pairing.method import CannotPair
from tournament.models import Round
from tournament.queries.rounds.drafts import PairingChoice, line_and_options
from tournament.queries.rounds.explanations import ExplainedRound, explain_round, rows_of
from tournament.queries.rounds.pairing import Fixed, RoundPreview, known_of, preview_round
from tournament.queries.rounds.reasoning import looks_ahead, reasoning_of
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, find_round, page
from tournament.web.rounds.forms import PairForm
from tournament.web.rounds.pairings import asks_for_options, kept_boards, pair_form
from tournament.web.rounds.plan import known_method
from tournament.wording.methods import how_in_words
from tournament.wording.sentences import refusal, sentences

NOT_IN_ADDRESS = ("csrfmiddlewaretoken", "reason")
"""What a form that pairs a round sends besides how it is to be paired."""


@requires(Permission.DIRECT)
def compare_page(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Show both rounds, their differences marked, and what gets better or worse.

    What a form sends comes back as the address of the comparison, without its token.
    """
    if request.method == "POST":
        posted = request.POST.copy()
        for name in NOT_IN_ADDRESS:
            posted.pop(name, None)
        return redirect(f"{request.path}?{posted.urlencode()}")
    division_ = find_division(event, division)
    round_ = find_round(request, division_, number)
    explanation = explain_round(division_, round_)
    is_asked = "method" in request.GET
    form = pair_form(explanation)
    if is_asked:
        form = PairForm(request.GET, key=known_method(request.GET["method"]), number=number)
    if is_asked and asks_for_options(request.GET, form):
        form = PairForm.asking_anew(request.GET, key=form.key, number=number)
        is_asked = False
    context = {
        "division": division_,
        "round": round_,
        "explanation": explanation,
        "form": form,
        "can_pair": round_.phase in (Round.Phase.DRAFT, Round.Phase.PUBLISHED)
        and division_.event.closed_at is None,
    }
    status = 200
    fixed = kept_boards(request.GET, explanation)
    if is_asked and form.is_valid():
        fixed = fixed.and_also(form.fixed(explanation.names))
    if is_asked and form.is_valid():
        seed = form.cleaned_data["seed"]
        seed = secrets.randbelow(2**31) if seed is None else seed
        try:
            other = _paired_otherwise(explanation, form, seed, fixed)
        except CannotPair as reason:
            context["refusal"], status = refusal(reason), 422
        else:
            if other.blocking:
                context["refusal"], status = " ".join(other.blocking), 422
            else:
                context |= _comparison(request, explanation, other, form, seed)
    elif is_asked:
        status = 422
    return page(request, "tournament/rounds/compare.html", context, status=status)


def _paired_otherwise(
    explanation: ExplainedRound, form: PairForm, seed: int, fixed: Fixed
) -> RoundPreview:
    """The round as the form asks for it. Raises `CannotPair`."""
    division, number = explanation.round.division, explanation.round.number
    settled = line_and_options(
        division, number, PairingChoice(form.key, form.options, form.source, seed, fixed)
    )
    if settled is None:
        raise CannotPair(Message("choose_method"))
    line, options = settled
    return preview_round(
        division,
        number,
        line.method,
        options,
        seed,
        source_round=line.source.before(number),
        fixed=fixed,
    )


def _comparison(
    request: HttpRequest,
    explanation: ExplainedRound,
    other: RoundPreview,
    form: PairForm,
    seed: int,
) -> dict[str, object]:
    plan = other.plan
    byes = {bye.number for bye in explanation.plan.byes} ^ {bye.number for bye in plan.byes}
    changes: tuple[str, ...] = ()
    if other.request is not None:
        changes = sentences(
            what_changes(
                RoundFigures(explanation.request, explanation.plan),
                RoundFigures(explanation.request, plan),
            ),
            explanation.names,
        )
    sent_values = [
        (name, value)
        for name in request.GET
        if name not in ("seed", *NOT_IN_ADDRESS)
        for value in request.GET.getlist(name)
    ]
    known = known_of(explanation.round.division)
    return {
        "other": other,
        "other_how": how_in_words(
            form.key, form.options, form.source.before(explanation.round.number)
        ),
        "other_rows": rows_of(known, explanation.request, plan),
        "marked_now": changed_boards(plan, explanation.plan),
        "marked_other": changed_boards(explanation.plan, plan),
        "marked_byes": byes,
        "changes": changes,
        "sent_values": [*sent_values, ("seed", str(seed))],
    }


@requires(Permission.DIRECT)
def reasoning_page(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Show what the method saw for everybody, and how it came to the round."""
    division_ = find_division(event, division)
    round_ = find_round(request, division_, number)
    if not looks_ahead(round_.method):
        raise Http404(_("The method of this round does not look ahead."))
    explanation = explain_round(division_, round_)
    context = {
        "division": division_,
        "round": round_,
        "explanation": explanation,
        "reasoning": reasoning_of(explanation),
    }
    return page(request, "tournament/rounds/reasoning.html", context)
