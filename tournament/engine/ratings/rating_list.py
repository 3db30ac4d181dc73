"""Parse a table of ratings: the players, and messages for the rows that are invalid.

Lists come from bodies' web pages and from spreadsheets, so headings vary or are missing. An invalid
row is reported by its number, and all others are read.
"""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.engine.columns import MAX_ROWS_ABOVE_HEADING
from tournament.engine.dates import leading_date
from tournament.engine.message import Message, MessageError, Messages
from tournament.engine.ratings.published_ratings import published_rows
from tournament.engine.roster import MAX_MEMBER_LENGTH, MAX_NAME_LENGTH, name_key, normalize_text
from tournament.engine.roster_name import parse_name_fields
from tournament.engine.roster_table import (
    FAMILY,
    GIVEN,
    MEMBER,
    NAME,
    RATED,
    first_name_column,
    unnamed_column_notes,
    unnamed_columns,
)

GAMES = frozenset(
    {"games", "career games", "career", "lifetime games", "games played", "life games", "partien"}
)
DEVIATION = frozenset({"deviation", "rd", "sigma", "rating deviation", "uncertainty"})
LAST = frozenset({"last played", "last", "last game", "last event", "last date", "date"})
MAX_RATING = 4000.0
MAX_GAMES = 100_000
_RATING = re.compile(r"\(?(\d{1,4}(?:[.,]\d{1,4})?)\)?[+*?p]?")
_BEHIND = re.compile(
    r"(?:[,;]\s?(\(?\d{1,4}(?:\.\d{1,4})?\)?[+*?p]?)|\s(\(?\d{1,4}(?:[.,]\d{1,4})?\)?[+*?p]?))"
    r"(?=[\s,;]|$)"
)
"""A pattern for a possible rating on a typed line, after a comma, a semicolon or a space."""
_PLACE = re.compile(r"\d+[.)]?\s+")
_THOUSANDS = re.compile(r"(?<![\d.,'])(\d{1,2})[.,'](\d{3})(?!\d)")
"""A pattern for a number with a thousands separator: `1,650`. `950.123` has decimals."""


@dataclass(frozen=True, slots=True)
class RatingListRow:
    """A player in a list. `last_played` is a date such as 2026-10-03, or None if the list has none."""

    name: str
    rating: float
    member: str = ""
    games: int | None = None
    deviation: float | None = None
    last_played: str | None = None

    @property
    def key(self) -> str:
        """The key by which people are matched."""
        return name_key(self.name)


@dataclass(frozen=True, slots=True)
class ParsedRatingList:
    """A parsed list: the people, a message for each invalid row, and notes on how the columns were read."""

    people: tuple[RatingListRow, ...]
    problems: Messages
    notes: Messages = ()


def rows_in(text: str) -> list[list[str]]:
    """Return the cells of a pasted list, with a row for each line.

    Lines are split at the fixed columns of published ratings, at tabs, or at the separator of the heading.
    If there is none of these, each line is a single cell, as in a list typed by hand.
    """
    lines = text.splitlines()
    if (published := published_rows(lines)) is not None:
        return published
    if not any("\t" in line for line in lines):
        for separator in (";", ","):
            top = _split_rows(lines[:MAX_ROWS_ABOVE_HEADING], separator)
            if any(_is_heading([normalize_text(cell) for cell in row]) for row in top):
                return _split_rows(lines, separator)
    return _split_rows(lines, "\t")


def _split_rows(lines: Sequence[str], separator: str) -> list[list[str]]:
    try:
        return list(csv.reader(lines, delimiter=separator))
    except csv.Error:  # a quotation mark is never closed, or a field is too long
        return [line.split(separator) for line in lines]


def parse_rating_list(rows: Sequence[Sequence[str]]) -> ParsedRatingList:
    """Return the list parsed from rows of cells, which have a heading, or a name followed by a rating.

    Row numbers in messages are 1-based. Two rows with the same name are accepted only if their member
    numbers differ; otherwise the second is a problem.
    """
    cells = [[normalize_text(cell).replace("\t", " ") for cell in row] for row in rows]
    heading = next(
        (i for i, row in enumerate(cells[:MAX_ROWS_ABOVE_HEADING]) if _is_heading(row)), None
    )
    columns = _column_indexes(cells[heading]) if heading is not None else {}
    first = 0 if heading is None else heading + 1
    heads = cells[heading] if heading is not None else []
    beside = first_name_column(columns.get("name"), heads, cells[first:])
    if beside is not None:
        columns["beside"] = beside
    people: dict[tuple[str, str], RatingListRow] = {}
    problems: list[Message] = []
    for number, row in enumerate(cells[first:], start=first + 1):
        if not any(row):
            continue
        try:
            listed = _row_by_columns(row, columns) if columns else _row_by_contents(row)
        except InvalidRatingRow as reason:
            problems.append(Message("list_row", row=number, reason=reason.message))
            continue
        key = (listed.key, listed.member)
        if key in people:
            twice = Message("listed_already", player=listed.name)
            problems.append(Message("list_row", row=number, reason=twice))
            continue
        people[key] = listed
    notes: Messages = ()
    if heading is not None:
        taken = tuple(heads[at] for at in sorted(columns.values()) if at != beside)
        left_out = unnamed_columns(heads, cells[first:])
        unnamed = unnamed_column_notes(columns.get("name"), beside, left_out)
        notes = (Message("list_heading", row=heading + 1, columns=taken), *unnamed)
    return ParsedRatingList(tuple(people.values()), tuple(problems), notes)


