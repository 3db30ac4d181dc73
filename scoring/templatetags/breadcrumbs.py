"""The way from the list of events to a page."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()


@register.simple_block_tag
def breadcrumb(content: SafeString, *, home: bool = True) -> SafeString:
    """Return the list items of a block as navigation, after a link to the events unless `home` is false."""
    first = format_html('<li><a href="/">{}</a></li>', _("Events"))
    return format_html(
        '<nav class="breadcrumb" aria-label="{}"><ol>{}{}</ol></nav>',
        _("You are here"),
        first if home else "",
        content,
    )
