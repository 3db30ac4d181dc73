"""Published ratings in fixed columns, read as rows of cells: `.RT` of a rated event, `.dat` of a list.

Source: files of the field as bodies publish them.
"""

import re
from collections.abc import Iterator, Sequence

from tournament.engine.dates import day_in_front

HEADING = ("Name", "Rating", "Deviation", "Games", "Last played")
"""The cells of a row, in an order that every list is read by."""
_RT_HEADING = re.compile(r"NAME\s+RECORD\s+SPREAD\s+OLD RAT\s+NEW RAT(\s+NEW DEV)?\s*", re.ASCII)
_RT_ROW = re.compile(
    r"(?P<name>\S.*?)\s+\d+(?:\.\d)?-\d+(?:\.\d)?\s+[-+]?\d+(?:\s+(?P<old>\d+|-))?\s+(?P<new>\d+)"
    r"(?:\s+(?P<deviation>\d+\.\d+))?\s*",
    re.ASCII,
)
_DAT_HEADING = re.compile(r"NICKstateNAME\b.*", re.ASCII | re.IGNORECASE)
_DAT_NAME = slice(9, 29)
"""Nick in 4 columns, country in 3, name in 20, a blank between them."""
_DAT_ROW = re.compile(
    r"\s*(?P<games>\d{1,6})\s+(?P<rating>\d{1,4})(?:\s+(?P<last>\d{8}))?(?:\s+(?P<deviation>\d+\.\d+))?\s*",
    re.ASCII,
)
DEEPEST_HEADING = 12
NO_DAY = "00000000"


def published_rows(lines: Sequence[str]) -> list[list[str]] | None:
    """A row of cells for each line, the heading first and empty where no person stands; None for other text.

    What has the form of a row and is none comes as one cell, so that it is named with its number.
    """
    for at, line in enumerate(lines[:DEEPEST_HEADING]):
        if _RT_HEADING.fullmatch(line):
            return list(_rt_rows(lines, at))
        if _DAT_HEADING.fullmatch(line):
            return list(_dat_rows(lines, at))
    return None


def published_day(lines: Sequence[str]) -> str:
    """The day that such a text gives above its rows, as 2020-02-17; empty where it gives none."""
    for line in lines[:DEEPEST_HEADING]:
        text = line.split()[-1] if _DAT_HEADING.fullmatch(line) else line.strip()
        _written, days, rest = day_in_front(text)
        if len(days) == 1 and not rest:
            return days[0]
    return ""


def _above_and_heading(heading: int) -> Iterator[list[str]]:
    """A row for every line down to the heading: nobody stands above it."""
    yield from ([] for _ in range(heading))
    yield list(HEADING)


def _rt_rows(lines: Sequence[str], heading: int) -> Iterator[list[str]]:
    """The rows of every section; the lines that name a section have none."""
    yield from _above_and_heading(heading)
    for line in lines[heading + 1 :]:
        match = _RT_ROW.fullmatch(line)
        if match:
            yield [match["name"], match["new"], match["deviation"] or "", "", ""]
        elif re.search(r"\d-\d", line):
            yield [line.strip()]
        else:
            yield []


def _dat_rows(lines: Sequence[str], heading: int) -> Iterator[list[str]]:
    yield from _above_and_heading(heading)
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
