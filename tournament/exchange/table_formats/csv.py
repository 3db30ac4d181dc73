"""Tables as text, with commas, semicolons or tabs between the cells."""

import csv
from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournament.exchange.tables import TableFormat, TableSheet, UnreadableTable, decode_table

SEPARATORS = ("\t", ";", ",")


class CsvTable(TableFormat):
    """Text with commas, semicolons or tabs, as spreadsheets save it (CSV), in any common encoding."""

    suffixes = (".csv", ".tsv", ".txt")

    def read(self, content: bytes, *, most_rows: int) -> TableSheet:
        """Return the rows of the file; the separator is the most consistent one.

        Raise `UnreadableTable` if the file is not text or not valid CSV.
        """
        text, notes = decode_table(content)
        if "\0" in text:
            raise UnreadableTable(_("The file is not text. Save it as CSV, or as xlsx."))
        lines = text.splitlines()[: most_rows + 1]
        separator = max(SEPARATORS, key=lambda candidate: _consistent_line_count(lines, candidate))
        rows = csv.reader(lines, delimiter=separator, strict=False)
        try:
            cells = tuple(tuple(cell.strip() for cell in row) for row in rows)
            return TableSheet(cells, notes, is_text=True)
        except csv.Error as broken:
            raise UnreadableTable(
                _("The file cannot be read as CSV ({broken}).").format(broken=broken)
            ) from broken


def _consistent_line_count(lines: Iterable[str], separator: str) -> int:
    """Return the largest number of lines that contain the separator the same number of times; 0 if none does."""
    counts = [line.count(separator) for line in lines if separator in line]
    return max((counts.count(count) for count in set(counts)), default=0)
