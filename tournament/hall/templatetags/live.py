"""Template tags of the hall: the drawing of a live board, a division's clock, and an entry's projected rating."""

from collections.abc import Mapping

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.views.drawing import draw
from tournament.hall.queries.clock import ShownClock
from tournament.hall.queries.live import LiveBoard
from tournament.models import Division
from tournament.queries.standings.rating_preview import ProjectedRatings

register = template.Library()


@register.simple_tag
def live_drawing(live: LiveBoard) -> SafeString:
    """Return the board after the last released turn as SVG."""
    caption = _("The board after turn {number}.").format(number=live.last_turn_number)
    context = {"drawing": draw(live.released.sheet.board()), "caption": caption}
    return render_to_string("scoring/_board.html", context)


@register.filter
def clock_of_division(clocks: Mapping[int, ShownClock], division: Division) -> ShownClock | None:
    """Return the clock of a division, or None if it has none."""
    return clocks.get(division.pk)


@register.filter
def rating_of(ratings: ProjectedRatings, number: int) -> str:
    """Return the rating that an entry would have if the event ended now; empty for an unrated player."""
    return ratings.text(number)
