"""Flow sections onto pages: each yields the part that fits, and the rest goes to the next page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from reportlab.pdfgen.canvas import Canvas

from tournament.reports.renderers.paper import ink
from tournament.reports.renderers.paper.pen import write
from tournament.reports.renderers.paper.typeface import (
    BOLD,
    LEADING,
    REGULAR,
    TABLE_SIZE,
    clean_text,
    width_of,
    wrap_text,
)
from tournament.reports.report import Align, Text

SHORT = 4
"""Maximum number of lines of a text that is kept on one page."""
SECTION_GAP = 14.0
"""Space between two sections, in points."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of a page: its height in points, and a function that draws it from its top left corner x, y."""

    height: float
    draw: Callable[[Canvas, float, float], None]
    titles: tuple[str, ...] = ()
    """Titles of the sections that start in this piece, for the outline of the file."""


class Flow(Protocol):
    """A section that is being laid out on pages."""

    done: bool

    def take(self, room: float, forced: bool) -> Fragment | None:
        """Return the next piece of at most `room` points, or None if not even the smallest useful piece fits.

        With `forced` (on an empty page), always return a piece.
        """


class StackFlow:
    """Sections, one below another."""

    def __init__(self, flows: Sequence[Flow]) -> None:
        self._flows = list(flows)
        self.done = not self._flows

    def take(self, room: float, forced: bool) -> Fragment | None:
        """Return as many sections as fit, with the first part of the next one, or None if nothing fits."""
        placed: list[tuple[float, Fragment]] = []
        used = 0.0
        while self._flows:
            gap = SECTION_GAP if placed else 0.0
            piece = self._flows[0].take(room - used - gap, forced and not placed)
            if piece is None:
                break
            placed.append((used + gap, piece))
            used += gap + piece.height
            if not self._flows[0].done:
                break
            del self._flows[0]
        self.done = not self._flows
        if not placed:
            return None

        def draw(canvas: Canvas, x: float, y: float) -> None:
            for offset, piece in placed:
                piece.draw(canvas, x, y - offset)

        titles = tuple(title for _, piece in placed for title in piece.titles)
        return Fragment(used, draw, titles)


class SideBySideFlow:
    """Stacks of sections next to each other, each with its own width and left edge."""

    def __init__(self, stacks: Sequence[StackFlow], lefts: Sequence[float]) -> None:
        self._stacks = list(zip(stacks, lefts, strict=True))
        self.done = False

    def take(self, room: float, forced: bool) -> Fragment | None:
        """Return the part of every stack that fits, or None if no part of the first unfinished stack does.

        All stacks continue on the next page.
        """
        placed: list[tuple[float, Fragment]] = []
        for stack, left in self._stacks:
            if stack.done:
                continue
            piece = stack.take(room, forced)
            if piece is None:
                if not placed:
                    return None
                continue
            placed.append((left, piece))
        self.done = all(stack.done for stack, _ in self._stacks)

        def draw(canvas: Canvas, x: float, y: float) -> None:
            for left, piece in placed:
                piece.draw(canvas, x + left, y)

        return Fragment(max((piece.height for _, piece in placed), default=0.0), draw)


class Heading:
    """The title of a section, in bold, wrapped to its width."""

    def __init__(self, title: str, width: float) -> None:
        self.lines = wrap_text(clean_text(title), BOLD, TABLE_SIZE, width) if title else []
        self.height = len(self.lines) * TABLE_SIZE * LEADING + 3.0 if self.lines else 0.0

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the lines with their top at y."""
        if not self.lines:
            return
        canvas.setFillColor(ink.INK)
        for line in self.lines:
            write(canvas, Align.LEFT, x, y - TABLE_SIZE, line, BOLD, TABLE_SIZE)
            y -= TABLE_SIZE * LEADING


class ParagraphsFlow:
    """A heading and its paragraphs, which may break between lines; short texts stay together."""

    def __init__(self, text: Text, width: float, size: float = TABLE_SIZE - 1) -> None:
        self._size = size
        self._leading = size * LEADING * 1.05
        self._lines: list[tuple[float, str, str, float]] = []  # indent, bullet, text, space before
        self._heading = Heading(text.title, width)
        indent = width_of("• ", REGULAR, size) if text.marked else 0.0
        for paragraph in text.paragraphs:
            for number, line in enumerate(
                wrap_text(clean_text(paragraph), REGULAR, size, width - indent)
            ):
                bullet = "•" if text.marked and number == 0 else ""
                self._lines.append((indent, bullet, line, 2.0 if number == 0 else 0.0))
        self._whole = len(self._lines) <= SHORT
        self.done = not self._lines and not self._heading.lines

    def take(self, room: float, forced: bool) -> Fragment | None:
        """Return the lines that fit, at least two below the heading, or None if fewer fit, unless `forced`.

        Short texts stay together.
        """
        used = self._heading.height
        taken: list[tuple[float, str, str, float]] = []  # indent, bullet, line, baseline offset
        for indent, bullet, line, before in self._lines:
            if used + before + self._leading > room and not (forced and not taken):
                break
            used += before
            taken.append((indent, bullet, line, used + self._size))
            used += self._leading
        is_cut = len(taken) < len(self._lines)
        if is_cut and (self._whole or len(taken) < 2) and not forced:
            return None
        del self._lines[: len(taken)]
        heading, size, self._heading = self._heading, self._size, Heading("", 1.0)
        self.done = not self._lines

        def draw(canvas: Canvas, x: float, y: float) -> None:
            heading.draw(canvas, x, y)
            canvas.setFillColor(ink.INK)
            for indent, bullet, line, baseline in taken:
                if bullet:
                    write(canvas, Align.LEFT, x, y - baseline, bullet, REGULAR, size)
                write(canvas, Align.LEFT, x + indent, y - baseline, line, REGULAR, size)

        return Fragment(used, draw)
