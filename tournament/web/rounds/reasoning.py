"""The screen with the whole reasoning of a method that looks ahead; it writes nothing."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament.queries.rounds.explanations import explain_round
from tournament.queries.rounds.reasoning import looks_ahead, reasoning_of
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, find_round, page


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
    return page(request, "rounds/reasoning.html", context)
