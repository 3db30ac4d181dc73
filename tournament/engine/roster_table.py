"""Parse a roster in a table: recognize the columns of names and ratings, and skip the others.

The result is the text of a pasted roster with one line per row of the table, so that messages about
line 7 refer to row 7 of the file. Pasted text in the form of a table is read the same way.
"""

import csv
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tournament.engine.columns import (
    ColumnRoles,
    ColumnTable,
    TableKind,
    column_letters,
    index_by_role,
    normalize_heading,
    table_of,
    unique_roles,
)
from tournament.engine.message import Message, Messages
from tournament.engine.roster import COUNTRY, LISTED, MARKS, is_member_number
from tournament.engine.roster_rating import RATING, UNRATED, is_rating, join_thousands, round_rating

NAME = frozenset({"name", "names", "player", "players", "full name", "player name", "spieler"}) | {
    "last name first name", "last first", "name vorname", "nachname vorname", "nom prénom", "nom et prénom",
    "apellidos y nombre", "apellidos nombre", "cognome e nome", "cognome nome",
    "jugador", "joueur", "nom", "nombre y apellido", "giocatore", "jogador", "speler", "naam", "zawodnik", "namn",
}  # fmt: skip
GIVEN = frozenset({"first", "firstname", "first name", "given", "given name", "given names"}) | {
    "vorname", "nombre", "prénom", "nome", "voornaam", "imię", "förnamn", "fornavn",
}  # fmt: skip
FAMILY = frozenset({"last", "lastname", "last name", "surname", "family", "family name"}) | {
    "nachname", "familienname", "apellido", "apellidos", "nom de famille", "cognome", "cognom", "sobrenome",
    "achternaam", "nazwisko", "efternamn", "etternavn",
}  # fmt: skip
RATED = frozenset({"rating", "ratings", "rtg", "elo", "current rating", "old rating"}) | {
    "wertung", "wertungszahl", "puntuación", "classement", "cote", "ranking",
}  # fmt: skip
MEMBER = frozenset({"member", "member number", "member no", "member id", "membership"}) | {
    "membership number", "player id", "naspa number", "naspa id", "mitglied", "mitgliedsnummer", "xtid", "licence",
    "license", "numéro de licence", "lidnummer", "socio",
}  # fmt: skip
CLASS = frozenset({"class", "rating class", "klasse", "leistungsklasse", "clase", "série"})
TEAM = frozenset(
    {"team", "teams", "team name", "mannschaft", "equipo", "équipe", "squadra", "equipe", "ploeg"}
)
COUNTRIES = frozenset({"country", "nation", "nationality", "land", "país", "pays", "paese", "kraj"})
CLUBS = frozenset({"club", "verein", "klub", "clube", "association", "vereniging"})
HEADINGS_BY_ROLE = {
    "name": NAME,
    "given": GIVEN,
    "family": FAMILY,
    "rating": RATED,
    "member": MEMBER,
    "class": CLASS,
    "team": TEAM,
    "country": COUNTRIES,
    "club": CLUBS,
}
"""The roles of the columns in a list of players, each with its headings."""
SEPARATORS = ("\t", ";", ",")
_MEMBER_NUMBER = re.compile(r"#.+|\d{5,12}|[A-Za-z]{1,4}[- ]?\d{2,12}", re.ASCII)
_MARKED = re.compile(rf"(?:^|\s)(?:#|(?:{'|'.join(MARKS)}):)", re.IGNORECASE)


NO_TABLE = ColumnTable(())


@dataclass(frozen=True, slots=True)
class RosterTable:
    """The roster as text, with its columns and notes for the director on how the table was read."""

    text: str
    notes: Messages = ()
    table: ColumnTable = NO_TABLE
    columns: ColumnRoles = ()
    """The role of each column; empty if rows are read like typed lines."""


