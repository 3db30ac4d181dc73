"""Figures as a score sheet writes them."""

from django import template

register = template.Library()


@register.filter
def signed(number: int | None) -> str:
    """``+12``, ``−5`` with a real minus, ``0``; nothing for what is not known."""
    if number is None:
        return ""
    if number == 0:
        return "0"
    return f"+{number}" if number > 0 else f"−{-number}"


@register.filter
def figure(number: int | None) -> str:
    """``52``, ``−5`` with a real minus; a dash for what is not known."""
    if number is None:
        return "–"
    return str(number) if number >= 0 else f"−{-number}"
