"""Days as people write them: `4-5 Jan 2025`, `January 4th, 2025`, `4.1.2025`, `04/01/2025`, `2025-01-04`."""

import re
from calendar import monthrange
from collections.abc import Iterator

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_NUMBER = r"(\d{1,2})(?:st|nd|rd|th)?"
_MONTH = r"([A-Za-z]{3,9})\.?"
_YEAR = r"(\d{4})(?!\d)"
_UNTIL = r"(?:\s*(?:[-–/&+]|to|and)\s*"
"""What stands between the first day of an event and its last."""
_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})([-./])(\d{1,2})\2(\d{1,2})(?!\d)", re.ASCII)
_JOINED = re.compile(r"(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)", re.ASCII)
_MONTH_FIRST = re.compile(
    rf"{_MONTH}\s+{_NUMBER}{_UNTIL}(?:([A-Za-z]+)\.?\s+)?\d{{1,2}}(?:st|nd|rd|th)?)*\s*,?\s+{_YEAR}",
    re.ASCII | re.IGNORECASE,
)
_DAY_FIRST = re.compile(
    rf"(?<!\d){_NUMBER}(?:\s+([A-Za-z]{{3,9}})\.?)?{_UNTIL}\d{{1,2}}(?:st|nd|rd|th)?)*\.?"
    rf"(?:\s+of)?\s*[-\s]\s*{_MONTH}\s*[-,\s]\s*{_YEAR}",
    re.ASCII | re.IGNORECASE,
)
_DOTS = re.compile(rf"(?<!\d)(\d{{1,2}})\.\s?(\d{{1,2}})\.\s?{_YEAR}", re.ASCII)
_FIGURES = re.compile(rf"(?<!\d)(\d{{1,2}})([-/])(\d{{1,2}})\2{_YEAR}", re.ASCII)


def days_in(text: str) -> tuple[str, ...]:
    """The first day written in the text, as 2025-01-04: none, one, or two where day and month may be exchanged.

    Of two the one with the day first comes first. Between dots the day stands first; between strokes
    or dashes it does outside North America, so that only who wrote it can say.
    """
    return _read(text)[1]


def date_in(text: str) -> str:
    """The first day in the text; empty where there is none, or where it may be either of two."""
    days = days_in(text)
    return days[0] if len(days) == 1 else ""


def written_date(iso: str) -> str:
    """A day as configurations write it, `February 14, 2026`, from `2026-02-14`."""
    year, month, day = (int(part) for part in iso.split("-"))
    return f"{MONTHS[month - 1]} {day}, {year}"


def day_in_front(text: str) -> tuple[str, tuple[str, ...], str]:
    """What is written of a day at the beginning, the days it may be as in `days_in`, and the rest.

    The first is empty where no day begins the text.
    """
    match, days = _read(text)
    if match is None or match.start() != 0:
        return "", (), text
    return match[0], days, text[match.end() :].strip()


def _read(text: str) -> tuple[re.Match[str] | None, tuple[str, ...]]:
    """The first day written, and the days it may be."""
    for pattern, orders in _FORMS:
        if match := pattern.search(text):
            if pattern is _DAY_FIRST:  # the month of the first day, or else the last word
                orders = orders[:1] if _month(match[2] or "") else orders[1:]
            parts = [[match[at] or "" for at in order] for order in orders]
            if pattern in _LAST_MONTH:
                last_month = _month(match[_LAST_MONTH[pattern]] or "")
                parts = [
                    [_year_of_first(year, month, last_month), month, day]
                    for year, month, day in parts
                ]
            days = [day for part in parts for day in _day(*part)]
            return match, tuple(dict.fromkeys(days))
    return None, ()


_FORMS: tuple[tuple[re.Pattern[str], tuple[tuple[int, int, int], ...]], ...] = (
    (_YEAR_FIRST, ((1, 3, 4),)),
    (_MONTH_FIRST, ((4, 1, 2),)),
    (_DAY_FIRST, ((4, 2, 1), (4, 3, 1))),
    (_DOTS, ((3, 2, 1),)),
    (_FIGURES, ((4, 3, 1), (4, 1, 3))),
    (_JOINED, ((1, 2, 3),)),
)
"""Each form, and in which of its groups year, month and day stand."""
_LAST_MONTH = {_MONTH_FIRST: 3, _DAY_FIRST: 3}
"""The group in which the month of the last day stands; the year written behind it is that of this month."""


def _year_of_first(year: str, month: str, last_month: int) -> str:
    """The year of the first day: one less where the event ends in an earlier month, over New Year."""
    return str(int(year) - 1) if last_month and last_month < _month(month) else year


def _day(year: str, month: str, day: str) -> Iterator[str]:
    """The day; nothing where the calendar has none such."""
    number = int(month) if month.isdecimal() else _month(month)
    if 1 <= number <= 12 and int(year) and 1 <= int(day) <= monthrange(int(year), number)[1]:
        yield f"{int(year):04}-{number:02}-{int(day):02}"


def _month(word: str) -> int:
    """The number of a month by its first letters; 0, which is none, for any other word."""
    begins = word[:3].title()
    if len(begins) < 3:
        return 0
    return next((number for number, name in enumerate(MONTHS, 1) if name.startswith(begins)), 0)
