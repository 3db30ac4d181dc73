"""Reports as JSON: stable keys, numbers as numbers, null for unknown values."""

from __future__ import annotations

import json
from typing import Any

from tournament.reports.figures import plain_value
from tournament.reports.paper import Paper
from tournament.reports.renderer import Renderer
from tournament.reports.report import BoardDrawing, Report, Table


class Json(Renderer):
    """For programs: one object in which each table is a list of rows, and each row maps column keys to values."""

    content_type = "application/json"
    is_text = True
    for_programs = True

    def render(self, report: Report, paper: Paper) -> bytes:  # noqa: ARG002 - every renderer is asked alike
        """Return the file in UTF-8, indented by two spaces, with keys in column order."""
        document = json.dumps(report_as_dict(report), ensure_ascii=False, indent=2)
        return f"{document}\n".encode()


def report_as_dict(report: Report) -> dict[str, Any]:
    """Return the report as plain dictionaries and lists.

    `event` is the event's name, and `event_slug` its short name in addresses. `division` is null if the
    report covers several divisions; the rows then name them. `round` is 1-based or null.
    """
    document: dict[str, Any] = {
        "report": report.key,
        "title": report.title,
        "event": report.event,
        "event_slug": report.event_slug,
        "division": report.division or None,
        "round": report.round_number,
        "draft": report.draft,
        "printed_at": report.printed_at.isoformat(),
        "log": report.chain_head or None,
    }
    document |= {
        _json_key(label): value for label, value in report.facts if _json_key(label) not in document
    }
    for section in report.data_sections:
        if isinstance(section, Table):
            document.setdefault(section.key, []).extend(_rows(section))
        elif isinstance(section, BoardDrawing):
            document[section.key] = [[square.tile for square in row] for row in section.squares]
        else:
            document.setdefault(section.key, []).extend(section.paragraphs)
    document.setdefault("notes", []).extend(report.notes)
    if report.parts:
        document["parts"] = [report_as_dict(part) for part in report.parts]
    return document


def _rows(table: Table) -> list[dict[str, Any]]:
    rows = []
    for group in table.data_groups:
        for cells in group.rows:
            row: dict[str, Any] = {_json_key(table.part): table.title} if table.part else {}
            if table.has_group_titles:
                row[_json_key(table.group_head)] = group.title
            row |= {
                column.key: plain_value(cell)
                for column, cell in zip(table.columns, cells, strict=True)
            }
            rows.append(row)
    return rows


def _json_key(label: str) -> str:
    return label.lower().replace(" ", "_")
