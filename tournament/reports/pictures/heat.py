"""Heat maps of a board: squares shaded by frequency."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.reports.drawing import Drawing, Ink, Rectangles, Shape, Stroke, TextLine
from tournament.reports.tables import Align

SIDE = 30.0
MARGIN = 22.0
STEPS = (Ink.HEAT_1, Ink.HEAT_2, Ink.HEAT_3, Ink.HEAT_4, Ink.HEAT_5)


def heat_picture(
    figures: Sequence[Sequence[int]], columns: Sequence[str], description: str
) -> Drawing:
    """Return a board with each figure in its square, shaded by size, with row 1 at the top; zeros are left out."""
    most = max((figure for row in figures for figure in row), default=0)
    width = MARGIN + SIDE * len(columns) + 2
    height = MARGIN + SIDE * len(figures) + 2
    shaded: dict[Ink, list[tuple[float, float, float, float]]] = {ink: [] for ink in STEPS}
    labels: list[Shape] = []
    for y, row in enumerate(figures):
        for x, figure in enumerate(row):
            left, top = MARGIN + SIDE * x, MARGIN + SIDE * y
            step = min(len(STEPS) - 1, figure * len(STEPS) // (most + 1)) if most else 0
            if figure:
                shaded[STEPS[step]].append((left, top, SIDE, SIDE))
                ink = Ink.PAPER if step == len(STEPS) - 1 else Ink.INK
                words = TextLine(
                    left + SIDE / 2, top + SIDE * 0.62, str(figure), 10.0, Align.CENTRE, ink
                )
                labels.append(words)
    shapes: list[Shape] = [
        Rectangles(tuple(places), ink) for ink, places in shaded.items() if places
    ]
    right, foot = MARGIN + SIDE * len(columns), MARGIN + SIDE * len(figures)
    for x in range(len(columns) + 1):
        at = MARGIN + SIDE * x
        shapes.append(Stroke(((at, MARGIN), (at, foot)), Ink.HAIR, 0.5))
    for y in range(len(figures) + 1):
        at = MARGIN + SIDE * y
        shapes.append(Stroke(((MARGIN, at), (right, at)), Ink.HAIR, 0.5))
    for x, letter in enumerate(columns):
        at = MARGIN + SIDE * (x + 0.5)
        shapes.append(TextLine(at, MARGIN - 7, letter, 10.0, Align.CENTRE, Ink.SOFT))
    for y in range(len(figures)):
        at = MARGIN + SIDE * (y + 0.62)
        shapes.append(TextLine(MARGIN - 6, at, str(y + 1), 10.0, Align.RIGHT, Ink.SOFT))
    return Drawing(width, height, (*shapes, *labels), description)
