"""Parse written dates: `4-5 Jan 2025`, `January 4th, 2025`, `4.-5.1.2025`, `04/01/2025`, `2025-01-04`."""

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
"""The separator between the first and the last day of an event."""
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
_DOTS_UNTIL = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:\.\s?(\d{{1,2}}))?\.?{_UNTIL}\d{{1,2}})\.\s?(\d{{1,2}})\.\s?{_YEAR}",
    re.ASCII,
)
_FIGURES = re.compile(rf"(?<!\d)(?<!\d[-–/])(\d{{1,2}})([-/])(\d{{1,2}})\2{_YEAR}", re.ASCII)


def possible_dates(text: str) -> tuple[str, ...]:
    """Return the possible dates in a text as `2025-01-04`: none, one, or two if day and month are ambiguous.

    With two, the day-first reading comes first. A date with dots is read day first. Slashes or dashes
    before a final year allow both readings, because North America writes the month first. If the text
    contains several dates, the first is read.
    """
    return min(_dates_in(text), key=_preference, default=(None, ()))[1]


def unambiguous_date(text: str) -> str:
    """Return the date in a text, found as in `possible_dates`; "" if there is none or it is ambiguous."""
    days = possible_dates(text)
    return days[0] if len(days) == 1 else ""


def written_date(iso: str) -> str:
    """Return the ISO date `2026-02-14` as configuration files write it: `February 14, 2026`."""
    year, month, day = (int(part) for part in iso.split("-"))
    return f"{MONTHS[month - 1]} {day}, {year}"


def leading_date(text: str) -> tuple[str, tuple[str, ...], str]:
    """Return the leading date as written, its possible dates (`possible_dates`), and the rest of the text.

    If the text does not start with a date, the first two are empty and the rest is the whole text.
    """
    dates = [date for date in _dates_in(text) if date[0].start() == 0]
    if not dates:
        return "", (), text
    match, days = min(dates, key=_preference)
    return match[0], days, text[match.end() :].strip()


def _preference(date: tuple[re.Match[str], tuple[str, ...]]) -> tuple[bool, int]:
    """Return the sort key of a date in a text: valid dates first, by their position."""
    match, days = date
    return not days, match.start()


def _dates_in(text: str) -> Iterator[tuple[re.Match[str], tuple[str, ...]]]:
    """Yield every match of a date pattern with its possible dates: () if the calendar has no such date."""
    for pattern, orders in _DATE_PATTERNS:
        for match in pattern.finditer(text):
            readings = orders
            if pattern in (_DAY_FIRST, _DOTS_UNTIL):  # month of the first day, else of the last
                readings = orders[:1] if _month(match[2] or "") else orders[1:]
            parts = [[match[at] or "" for at in order] for order in readings]
            if pattern in _LAST_MONTH:
                last_month = _month(match[_LAST_MONTH[pattern]] or "")
                parts = [
                    [_year_of_first(year, month, last_month), month, day]
                    for year, month, day in parts
                ]
            days = [day for part in parts for day in _valid_date(*part)]
            yield match, tuple(dict.fromkeys(days))


_DATE_PATTERNS: tuple[tuple[re.Pattern[str], tuple[tuple[int, int, int], ...]], ...] = (
    (_YEAR_FIRST, ((1, 3, 4),)),
    (_MONTH_FIRST, ((4, 1, 2),)),
    (_DAY_FIRST, ((4, 2, 1), (4, 3, 1))),
    (_DOTS_UNTIL, ((4, 2, 1), (4, 3, 1))),
    (_DOTS, ((3, 2, 1),)),
    (_FIGURES, ((4, 3, 1), (4, 1, 3))),
    (_JOINED, ((1, 2, 3),)),
)
"""Each date pattern, with the group numbers of year, month and day for each possible reading."""
_LAST_MONTH = {_MONTH_FIRST: 3, _DAY_FIRST: 3, _DOTS_UNTIL: 3}
"""The group of the last day's month, by pattern; the year in the text is the year of that month."""


def _year_of_first(year: str, month: str, last_month: int) -> str:
    """Return the year of the first day, which is the year before `year` if the event runs over New Year."""
    return str(int(year) - 1) if last_month and last_month < _month(month) else year


def _valid_date(year: str, month: str, day: str) -> Iterator[str]:
    """Yield the date in ISO form if it exists in the calendar."""
    number = _month(month)
    if 1 <= number <= 12 and int(year) and 1 <= int(day) <= monthrange(int(year), number)[1]:
        yield f"{int(year):04}-{number:02}-{int(day):02}"


def _month(word: str) -> int:
    """Return the number of a month in digits or by its first three letters, or 0 for any other word."""
    if word.isdecimal():
        return int(word)
    begins = word[:3].title()
    if len(begins) < 3:
        return 0
    return next((number for number, name in enumerate(MONTHS, 1) if name.startswith(begins)), 0)
