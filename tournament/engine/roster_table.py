"""Reading a roster out of a table: which column is the name, which the rating, and what is left out.

The answer is the text of a pasted roster, a line for every row of the table, so that whatever is
said of line 7 is about row 7 of the file. Pasted text that is a table with a heading is read alike.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.engine.message import Message, Messages
from tournament.engine.roster import LONGEST_MEMBER, clean
from tournament.engine.roster_rating import RATING, UNRATED, join_thousands

NAME = frozenset({"name", "names", "player", "players", "full name", "player name", "spieler"})
GIVEN = frozenset({"first", "firstname", "first name", "given", "given name", "vorname", "nombre"})
FAMILY = frozenset({"last", "lastname", "last name", "surname", "family", "family name"}) | {
    "nachname",
    "apellido",
    "apellidos",
}
RATED = frozenset({"rating", "ratings", "rtg", "elo", "current rating", "old rating"}) | {
    "wertung", "wertungszahl", "puntuación", "classement", "cote",
}  # fmt: skip
MEMBER = frozenset(
    {"member", "member number", "member no", "member id", "membership", "membership number"}
    | {"player id", "naspa number", "naspa id", "mitglied", "mitgliedsnummer", "xtid"}
)
CLASS = frozenset({"class", "rating class", "klasse", "leistungsklasse", "clase"})
TEAM = frozenset({"team", "teams", "team name", "mannschaft", "equipo"})
SEPARATORS = ("\t", ";", ",")
DEEPEST_HEADING = 15
"""A heading stands within the first rows, or there is none."""


@dataclass(frozen=True, slots=True)
class RosterTable:
    """The roster as text, and what the director should know about how the table was read."""

    text: str
    notes: Messages = ()


def read_table(rows: Sequence[Sequence[str]]) -> RosterTable:
    """The roster in `rows` of cells.

    With a heading its columns are taken and the others named as left out; without one every cell
    of a row is put together as somebody would have typed it.
    """
    cells = [[clean(cell).replace("\t", " ") for cell in row] for row in rows]
    heading = next((i for i, row in enumerate(cells[:DEEPEST_HEADING]) if _is_heading(row)), None)
    if heading is None:
        numbered = _is_numbered(cells)
        lines = ["\t".join(filter(None, row[1:] if numbered else row)) for row in cells]
        notes = (Message("first_column_numbers"),) if numbered else ()
        return RosterTable("\n".join(lines), notes)
    return _by_heading(cells, heading, _last_of_heading(cells, heading))


def read_pasted(text: str) -> RosterTable | None:
    """The roster in pasted cells of a spreadsheet, by their heading; None for plain lines.

    The first line is the heading, and every line has its columns: no comma stands loose in a name, and
    where the heading promises ratings there are some below it.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    for separator in SEPARATORS:
        rows = list(csv.reader(lines, delimiter=separator, strict=False))
        heading = [cell.strip() for cell in rows[0]] if rows else []
        in_columns = separator == "\t" or all(len(row) == len(heading) for row in rows)
        if separator == "," and in_columns and not _has_ratings(rows):
            continue  # “Last, First 1500” below “Name, Rating”
        if len(rows) == len(lines) and len(heading) > 1 and in_columns and _is_heading(heading):
            filled = iter(rows)
            return read_table([next(filled) if line.strip() else [] for line in text.splitlines()])
    return None


def _has_ratings(rows: list[list[str]]) -> bool:
    """False where the heading has a column of ratings and none of the cells below it is one."""
    heading = [cell.strip().casefold().strip(".:") for cell in rows[0]] if rows else []
    at = next((index for index, word in enumerate(heading) if word in RATED), None)
    given = [row[at].strip() for row in rows[1:]] if at is not None else []
    given = [cell for cell in given if cell]
    return not given or any(RATING.match(_whole(c)) or c.casefold() in UNRATED for c in given)


