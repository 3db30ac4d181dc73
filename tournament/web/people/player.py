"""The public page of a player: own results and the next board, kept fresh by itself."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.wording.phrases import comma_list
from tournament.models import Division
from tournament.queries.event.hall import player_page, version_of
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, page

NOTHING_NEW = 204


def show_player(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """The page as everybody may see it."""
    context = _context(division, number)
    person = context["player"].person
    facts = facts_line(division, number=person.number, rating=person.rating, team=person.team)
    return page(request, "people/player.html", {**context, "facts": facts})


def facts_line(
    division: Division,
    *,
    number: int,
    rating: int | None,
    member: str = "",
    listed_member: str = "",
    rating_class: str = "",
    team: str = "",
    fixed_board: int | None = None,
) -> str:
    """What stands below a player's name: number and division, and whatever else is known."""
    facts = [_("Number {number} in division {division}").format(number=number, division=division)]
    if rating is not None:
        facts.append(_("rating {rating}").format(rating=rating))
    if member:
        facts.append(_("member {member}").format(member=member))
    elif listed_member:
        facts.append(_("member {member} by the list of ratings").format(member=listed_member))
    if rating_class:
        facts.append(_("class {name}").format(name=rating_class))
    if team:
        facts.append(_("team {team}").format(team=team))
    if fixed_board:
        facts.append(_("always at board {board}").format(board=fixed_board))
    return comma_list(facts)


@requires(Permission.READ)
def player_since(
    request: HttpRequest, event: str, division: str, entry: int, version: int
) -> HttpResponse:
    """The player's part of the page where something is newer than `version`; else no content."""
    this_division = find_division(event, division)
    if version_of(this_division) == version:
        return HttpResponse(status=NOTHING_NEW)
    return render(request, "tournament/people/_player.html", _context(this_division, entry))


def _context(division: Division, number: int) -> dict[str, Any]:
    try:
        player = player_page(division, number)
    except KeyError:
        raise Http404 from None
    return {"division": division, "player": player, "now": timezone.localtime()}
