"""The widths of table columns on paper, and the font size of tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from typing import Any

import numpy as np

from tournament.reports.renderers.paper.table_measurements import TableTexts
from tournament.reports.renderers.paper.typeface import BOLD, REGULAR, SMALL_SIZE, width_of
from tournament.reports.report import Column, Kind

CELL_PADDING = 3.5
"""Space left and right of a cell's text, in points."""
MIN_SIZE = 6.0
"""Minimum font size on paper. At this size, words are broken instead."""
SAMPLED_ROWS = 200
"""Approximate number of rows sampled from a long table when the width is shared among its columns."""
STEPS = 48
"""Number of steps in which the spare width is distributed."""
WASTE = 1.06
"""Extra width of wrapped text, as a factor, because its lines are not quite full."""

_ENLARGED: ContextVar[float] = ContextVar("enlarged", default=1.0)


@contextmanager
def enlarged_pages(scale: float) -> Iterator[None]:
    """Lay out the pages inside this context for printing at `scale` times their size.

    The minimum font size shrinks accordingly.
    """
    token = _ENLARGED.set(scale)
    try:
        yield
    finally:
        _ENLARGED.reset(token)


def is_enlarged() -> bool:
    """Return whether the current pages are printed larger than usual."""
    return _ENLARGED.get() > 1.0


def fitted_widths(
    contents: TableTexts, width: float, size: float, *, large: bool = False, font: str = BOLD
) -> tuple[float, list[float], bool]:
    """Return the font size, the column widths that fill `width`, and whether no text wraps.

    A table that is slightly too wide shrinks by up to one point unless it is `large`. If it is much too
    wide, texts wrap and the columns share the width so that the table becomes as short as possible.
    Figures and words of usual length are never broken; if they do not fit, the whole table shrinks, down
    to `MIN_SIZE`. `font` is the widest font of the cells. In large type, long heads shrink before rows.
    """
    if roomy := _widths_without_wrapping(contents, width, size, large=large, font=font):
        smaller, natural = roomy
        return (
            smaller,
            _distribute_spare_width(contents.columns, natural, width - sum(natural)),
            True,
        )
    smallest = MIN_SIZE / _ENLARGED.get()
    words_in = font if large else REGULAR
    while True:
        for head in sorted({SMALL_SIZE, _min_head_size()}, reverse=True):
            natural, least, floor = preferred_widths(contents, size, font, words_in, head)
            if sum(natural) <= width:
                return (
                    size,
                    _distribute_spare_width(contents.columns, natural, width - sum(natural)),
                    True,
                )
            if sum(least) <= width:
                return (
                    size,
                    _widths_for_lowest_rows(contents.texts, natural, least, width, size),
                    False,
                )
        if size <= smallest:
            return size, _reduce_widest(least, floor, width), False
        size = max(smallest, size - 0.5)


def texts_fit_unwrapped(
    contents: TableTexts, width: float, size: float, *, large: bool = False, font: str = BOLD
) -> bool:
    """Return whether no text wraps under the rules of `fitted_widths`."""
    return _widths_without_wrapping(contents, width, size, large=large, font=font) is not None


def _widths_without_wrapping(
    contents: TableTexts, width: float, size: float, *, large: bool, font: str
) -> tuple[float, list[float]] | None:
    """Return the font size and column widths at which every text fits on one line, or None if there are none.

    Unless `large`, font sizes up to one point smaller are also tried.
    """
    for smaller in (size,) if large else (size, size - 0.5, size - 1.0):
        natural, _, _ = preferred_widths(contents, smaller, font)
        if sum(natural) <= width:
            return smaller, natural
    return None


def preferred_widths(
    contents: TableTexts,
    size: float,
    font: str = BOLD,
    words_in: str = REGULAR,
    head_size: float = SMALL_SIZE,
) -> tuple[list[float], list[float], list[float]]:
    """Return the natural, the preferred minimum and the absolute minimum width of each column, in points.

    At the absolute minimum, words are broken, except in the head. Unbroken words are measured in
    `words_in`, or in bold for bold cells.
    """
    natural: list[float] = []
    least: list[float] = []
    floor: list[float] = []
    for place, column in enumerate(contents.columns):
        head = _width_of_head(column, min(head_size, size))
        longest = contents.longest_width(place, font, size)
        wished = longest
        if column.width is not None:
            wished = max(longest, column.width * width_of("0", REGULAR, size))
        natural.append(max(head, wished) + 2 * CELL_PADDING)
        need = longest
        if column.kind is Kind.TEXT and column.wraps:
            word = contents.longest_width(place, words_in, size, words=True)
            # Only words wider than twenty wide letters may be broken.
            need = min(word, 20 * width_of("m", REGULAR, size))
        least.append(max(head, need) + 2 * CELL_PADDING)
        floor.append(
            (head + 2 * CELL_PADDING) if column.kind is Kind.TEXT and column.wraps else least[-1]
        )
    return natural, least, floor


