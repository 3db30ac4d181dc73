"""Template filters for figures and words in the notation of score sheets."""

import json
from collections.abc import Iterable
from datetime import date

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.wording import phrases

register = template.Library()


@register.filter
def number_list(values: Iterable[int]) -> str:
    """Return ascending numbers as a list, with three or more consecutive ones as a range: ``1, 3, 5–40``."""
    return phrases.number_list(values)


@register.filter
def format_signed(number: int | None) -> str:
    """Return ``+12``, ``−5`` with a minus sign, ``0``, or "" for None."""
    return "" if number is None else phrases.format_signed(number)


@register.filter
def difference_in_words(difference: int) -> str:
    """Return announced minus correct points in words: ``2 too many``, ``6 too few``."""
    return phrases.difference_in_words(difference)


@register.filter
def figure(number: int | None) -> str:
    """Return ``52``, ``−5`` with a minus sign, or a dash for None."""
    if number is None:
        return "–"
    return str(number) if number >= 0 else f"{phrases.MINUS}{-number}"


@register.filter
def scores_line(scores: Iterable[int | None]) -> str:
    """Return final scores side by side, with negative ones in brackets."""
    return phrases.scores_line(scores)


@register.filter
def and_list(items: Iterable[object]) -> str:
    """Return the items with a translated "and" before the last."""
    return phrases.and_list(items)


@register.filter(expects_localtime=True)
def format_date(moment: date | None, written: str) -> str:
    """Return a date or time in the format of the current language, or "" for None.

    `written` is the English format, such as ``j F Y, H:i``.
    """
    return "" if moment is None else phrases.format_date(moment, written)


@register.filter
def comma_list(items: Iterable[object]) -> str:
    """Return the items separated by commas."""
    return phrases.comma_list(items)


@register.filter
def mark_blanks(word: str) -> SafeString:
    """Return a word with its blanks (lower case) marked up, because l is easily misread as I."""
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
    """Return a value as JSON for an attribute that a script reads."""
    return json.dumps(value, ensure_ascii=False)
