"""A new format of reports: plain text."""

from tournament.reports.figures import plain_value
from tournament.reports.paper import Paper
from tournament.reports.renderer import Renderer
from tournament.reports.report import Report, Table


class Txt(Renderer):
    """For a terminal: a line a row."""

    content_type = "text/plain; charset=utf-8"
    is_text = True

    def render(self, report: Report, paper: Paper) -> bytes:
        """Return the rows of every table, with cells separated by a bar."""
        del paper
        tables = [section for section in report.data_sections if isinstance(section, Table)]
        rows = [row for table in tables for group in table.data_groups for row in group.rows]
        lines = [" | ".join(str(plain_value(cell)) for cell in row) for row in rows]
        return "\n".join([report.title, *lines, ""]).encode()
