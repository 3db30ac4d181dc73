"""The page that makes the next round: as planned, with a method, from a round-robin table, or by hand."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import ConfirmationRequired, Refused
from tournament.actions.rounds.drafts import draft_round_robin, pair_by_hand
from tournament.engine.pairing.round_robin_tables import rounds_in_cycle
from tournament.engine.pairing.typed_pairs import TypedPairs, parse_pairs
from tournament.models import Division
from tournament.queries.people.entries import DivisionField, division_field
from tournament.queries.rounds.drafts import draft_pairs_text, next_planned_round
from tournament.queries.rounds.pairing import RoundPreview, preview_round
from tournament.queries.rounds.rounds import next_round_number, round_robin_options
from tournament.web.access import Permission, requires
from tournament.web.forms import PairsByHandForm, RoundRobinForm
from tournament.web.page import find_division, page
from tournament.web.rounds.forms import PairRoundForm
from tournament.web.rounds.pairing_progress import (
    drafted_message,
    round_being_paired,
    version_of_draft,
)
from tournament.web.rounds.pairings import (
    asks_for_options,
    pair_by_form,
    round_address,
    snapshot_before_pairing,
)
from tournament.web.rounds.plan import known_method
from tournament.web.tables import confirmation_page
from tournament.wording.sentences import sentences


@requires(Permission.DIRECT)
def make_round(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show every way to make the round, and draft it; pairings entered by hand are checked before they are saved.

    A round robin of several rounds is drafted after a confirmation.
    """
    division_ = find_division(event, division)
    number = next_round_number(division_)
    how = request.POST.get("how", "")
    table = RoundRobinForm(
        request.POST if how == "round_robin" else None, next_round=number, prefix="table"
    )
    if how == "round_robin" and table.is_valid():
        try:
            with snapshot_before_pairing(request, division_, number):
                rounds = draft_round_robin(
                    Actor.for_user(request.user),
                    division_,
                    cycles=table.cleaned_data["cycles"],
                    top_last=table.cleaned_data["top_last"],
                    only_next=table.cleaned_data["rounds"] == "next",
                    accepted="sure" in request.POST,
                    seen=request.POST.get("seen"),
                )
        except ConfirmationRequired as question:
            return _ask_about_rounds(request, division_, number, str(question))
        except Refused as refused:
            table.add_error(None, str(refused))
        else:
            messages.success(request, drafted_message(number, len(rounds)))
            return redirect(round_address(division_, number))
    if how == "method":
        form = PairRoundForm(
            request.POST, key=known_method(request.POST.get("method", "")), number=number
        )
        if asks_for_options(request.POST, form):
            form = PairRoundForm.for_method(request.POST, key=form.key, number=number)
        elif paired := pair_by_form(request, division_, number, form):
            return paired
        return _render_page(
            request,
            division_,
            number,
            table,
            _pairs_form(division_, number),
            division_field(division_),
            pair=form,
        )
    field = division_field(division_)
    if how == "by_hand":
        return _pair_by_hand(request, division_, number, table, field)
    return _render_page(request, division_, number, table, _pairs_form(division_, number), field)


def _ask_about_rounds(
    request: HttpRequest, division: Division, number: int, question: str
) -> HttpResponse:
    """Return the page that asks for confirmation before several rounds are drafted."""
    context = {
        "division": division,
        "listed": _("Make round {number}").format(number=number),
        "back": reverse("make_round", args=[division.event.slug, division.slug]),
        "question": question,
        "happens": _("Only directors and helpers see drafts; you publish each round separately."),
        "button": _("Draft these rounds"),
        "can_be_undone": True,
        "seen": request.POST.get("seen") or version_of_draft(division, number),
    }
    confirmation = confirmation_page(request, context, ())
    assert confirmation is not None, "an accepted question is not asked again"
    return confirmation


def _pairs_form(division: Division, number: int) -> PairsByHandForm:
    """Return the form for pairing by hand, filled in with the current draft."""
    return PairsByHandForm(initial={"pairs": draft_pairs_text(division, number)})


def _pair_by_hand(
    request: HttpRequest,
    division: Division,
    number: int,
    table: RoundRobinForm,
    field: DivisionField,
) -> HttpResponse:
    form = PairsByHandForm(request.POST)
    preview = None
    if form.is_valid():
        listed = parse_pairs(form.cleaned_data["pairs"], field.names)
        for problem in sentences(listed.problems):
            form.add_error("pairs", problem)
        if not listed.problems:
            preview = _preview_of(division, number, listed, form)
            if request.POST.get("step") == "save" and not preview.blocking_reasons:
                try:
                    with snapshot_before_pairing(request, division, number):
                        pair_by_hand(
                            Actor.for_user(request.user),
                            division,
                            listed.pairs,
                            listed.byes,
                            firsts_as_listed=form.cleaned_data["firsts_as_listed"],
                            seen=request.POST.get("seen"),
                        )
                except Refused as refused:
                    form.add_error("pairs", str(refused))
                else:
                    messages.success(
                        request, _("Round {number} has been drafted.").format(number=number)
                    )
                    return redirect(round_address(division, number))
    return _render_page(request, division, number, table, form, field, preview=preview)


def _preview_of(
    division: Division, number: int, listed: TypedPairs, form: PairsByHandForm
) -> RoundPreview:
    options = {
        "pairs": listed.pairs,
        "byes": listed.byes,
        "firsts_as_listed": form.cleaned_data["firsts_as_listed"],
    }
    return preview_round(division, number, "manual", options)


def _render_page(
    request: HttpRequest,
    division: Division,
    number: int,
    table: RoundRobinForm,
    form: PairsByHandForm,
    field: DivisionField,
    preview: RoundPreview | None = None,
    pair: PairRoundForm | None = None,
) -> HttpResponse:
    refused = bool(
        table.errors
        or form.errors
        or (preview and preview.blocking_reasons)
        or (pair is not None and pair.errors)
    )
    active = [e for e in field.entrants if e.is_active_in(number)]
    return page(
        request,
        "tournament/rounds/make_round.html",
        {
            "division": division,
            "number": number,
            "table": table,
            "form": form,
            "being_paired": round_being_paired(division),
            "planned": next_planned_round(division, number, ahead=False),
            "pair_form": pair or PairRoundForm(key=known_method("swiss"), number=number),
            "people": field.people,
            "under_way": round_robin_options(division, number),
            "length": rounds_in_cycle(len(active)) if len(active) > 1 else 0,
            "preview": preview,
            "names": field.names,
            "draft_seen": request.POST.get("seen") or version_of_draft(division, number),
        },
        status=422 if refused else 200,
    )
