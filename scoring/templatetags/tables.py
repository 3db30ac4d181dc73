"""Tables that are wider than a telephone."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_block_tag
def table(
    content: SafeString, label: str = "", look: str = "", *, labelled_by: str = ""
) -> SafeString:
    """Return the head and body of a table in a region that scrolls sideways, also from the keyboard.

    The region is named by `label`, or by the element with the id `labelled_by`. `look` are further
    classes of the table.
    """
    return format_html(
        '<div class="table-scroll" tabindex="0" role="region" {}="{}"><table class="{}">{}</table></div>',
        "aria-labelledby" if labelled_by else "aria-label",
        labelled_by or label,
        f"dense {look}".strip(),
        content,
    )
