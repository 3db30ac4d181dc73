"""The page of one round's pairings with their reasons, where the round is paired again or published."""

from collections.abc import Collection
from contextlib import AbstractContextManager

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.act import ReasonMissing, Refused
from tournament.actions.rounds.pairing_search import RoundNotPlanned
from tournament.actions.rounds.plans import adopt_proposal_if_unplanned
from tournament.engine.pairing.comparison import AlternativeRound, round_with_pair
from tournament.engine.pairing.event_plan import StandingsSource
from tournament.models import Division, Round
from tournament.queries.people.check_in import absent_entries
from tournament.queries.people.entries import division_field
from tournament.queries.rounds.automatic_rounds import automatic_round_notice
from tournament.queries.rounds.drafts import PairingChoice, next_planned_round
from tournament.queries.rounds.explanations import ExplainedRound, explain_round
from tournament.queries.rounds.pairing import NOTHING_FIXED, FixedPairs
from tournament.queries.rounds.reasoning import is_lookahead_method
from tournament.queries.rounds.rounds import current_pairings
from tournament.queries.versions import version_of_pairings
from tournament.web.access import Permission, requires
from tournament.web.page import (
    find_division,
    find_round,
    page,
    parse_whole_number,
    query_number,
    select_list_part,
)
from tournament.web.perform import add_error_messages, perform_after_snapshot
from tournament.web.rounds.forms import BY_HAND, PairRoundForm
from tournament.web.rounds.pairing_progress import (
    RoundToPair,
    last_refusal,
    pair_or_start_job,
    round_being_paired,
)
from tournament.web.rounds.plan import known_method
from tournament.wording.log import say
from tournament.wording.sentences import sentences


