"""The what-if and reasoning pages of a round; both are read-only."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournament.engine.pairing.event_plan import MAX_ROUNDS, PREVIOUS, StandingsSource
from tournament.engine.pairing.method import CannotPair
from tournament.models import Division, Round
from tournament.models.rounds import new_seed
from tournament.queries.rounds.explanations import ExplainedRound, explain_round
from tournament.queries.rounds.pairing import PairingContext, pairing_context
from tournament.queries.rounds.reasoning import is_lookahead_method, reasoning_of
from tournament.queries.rounds.what_if import WhatIfRound, what_if_round
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, find_round, page, parse_whole_number
from tournament.web.rounds.forms import (
    PairRoundForm,
    allowed_standings_message,
    method_choices,
    source_choices,
)
from tournament.web.rounds.pairings import asks_for_options, pair_again_form, submitted_fixed_pairs
from tournament.web.rounds.plan import known_method
from tournament.wording.methods import pairing_in_words
from tournament.wording.sentences import refusal_sentence

NOT_IN_ADDRESS = ("csrfmiddlewaretoken", "reason", "seen")
"""Fields of a pairing form that do not affect the pairing."""


@requires(Permission.DIRECT)
def what_if_page(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Show the round as another method would pair it, with the cost of that pairing, beside the real one.

    The address contains everything that decides the result, including the seed. Submitting the form
    redirects to such an address. With `methods`, all methods are compared, one row at a time. Raise
    `Http404` for a number outside 1 to `MAX_ROUNDS`.
    """
    division_ = find_division(event, division)
    if not 0 < number <= MAX_ROUNDS:
        raise Http404(_("This round does not exist."))
    values = (request.POST if request.method == "POST" else request.GET).copy()
    is_asked = "method" in values
    lacks_seed = not values.get("seed", "").strip() and values.get("do") != "show"
    if request.method == "POST" or (is_asked and lacks_seed):
        for name in NOT_IN_ADDRESS:
            values.pop(name, None)
        if lacks_seed:
            values["seed"] = str(new_seed())
        return redirect(f"{request.path}?{values.urlencode()}")
    round_ = Round.objects.filter(division=division_, number=number).first()
    now = explain_round(division_, round_) if round_ else None
    known = pairing_context(division_)
    context: dict[str, Any] = {
        "division": division_,
        "number": number,
        "round": round_,
        "now": now,
        "last": max((result.round for result in known.results), default=0),
        "can_pair": round_ is not None
        and round_.phase in (Round.Phase.DRAFT, Round.Phase.PUBLISHED)
        and division_.event.closed_at is None,
    }
    if "row" in values or "methods" in values:
        return _compare_methods(request, context, known)
    form = _pair_form(request, number, now)
    if is_asked and asks_for_options(request.GET, form):
        form = PairRoundForm.for_method(request.GET, key=form.key, number=number)
        is_asked = False
    context["form"] = form
    status = 200
    if is_asked:
        answer = _alternative_round(request, division_, number, form, now, known)
        status = 200 if isinstance(answer, WhatIfRound) else 422
        if isinstance(answer, WhatIfRound):
            context |= {
                "answer": answer,
                "how": pairing_in_words(
                    form.key, form.options, form.source.source_round_for(number)
                ),
                "sent_values": _pairing_values(request, form),
            }
        else:
            context["refusal"] = answer
    return page(request, "tournament/rounds/what_if.html", context, status=status)


def _pair_form(request: HttpRequest, number: int, now: ExplainedRound | None) -> PairRoundForm:
    if "method" in request.GET:
        key = known_method(request.GET["method"])
        values = request.GET.copy()
        if "shown" not in values:  # a link without the form uses the defaults
            usual = dict(PairRoundForm(key=key, number=number).current_values())
            values = QueryDict(urlencode(usual | values.dict()))
        return PairRoundForm(values, key=key, number=number)
    return pair_again_form(now) if now else PairRoundForm(key=known_method("swiss"), number=number)


def _pairing_values(request: HttpRequest, form: PairRoundForm) -> list[tuple[str, str]]:
    """Return the values that pair the round as shown, with defaults for those missing from a short address."""
    values = QueryDict(urlencode(form.current_values()), mutable=True)
    for name, several in request.GET.lists():
        values.setlist(name, several)
    return [
        (name, value)
        for name, several in values.lists()
        if name not in NOT_IN_ADDRESS
        for value in several
    ]


def _alternative_round(
    request: HttpRequest,
    division: Division,
    number: int,
    form: PairRoundForm,
    now: ExplainedRound | None,
    known: PairingContext,
) -> WhatIfRound | str:
    """Return the requested round, or the reason why it cannot be paired; "" if the form shows the errors."""
    if not form.is_valid():
        return ""
    fixed = form.fixed_pairs(known.people.names)
    if now:
        fixed = submitted_fixed_pairs(request.GET, now).combined_with(fixed)
    if not form.is_valid():
        return ""
    try:
        answer = what_if_round(
            division,
            number,
            form.key,
            form.options,
            source=form.source,
            seed=form.cleaned_data["seed"],
            fixed=fixed,
            now=now,
            known=known,
        )
    except CannotPair as reason:
        return refusal_sentence(reason)
    return " ".join(answer.preview.blocking_reasons) or answer


def _compare_methods(
    request: HttpRequest, context: dict[str, Any], known: PairingContext
) -> HttpResponse:
    """Show the table of all methods, or only the row in `?row=`; the browser requests the rows one by one.

    Standings that are not available are refused.
    """
    methods = method_choices()
    seed = parse_whole_number(request.GET.get("seed", "")) or 0
    sources = source_choices(context["number"], str(PREVIOUS))
    chosen = request.GET.get("source") or str(PREVIOUS)
    is_possible = chosen in dict(sources)
    source = StandingsSource.parse(chosen) if is_possible else PREVIOUS
    context |= {"methods": methods, "seed": seed, "source": str(source), "sources": sources}
    if not is_possible:
        context |= {"methods": [], "refusal": allowed_standings_message(context["number"])}
    key = request.GET.get("row", "")
    if key not in dict(methods) or not is_possible:
        status = 200 if is_possible else 422
        return page(request, "tournament/rounds/what_if_methods.html", context, status=status)
    context |= {
        "key": key,
        "label": dict(methods)[key],
        "at": [k for k, _label in methods].index(key) + 1,
    }
    try:
        context["answer"] = what_if_round(
            context["division"],
            context["number"],
            key,
            {},
            source=source,
            seed=seed,
            now=context["now"],
            known=known,
        )
    except CannotPair as reason:
        context["refusal"] = refusal_sentence(reason)
    return page(request, "tournament/rounds/_what_if_row.html", context | {"frame": None})


@requires(Permission.DIRECT)
def reasoning_page(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Show the method's data on every player and how it arrived at the pairings.

    Raise `Http404` if the method does not look ahead.
    """
    division_ = find_division(event, division)
    round_ = find_round(request, division_, number)
    if not is_lookahead_method(round_.method):
        raise Http404(
            _("The pairing method of this round does not simulate the rest of the event.")
        )
    explanation = explain_round(division_, round_)
    context = {
        "division": division_,
        "round": round_,
        "explanation": explanation,
        "reasoning": reasoning_of(explanation),
    }
    return page(request, "tournament/rounds/reasoning.html", context)
