"""Write text on the page in any script, including joined Arabic and right-to-left lines, and draw lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from tournament.reports.renderers.paper import shaping
from tournament.reports.renderers.paper.typeface import needs_shaping, split_by_font, width_of
from tournament.reports.report import Align

_Known = dict[str, tuple[str, float]]
"""The PDF operators and the width in points of each known text."""
_KEPT: WeakKeyDictionary[Canvas, dict[tuple[str, float], _Known]] = WeakKeyDictionary()


class Pen:
    """Lines in one font and size, collected first and then written to the page together."""

    def __init__(self, canvas: Canvas, font: str, size: float) -> None:
        self._canvas, self._font, self._size = canvas, font, size
        self._known = _KEPT.setdefault(canvas, {}).setdefault((font, size), {})
        self._written: list[str] = []

    def add_line(self, side: Align, x: float, y: float, text: str) -> None:
        """Add one line with its baseline at y, starting, centred or ending at x; nothing is written yet."""
        known = self._known.get(text)
        if known is None:
            wide = width_of(text, self._font, self._size)
            known = self._known[text] = (self._pdf_operators(visual_order(text)), wide)
        if side is Align.RIGHT:
            x -= known[1]
        elif side is Align.CENTRE:
            x -= known[1] / 2
        self._written.append(f"1 0 0 1 {x:.2f} {y:.2f} Tm {known[0]}")

    def flush(self) -> None:
        """Write the collected lines to the page; anything drawn later covers them."""
        if self._written:
            self._canvas.addLiteral(f"BT {' '.join(self._written)} ET")
            self._written = []

    def _pdf_operators(self, text: str) -> str:
        """Return the PDF operators of the text. The space after it separates cells when text is copied."""
        document = vars(self._canvas)["_doc"]  # the library has no public access to the document
        words = []
        for name, piece in split_by_font(f"{text} ", self._font):
            if needs_shaping(piece, name):
                words.append(shaping.pdf_operators(piece, name, self._size, document))
                continue
            font: Any = pdfmetrics.getFont(name)
            words += [
                f"{font.getSubsetInternalName(subset, document)} {self._size:.2f} Tf "
                f"({escapePDF(letters)}) Tj"
                for subset, letters in font.splitString(piece, document)
            ]
        return " ".join(words)


def write(
    canvas: Canvas, side: Align, x: float, y: float, text: str, font: str, size: float
) -> None:
    """Write one line with its baseline at y: starting, centred or ending at x."""
    pen = Pen(canvas, font, size)
    pen.add_line(side, x, y, text)
    pen.flush()


def draw_lines(canvas: Canvas, lines: Iterable[tuple[float, float, float, float]]) -> None:
    """Draw straight lines, each between two points, in the current colour and width."""
    strokes = [f"{x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l" for x, y, to_x, to_y in lines]
    if strokes:
        canvas.addLiteral(f"{' '.join(strokes)} S")


def fill_rectangles(canvas: Canvas, blocks: Iterable[tuple[float, float, float, float]]) -> None:
    """Fill rectangles, each as left, bottom, width and height, in the current colour."""
    places = [f"{x:.2f} {y:.2f} {wide:.2f} {high:.2f} re" for x, y, wide, high in blocks]
    if places:
        canvas.addLiteral(f"{' '.join(places)} f")


_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
_FORMS = ("isolated", "final", "initial", "medial")


def is_right_to_left(text: str) -> bool:
    """Return whether the text contains right-to-left letters."""
    return any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text)


def visual_order(line: str) -> str:
    """Return one line in visual order from left to right, with Arabic letters joined.

    A line without right-to-left letters is unchanged.
    """
    if line.isascii() or not is_right_to_left(line):
        return line
    runs = _direction_runs(shape_arabic(line))
    first = next(way for way, _ in runs if way)
    if first == "R":
        runs.reverse()
    return "".join(_reversed_run(text) if way == "R" else text for way, text in runs)


def shape_arabic(text: str) -> str:
    """Return a text with Arabic letters in the forms required by their neighbours."""
    forms = _arabic_forms()
    letters = list(_replace_ligatures(text))
    pieces: list[str] = []
    for place, letter in enumerate(letters):
        if letter not in forms:
            pieces.append(letter)
            continue
        before = _neighbour(letters, place, -1)
        after = _neighbour(letters, place, 1)
        from_before = "initial" in forms.get(before, {}) and "final" in forms[letter]
        to_after = "initial" in forms[letter] and "final" in forms.get(after, {})
        wish = _FORMS[(1 if from_before else 0) + (2 if to_after else 0)]
        pieces.append(forms[letter].get(wish) or letter)
    return "".join(pieces)


def _neighbour(letters: list[str], place: int, step: int) -> str:
    """Return the next letter in one direction, skipping combining marks; an empty string at the end of the text."""
    place += step
    while 0 <= place < len(letters) and unicodedata.category(letters[place]) == "Mn":
        place += step
    return letters[place] if 0 <= place < len(letters) else ""


def _replace_ligatures(text: str) -> str:
    """Return the text with each lam and alef replaced by their ligature."""
    for pair, sign in _lam_alef_ligatures().items():
        text = text.replace(pair, sign)
    return text


@cache
def _arabic_forms() -> dict[str, dict[str, str]]:
    """Return the forms of every Arabic letter, by letter and by the name of the form."""
    glyphs: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD)):
        tag, _, of = unicodedata.decomposition(chr(code)).partition(" ")
        form = tag.strip("<>")
        if form in _FORMS and len(of.split()) == 1:
            glyphs.setdefault(chr(int(of, 16)), {})[form] = chr(code)
    for sign, final in zip("\ufef5\ufef7\ufef9\ufefb", "\ufef6\ufef8\ufefa\ufefc", strict=True):
        glyphs[sign] = {"isolated": sign, "final": final}
    return glyphs


@cache
def _lam_alef_ligatures() -> dict[str, str]:
    signs = "\ufef5\ufef7\ufef9\ufefb"
    return {
        "".join(chr(int(code, 16)) for code in unicodedata.decomposition(sign).split()[1:]): sign
        for sign in signs
    }


def _direction_runs(text: str) -> list[tuple[str, str]]:
    """Return the runs of text in one direction as ("L" or "R", text); neutral letters join their neighbours."""
    ways = [_direction(letter) for letter in text]
    for place, way in enumerate(ways):
        if not way:
            before = next((w for w in reversed(ways[:place]) if w), "")
            after = next((w for w in ways[place + 1 :] if w), "")
            ways[place] = before if before == after or not after else ("" if before else after)
    base = next(way for way in ways if way)
    runs: list[tuple[str, str]] = []
    for letter, way in zip(text, ways, strict=True):
        chosen = way or base
        if runs and runs[-1][0] == chosen:
            runs[-1] = (chosen, runs[-1][1] + letter)
        else:
            runs.append((chosen, letter))
    return runs


def _direction(letter: str) -> str:
    kind = unicodedata.bidirectional(letter)
    if kind in ("R", "AL"):
        return "R"
    return "L" if kind in ("L", "EN", "AN") else ""


def _reversed_run(text: str) -> str:
    """Return a run in reverse order, with combining marks after their letters and with brackets mirrored."""
    clusters: list[str] = []
    for letter in text:
        if clusters and unicodedata.category(letter) == "Mn":
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return "".join(reversed(clusters)).translate(_MIRRORED)
