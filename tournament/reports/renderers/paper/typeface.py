"""The type on paper: DejaVu Sans in two weights; a letter it lacks is refused, never a box."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from tournament.reports.report import CannotPrint

REGULAR = "DejaVuSans"
BOLD = "DejaVuSans-Bold"

TITLE_SIZE = 16.0
TABLE_SIZE = 9.0
SMALL_SIZE = 7.0
"""The three sizes of a page, in points; a crowded table may go below TABLE_SIZE, never below 6."""

LEADING = 1.3
"""Line distance as a multiple of the size."""

WAY_OUT = "Change that text, or export the report as xlsx, csv or html."

_FOLDER = Path(__file__).resolve().parents[2] / "fonts"


@lru_cache(maxsize=1)
def load() -> frozenset[str]:
    """Register the two weights once and return every character both can draw."""
    drawable: set[int] | None = None
    for name in (REGULAR, BOLD):
        font = TTFont(name, str(_FOLDER / f"{name}.ttf"))
        pdfmetrics.registerFont(font)
        has = set(font.face.charToGlyph)
        drawable = has if drawable is None else drawable & has
    return frozenset(chr(code) for code in drawable or ())


@lru_cache(maxsize=8192)
def clean(text: str) -> str:
    """Return a text as it will be set: composed accents, single spaces, nothing invisible.

    Raises `CannotPrint` for a letter the typeface lacks or for right-to-left writing, naming the
    text.
    """
    composed = unicodedata.normalize("NFC", text)
    if not composed.isascii():
        composed = "".join(letter for letter in composed if unicodedata.category(letter) != "Cf")
    composed = " ".join(composed.split())
    missing = set(composed) - load()
    if missing:
        letter = min(missing, key=composed.index)
        raise CannotPrint(
            f"“{shown(text)}” cannot be printed: the typeface has no {letter!r} "
            f"({name_of(letter)}). {WAY_OUT}"
        )
    if any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in composed):
        raise CannotPrint(
            f"“{shown(text)}” cannot be printed: it is written from right to left, "
            f"which the PDF does not set yet. {WAY_OUT}"
        )
    return composed


def name_of(letter: str) -> str:
    """Return "U+1F600 grinning face"."""
    return f"U+{ord(letter):04X} {unicodedata.name(letter, 'unnamed').lower()}"


def shown(text: str) -> str:
    """Return a text short enough for a message."""
    return text if len(text) <= 60 else text[:57] + "..."


def width_of(text: str, font: str, size: float) -> float:
    """Return the width of a text in points."""
    return float(pdfmetrics.stringWidth(text, font, size))


def wrap(text: str, font: str, size: float, width: float) -> list[str]:
    """Return the lines of a text; a word is broken only where it alone is wider than `width`."""
    if width_of(text, font, size) <= width:
        return [text]
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if width_of(longer, font, size) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _broken(word, font, size, width)
        lines.extend(full)
    return [*lines, line] if line else lines


def _broken(word: str, font: str, size: float, width: float) -> list[str]:
    pieces = [""]
    for letter in word:
        if pieces[-1] and width_of(pieces[-1] + letter, font, size) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces
