"""The pictures of a report as charts, drawn by the spreadsheet program from the cells of a table."""

from __future__ import annotations

from itertools import pairwise

from openpyxl.chart import BarChart, LineChart, Reference, Series
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.data_source import NumFmt, StrRef
from openpyxl.chart.series import SeriesLabel
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.drawing.line import LineProperties
from openpyxl.formatting.rule import ColorScaleRule, Rule
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from tournament.reports.drawing import Ink
from tournament.reports.pictures.lines import RANK_STYLES
from tournament.reports.renderers.paper import ink
from tournament.reports.report import Chart, Column, Kind, Picture, Report, Table, cell_value

WIDE, HIGH = 26.0, 14.0
"""Width and height of a chart, in centimetres."""
LINE_WIDTH = 22_000
"""Width of a line in EMU; a point has 12,700."""
GRID = "D9D9D9"
DASHES = {
    (): "solid",
    (7.0, 3.0): "dash",
    (2.0, 2.0): "sysDot",
    (9.0, 3.0, 2.0, 3.0): "dashDot",
    (4.0, 2.0): "sysDash",
}
"""The names that workbooks use for the dashes of pictures."""
GAP = 40
"""The gap between two bars, in hundredths of their width."""
AXIS_START_STEP = 100
"""An axis that does not start at 0 starts at a multiple of this number."""
EVERY_RANK, RANKS_IN_TENS = 15, 100
"""Numbers of ranks: up to the first, each rank has a grid line; above the second, only 1, 10 and 100 do."""
AXIS_FORMATS = {Kind.SPREAD: "+0;\u22120;0"}
"""Number formats of axes; by default figures are whole numbers, even if the cells have decimals."""


def charts_of(leaf: Report) -> dict[int, tuple[Chart, str]]:
    """Return the chart and title for each table that follows a picture with a chart, by the table's id()."""
    return {
        id(table): (picture.chart, picture.title or table.title or leaf.title)
        for picture, table in pairwise(leaf.flattened_sections)
        if isinstance(picture, Picture) and picture.chart and isinstance(table, Table)
    }


def add_chart(sheet: WriteOnlyWorksheet, table: Table, chart: Chart, title: str) -> None:
    """Draw a chart of the table's cells to the right of the table, or shade the cells.

    Tables without rows get no chart.
    """
    shift = 2 if table.has_group_titles else 1
    place = {column.key: at for at, column in enumerate(table.columns, start=shift)}
    below = sum(len(group.rows) for group in table.data_groups) + 1
    if below == 1:
        return
    if chart.shaded:
        first, last = (
            get_column_letter(place[key]) for key in (chart.columns[0], chart.columns[-1])
        )
        sheet.conditional_formatting.add(f"{first}2:{last}{below}", _colour_scale())
        return
    made: BarChart | LineChart = BarChart() if chart.bars else LineChart()
    first, last = place[chart.columns[0]], place[chart.columns[-1]]
    names = place[chart.names]
    if chart.of_rows:
        for row in range(2, min(below, chart.of_rows + 1) + 1):
            line = Series(Reference(sheet, first, row, last, row))
            line.tx = SeriesLabel(strRef=StrRef(str(Reference(sheet, names, row))))
            made.series.append(line)
        made.set_categories(Reference(sheet, first, 1, last, 1))
    else:
        for column in (place[key] for key in chart.columns):
            made.add_data(Reference(sheet, column, 1, column, below), titles_from_data=True)
        made.set_categories(Reference(sheet, names, 2, names, below))
    _apply_colours(made)
    _add_labels(made, chart, {column.key: column for column in table.columns}, title)
    if chart.ranks:
        _arrange_ranks(made, table, chart)
    elif not chart.from_nought:
        lowest = min(_chart_figures(table, chart), default=0.0)
        made.y_axis.scaling.min = lowest // AXIS_START_STEP * AXIS_START_STEP
    made.width, made.height = WIDE, HIGH
    sheet.add_chart(made, f"{get_column_letter(len(table.columns) + shift + 1)}2")


def _colour_scale() -> Rule:
    """Return the colour scale of heat maps, from 0 to the maximum."""
    return ColorScaleRule(
        start_type="num",
        start_value=0,
        start_color="FFFFFF",
        end_type="max",
        end_color=_colour(Ink.HEAT_4),
    )


def _apply_colours(made: BarChart | LineChart) -> None:
    """Draw lines and bars in the colours of the papers, with dashes to distinguish lines without colour."""
    if isinstance(made, BarChart):
        made.gapWidth = GAP
    for number, series in enumerate(made.series):
        drawn_in, dashes = RANK_STYLES[number % len(RANK_STYLES)]
        if isinstance(made, BarChart):
            series.graphicalProperties = GraphicalProperties(solidFill=_colour(Ink.ACCENT))
            continue
        series.smooth = False
        series.graphicalProperties = GraphicalProperties(
            ln=LineProperties(w=LINE_WIDTH, solidFill=_colour(drawn_in), prstDash=DASHES[dashes])
        )


def _colour(drawn_in: Ink) -> str:
    """Return a colour in the notation of workbooks, such as "0B6B75"."""
    return ink.COLOURS[drawn_in].hexval()[2:].upper()


def _add_labels(
    made: BarChart | LineChart, chart: Chart, columns: dict[str, Column], title: str
) -> None:
    """Add the title, the axis titles and, for several lines, the legend."""
    made.title = title
    made.title.overlay = False
    value = columns[chart.columns[0]]
    if len(made.series) == 1:
        made.legend = None
        made.y_axis.title = value.full_name
    if not chart.of_rows:
        made.x_axis.title = columns[chart.names].full_name
    for axis in (made.x_axis, made.y_axis):
        # By default, spreadsheet programs hide the axes and put their labels inside.
        axis.delete = False
        if axis.title:
            axis.title.overlay = False
    made.x_axis.tickLblPos = "low"
    made.y_axis.numFmt = NumFmt(AXIS_FORMATS.get(value.kind, "0"), sourceLinked=False)
    made.y_axis.majorGridlines = ChartLines(
        spPr=GraphicalProperties(ln=LineProperties(solidFill=GRID))
    )


def _chart_figures(table: Table, chart: Chart) -> list[float]:
    """Return the figures that a chart shows."""
    places = {column.key: at for at, column in enumerate(table.columns)}
    rows = [row for group in table.data_groups for row in group.rows][: chart.of_rows]
    cells = (cell_value(row[places[key]]) for row in rows for key in chart.columns)
    return [cell for cell in cells if isinstance(cell, int | float)]


def _arrange_ranks(made: BarChart | LineChart, table: Table, chart: Chart) -> None:
    """Put rank 1 at the top; in a large field, the top places get more space."""
    lowest = max(_chart_figures(table, chart), default=1.0)
    made.x_axis.tickLblPos = "high"
    scaling = made.y_axis.scaling
    scaling.orientation, scaling.min, scaling.max = "maxMin", 1, max(lowest, 2)
    if lowest > RANKS_IN_TENS:
        scaling.logBase = 10
    elif lowest <= EVERY_RANK:
        made.y_axis.majorUnit = 1
