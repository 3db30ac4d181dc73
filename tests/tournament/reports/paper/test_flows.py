"""Sections flow onto pages: what fits below the rest of a page, and where the next one begins."""

import pytest

from tests.drawn import check_drawn
from tournament.reports.renderers.paper.board import BoardFlow
from tournament.reports.renderers.paper.flow import ParagraphsFlow, SideBySideFlow, StackFlow
from tournament.reports.renderers.paper.table import TableFlow
from tournament.reports.renderers.paper.typeface import load_fonts
from tournament.reports.report import BoardDrawing, Column, Group, Table, Text

WORDS = "The director decides, and writes the score that counts on both sheets. " * 2


def table(*groups, **more):
    rows = tuple(Group(tuple((f"N{n}",) for n in range(count)), title) for title, count in groups)
    return TableFlow(Table("rows", (Column("name", "Name"),), rows, "Rows"), 200, **more)


def text(count, **more):
    return ParagraphsFlow(Text((WORDS,) * count, **more), 200)


FLOWS = {
    "a short text": lambda: text(1, title="Note"),
    "a long text": lambda: text(5, marked=True),
    "no rows": table,
    "one row": lambda: table(("", 1)),
    "a short table": lambda: table(("", 10)),
    "a tight table": lambda: table(("", 11), tight=True),
    "a whole table": lambda: table(("", 12), whole=True),
    "groups": lambda: table(("First", 1), ("Second", 9), ("Third", 2)),
    "stacked": lambda: StackFlow([text(1), table(("", 3)), text(2), table(("", 14))]),
    "side by side": lambda: SideBySideFlow(
        [StackFlow([table(("", 14))]), StackFlow([text(1), text(4)])], [0, 210]
    ),
    "a board": lambda: BoardFlow(BoardDrawing(((None,) * 15,) * 15, "Board"), 260),
}


def laid_out(flow, room):
    """Return the heights of the pieces: in the room left on the first page, then on empty pages."""
    heights, pages = [], 0
    while not flow.done:
        piece = flow.take(room if not pages else 120.0, forced=pages > 0)
        heights.append("next page" if piece is None else f"{piece.height:.2f} {piece.titles}")
        pages += 1
        assert pages < 30, "it never ends"
    return heights


@pytest.mark.parametrize("name", FLOWS)
def test_sections_break_where_they_did(request, name):
    load_fonts()
    lines = [f"{room}: {laid_out(FLOWS[name](), room)}" for room in range(0, 300, 3)]
    check_drawn(request, f"flow: {name}", ["\n".join(lines).encode()])