def size_of_heads(columns: list[Column], widths: list[float], size: float) -> float:
    """Return the font size of the heads, reduced in large type if a word would not fit."""
    usual = min(SMALL_SIZE, size)
    sizes = [
        usual * room / max(room, _width_of_head(column, usual))
        for column, wide in zip(columns, widths, strict=True)
        if (room := wide - 2 * CELL_PADDING) > 0
    ]
    return max(min(sizes, default=usual), min(_min_head_size(), usual))


def _min_head_size() -> float:
    """Return the minimum font size of heads, so that they are printed no smaller than small text."""
    return SMALL_SIZE / _ENLARGED.get()


def _width_of_head(column: Column, size: float) -> float:
    """Return the width of the longest word of a head."""
    return max((width_of(word, BOLD, size) for word in column.heading.split()), default=0.0)


def _distribute_spare_width(
    columns: list[Column], natural: list[float], spare: float
) -> list[float]:
    """Distribute the spare width over the columns: three shares for text, one for figures and text of fixed width.

    Figures before the first text, such as rank and number, stay close to the name after them.
    """
    texts = [column.kind is Kind.TEXT for column in columns]
    first = texts.index(True) if True in texts else 0
    shares = [
        0.0 if place < first else 3.0 if text and column.width is None else 1.0
        for place, (column, text) in enumerate(zip(columns, texts, strict=True))
    ]
    total = sum(shares) or 1.0
    return [wish + spare * share / total for wish, share in zip(natural, shares, strict=True)]


def _widths_for_lowest_rows(
    texts: list[list[str]], natural: list[float], least: list[float], width: float, size: float
) -> list[float]:
    """Share the width among the columns so that the total height of the rows is as small as possible.

    Every column starts at its minimum width. The rest is given out in small steps, each to the column in
    which it reduces the height most.
    """
    if not texts:
        return _cap_widths(natural, least, width)
    wraps = [at for at, (wide, need) in enumerate(zip(natural, least, strict=True)) if wide > need]
    every = max(1, len(texts) // SAMPLED_ROWS)
    lengths = np.array(
        [
            [sum(width_of(part, REGULAR, size) for part in row[at].split("\n")) for at in wraps]
            for row in texts[::every]
        ]
    )
    widths = np.array(least)
    most = np.array([natural[at] for at in wraps])
    step = (width - sum(least)) / STEPS
    shares = widths[wraps]
    weights = _weights(lengths, shares)
    wider = _weights(lengths, shares + step)
    every_column = np.arange(len(wraps))
    for _ in range(STEPS):
        # One layer for each column that could get the step, with the current weights of the others.
        layers = np.repeat(weights[None], len(wraps), axis=0)
        layers[every_column, :, every_column] = wider.T
        heights = np.sum(np.sum(layers, axis=2) ** 0.25, axis=1)
        at = int(np.argmin(np.where(shares < most, heights, inf)))
        shares[at] += step
        weights[:, at] = wider[:, at]
        wider[:, at] = _weights(lengths[:, at], shares[at] + step)
    widths[wraps] = shares
    return [float(column) for column in widths]


def _weights(lengths: Any, widths: Any) -> Any:
    """Return the weight of each text: its number of lines at the width of its column, to the fourth power.

    The power makes the longest cell count most, because a row is about as high as that cell.
    """
    room = np.maximum(1.0, widths - 2 * CELL_PADDING)  # empty columns have no room
    return np.maximum(1.0, lengths * WASTE / room) ** 4


def _reduce_widest(least: list[float], floor: list[float], width: float) -> list[float]:
    """Return column widths that fill `width`, reducing the widest first; words are broken.

    If even the absolute minimum is too wide, all columns are scaled down.
    """
    if sum(floor) <= width:
        return _cap_widths(least, floor, width)
    scale = width / sum(floor)
    return [need * scale for need in floor]


def _cap_widths(wide: list[float], narrow: list[float], width: float) -> list[float]:
    """Return the column widths capped at a common maximum, but not below their minimum, so that they fill `width`."""

    def widths_capped_at(level: float) -> list[float]:
        return [min(wish, max(need, level)) for wish, need in zip(wide, narrow, strict=True)]

    low, high = 0.0, max(wide, default=0.0)
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(widths_capped_at(middle)) <= width else (low, middle)
    return widths_capped_at(low)
