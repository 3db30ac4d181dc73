"""Reports as CSV: unformatted numbers, one line for each row."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import groupby

from scoring.wording.phrases import escape_formula
from tournament.reports.figures import plain_value
from tournament.reports.paper import Paper
from tournament.reports.renderer import Renderer
from tournament.reports.report import BoardDrawing, Report, Table, Text

BOM = "\ufeff"
"""The byte order mark. With it, spreadsheet programs recognize UTF-8 in files opened by a double click.

Programs can read the file as `utf-8-sig`, or use JSON.
"""


class Csv(Renderer):
    """For other programs and spreadsheets: one line for each row, without totals or layout.

    In languages with a decimal comma, fields are separated by semicolons, as spreadsheets in these languages expect.
    """

    content_type = "text/csv; charset=utf-8"
    is_text = True
    for_programs = True

    def render(self, report: Report, paper: Paper) -> bytes:  # noqa: ARG002 - every renderer is asked alike
        """Return the file as UTF-8 with a byte order mark.

        Tables with the same key form one block, with a first column for the division or player.
        Blocks, paragraphs and the board are separated by empty lines.
        """
        blocks = [block for leaf in report.leaves for block in _blocks(leaf)]
        buffer = io.StringIO()
        writer = csv.writer(buffer, delimiter=report.separator)
        for number, lines in enumerate(blocks):
            if number:
                writer.writerow([])
            writer.writerows(
                [_localized_field(value, report.separator) for value in line] for line in lines
            )
        return (BOM + buffer.getvalue()).encode()


def _blocks(report: Report) -> Iterator[list[list[str | int | float]]]:
    sections = list(report.data_sections)
    alone = len({section.key for section in sections if isinstance(section, Table)}) == 1
    for _, same in groupby(sections, key=lambda section: (type(section), section.key)):
        block = list(same)
        if isinstance(block[0], Table):
            yield _table_rows([item for item in block if isinstance(item, Table)])
        elif alone:
            continue
        elif isinstance(block[0], BoardDrawing):
            yield _board_rows(block[0])
        else:
            yield [
                [escape_formula(line)]
                for item in block
                if isinstance(item, Text)
                for line in item.paragraphs
            ]


def _table_rows(tables: list[Table]) -> list[list[str | int | float]]:
    lead = tables[0]
    grouped = any(table.has_group_titles for table in tables)
    head = [lead.part] if lead.part else []
    head += [lead.group_head] if grouped else []
    lines: list[list[str | int | float]] = [[*head, *(column.full_name for column in lead.columns)]]
    for table in tables:
        for group in table.data_groups:
            for row in group.rows:
                start = [escape_formula(table.title)] if lead.part else []
                start += [escape_formula(group.title)] if grouped else []
                lines.append([*start, *(_csv_field(plain_value(cell)) for cell in row)])
    return lines


def _csv_field(value: str | int | float | None) -> str | int | float:
    if value is None:
        return ""
    return escape_formula(value) if isinstance(value, str) else value


def _localized_field(value: str | int | float, separator: str) -> str | int | float:
    """Return a field as spreadsheets with this separator expect it: with semicolons, 412.3 becomes "412,3"."""
    is_comma_free = isinstance(value, float) and separator == ";"
    return str(value).replace(".", ",") if is_comma_free else value


def _board_rows(board: BoardDrawing) -> list[list[str | int | float]]:
    return [[escape_formula(square.tile or "") for square in row] for row in board.squares]
