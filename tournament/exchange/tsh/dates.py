"""Days as configurations write them: `February 14-16, 2026`."""

import re
from datetime import date

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
_WRITTEN = re.compile(
    r"([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:\s*[-–]\s*(?:[A-Za-z]+\s+)?\d{1,2})?\s*,?\s+(\d{4})",
    re.ASCII,
)
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)


def date_in(text: str) -> date | None:
    """The first day in the text; None where there is none."""
    try:
        if match := _ISO.search(text):
            return date(int(match[1]), int(match[2]), int(match[3]))
        if match := _WRITTEN.search(text):
            return date(int(match[3]), _month(match[1]), int(match[2]))
    except ValueError:
        return None
    return None


def written_date(iso: str) -> str:
    """A day as configurations write it, from `2026-02-14`."""
    day = date.fromisoformat(iso)
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


def _month(word: str) -> int:
    """The number of a month by its first letters; 0, which is none, for any other word."""
    begins = word[:3].title()
    return next((number for number, name in enumerate(MONTHS, 1) if name.startswith(begins)), 0)
