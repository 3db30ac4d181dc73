"""What stands below a player's name, at the desk and on the public site."""

from django.utils.translation import gettext as _

from scoring.wording.phrases import comma_list
from tournament.models import Division


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