def roster_from_table(table: ColumnTable, columns: ColumnRoles = ()) -> RosterTable:
    """Return the roster of a table, using the given `columns` or proposed ones.

    If no proposed column holds names, the table is read as if every row had been typed. If none of the
    given columns does, the roster is empty, with a note.
    """
    chosen, notes = _settle_columns(
        (*columns, *[""] * table.width)[: table.width] if columns else proposed_columns(table)
    )
    if not {"name", "family"} & set(chosen):
        if columns:
            return RosterTable("", (Message("no_name_column"),), table, chosen)
        lines = ["\t".join(filter(None, row)) for row in table.rows]
        return RosterTable("\n".join(lines))
    at = index_by_role(chosen)
    lines = [""] * (table.last_heading_row + 1) + [_typed_line(row, at) for row in table.body]
    return RosterTable(
        "\n".join(lines),
        (*_heading_notes(table, chosen, is_chosen=bool(columns)), *notes),
        table,
        chosen,
    )


def pasted_table(text: str) -> ColumnTable | None:
    """Return the table in pasted spreadsheet cells, or None for plain lines.

    Below a heading, commas or semicolons must separate equally many cells in every line, and with commas
    a column headed as ratings must contain a rating. Without a heading, a column must contain names. If the
    separator is a tab, at least half of the lines must have one; otherwise every line must have equally many
    cells, and another column must be recognized: with commas, the ratings.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    for separator in SEPARATORS:
        try:
            rows = list(csv.reader(lines, delimiter=separator, strict=False))
        except csv.Error:  # a quotation mark is never closed, or a field is too long
            continue
        if len(rows) != len(lines) or not rows or max(map(len, rows)) < 2:
            continue
        if _is_table(table_of(rows, PLAYERS), separator):
            filled = iter(rows)
            each = [next(filled) if line.strip() else [] for line in text.splitlines()]
            return table_of(each, PLAYERS)
    return None


def pasted_text(table: ColumnTable) -> str:
    """Return the table as pasted cells, or as plain lines if the cells would not be recognized as a table."""
    text = "\n".join("\t".join(map(_cell_text, row)) for row in table.rows)
    return text if pasted_table(text) else roster_from_table(table).text


def proposed_columns(table: ColumnTable) -> ColumnRoles:
    """Return the role of each column, by its heading or else by its contents; "" if neither identifies it."""
    named = [_role_of(normalize_heading(head)) for head in table.heads] if table.is_named else []
    columns = [*named, *[""] * (table.width - len(named))]
    if "given" not in columns or "family" not in columns:
        at = index_by_role(columns).get("name")
        beside = first_name_column(at, table.heads, table.body) if table.is_named else None
        if at is not None and beside is not None:
            columns[at], columns[beside] = "family", "given"
    for at, role in _roles_by_contents(table, [at for at in range(table.width) if not columns[at]]):
        roles = ("name", "rating", "country") if at in table.unnamed_columns else ("rating",)
        if role not in columns and (not table.is_named or role in roles):
            columns[at] = role
    return _settle_columns(columns)[0]


def _role_of(word: str) -> str:
    return next((role for role, words in HEADINGS_BY_ROLE.items() if word in words), "")


def _is_heading(roles: Sequence[str], _row: Sequence[str]) -> bool:
    return "name" in roles or (bool({"given", "family"} & {*roles}) and len({*roles} - {""}) > 1)


PLAYERS = TableKind("players", tuple(HEADINGS_BY_ROLE), _role_of, _is_heading)


def _is_table(table: ColumnTable, separator: str) -> bool:
    even = len({len(row) for row in table.rows}) == 1
    if table.is_named and table.first_heading_row == 0:
        rated = index_by_role([_role_of(normalize_heading(head)) for head in table.heads]).get(
            "rating"
        )
        ratings = table.cells(rated) if rated is not None else []
        if separator == "," and ratings and not any(map(is_rating, ratings)):
            return False  # “Last, First 1500” below “Name, Rating”
        return separator == "\t" or even
    if any(_MARKED.search(cell) for row in table.rows for cell in row):
        return False
    roles = {*proposed_columns(table)} - {""}
    if separator == "\t":
        even = 2 * sum(len(row) > 1 for row in table.rows) >= len(table.rows)
    elif separator == ",":
        even = even and len(table.body) > 1 and "rating" in roles
    if "rating" not in roles and any(
        _are_mostly(table.cells(at), _has_digits) for at in _unknown_columns(table)
    ):
        return False  # “1500 paid”
    return even and (len(roles) > 1 or separator == "\t") and bool(roles & {"name", "family"})


def _unknown_columns(table: ColumnTable) -> list[int]:
    """Return the columns whose contents are not recognized, except one that numbers the rows."""
    columns = proposed_columns(table)
    return [
        at
        for at in range(table.width)
        if not columns[at] and not _looks_like_row_numbers(table.cells(at))
    ]


def _looks_like_row_numbers(cells: Sequence[str]) -> bool:
    return len(cells) > 1 and list(cells) == [str(number + 1) for number in range(len(cells))]


def _settle_columns(columns: Sequence[str]) -> tuple[ColumnRoles, list[Message]]:
    """Return the columns, with each role used once and consistent name columns, and notes on what was changed."""
    once, notes = unique_roles(columns)
    at = index_by_role(once)
    roles = list(once)
    if {"given", "family"} <= set(at):
        roles = ["" if role == "name" else role for role in roles]
    elif "given" in at:  # a name beside first names is the family name
        roles[at.get("name", at["given"])] = "family" if "name" in at else "name"
    elif "family" in at:
        roles[at.get("name", at["family"])] = "given" if "name" in at else "name"
    return tuple(roles), notes


def _roles_by_contents(table: ColumnTable, free: Sequence[int]) -> list[tuple[int, str]]:
    """Return the free columns that are recognized, each with its role, with the names first."""
    cells = {at: table.cells(at) for at in free}
    rest = [at for at in free if cells[at] and not _looks_like_row_numbers(cells[at])]
    roles: list[tuple[int, str]] = []
    texts: list[int] = []
    for at in rest:
        if _are_ratings(cells[at]):
            roles.append((at, "member" if any(role == "rating" for _, role in roles) else "rating"))
        elif _are_mostly(cells[at], COUNTRY.fullmatch):
            roles.append((at, "country"))
        elif _are_mostly(cells[at], _MEMBER_NUMBER.fullmatch):
            roles.append((at, "member"))
        elif table.kind(at) == "text" and not any("@" in cell for cell in cells[at]):
            texts.append(at)
    if (
        len(texts) > 1
        and texts[1] == texts[0] + 1
        and all(_are_mostly(cells[at], _is_word) for at in texts[:2])
    ):
        return [
            (texts[0], "family"),
            (texts[1], "given"),
            *roles,
            *((at, "club") for at in texts[2:]),
        ]
    if texts:
        name = max(texts, key=lambda at: sum(" " in cell for cell in cells[at]) / len(cells[at]))
        texts.remove(name)
        roles.insert(0, (name, "name"))
    return [*roles, *((at, "club") for at in texts if _are_mostly(cells[at], _has_no_digit))]


def _cell_text(text: str) -> str:
    return '"{}"'.format(text.replace('"', '""')) if '"' in text else text


def _are_mostly(cells: Sequence[str], test: Callable[[str], object]) -> bool:
    return 5 * sum(bool(test(cell)) for cell in cells) >= 4 * len(cells)


def _are_ratings(cells: Sequence[str]) -> bool:
    """Return whether most cells are ratings or mean unrated; False for a column of years."""
    figures = [whole for cell in cells if RATING.match(whole := _integer_rating(cell))]
    years = all(re.fullmatch(r"19\d\d|20[0-2]\d", figure) for figure in figures)
    return bool(figures) and not years and _are_mostly(cells, _is_likely_rating)


def _is_likely_rating(cell: str) -> bool:
    return cell.casefold() in UNRATED or bool(
        re.fullmatch(r"\(?\d{3,4}\)?[+*?p]?", _integer_rating(cell))
    )


def _has_digits(cell: str) -> bool:
    return any(map(str.isdigit, cell)) and "@" not in cell


def _has_no_digit(cell: str) -> bool:
    return not any(map(str.isdigit, cell))


def _is_word(cell: str) -> bool:
    return " " not in cell and "," not in cell and cell.replace("-", "").replace("'", "").isalpha()


def _integer_rating(text: str) -> str:
    """Return the text with a final rating as an integer: `1623.4` is 1623, `1,650` is 1650."""
    return round_rating(join_thousands(text))


def _typed_line(row: Sequence[str], at: dict[str, int]) -> str:
    """Return a row as a typed line: name, rating, member number and marked values.

    A row without a name gives its rating alone, which may be empty.
    """

    def cell(role: str) -> str:
        return "".join(row[at[role] : at[role] + 1]) if role in at else ""

    def marked(mark: str, text: str) -> str:
        needs_marks = re.search("[#,;:]", text)
        return '{}: "{}"'.format(mark, text.replace('"', "'")) if needs_marks else f"{mark}: {text}"

    who = ", ".join(filter(None, (cell("family"), cell("given") or cell("name"))))
    if not (who := LISTED.sub("", who)):
        return cell("rating")
    rating = re.sub(r"[.,]0+$", "", cell("rating"))
    if rating and any(letter.isdigit() or letter == '"' for letter in who):
        who = '"{}"'.format(who.replace('"', '""'))
    number = "".join(cell("member").removeprefix("#").split()).removesuffix(".0")
    parts = [
        who,
        rating if is_rating(rating) or not rating else marked("rating", rating),
        f"#{number}" if is_member_number(number) else number and marked("member", cell("member")),
        *(marked(mark, cell(mark)) for mark in ("class", "team", "country", "club") if cell(mark)),
    ]
    return "\t".join(filter(None, parts))


def _heading_notes(table: ColumnTable, columns: ColumnRoles, *, is_chosen: bool) -> list[Message]:
    """Return the notes on the heading and on skipped columns; [] for chosen columns without a heading."""
    if table.last_heading_row < 0:
        counted = _looks_like_row_numbers(table.cells(0)) and not columns[0]
        if is_chosen:
            return []
        left_out = [
            at for at in table.unnamed_columns if not columns[at] and not (counted and at == 0)
        ]
        first = [Message("first_column_numbers")] if counted else []
        return [*first, *unnamed_column_notes(None, None, left_out)]
    heads = table.heads
    taken = [
        at
        for role, at in sorted(
            index_by_role(columns).items(), key=lambda item: [*HEADINGS_BY_ROLE].index(item[0])
        )
        if role
    ]
    names = _strip_full_stops(heads[at] for at in taken if "".join(heads[at : at + 1]))
    if table.first_heading_row == table.last_heading_row:
        notes = [Message("heading_row", row=table.last_heading_row + 1, columns=names)]
    else:
        first_row, last_row = table.first_heading_row + 1, table.last_heading_row + 1
        notes = [Message("heading_rows", first=first_row, last=last_row, columns=names)]
    if left := [head for head, role in zip(heads, columns, strict=False) if head and not role]:
        notes.append(Message("columns_left_out", columns=_strip_full_stops(left)))
    at = index_by_role(columns)
    pair = at.get("family"), at.get("given")
    beside = pair[1] if pair[1] in table.unnamed_columns else None
    left_out = [
        column for column in table.unnamed_columns if not columns[column] or column == beside
    ]
    notes += unnamed_column_notes(pair[0], beside, [] if is_chosen else left_out)
    if above := tuple(
        number + 1 for number in range(table.first_heading_row) if any(table.rows[number])
    ):
        notes.append(Message("rows_above_left_out", rows=above))
    return notes


def unnamed_columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the 0-based columns that have cells but no heading."""
    width = max(map(len, rows), default=0)
    return [
        at
        for at in range(width)
        if not "".join(heads[at : at + 1]) and any("".join(row[at : at + 1]) for row in rows)
    ]


def first_name_column(
    name: int | None, heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> int | None:
    """Return the column of first names beside the column `name`, if it has no heading; otherwise None.

    This is the layout below a heading merged over two columns: most names are single words, and most
    cells beside them have no digits.
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
    name: int | None, beside: int | None, unnamed: Iterable[int]
) -> list[Message]:
    """Return a note on each column without a heading; the one `beside` the names is read as first names."""
    return [
        Message("first_names_beside", given=column_letters(at), family=column_letters(name))
        if at == beside and name is not None
        else Message("unnamed_column", column=column_letters(at))
        for at in unnamed
    ]


def _strip_full_stops(words: Iterable[str]) -> tuple[str, ...]:
    """Return the words with the final full stop removed, for the end of a sentence."""
    *before, last = [*words] or [""]
    return (*before, last.removesuffix("."))
