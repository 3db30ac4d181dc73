"""Spreadsheet workbooks (xlsx): the first visible sheet, read without running its content."""

import io
import re
import zipfile
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.actions.unpacking import ZIP_FAULTS
from scoring.wording.phrases import comma_list
from tournament.exchange.tables import MAX_COLUMNS, TableFormat, TableSheet, UnreadableTable

MAX_PART_BYTES = 20_000_000
"""The largest unpacked size of a file inside a workbook, in bytes."""
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
NOT_A_WORKBOOK = _lazy("The workbook cannot be read. Save it as xlsx or CSV, or paste the rows.")


class Workbook(TableFormat):
    """The first visible sheet of a workbook; formulas are read as their last saved values."""

    suffixes = (".xlsx", ".xlsm")

    def read(self, content: bytes, *, most_rows: int) -> TableSheet:
        """Return the rows of the sheet, with notes on merged cells and further sheets.

        Raise `UnreadableTable` for a protected or damaged workbook.
        """
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as parts:
                return _first_sheet(parts, most_rows)
        except (DefusedXmlException, RuntimeError) as trap:
            raise UnreadableTable(
                _(
                    "The workbook is protected or contains elements that a list of players does "
                    "not need. Copy the rows and paste them."
                )
            ) from trap
        except (*ZIP_FAULTS, ParseError) as broken:
            raise UnreadableTable(NOT_A_WORKBOOK) from broken


def _first_sheet(parts: zipfile.ZipFile, most_rows: int) -> TableSheet:
    book = _parse_part(parts, "xl/workbook.xml")
    sheets = [s for s in book.iter(f"{MAIN}sheet") if s.get("state", "visible") == "visible"]
    if not sheets:
        raise UnreadableTable(_("The workbook has no visible sheet."))
    targets = {
        relation.get("Id"): relation.get("Target", "")
        for relation in _parse_part(parts, "xl/_rels/workbook.xml.rels")
    }
    target = targets[sheets[0].get(RELATION)]
    path = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    shared = _shared_texts(parts)
    sheet = _parse_part(parts, path)
    notes = []
    if len(sheets) > 1:
        notes.append(
            _("Only the first sheet, “{sheet}”, is read.").format(sheet=sheets[0].get("name"))
        )
    merged = [m.get("ref", "") for m in sheet.iter(f"{MAIN}mergeCell")]
    if merged:
        if len(merged) > 5:
            note = _("In merged cells, only the first cell has a value: {cells} and more.")
        else:
            note = _("In merged cells, only the first cell has a value: {cells}.")
        notes.append(note.format(cells=comma_list(merged[:5])))
    return TableSheet(tuple(_rows(sheet, shared, most_rows)), tuple(notes))


def _rows(sheet: Element, shared: list[str], most_rows: int) -> Iterator[tuple[str, ...]]:
    """Yield every row up to the last with content, at most one more than `most_rows`.

    Rows that the file omits are blank; empty rows at the end, such as coloured ones, are dropped.
    """
    expected = following = 1
    for row in sheet.iter(f"{MAIN}row"):
        number = int(row.get("r") or following)
        following = number + 1
        cells: dict[int, str] = {}
        for place, cell in enumerate(row.iter(f"{MAIN}c")):
            column = _column_index(cell.get("r", "")) if cell.get("r") else place
            if column < MAX_COLUMNS:
                cells[column] = _text(cell, shared)
        if not any(cells.values()):
            continue
        for _blank in range(expected, min(number, most_rows + 2)):
            yield ()
        if number > most_rows + 1:
            return
        yield tuple(cells.get(column, "") for column in range(max(cells, default=-1) + 1))
        expected = number + 1


def _text(cell: Element, shared: list[str]) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        return "".join(text.text or "" for text in cell.iter(f"{MAIN}t")).strip()
    value = (cell.findtext(f"{MAIN}v") or "").strip()
    if kind == "s" and value:
        index = int(value)
        if not 0 <= index < len(shared):
            raise ValueError(f"there is no shared text {index}")
        return shared[index]
    if kind == "e":
        return ""
    return value.removesuffix(".0") if kind == "n" else value


def _shared_texts(parts: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in parts.namelist():
        return []
    root = _parse_part(parts, "xl/sharedStrings.xml")
    return [
        "".join(text.text or "" for text in item.iter(f"{MAIN}t")).strip()
        for item in root.iter(f"{MAIN}si")
    ]


def _column_index(reference: str) -> int:
    """Return the 0-based column of a reference such as `B7`. Raise `ValueError` if it has no letters."""
    letters = re.match(r"[A-Z]{1,3}", reference)
    if letters is None:
        raise ValueError(reference)
    index = 0
    for letter in letters[0]:
        index = index * 26 + ord(letter) - ord("A") + 1
    return index - 1


def _parse_part(parts: zipfile.ZipFile, name: str) -> Element:
    info = parts.getinfo(name)
    if info.file_size > MAX_PART_BYTES:
        raise UnreadableTable(
            _(
                "The workbook unpacks to far more data than a list needs. Save only the sheet "
                "you need, as CSV."
            )
        )
    with parts.open(info) as opened:
        return fromstring(opened.read(MAX_PART_BYTES + 1))
