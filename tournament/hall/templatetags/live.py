"""A live board as a drawing, for templates of screens and streams."""

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.views.drawing import draw
from tournament.hall.queries.live import LiveBoard

register = template.Library()


@register.simple_tag
def live_drawing(live: LiveBoard) -> SafeString:
    """The board after the last released turn, as SVG."""
    caption = _("The board after turn {number}.").format(number=live.last)
    context = {"drawing": draw(live.released.sheet.board()), "caption": caption}
    return render_to_string("scoring/_board.html", context)
