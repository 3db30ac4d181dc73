"""Lists, signed numbers and ordinals in the language of whoever reads: the one place that makes them.

Plurals go through `ngettext` where the sentence is written.
"""

from collections.abc import Iterable
from datetime import date

from django.utils import dateformat
from django.utils.formats import number_format
from django.utils.translation import get_language, gettext, pgettext, pgettext_lazy

MINUS = "−"
"""The sign of a negative number in running text and tables; a hyphen is shorter and reads as a dash."""

NOUNS_WITH_CAPITALS = frozenset({"de"})
"""The languages that write every noun with a capital, wherever it stands."""

SMALL_MONTHS = frozenset({"ca", "es", "fr", "it", "nl", "pl", "pt"})
"""The languages that write months and days of the week small, where Django gives some a capital."""

DAYS = (
    pgettext_lazy("format of a date", "j F Y"),
    pgettext_lazy("format of a date", "j M Y"),
    pgettext_lazy("format of a date", "j F"),
    pgettext_lazy("format of a date", "j M"),
    pgettext_lazy("format of a date", "l j F Y"),
    pgettext_lazy("format of a date", "D j M Y"),
)
"""The ways a day is written here, in the letters of Django's `date`: each language says how it does."""

SHORTEST_RUN = 3
"""From so many on, numbers in a row are shown by the first and the last."""


def and_list(items: Iterable[object]) -> str:
    """The items as "A", "A and B", "A, B and C"; empty without any."""
    return _list(items, gettext("{items} and {last}"))


def or_list(items: Iterable[object]) -> str:
    """The items as "A", "A or B", "A, B or C"; empty without any."""
    return _list(items, gettext("{items} or {last}"))


def comma_list(items: Iterable[object]) -> str:
    """The items as "A, B, C", with no word before the last."""
    return pgettext("between the items of a list", ", ").join(map(str, items))


def when(moment: date, written: str) -> str:
    """A day or a moment as the language writes it; `written` is how English does, one of `DAYS` first: ``j M, H:i``."""
    day, comma, time = written.partition(", ")
    text = dateformat.format(moment, f"{pgettext('format of a date', day)}{comma}{time}")
    return text.lower() if get_language() in SMALL_MONTHS else text


def number_list(numbers: Iterable[int]) -> str:
    """Whole numbers in order, three or more in a row as the first and the last: ``1, 3, 5–40``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return comma_list(
        part
        for run in runs
        for part in (run if len(run) < SHORTEST_RUN else [f"{run[0]}–{run[-1]}"])
    )


def grouped(number: int) -> str:
    """A whole number with its thousands apart as the language writes them: ``12,345``, ``12.345``, ``12 345``."""
    return number_format(number, use_l10n=True, force_grouping=True)


class Whole(int):
    """A whole number for sentences in which it stands as ``{count:,}``: `grouped` there, as it is elsewhere."""

    def __format__(self, spec: str) -> str:
        if spec == "score":
            return score_shown(int(self))
        return grouped(int(self)) if spec == "," else super().__format__(spec)


def signed(number: float) -> str:
    """A spread or another margin: ``+212``, ``−45``, ``0``, in the digits of the language."""
    sign = "+" if number > 0 else MINUS if number < 0 else ""
    size = abs(number)
    if isinstance(size, int) and size < 1000:  # no language writes these otherwise, and most are
        return f"{sign}{size}"
    return sign + number_format(size)


def too_many(difference: int) -> str:
    """Announced less correct, in words: ``2 too many``, ``6 too few``."""
    pattern = gettext("{points} too many") if difference > 0 else gettext("{points} too few")
    return pattern.format(points=abs(difference))


def points_shown(number: int | None) -> str:
    """``52``, ``−5`` with a real minus; a question mark for what is not known."""
    return "?" if number is None else str(number).replace("-", MINUS)


def scores_line(scores: Iterable[int | None], between: str = "–") -> str:
    """Final scores side by side: ``402–380``, ``15–(−3)``, ``?`` for what is not known."""
    return between.join(map(score_shown, scores))


def score_shown(score: int | None) -> str:
    """A score beside another: ``402``, ``(−3)`` so that its sign is no dash, ``?`` for what is not known."""
    return "?" if score is None else str(score) if score >= 0 else f"({MINUS}{-score})"


def within_sentence(label: object) -> str:
    """A label as it stands within a sentence: small in English, as it is where nouns keep their capitals."""
    language = (get_language() or "").partition("-")[0]
    return str(label) if language in NOUNS_WITH_CAPITALS else str(label).lower()


def ordinal(number: int) -> str:
    """A place in words of the language: ``1st``, ``2nd``, ``13th``. French has a form for the first alone."""
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


def harmless(text: str) -> str:
    """Return a text no spreadsheet takes for a formula: an apostrophe in front, nothing lost.

    >>> harmless("=1+1"), harmless("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def harmed(text: str) -> str:
    """Return the text without the apostrophe that `harmless` put in front."""
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA_STARTS) else text


def _list(items: Iterable[object], pattern: str) -> str:
    *first, last = [*map(str, items)] or [""]
    return pattern.format(items=comma_list(first), last=last) if first else last
