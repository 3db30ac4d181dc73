"""Bar charts of frequencies."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.reports.drawing import Drawing, Ink, Rectangles, Shape, Stroke, TextLine
from tournament.reports.pictures.scale import axis_ticks
from tournament.reports.tables import Align

WIDTH, HEIGHT = 720.0, 260.0
TOP, FOOT, LEFT = 14.0, 30.0, 40.0
TEXT = 10.0
MAX_LABELS = 16
MAX_BAR_WIDTH = 90.0
"""Maximum width of a bar, so that a few bars do not fill the whole width."""


def bar_picture(bars: Sequence[tuple[str, int]], description: str, *, foot: str) -> Drawing:
    """Return a drawing with a bar for each label; `foot` is the title of the horizontal axis.

    The figure is written above each bar that is wide enough, unless it is 0.
    """
    lines = axis_ticks(0, max((figure for _, figure in bars), default=1), 4)
    room = HEIGHT - TOP - FOOT
    base = TOP + room
    wide = min((WIDTH - LEFT) / max(1, len(bars)), MAX_BAR_WIDTH)
    shapes: list[Shape] = []
    for line in lines:
        y = base - room * line / lines[-1]
        shapes.append(Stroke(((LEFT, y), (WIDTH, y)), Ink.HAIR, 0.6))
        shapes.append(TextLine(LEFT - 6, y + 3.5, str(line), TEXT, Align.RIGHT, Ink.SOFT))
    places = tuple(
        (
            LEFT + wide * (at + 0.1),
            base - room * figure / lines[-1],
            wide * 0.8,
            room * figure / lines[-1],
        )
        for at, (_, figure) in enumerate(bars)
        if figure
    )
    shapes.append(Rectangles(places, Ink.HEAT_4))
    every = -(-len(bars) // MAX_LABELS)
    for at, (label, figure) in enumerate(bars):
        middle = LEFT + wide * (at + 0.5)
        if at % every == 0:
            shapes.append(TextLine(middle, base + 14, label, TEXT, Align.CENTRE, Ink.SOFT))
        if figure and wide >= 16:
            top = base - room * figure / lines[-1]
            shapes.append(TextLine(middle, top - 3, str(figure), TEXT, Align.CENTRE))
    shapes.append(Stroke(((LEFT, base), (WIDTH, base)), Ink.INK, 0.8))
    shapes.append(TextLine(WIDTH, HEIGHT - 2, foot, TEXT, Align.RIGHT, Ink.SOFT))
    return Drawing(WIDTH, HEIGHT, tuple(shapes), description)
