"""Uploaded tables: read as rows, or refused with a remedy."""

import io
import zipfile

import pytest
from openpyxl import Workbook

from tests.crafted import broken_zip
from tournament.exchange import tables
from tournament.exchange.tables import UnreadableTable, read_table_file, table_extensions


def workbook(fill):
    book = Workbook()
    fill(book)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def changed(content, part, old, new):
    """Return the workbook with a piece of one part replaced."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(file, "w") as after:
        for name in before.namelist():
            data = before.read(name)
            after.writestr(name, data.replace(old, new) if name == part else data)
    return file.getvalue()


def simple(book):
    sheet = book.active
    sheet.append(["Name", "Rating"])
    sheet.append(["Zoë Müller", 1623])
    sheet["A4"] = "Ana Lopez"


def test_table_suffixes_are_those_of_the_folder():
    assert table_extensions() == (".csv", ".tsv", ".txt", ".xlsx", ".xlsm")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Name,Rating\nAna Lopez,1623\n", (("Name", "Rating"), ("Ana Lopez", "1623"))),
        ('"Lopez, Ana";1623\n"Okafor, Ben";', (("Lopez, Ana", "1623"), ("Okafor, Ben", ""))),
        ("Ana\tLopez\n", (("Ana", "Lopez"),)),
        ("\ufeffAna Lopez\n", (("Ana Lopez",),)),
        ("", ()),
    ],
)
def test_text_is_split_at_the_separator_most_lines_share(text, rows):
    assert read_table_file("list.csv", text.encode()).rows == rows


def test_text_in_other_encodings_is_read_with_a_note():
    sheet = read_table_file("LIST.CSV", "Zoë Müller".encode("cp1252"))
    assert (sheet.rows, len(sheet.notes)) == ((("Zoë Müller",),), 1)
    assert read_table_file("a.csv", "Zoë".encode("utf-16")).rows == (("Zoë",),)


def merged(book):
    simple(book)
    book.active.title = "Field"
    book.active.merge_cells("A6:C6")
    book.create_sheet("Prizes")


def hidden(book):
    simple(book)
    book.active.sheet_state = "hidden"
    book.create_sheet("Shown").append(["Ben Okafor"])


def coloured(book):
    simple(book)
    book.active["A1048576"].number_format = "0.00"


SIMPLE = (("Name", "Rating"), ("Zoë Müller", "1623"), (), ("Ana Lopez",))
MERGED = (
    "Only the first sheet, “Field”, is read.",
    "In merged cells, only the first cell has a value: A6:C6.",
)


@pytest.mark.parametrize(
    ("fill", "rows", "notes"),
    [
        (simple, SIMPLE, ()),
        (merged, None, MERGED),
        (hidden, (("Ben Okafor",),), ()),
        (coloured, SIMPLE, ()),
    ],
)
def test_visible_rows_of_a_workbook_stay_in_place(fill, rows, notes):
    read = read_table_file("list.xlsx", workbook(fill))
    assert read.rows == rows or (rows is None and read.rows[:4] == SIMPLE)
    assert read.notes == notes


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("list.pdf", b"%PDF", "Ninetimer cannot read files like"),
        ("list", b"Ana", "Ninetimer cannot read files like"),
        ("list.xlsx", b"not a zip", "The workbook cannot be read"),
        ("list.xlsx", b"PK\x03\x04", "The workbook cannot be read"),
        *(
            (
                "list.xlsx",
                broken_zip(way, **{"xl/workbook_xml": "<workbook/>" * 50}),
                "cannot be read",
            )
            for way in ("lzma", "bzip2", "deflate")
        ),
        ("list.csv", b"a\0b", "is not text"),
        ("list.csv", b"x" * 2_000_001, "is too large"),
        ("list.csv", b"x\n" * 5_001, "more than 5,000 rows"),
    ],
)
def test_unreadable_file_is_refused_with_a_remedy(name, content, why):
    with pytest.raises(UnreadableTable, match=why):
        read_table_file(name, content)


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("xl/workbook.xml", b"<sheets>", b"<sheets"),
        ("xl/workbook.xml", b"<workbook ", b'<?xml version="1.0" encoding="none"?><workbook '),
        ("xl/workbook.xml", b"r:id=", b"r:no="),
        ("xl/_rels/workbook.xml.rels", b"worksheets/sheet1.xml", b"worksheets/none.xml"),
        ("xl/worksheets/sheet1.xml", b'<row r="1"', b'<row r="one"'),
        ("xl/worksheets/sheet1.xml", b'r="A1"', b'r="1A"'),
        ("xl/worksheets/sheet1.xml", b't="n"><v>1623', b't="s"><v>-9'),
        ("xl/worksheets/sheet1.xml", b't="n"><v>1623', b't="s"><v>9'),
    ],
)
def test_workbook_with_a_broken_part_is_refused(part, old, new):
    whole = workbook(simple)
    broken = changed(whole, part, old, new)
    assert broken != changed(whole, part, old, old)
    with pytest.raises(UnreadableTable, match="workbook cannot be read"):
        read_table_file("list.xlsx", broken)


def test_workbook_with_entity_expansion_is_refused(monkeypatch):
    whole = workbook(simple)
    bomb = changed(
        whole,
        "xl/workbook.xml",
        b"<workbook ",
        b'<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><workbook ',
    )
    with pytest.raises(
        UnreadableTable, match="contains elements that a list of players does not need"
    ):
        read_table_file("list.xlsx", bomb)
    monkeypatch.setattr("tournament.exchange.table_formats.xlsx.MAX_PART_BYTES", 100)
    with pytest.raises(UnreadableTable, match="unpacks to far more data than"):
        read_table_file("list.xlsx", whole)
    assert tables.MAX_ROWS == 5_000


def test_every_row_of_a_long_list_is_read_up_to_the_requested_limit():
    def fill(book):
        for number in range(5_003):
            book.active.append([f"Person {number}", 1000])

    text = "".join(f"Person {number},1000\n" for number in range(5_003)).encode()
    for name, content in (("list.csv", text), ("list.xlsx", workbook(fill))):
        rows = read_table_file(name, content, most_rows=50_000, what="ratings").rows
        assert (len(rows), rows[-1]) == (5_003, ("Person 5002", "1000"))
        with pytest.raises(
            UnreadableTable, match=r"more than 5,002 rows, the most for a list of r"
        ):
            read_table_file(name, content, most_rows=5_002, what="ratings")