@requires(Permission.DIRECT)
def pairings_page(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Show the round with its reasons; `?one=&other=` adds the reason why these two do not meet."""
    division_ = find_division(event, division)
    return _render_page(request, division_, find_round(request, division_, number))


@requires(Permission.DIRECT)
@require_POST
def pair_page(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Pair the round as planned or as the form specifies; show the reasons if it is refused.

    If the form names another method, only show the options of that method.
    """
    division_ = find_division(event, division)
    if "method" not in request.POST:
        try:
            adopt_shown_plan(request, division_)
            order = RoundToPair(number, seen=request.POST.get("seen"))
            return pair_or_start_job(request, division_, order)
        except Refused as refused:
            planned = next_planned_round(division_, number, ahead=False)
            if not (
                isinstance(refused, RoundNotPlanned) and planned
            ):  # else there is a proposed plan
                messages.error(request, str(refused))
            return redirect("make_round", division_.event.slug, division_.slug)
    round_ = find_round(request, division_, number)
    form = PairRoundForm(request.POST, key=known_method(request.POST["method"]), number=number)
    if asks_for_options(request.POST, form):
        form = PairRoundForm.for_method(request.POST, key=form.key, number=number)
        return _render_page(request, division_, round_, form=form)
    fixed = submitted_fixed_pairs(request.POST, explain_round(division_, round_))
    if paired := pair_by_form(request, division_, number, form, fixed):
        return paired
    # Show the current round, since another user's change may be why it was not paired.
    return _render_page(request, division_, find_round(request, division_, number), form=form)


@requires(Permission.DIRECT)
def pair_present_players(
    request: HttpRequest, event: str, division: str, number: int
) -> HttpResponse:
    """Ask about absent players, then pair the round as planned without those ticked.

    If it is refused, show the reason on the page.
    """
    division_ = find_division(event, division)
    missing = absent_entries(division_)
    absent = tuple(entry.number for entry in missing)
    problem: str | None = None
    if request.method == "POST":
        ticked = {parse_whole_number(text) for text in request.POST.getlist("absent")}
        absent = tuple(entry.number for entry in missing if entry.number in ticked)
        try:
            if (problem := last_refusal(request, division_)) is None:
                adopt_shown_plan(request, division_)
                return pair_or_start_job(request, division_, RoundToPair(number, absent=absent))
        except Refused as refused:
            problem = str(refused)
    return page(
        request,
        "tournament/rounds/pair_present.html",
        {
            "division": division_,
            "number": number,
            "missing": missing,
            "absent": absent,
            "problem": problem,
            "being_paired": round_being_paired(division_),
            "planned": next_planned_round(division_, number, ahead=False),
        },
        status=422 if problem else 200,
    )


def adopt_shown_plan(request: HttpRequest, division: Division) -> None:
    """Adopt the plan proposed beside the button if the form contains its number of rounds."""
    if rounds := parse_whole_number(request.POST.get("rounds", ""), digits=3):
        adopt_proposal_if_unplanned(Actor.for_user(request.user), division, rounds)


def asks_for_options(values: QueryDict, form: PairRoundForm) -> bool:
    """Return whether the form requests the options of another method before the round is paired."""
    return values.get("do") == "show" or values.get("shown", form.key) != form.key


def pair_by_form(
    request: HttpRequest,
    division: Division,
    number: int,
    form: PairRoundForm,
    fixed: FixedPairs = NOTHING_FIXED,
) -> HttpResponse | None:
    """Pair the round as the form specifies and redirect, or return None with the reasons in the form.

    A form submitted for correction is not paired again: None is returned, and the form has the typed
    values and the last refusal.
    """
    if not form.is_valid():
        return None
    typed = form.fixed_pairs(division_field(division).names)
    if form.errors:
        return None
    if (problem := last_refusal(request, division)) is not None:
        if problem:
            form.add_error(None, problem)
        return None
    how = PairingChoice(
        form.key, form.options, form.source, form.cleaned_data["seed"], fixed.combined_with(typed)
    )
    reason = form.cleaned_data["reason"]
    try:
        order = RoundToPair(number, how, reason, request.POST.get("seen"))
        return pair_or_start_job(request, division, order)
    except ReasonMissing as refused:
        form.add_error("reason", str(refused))
    except Refused as refused:
        form.add_error(None, str(refused))
    return None


def snapshot_before_pairing(
    request: HttpRequest, division: Division, number: int
) -> AbstractContextManager[None]:
    """Take a snapshot before the block, which pairs round `number` of the division."""
    return perform_after_snapshot(request, say("before_pairing", round=number, division=division))


def round_address(division: Division, number: int) -> str:
    """Return the address of the division's desk with round `number`."""
    return f"{reverse('division', args=[division.event.slug, division.slug])}?round={number}"


def pair_again_form(explanation: ExplainedRound, *, but: Collection[int] = ()) -> PairRoundForm:
    """Return the form for pairing the round again with its previous settings.

    Fixed pairs and byes that involve any number in `but` are left out. For a round made by hand, the
    method is Swiss.
    """
    round_ = explanation.round
    source = StandingsSource(fixed_round=explanation.source_round)
    if explanation.source_round == round_.number - 1:
        source = StandingsSource()
    by_hand = round_.method == BY_HAND
    return PairRoundForm(
        key=known_method("swiss" if by_hand else round_.method),
        number=round_.number,
        source=source,
        options={} if by_hand else round_.options,
        initial={"settled": str(FixedPairs.from_stored(round_.fixed).without(but))},
    )


def submitted_fixed_pairs(values: QueryDict, now: ExplainedRound) -> FixedPairs:
    """Return the boards ticked to stay, and two chosen players, as fixed pairs.

    A ticked board with one of the two players is left out.
    """
    boards = {parse_whole_number(text, digits=4) for text in values.getlist("keep")}
    one, other = (parse_whole_number(values.get(name, ""), digits=4) for name in ("one", "other"))
    two = None if one is None or other is None else (one, other)
    pairs = [
        (p.first, p.second)
        for p in now.plan.pairs
        if p.board in boards and not (two and p.numbers & set(two))
    ]
    return FixedPairs((*pairs, *([two] if two else [])))


def _render_page(
    request: HttpRequest, division: Division, round_: Round, *, form: PairRoundForm | None = None
) -> HttpResponse:
    explanation = explain_round(division, round_)
    labels = {number: f"{number} {name}" for number, name in explanation.names.items()}
    one, other = query_number(request, "one"), query_number(request, "other")
    answer = _explain_alternative(explanation, one, other) if one and other else None
    can_pair = division.event.closed_at is None and round_.phase in (
        Round.Phase.DRAFT,
        Round.Phase.PUBLISHED,
    )
    if form is not None and not can_pair:  # the page no longer has the form
        add_error_messages(request, form)
    rows, parts = select_list_part(request, explanation.rows)
    absent = absent_entries(division) if round_.phase == Round.Phase.DRAFT else []
    return page(
        request,
        "tournament/rounds/pairings.html",
        {
            "rows": rows,
            "parts": parts,
            "division": division,
            "round": round_,
            "explanation": explanation,
            "announced": automatic_round_notice(division),
            "being_paired": round_being_paired(division),
            "looks_ahead": is_lookahead_method(round_.method),
            "not_here": absent,
            "absent_numbers": {entry.number for entry in absent},
            "players": [(number, labels[number]) for number in sorted(explanation.request.present)],
            "one": one,
            "one_name": labels.get(one or 0, ""),
            "other": other,
            "other_name": labels.get(other or 0, ""),
            "answer": answer,
            "answer_sentences": sentences(answer.messages, explanation.names) if answer else (),
            "as_it_was": pair_again_form(explanation, but=[one or 0, other or 0]).current_values(),
            "form": form or pair_again_form(explanation),
            "draft_seen": version_of_pairings(current_pairings(round_)),
            "can_pair": can_pair,
        },
        status=422 if form is not None and form.errors else 200,
    )


def _explain_alternative(explanation: ExplainedRound, one: int, other: int) -> AlternativeRound:
    round_ = explanation.round
    options = {} if round_.method == BY_HAND else round_.options
    return round_with_pair(
        explanation.request, round_.method, options, explanation.plan, one, other
    )
