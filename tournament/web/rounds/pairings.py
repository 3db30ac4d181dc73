"""The screen of one round's pairings with their reasons: look, ask why not, pair anew, publish."""

from collections.abc import Collection

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.act import ReasonMissing, Refused
from tournament.actions.rounds.drafts import pair_round
from tournament.engine.pairing.comparing import Instead, instead_of
from tournament.engine.pairing.event_plan import Source
from tournament.models import Division, Round
from tournament.queries.people.check_in import not_here_yet
from tournament.queries.people.entries import division_field
from tournament.queries.rounds.drafts import PairingChoice
from tournament.queries.rounds.explanations import ExplainedRound, explain_round
from tournament.queries.rounds.pairing import NOTHING_FIXED, Fixed
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, find_round, number_asked, page
from tournament.web.perform import copy_first
from tournament.web.rounds.forms import BY_HAND, PairForm
from tournament.web.rounds.plan import known_method


@requires(Permission.DIRECT)
def pairings_page(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Show the round with its reasons, and the answer to `?one=&other=`: why not these two?"""
    found = find_division(event, division)
    return _show(request, found, find_round(request, found, number))


@requires(Permission.DIRECT)
@require_POST
def pair(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Pair the round by the plan, or anew as the form says; a refusal says what would help."""
    found = find_division(event, division)
    if "method" not in request.POST:
        copy_first(request, f"pairing round {number} of division {found}")
        try:
            pair_round(Actor.of(request.user), found, number)
        except Refused as refused:
            messages.error(request, str(refused))
            return redirect("make_round", found.event.slug, found.slug)
        return redirect_to_draft(request, found, number)
    round_ = find_round(request, found, number)
    form = PairForm(request.POST, key=known_method(request.POST["method"]), number=number)
    if asks_for_options(request.POST, form):
        return _show(request, found, round_, form=PairForm(key=form.key, number=number))
    if pair_by_form(
        request, found, number, form, kept_boards(request.POST, explain_round(found, round_))
    ):
        return redirect_to_draft(request, found, number)
    return _show(request, found, round_, form=form)


def asks_for_options(sent: QueryDict, form: PairForm) -> bool:
    """Whether the options of another method were on the page: these are to be seen first."""
    return sent.get("do") == "show" or sent.get("shown", form.key) != form.key


def pair_by_form(
    request: HttpRequest,
    division: Division,
    number: int,
    form: PairForm,
    fixed: Fixed = NOTHING_FIXED,
) -> bool:
    """Pair the round as the form says; False leaves every reason against it on the form."""
    if not form.is_valid():
        return False
    typed = form.fixed(division_field(division).names)
    if form.errors:
        return False
    copy_first(request, f"pairing round {number} of division {division}")
    how = PairingChoice(
        form.key, form.options, form.source, form.cleaned_data["seed"], fixed.and_also(typed)
    )
    try:
        pair_round(
            Actor.of(request.user), division, number, how, reason=form.cleaned_data["reason"]
        )
    except ReasonMissing as refused:
        form.add_error("reason", str(refused))
    except Refused as refused:
        form.add_error(None, str(refused))
    return not form.errors


def redirect_to_draft(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """Say that the round is drafted and show it with its reasons."""
    messages.success(request, f"Round {number} is drafted. Look at the boards, then publish.")
    return redirect("pairings", division.event.slug, division.slug, number)


def pair_form(explained_: ExplainedRound, *, but: Collection[int] = ()) -> PairForm:
    """The form that pairs the round anew, filled in with how it was paired; what was settled about
    the numbers `but` is left open.
    """
    round_ = explained_.round
    source = Source(always=explained_.source_round)
    if explained_.source_round == round_.number - 1:
        source = Source()
    by_hand = round_.method == BY_HAND
    return PairForm(
        key=known_method("swiss" if by_hand else round_.method),
        number=round_.number,
        source=source,
        options={} if by_hand else round_.options,
        initial={"settled": str(Fixed.of(round_.fixed).without(but))},
    )


def kept_boards(asked: QueryDict, now: ExplainedRound) -> Fixed:
    """The boards ticked to stay, and two who are to meet, as settled pairs."""
    boards = {int(text) for text in asked.getlist("keep") if text.isdecimal() and len(text) < 5}
    one, other = asked.get("one", ""), asked.get("other", "")
    two = (int(one), int(other)) if _is_number(one) and _is_number(other) else None
    pairs = [
        (p.first, p.second)
        for p in now.plan.pairs
        if p.board in boards and not (two and p.numbers & set(two))
    ]
    return Fixed((*pairs, *([two] if two else [])))


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 5


def _show(
    request: HttpRequest, division: Division, round_: Round, *, form: PairForm | None = None
) -> HttpResponse:
    told = explain_round(division, round_)
    one, other = number_asked(request, "one"), number_asked(request, "other")
    answer = _why_not(told, one, other) if one and other else None
    return page(
        request,
        "rounds/pairings.html",
        {
            "division": division,
            "round": round_,
            "told": told,
            "not_here": not_here_yet(division) if round_.phase == Round.Phase.DRAFT else [],
            "players": [(n, f"{n} {told.names[n]}") for n in sorted(told.request.present)],
            "one": one,
            "other": other,
            "answer": answer,
            "as_it_was": pair_form(told, but=[one or 0, other or 0]).as_sent(),
            "form": form or pair_form(told),
            "can_pair": round_.phase in (Round.Phase.DRAFT, Round.Phase.PUBLISHED)
            and division.event.closed_at is None,
        },
        status=422 if form is not None and form.errors else 200,
    )


def _why_not(told: ExplainedRound, one: int, other: int) -> Instead:
    round_ = told.round
    options = {} if round_.method == BY_HAND else round_.options
    return instead_of(told.request, round_.method, options, told.plan, one, other)