def _is_heading(row: Sequence[str]) -> bool:
    words = {cell.casefold().strip(".:") for cell in row}
    return bool(words & RATED) and bool(words & NAME or (words & GIVEN and words & FAMILY))


def _column_indexes(heading: Sequence[str]) -> dict[str, int]:
    words = [cell.casefold().strip(".:") for cell in heading]
    columns: dict[str, int] = {}
    for name, known in (
        ("given", GIVEN), ("family", FAMILY), ("name", NAME), ("rating", RATED), ("games", GAMES),
        ("deviation", DEVIATION), ("member", MEMBER | {"id"}), ("last", LAST),
    ):  # fmt: skip
        at = next(
            (i for i, word in enumerate(words) if word in known and i not in columns.values()), None
        )
        if at is not None:
            columns[name] = at
    if "given" not in columns or "family" not in columns:
        columns.pop("given", None)
        columns.pop("family", None)
    return columns


def _row_by_columns(row: Sequence[str], columns: dict[str, int]) -> RatingListRow:
    def cell(name: str) -> str:
        index = columns.get(name, len(row))
        return row[index] if index < len(row) else ""

    name = f"{cell('family')}, {cell('given')}" if "family" in columns else cell("name")
    if cell("beside"):
        name = f"{name}, {cell('beside')}"
    return RatingListRow(
        _parse_name(name),
        _parse_rating(cell("rating")),
        " ".join(cell("member").removeprefix("#").split())[:MAX_MEMBER_LENGTH],
        _parse_count(cell("games")),
        _parse_deviation(cell("deviation")),
        _parse_date(cell("last")),
    )


def _row_by_contents(row: Sequence[str]) -> RatingListRow:
    """Return the player in a row without a heading: the first cell with letters is the name.

    The next cell that looks like a rating is the rating. Raise `InvalidRatingRow` if one of them is missing or
    invalid.
    """
    words = [cell for cell in row if cell]
    if len(words) == 1:
        words = _split_line(words[0])
    texts = [i for i, cell in enumerate(words) if re.search(r"[^\W\d_]", cell)]
    if not texts:
        raise InvalidRatingRow(Message("list_no_name"))
    behind = [cell for cell in words[texts[0] + 1 :] if _RATING.fullmatch(cell)]
    return RatingListRow(_parse_name(words[texts[0]]), _parse_rating(behind[0] if behind else ""))


def _split_line(line: str) -> list[str]:
    """Return the name and the rating on a typed line, or the line alone if no rating follows the name."""
    line = _join_thousands(line)
    place = _PLACE.match(line)
    begin = place.end() if place else 0
    letter = re.compile(r"[^\W\d_]").search(line, begin)
    match = _BEHIND.search(line, letter.end()) if letter else None
    return [line[begin : match.start()].strip(" ,;"), match[1] or match[2]] if match else [line]


def _parse_name(text: str) -> str:
    fields = [field.strip() for field in text.split(",") if field.strip()]
    if not fields:
        raise InvalidRatingRow(Message("list_no_name"))
    given, family, problem = parse_name_fields(fields)
    name = " ".join((text if problem else f"{given} {family}").split())
    if len(name) > MAX_NAME_LENGTH:
        raise InvalidRatingRow(Message("list_long_name", begin=name[:30], most=MAX_NAME_LENGTH))
    return name


def _parse_rating(text: str) -> float:
    match = _RATING.fullmatch(_join_thousands(text))
    if not match:
        raise InvalidRatingRow(
            Message("list_not_a_rating", text=text) if text else Message("list_no_rating")
        )
    rating = float(match[1].replace(",", "."))
    if not 0 < rating <= MAX_RATING:
        raise InvalidRatingRow(Message("list_out_of_range", text=text, most=int(MAX_RATING)))
    return rating


def _join_thousands(text: str) -> str:
    return _THOUSANDS.sub(r"\1\2", text)


def _parse_count(text: str) -> int | None:
    whole = text.removesuffix(".0")
    if not whole:
        return None
    if not whole.isdecimal() or int(whole) > MAX_GAMES:
        raise InvalidRatingRow(Message("list_no_games", text=text))
    return int(whole)


def _parse_deviation(text: str) -> float | None:
    if not text:
        return None
    if not re.fullmatch(r"\d{1,3}([.,]\d{1,4})?", text):
        raise InvalidRatingRow(Message("list_no_deviation", text=text))
    return float(text.replace(",", "."))


def _parse_date(text: str) -> str | None:
    """Parse a cell and return its date in ISO form; None for an empty cell.

    The date may have any usual unambiguous form and be followed by a time. Raise `InvalidRatingRow`
    for anything else.
    """
    if not text:
        return None
    written, days, _rest = leading_date(text)
    if not written:
        raise InvalidRatingRow(Message("list_no_day", text=text))
    if not days:
        raise InvalidRatingRow(Message("list_not_in_calendar", text=text))
    if len(days) > 1:
        raise InvalidRatingRow(Message("list_day_or_month", text=text))
    return days[0]


class InvalidRatingRow(MessageError):
    """A row is invalid; the message gives the reason."""
