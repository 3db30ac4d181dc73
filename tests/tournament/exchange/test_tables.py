"""Uploaded tables: read as rows, or refused with a remedy."""

import io
import zipfile

import pytest
from openpyxl import Workbook

from tests.approved import check_approved
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


BOMB = b'<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><workbook '
BROKEN = {
    "sheets": ("xl/workbook.xml", b"<sheets>", b"<sheets"),
    "encoding": (
        "xl/workbook.xml",
        b"<workbook ",
        b'<?xml version="1.0" encoding="none"?><workbook ',
    ),
    "entities": ("xl/workbook.xml", b"<workbook ", BOMB),
    "relation": ("xl/workbook.xml", b"r:id=", b"r:no="),
    "target": ("xl/_rels/workbook.xml.rels", b"worksheets/sheet1.xml", b"worksheets/none.xml"),
    "row": ("xl/worksheets/sheet1.xml", b'<row r="1"', b'<row r="one"'),
    "cell": ("xl/worksheets/sheet1.xml", b'r="A1"', b'r="1A"'),
    "text below": ("xl/worksheets/sheet1.xml", b't="n"><v>1623', b't="s"><v>-9'),
    "text beyond": ("xl/worksheets/sheet1.xml", b't="n"><v>1623', b't="s"><v>9'),
}
TABLES = {
    **{
        f"text {text!r}": ("list.csv", text)
        for text in (
            "Name,Rating\nAna Lopez,1623\n", '"Lopez, Ana";1623\n"Okafor, Ben";', "Ana\tLopez\n", "\ufeffAna Lopez\n",
            "",
        )
    },
    "text of Windows": ("LIST.CSV", "Zoë Müller".encode("cp1252")),
    "text in UTF-16": ("a.csv", "Zoë".encode("utf-16")),
    **{fill.__name__: ("list.xlsx", workbook(fill)) for fill in (simple, merged, hidden, coloured)},
    "a paper": ("list.pdf", b"%PDF"),
    "no ending": ("list", b"Ana"),
    "no workbook": ("list.xlsx", b"not a zip"),
    "an empty zip": ("list.xlsx", b"PK\x03\x04"),
    **{
        f"broken by {way}": ("list.xlsx", broken_zip(way, **{"xl/workbook_xml": "<workbook/>" * 50}))
        for way in ("lzma", "bzip2", "deflate")
    },
    **{f"a broken {name}": ("list.xlsx", changed(workbook(simple), *part)) for name, part in BROKEN.items()},
    "no text": ("list.csv", b"a\0b"),
    "too large": ("list.csv", b"x" * 2_000_001),
    "too long": ("list.csv", b"x\n" * (tables.MAX_ROWS + 1)),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_table_is_read_or_refused_as_approved(request, name):
    file_name, content = TABLES[name]
    try:
        read = read_table_file(file_name, content.encode() if isinstance(content, str) else content)
        text = f"{read.rows} {read.notes}"
    except UnreadableTable as refused:
        text = f"REFUSED {refused}"
    check_approved(request, {name: text})


def test_workbook_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr("tournament.exchange.table_formats.xlsx.MAX_PART_BYTES", 100)
    with pytest.raises(UnreadableTable, match="unpacks to far more data than"):
        read_table_file("list.xlsx", workbook(simple))


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
