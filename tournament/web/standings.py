"""The public screen of standings after any round."""

from django.http import HttpRequest, HttpResponse

from tournament.queries.standings import division_standings
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, number_asked, page


@requires(Permission.READ)
def standings_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show who stands where after `?round=`, or after the latest round with a result."""
    found = find_division(event, division)
    table = division_standings(found, number_asked(request, "round"))
    return page(
        request,
        "standings.html",
        {
            "division": found,
            "table": table,
            "explains": any(row.decided_by for row in table.rows),
        },
    )