def _by_heading(cells: list[list[str]], first: int, heading: int) -> RosterTable:
    """The roster below a heading of the rows `first` to `heading`."""
    width = max(map(len, cells[first : heading + 1]))
    heads = [
        _head([row[at] for row in cells[first : heading + 1] if row[at:]]) for at in range(width)
    ]
    words = [cell.casefold().strip(".:") for cell in heads]

    def column(known: frozenset[str]) -> int | None:
        return next((index for index, word in enumerate(words) if word in known), None)

    name, given, family, rated = column(NAME), column(GIVEN), column(FAMILY), column(RATED)
    member, rating_class, team = column(MEMBER), column(CLASS), column(TEAM)
    if given is not None and family is not None:
        name = None
    below = cells[heading + 1 :]
    beside = given_names_beside(name, heads, below)
    of_all = (name, given, family, rated, member, rating_class, team)
    taken = [index for index in of_all if index is not None]
    columns = _without_full_stop(heads[i] for i in taken)
    if first == heading:
        notes = [Message("heading_row", row=heading + 1, columns=columns)]
    else:
        notes = [Message("heading_rows", first=first + 1, last=heading + 1, columns=columns)]
    if left := [cell for i, cell in enumerate(heads) if cell and i not in taken]:
        notes.append(Message("columns_left_out", columns=_without_full_stop(left)))
    notes += unnamed_column_notes(name, beside, heads, below)
    above = tuple(number + 1 for number in range(first) if any(cells[number]))
    if above:
        notes.append(Message("rows_above_left_out", rows=above))
    lines = [""] * (heading + 1)
    for number, row in enumerate(below, start=heading + 2):

        def at(index: int | None, row: Sequence[str] = row) -> str:
            return row[index] if index is not None and index < len(row) else ""

        parts = (at(family), at(given)) if name is None else (at(name), at(beside))
        who = ", ".join(filter(None, parts))
        rating = at(rated)
        if rating and not (RATING.match(_whole(rating)) or rating.casefold() in UNRATED):
            notes.append(Message("row_without_rating", row=number, text=rating))
            rating = ""
        elif rating and _whole(rating) != rating:
            whole = _whole(rating)
            if whole == join_thousands(rating):
                notes.append(Message("row_rating_joined", row=number, typed=rating, rating=whole))
            elif not rating.endswith((".0", ",0")):
                notes.append(Message("row_rating_rounded", row=number, typed=rating, rating=whole))
        number_there = "".join(at(member).removeprefix("#").split()).removesuffix(".0")
        if re.search(r"[,;#\"]", number_there) or len(number_there) > LONGEST_MEMBER:
            notes.append(Message("row_without_member", row=number, text=at(member)))
            number_there = ""
        marked = f"#{number_there}" if who and number_there else ""
        marks = (
            f"{mark}: {_plain(at(index))}" if who and at(index) else ""
            for mark, index in (("class", rating_class), ("team", team))
        )
        lines.append("\t".join(filter(None, (who, _whole(rating), marked, *marks))))
    return RosterTable("\n".join(lines), tuple(notes))


def _plain(text: str) -> str:
    """The text of a cell as a pasted line can hold it."""
    return " ".join(re.sub(r"[,;\t]", " ", text).split())


def unnamed_columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """The columns, from 0, with something in their cells and no heading over them."""
    width = max(map(len, rows), default=0)
    return [
        at
        for at in range(width)
        if not "".join(heads[at : at + 1]) and any("".join(row[at : at + 1]) for row in rows)
    ]


def given_names_beside(
    name: int | None, heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> int | None:
    """The column right of the one with names, where it has the first names and no heading.

    So it is below a head merged over two columns: most names are of one word, and most cells beside them
    are letters alone.
    """
    if name is None or name + 1 not in unnamed_columns(heads, rows):
        return None
    pairs = [(row[name], "".join(row[name + 1 : name + 2])) for row in rows if row[name : name + 1]]
    filled = [(family, given) for family, given in pairs if family and given]
    single = sum(len(family.split()) == 1 for family, _ in filled)
    plain = sum(not any(letter.isdigit() for letter in given) for _, given in filled)
    if any("," in family for family, _ in filled) or 2 * min(single, plain) <= len(filled):
        return None
    return name + 1


def unnamed_column_notes(
    name: int | None, beside: int | None, heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> list[Message]:
    """What is done with each column that has no heading."""
    return [
        Message("first_names_beside", given=_letter(at), family=_letter(name))
        if at == beside and name is not None
        else Message("unnamed_column", column=_letter(at))
        for at in unnamed_columns(heads, rows)
    ]


def _letter(column: int) -> str:
    """What a spreadsheet calls a column, counted from 0."""
    before, last = divmod(column, 26)
    return (_letter(before - 1) if before else "") + chr(ord("A") + last)


def _head(above: Sequence[str]) -> str:
    """What names a column: the lowest cell over it that means something here, else the lowest."""
    filled = [cell for cell in reversed(above) if cell]
    known = NAME | GIVEN | FAMILY | RATED | MEMBER | CLASS | TEAM
    known_cells = (cell for cell in filled if cell.casefold().strip(".:") in known)
    return next(known_cells, filled[0] if filled else "")


def _is_heading(row: Sequence[str]) -> bool:
    words = {cell.casefold().strip(".:") for cell in row}
    return bool(words & NAME) or bool(words & GIVEN and words & FAMILY)


def _last_of_heading(cells: Sequence[Sequence[str]], heading: int) -> int:
    """The last row of a heading that goes over several, as under merged cells."""
    known = NAME | GIVEN | FAMILY | RATED | MEMBER
    for row in cells[heading + 1 :]:
        below = [cell for cell in row if cell]
        words = {cell.casefold().strip(".:") for cell in below}
        if not words & known or any(letter.isdigit() for cell in below for letter in cell):
            break
        heading += 1
    return heading


def _is_numbered(cells: Sequence[Sequence[str]]) -> bool:
    """Whether the first column counts 1, 2, 3 beside names in the others."""
    filled = [row for row in cells if any(row)]
    return len(filled) > 1 and all(
        len(row) > 1 and row[0] == str(number) for number, row in enumerate(filled, start=1)
    )


def _whole(text: str) -> str:
    """A rating a spreadsheet keeps as `1623.0` or `1623.4`, as a whole number; `1,650` is 1650."""
    text = join_thousands(text)
    match = re.fullmatch(r"(\d{1,4})[.,](\d+)", text)
    return str(round(float(f"{match[1]}.{match[2]}"))) if match else text


def _without_full_stop(words: Iterable[str]) -> tuple[str, ...]:
    """The words, the last without a full stop, for a sentence that they end."""
    *before, last = words
    return (*before, last.removesuffix("."))
