"""Lists, signed numbers, dates and ordinals in the current language.

Plurals use `ngettext` at the sentence itself.
"""

from collections.abc import Iterable
from datetime import date

from django.utils import dateformat
from django.utils.formats import number_format
from django.utils.translation import get_language, gettext, pgettext, pgettext_lazy

MINUS = "−"
"""The minus sign in text and tables. A hyphen is shorter and looks like a dash."""

CAPITALIZED_NOUN_LANGUAGES = frozenset({"de"})
"""Languages that capitalize all nouns."""

LOWERCASE_MONTH_LANGUAGES = frozenset({"ca", "es", "fr", "it", "nl", "pl", "pt"})
"""Languages that write months and weekdays in lower case although Django capitalizes some of them."""

DATE_FORMATS = (
    pgettext_lazy("format of a date", "j F Y"),
    pgettext_lazy("format of a date", "j M Y"),
    pgettext_lazy("format of a date", "j F"),
    pgettext_lazy("format of a date", "j M"),
    pgettext_lazy("format of a date", "l j F Y"),
    pgettext_lazy("format of a date", "D j M Y"),
)
"""Date formats in use, in the notation of Django's `date`. Each language translates them."""

MIN_RANGE_LENGTH = 3
"""Minimum number of consecutive numbers shown as a range."""


def and_list(items: Iterable[object]) -> str:
    """Return the items as "A", "A and B", "A, B and C", or "" if there are none."""
    return _join_items(items, gettext("{items} and {last}"))


def or_list(items: Iterable[object]) -> str:
    """Return the items as "A", "A or B", "A, B or C", or "" if there are none."""
    return _join_items(items, gettext("{items} or {last}"))


def comma_list(items: Iterable[object]) -> str:
    """Return the items as "A, B, C", without a word before the last."""
    return pgettext("between the items of a list", ", ").join(map(str, items))


def format_date(moment: date, written: str) -> str:
    """Return a date or time in the format of the current language.

    `written` is the English format, beginning with one of `DATE_FORMATS`: ``j M, H:i``.
    """
    day, comma, time = written.partition(", ")
    text = dateformat.format(moment, f"{pgettext('format of a date', day)}{comma}{time}")
    return text.lower() if get_language() in LOWERCASE_MONTH_LANGUAGES else text


def number_list(numbers: Iterable[int]) -> str:
    """Return ascending integers as a list, with three or more consecutive ones as a range: ``1, 3, 5–40``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return comma_list(
        part
        for run in runs
        for part in (run if len(run) < MIN_RANGE_LENGTH else [f"{run[0]}–{run[-1]}"])
    )


def format_thousands(number: int) -> str:
    """Return an integer with the current language's thousands separator: ``12,345``, ``12.345``, ``12 345``."""
    return number_format(number, use_l10n=True, force_grouping=True)


class FormattedInteger(int):
    """An integer with two additional formats.

    ``{count:,}`` uses the current language's thousands separator, and ``{points:score}`` is `format_score`.
    """

    def __format__(self, spec: str) -> str:
        if spec == "score":
            return format_score(int(self))
        return format_thousands(int(self)) if spec == "," else super().__format__(spec)


def format_signed(number: float) -> str:
    """Return a spread or another margin in the current language's number format: ``+212``, ``−45``, ``0``."""
    sign = "+" if number > 0 else MINUS if number < 0 else ""
    size = abs(number)
    if isinstance(size, int) and size < 1000:  # same in every language, and most numbers are small
        return f"{sign}{size}"
    return sign + number_format(size)


def difference_in_words(difference: int) -> str:
    """Return announced minus correct points in words: ``2 too many``, ``6 too few``."""
    pattern = gettext("{points} too many") if difference > 0 else gettext("{points} too few")
    return pattern.format(points=abs(difference))


def format_points(number: int | None) -> str:
    """Return ``52``, ``−5`` with a minus sign, or a question mark for None."""
    return "?" if number is None else str(number).replace("-", MINUS)


def scores_line(scores: Iterable[int | None], between: str = "–") -> str:
    """Return final scores side by side: ``402–380``, ``15–(−3)``, ``?`` for None."""
    return between.join(map(format_score, scores))


def format_score(score: int | None) -> str:
    """Return a score for use beside another: ``402``, ``(−3)`` to tell sign and dash apart, ``?`` for None."""
    return "?" if score is None else str(score) if score >= 0 else f"({MINUS}{-score})"


def label_within_sentence(label: object) -> str:
    """Return a label as used within a sentence: in lower case, except in languages that capitalize nouns."""
    language = (get_language() or "").partition("-")[0]
    return str(label) if language in CAPITALIZED_NOUN_LANGUAGES else str(label).lower()


def ordinal(number: int) -> str:
    """Return a translated ordinal number: ``1st``, ``2nd``, ``13th``. French has a special form only for 1."""
    alone = {
        1: pgettext("the ordinal of 1 itself", "{number}st"),
        2: pgettext("the ordinal of 2 itself", "{number}nd"),
        3: pgettext("the ordinal of 3 itself", "{number}rd"),
        4: pgettext("the ordinal of 4 itself", "{number}th"),
    }
    if number in alone:
        return alone[number].format(number=number)
    if number % 100 in (11, 12, 13):
        return pgettext("ordinal ending in 11, 12 or 13", "{number}th").format(number=number)
    ending = {
        1: pgettext("ordinal ending in 1", "{number}st"),
        2: pgettext("ordinal ending in 2", "{number}nd"),
        3: pgettext("ordinal ending in 3", "{number}rd"),
    }.get(number % 10, pgettext("any other ordinal", "{number}th"))
    return ending.format(number=number)


FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def escape_formula(text: str) -> str:
    """Return the text with an apostrophe in front if a spreadsheet would take it for a formula.

    >>> escape_formula("=1+1"), escape_formula("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def unescape_formula(text: str) -> str:
    """Return the text without the apostrophe added by `escape_formula`."""
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA_STARTS) else text


def _join_items(items: Iterable[object], pattern: str) -> str:
    *first, last = [*map(str, items)] or [""]
    return pattern.format(items=comma_list(first), last=last) if first else last
