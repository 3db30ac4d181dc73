"""The XML of a workbook's rows, inserted into the sheets made by openpyxl.

openpyxl makes everything except the rows. An event can have half a million cells, and openpyxl
takes four times as long for each.
"""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias
from xml.sax.saxutils import escape

from openpyxl import Workbook
from openpyxl.cell import Cell as BookCell
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet._write_only import WriteOnlyWorksheet


class StyledValue(NamedTuple):
    """A value with the number of its style in the workbook."""

    value: str | int | float | dt.date
    style: int


CellContent: TypeAlias = BookCell | StyledValue | str | int | float | None
"""A styled cell or a plain value. A string is never read as a formula."""

_EMPTY = b"<sheetData></sheetData>"


class SheetRows:
    """The rows of one sheet."""

    def __init__(self) -> None:
        self._rows: list[str] = []

    def append(self, cells: Iterable[CellContent], height: float = 0.0) -> None:
        """Add a row, `height` points high unless it is 0; None leaves a cell empty."""
        number = len(self._rows) + 1
        high = f' ht="{height:g}" customHeight="1"' if height else ""
        inside = "".join(
            _cell_xml(cell, f"{_column_letters(place)}{number}")
            for place, cell in enumerate(cells, start=1)
            if cell is not None
        )
        self._rows.append(f'<row r="{number}"{high}>{inside}</row>')

    @property
    def xml(self) -> bytes:
        """Return the XML of the rows."""
        return f"<sheetData>{''.join(self._rows)}</sheetData>".encode()


class Book:
    """A workbook whose rows are written without openpyxl."""

    def __init__(self) -> None:
        self.workbook = Workbook(write_only=True)
        self._rows: list[SheetRows] = []

    def add_sheet(self, name: str) -> tuple[WriteOnlyWorksheet, SheetRows]:
        """Return a new sheet and the object for its rows."""
        self._rows.append(SheetRows())
        return self.workbook.create_sheet(name), self._rows[-1]

    def content(self) -> bytes:
        """Return the content of the file. Raise `ValueError` if a sheet has no place for its rows.

        The rows of all sheets are inserted into the file made by openpyxl.
        """
        without_rows, whole = io.BytesIO(), io.BytesIO()
        self.workbook.save(without_rows)
        content = {
            f"xl/worksheets/sheet{number}.xml": rows.xml
            for number, rows in enumerate(self._rows, start=1)
        }
        with (
            zipfile.ZipFile(without_rows) as made,
            zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as book,
        ):
            for part in made.infolist():
                data = made.read(part)
                if part.filename in content:
                    before, empty, after = data.partition(_EMPTY)
                    if not empty:
                        raise ValueError(f"{part.filename} has no place for its rows.")
                    data = before + content[part.filename] + after
                book.writestr(part, data)
        return whole.getvalue()


def _column_letters(place: int) -> str:
    while len(_LETTERS) <= place:
        _LETTERS.append(get_column_letter(len(_LETTERS)))
    return _LETTERS[place]


_LETTERS = [""]


def _cell_xml(cell: str | float | StyledValue | BookCell, at: str) -> str:
    """Return the XML of one cell; `at` is its position, such as "B2"."""
    if isinstance(cell, str):
        return f'<c r="{at}" t="inlineStr">{_text_xml(cell)}</c>'
    if isinstance(cell, int | float):
        return f'<c r="{at}" t="n"><v>{cell}</v></c>'
    if isinstance(cell, StyledValue):
        value, style = cell
    else:
        value, style = cell.value, cell.style_id
    look = f' s="{style}"' if style else ""
    if isinstance(cell, BookCell) and cell.data_type == "f":
        return f'<c r="{at}"{look}><f>{escape(str(value)[1:])}</f><v /></c>'
    if isinstance(value, dt.date):
        return f'<c r="{at}"{look} t="n"><v>{to_excel(value)}</v></c>'
    if isinstance(value, str):
        return f'<c r="{at}"{look} t="inlineStr">{_text_xml(value)}</c>'
    if value is None:
        return f'<c r="{at}"{look} />'
    return f'<c r="{at}"{look} t="n"><v>{value}</v></c>'


def _text_xml(text: str) -> str:
    if not text:
        return ""
    # Spaces at either end are part of the text.
    blanks = ' xml:space="preserve"' if text != text.strip() else ""
    return f"<is><t{blanks}>{escape(text)}</t></is>"
