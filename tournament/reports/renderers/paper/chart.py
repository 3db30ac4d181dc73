"""Tables that may go on beside themselves, as a wall chart does: how they are cut, and how large they are set."""

from __future__ import annotations

from dataclasses import replace

from tournament.reports.renderers.paper.flow import Flow, Stack
from tournament.reports.renderers.paper.measured import measured
from tournament.reports.renderers.paper.table import TableFlow
from tournament.reports.renderers.paper.typeface import TABLE_SIZE
from tournament.reports.renderers.paper.widths import wishes
from tournament.reports.report import Table

CHART_SIZES = (7.0, 6.5, 6.0)
"""The type sizes of a table that may go on beside itself, as a wall chart does: a smaller one where it then
goes on beside itself less often."""
LONG_CHART = 100
"""With more rows than this a chart has less white and no room to write by hand."""
MOST_REPEATED, NARROW_NAMES = 0.35, 0.2
"""The columns repeated take so much of the width at most; less in a long chart, and where the chart then goes on
beside itself less often. Their words stay whole."""


def table_flow(
    table: Table, width: float, size: float = TABLE_SIZE, *, large: bool = False
) -> Flow:
    """Return a table on its way to paper; one too wide is cut between columns where it may be.

    A `large` one wraps its text before it is set smaller.
    """
    if not table.repeat:
        return TableFlow(table, width, size, large=large)
    long = sum(1 for _ in table.rows) > LONG_CHART
    close = replace(table, row_height=0.0) if long else table
    tried = {
        (share, smaller): _column_blocks(close, width, smaller, share)
        for share in ((NARROW_NAMES,) if long else (MOST_REPEATED, NARROW_NAMES))
        for smaller in CHART_SIZES
    }
    _, size = best = min(tried, key=lambda way: (len(tried[way]), -way[0], -way[1]))
    blocks = tried[best]
    if len(blocks) == 1:
        return TableFlow(blocks[0], width, size, whole=True, tight=long)
    return Stack([TableFlow(block, width, size, whole=True, tight=long) for block in blocks])


def _column_blocks(table: Table, width: float, size: float, most_repeated: float) -> list[Table]:
    """Return the table as several, each as wide as the paper and beginning with the same columns."""
    once = measured(table)
    shown = once.shown
    natural, least, _ = wishes(once.contents, size, once.font)
    lead, rest = natural[: table.repeat], natural[table.repeat :]
    # long names wrap
    room = width - max(sum(least[: table.repeat]), min(sum(lead), width * most_repeated))
    if not rest or sum(rest) <= room:
        return [table]
    per_block = max(1, int(room // max(rest)))
    count = -(-len(rest) // per_block)
    per_block = -(-len(rest) // count)
    blocks = []
    for start in range(0, len(rest), per_block):
        at = table.repeat + start
        places = [*shown[: table.repeat], *shown[at : at + per_block]]
        groups = tuple(
            replace(group, rows=tuple(tuple(row[place] for place in places) for row in group.rows))
            for group in table.groups
        )
        chosen = tuple(table.columns[place] for place in places)
        blocks.append(replace(table, columns=chosen, groups=groups))
    return blocks
