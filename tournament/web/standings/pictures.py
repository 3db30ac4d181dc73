"""The pictures of a division: leaders, spread and scores round by round, each with its table."""

from django.http import HttpRequest, HttpResponse

from tournament.models import Division
from tournament.reports.definition import definition
from tournament.reports.delivery import as_of, build, page_part
from tournament.reports.request import options_from
from tournament.web.access import Permission, may, requires_desk
from tournament.web.page import find_division, page

PICTURES = ("rank_by_round", "spread_by_round", "round_by_round", "score_distribution")
"""The reports whose pictures are shown, in this order."""
FOR_THE_DIRECTOR = ("round_progress",)
"""Those that are for the director alone."""


@requires_desk("site_standings", "event", "division")
def pictures_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show the pictures of a division; to visitors without the rounds that are held back."""
    this_division = find_division(event, division)
    state = as_of(this_division.event)
    parts = []
    looks, directs = may(request, Permission.LOOK), may(request, Permission.DIRECT)
    for key in (*PICTURES, *(FOR_THE_DIRECTOR if directs and _has_rounds(this_division) else ())):
        chosen = definition(key)
        options = options_from(chosen.Options, {"division": this_division.slug})
        if not looks:
            options = chosen.for_everybody(options)
        report = build(
            chosen,
            this_division.event,
            options,
            state.moment,
            "html",
            chain_head=state.head,
        )
        parts.append((key, page_part(report)))
    return page(request, "standings/pictures.html", {"division": this_division, "pictures": parts})


def _has_rounds(division: Division) -> bool:
    return any(one.is_public for one in division.rounds.all())
