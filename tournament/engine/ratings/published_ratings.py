"""Parse published ratings in fixed columns: the `.RT` file of a rated event, or the `.dat` file of a list."""

import re
from collections.abc import Iterator, Sequence

from tournament.engine.dates import leading_date

HEADING = ("Name", "Rating", "Deviation", "Games", "Last played")
"""The heading given to every list; the rows have these cells."""
_RT_HEADING = re.compile(r"NAME\s+RECORD\s+SPREAD\s+OLD RAT\s+NEW RAT(\s+NEW DEV)?\s*", re.ASCII)
_RT_ROW = re.compile(
    r"(?P<name>\S.*?)\s+\d+(?:\.\d)?-\d+(?:\.\d)?\s+[-+]?\d+(?:\s+(?P<old>\d+|-))?\s+(?P<new>\d+)"
    r"(?:\s+(?P<deviation>\d+\.\d+))?\s*",
    re.ASCII,
)
_DAT_HEADING = re.compile(r"NICKstateNAME\b.*", re.ASCII | re.IGNORECASE)
_DAT_NAME = slice(9, 29)
"""The columns of the name, after the nickname (4 columns), the country (3) and two spaces."""
_DAT_ROW = re.compile(
    r"\s*(?P<games>\d{1,6})\s+(?P<rating>\d{1,4})(?:\s+(?P<last>\d{8}))?(?:\s+(?P<deviation>\d+\.\d+))?\s*",
    re.ASCII,
)
MAX_ROWS_ABOVE_HEADING = 12
NO_DAY = "00000000"


def published_rows(lines: Sequence[str]) -> list[list[str]] | None:
    """Return a row of cells for each line, including the heading, or None if the text is in neither format.

    A line without a player gives an empty row. A malformed line gives one cell, so that it can be
    reported by its number.
    """
    for at, line in enumerate(lines[:MAX_ROWS_ABOVE_HEADING]):
        if _RT_HEADING.fullmatch(line):
            return list(_rt_rows(lines, at))
        if _DAT_HEADING.fullmatch(line):
            return list(_dat_rows(lines, at))
    return None


def published_date(lines: Sequence[str]) -> str:
    """Return the date in or above the heading, such as 2020-02-17; empty if there is none or it is ambiguous."""
    for line in lines[:MAX_ROWS_ABOVE_HEADING]:
        text = line.split()[-1] if _DAT_HEADING.fullmatch(line) else line.strip()
        _written, days, rest = leading_date(text)
        if len(days) == 1 and not rest:
            return days[0]
    return ""


def _leading_rows(heading: int) -> Iterator[list[str]]:
    """Yield an empty row for each line above the heading, and the heading."""
    yield from ([] for _ in range(heading))
    yield list(HEADING)


def _rt_rows(lines: Sequence[str], heading: int) -> Iterator[list[str]]:
    """Yield the rows of every section; the line that names a section gives an empty row."""
    yield from _leading_rows(heading)
    for line in lines[heading + 1 :]:
        match = _RT_ROW.fullmatch(line)
        if match:
            yield [match["name"], match["new"], match["deviation"] or "", "", ""]
        elif re.search(r"\d-\d", line):
            yield [line.strip()]
        else:
            yield []


def _dat_rows(lines: Sequence[str], heading: int) -> Iterator[list[str]]:
    yield from _leading_rows(heading)
    for line in lines[heading + 1 :]:
        match = _DAT_ROW.fullmatch(line[_DAT_NAME.stop :])
        if match:
            last = match["last"] or ""
            yield [
                line[_DAT_NAME].strip(),
                match["rating"],
                match["deviation"] or "",
                match["games"],
                "" if last == NO_DAY else last,
            ]
        else:
            yield [line.strip()] if line.strip() else []
