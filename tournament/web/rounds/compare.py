"""The screen that shows a round beside the same round by another method or seed; it writes nothing."""

import secrets

from django.http import HttpRequest, HttpResponse

from tournament.engine.pairing.comparing import Weighed, changed_boards, what_changes
from tournament.engine.pairing.in_words import how_in_words
from tournament.engine.pairing.method import CannotPair
from tournament.models import Round
from tournament.queries.rounds.drafts import PairingChoice, line_and_options
from tournament.queries.rounds.explanations import ExplainedRound, explain_round, rows_of
from tournament.queries.rounds.pairing import Fixed, RoundPreview, known_of, preview_round
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, find_round, page
from tournament.web.rounds.forms import PairForm
from tournament.web.rounds.pairings import asks_for_options, kept_boards, pair_form
from tournament.web.rounds.plan import known_method


@requires(Permission.DIRECT)
def compare_page(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Show both rounds, their differences marked, and what gets better or worse."""
    found = find_division(event, division)
    round_ = find_round(request, found, number)
    told = explain_round(found, round_)
    asked = "method" in request.GET
    form = pair_form(told)
    if asked:
        form = PairForm(request.GET, key=known_method(request.GET["method"]), number=number)
    if asked and asks_for_options(request.GET, form):
        form, asked = PairForm(key=form.key, number=number), False
    context = {
        "division": found,
        "round": round_,
        "told": told,
        "form": form,
        "can_pair": round_.phase in (Round.Phase.DRAFT, Round.Phase.PUBLISHED)
        and found.event.closed_at is None,
    }
    status = 200
    fixed = kept_boards(request.GET, told)
    if asked and form.is_valid():
        fixed = fixed.and_also(form.fixed(told.names))
    if asked and form.is_valid():
        seed = form.cleaned_data["seed"]
        seed = secrets.randbelow(2**31) if seed is None else seed
        try:
            other = _otherwise(told, form, seed, fixed)
        except CannotPair as reason:
            context["refusal"], status = str(reason), 422
        else:
            if other.blocking:
                context["refusal"], status = " ".join(other.blocking), 422
            else:
                context |= _beside(request, told, other, form, seed)
    elif asked:
        status = 422
    return page(request, "rounds/compare.html", context, status=status)


def _otherwise(told: ExplainedRound, form: PairForm, seed: int, fixed: Fixed) -> RoundPreview:
    """The round as the form asks for it. Raises `CannotPair`."""
    division, number = told.round.division, told.round.number
    settled = line_and_options(
        division, number, PairingChoice(form.key, form.options, form.source, seed, fixed)
    )
    if settled is None:
        raise CannotPair("Choose a method.")
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


def _beside(
    request: HttpRequest, told: ExplainedRound, other: RoundPreview, form: PairForm, seed: int
) -> dict[str, object]:
    plan = other.plan
    byes = {bye.number for bye in told.plan.byes} ^ {bye.number for bye in plan.byes}
    changes: tuple[str, ...] = ()
    if other.request is not None:
        changes = what_changes(Weighed(told.request, told.plan), Weighed(told.request, plan))
    asked = [
        (name, value)
        for name in request.GET
        if name not in ("seed", "reason", "csrfmiddlewaretoken")
        for value in request.GET.getlist(name)
    ]
    known = known_of(told.round.division)
    return {
        "other": other,
        "other_how": how_in_words(form.key, form.options, form.source.before(told.round.number)),
        "other_rows": rows_of(known, told.request, plan),
        "marked_now": changed_boards(plan, told.plan),
        "marked_other": changed_boards(told.plan, plan),
        "marked_byes": byes,
        "changes": changes,
        "asked": [*asked, ("seed", str(seed))],
    }
