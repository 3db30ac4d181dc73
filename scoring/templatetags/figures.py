"""Figures and words as a score sheet writes them."""

import json
from collections.abc import Iterable
from datetime import date

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.wording import phrases

register = template.Library()


@register.filter
def numbers(values: Iterable[int]) -> str:
    """Numbers in order, three or more in a row as the first and the last: ``1, 3, 5–40``."""
    return phrases.number_list(values)


@register.filter
def signed(number: int | None) -> str:
    """``+12``, ``−5`` with a real minus, ``0``; nothing for what is not known."""
    return "" if number is None else phrases.signed(number)


@register.filter
def too_many(difference: int) -> str:
    """By how much an announced score is not the correct one, in words: ``2 too many``, ``6 too few``."""
    return phrases.too_many(difference)


@register.filter
def figure(number: int | None) -> str:
    """``52``, ``−5`` with a real minus; a dash for what is not known."""
    if number is None:
        return "–"
    return str(number) if number >= 0 else f"{phrases.MINUS}{-number}"


@register.filter
def scores_line(scores: Iterable[int | None]) -> str:
    """Final scores side by side, one below 0 in brackets."""
    return phrases.scores_line(scores)


@register.filter
def and_list(items: Iterable[object]) -> str:
    """The items with "and" before the last, in the language of the page."""
    return phrases.and_list(items)


@register.filter(expects_localtime=True)
def when(moment: date | None, written: str) -> str:
    """A day or a moment as the language of the page writes it, where English writes it like ``j F Y, H:i``."""
    return "" if moment is None else phrases.when(moment, written)


@register.filter
def comma_list(items: Iterable[object]) -> str:
    """The items with commas between them."""
    return phrases.comma_list(items)


@register.filter
def blanks_shown(word: str) -> SafeString:
    """A word with its blanks, the small letters, set apart: a small l is easily read as an I."""
    return format_html_join(
        "",
        "{}",
        (
            (format_html('<span class="blank">{}</span>', letter) if letter.islower() else letter,)
            for letter in word
        ),
    )


@register.filter(name="json")
def as_json(value: object) -> str:
    """A value for an attribute that a script reads."""
    return json.dumps(value, ensure_ascii=False)
