"""How wide the columns of a table are on paper, and how large its type may be."""

from __future__ import annotations

from tournament.reports.renderers.paper.typeface import BOLD, REGULAR, SMALL_SIZE, width_of
from tournament.reports.report import Column, Kind

SIDE = 3.5
"""White left and right of a cell's text, in points."""
SMALLEST = 6.0
"""Below this size nothing is set; names wrap instead."""


def fitted_widths(
    columns: list[Column], texts: list[list[str]], width: float, size: float
) -> tuple[float, list[float], bool]:
    """Return the type size, the column widths that fill `width`, and whether nothing need be wrapped.

    A little too wide: the table is set up to a point smaller. Much too wide: text wraps. Figures
    and words of common length are never broken: where they do not fit, all is set smaller, down
    to `SMALLEST`.
    """
    for smaller in (size, size - 0.5, size - 1.0):
        natural, _, _ = wishes(columns, texts, smaller)
        spare = width - sum(natural)
        if spare >= 0:
            return smaller, _spread_out(columns, natural, spare), True
    while True:
        natural, least, floor = wishes(columns, texts, size)
        if sum(least) <= width or size <= SMALLEST:
            return size, _squeezed(natural, least, floor, width), False
        size = max(SMALLEST, size - 0.5)


def wishes(
    columns: list[Column], texts: list[list[str]], size: float
) -> tuple[list[float], list[float], list[float]]:
    """Return how wide each column would be, how wide it should be, and how wide it has to be.

    In points. In a column as wide as it has to be words are broken, but not the head.
    """
    natural: list[float] = []
    least: list[float] = []
    floor: list[float] = []
    for place, column in enumerate(columns):
        head = max(
            (width_of(word, BOLD, min(SMALL_SIZE, size)) for word in column.heading.split()),
            default=0.0,
        )
        content = [row[place] for row in texts]
        lines = {line for text in set(content) for line in text.split("\n")}
        longest = max((width_of(line, BOLD, size) for line in lines), default=0.0)
        wished = longest
        if column.width is not None:
            wished = max(longest, column.width * width_of("0", REGULAR, size))
        natural.append(max(head, wished) + 2 * SIDE)
        need = longest
        if column.kind is Kind.TEXT and column.wraps:
            words = {word for line in lines for word in line.split()}
            word = max((width_of(word, REGULAR, size) for word in words), default=0.0)
            # An endless word may be broken; a word of sixteen letters may not.
            need = min(word, 16 * width_of("m", REGULAR, size))
        least.append(max(head, need) + 2 * SIDE)
        floor.append((head + 2 * SIDE) if column.kind is Kind.TEXT and column.wraps else least[-1])
    return natural, least, floor


def _spread_out(columns: list[Column], natural: list[float], spare: float) -> list[float]:
    """Give the spare width to the columns: text takes three shares, figures one.

    Figures before the first text (rank, number) keep close to the name they belong to.
    """
    texts = [column.kind is Kind.TEXT for column in columns]
    first = texts.index(True) if True in texts else 0
    shares = [
        0.0 if place < first else 3.0 if text and column.width is None else 1.0
        for place, (column, text) in enumerate(zip(columns, texts, strict=True))
    ]
    total = sum(shares) or 1.0
    return [wish + spare * share / total for wish, share in zip(natural, shares, strict=True)]


def _squeezed(
    natural: list[float], least: list[float], floor: list[float], width: float
) -> list[float]:
    """Take what is too much from the widest columns first, so that short texts stay in one line."""
    for wide, narrow in ((natural, least), (least, floor)):
        if sum(narrow) <= width:
            return _levelled(wide, narrow, width)
    scale = width / sum(floor)
    return [need * scale for need in floor]


def _levelled(wide: list[float], narrow: list[float], width: float) -> list[float]:
    """Return the columns cut down to one level, none below what it needs, so that they fill `width`."""

    def cut(level: float) -> list[float]:
        return [min(wish, max(need, level)) for wish, need in zip(wide, narrow, strict=True)]

    low, high = 0.0, max(wide, default=0.0)
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(cut(middle)) <= width else (low, middle)
    return cut(low)
