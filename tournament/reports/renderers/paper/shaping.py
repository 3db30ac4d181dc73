"""Text shaping for scripts whose letters change, join or move, such as Devanagari and Thai.

HarfBuzz, which browsers also use, selects and positions the glyphs of a word; the PDF library only
places letters one after the other. The PDF library's own HarfBuzz support works in its paragraphs
only, and its glyph codes have no meaning when a name is copied. `pen` handles Arabic and Hebrew,
which DejaVu Sans contains.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

import uharfbuzz
from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfbase import pdfmetrics

SHAPED_SCRIPTS = (
    range(0x0900, 0x10A0),  # Devanagari to Sinhala, Thai, Lao, Tibetan, Myanmar
    range(0x1780, 0x1800),  # Khmer
    range(0x1A20, 0x1C50),  # Tai Tham to Lepcha
    range(0xA8E0, 0xA900),  # more Devanagari
    range(0xA980, 0xAA80),  # Javanese, Cham, more Myanmar
)
"""Scripts whose letters change their shape or position depending on their neighbours."""
JOINERS = "\u200c\u200d"
"""The invisible characters that join or separate two letters."""
_LEADING_VOWELS = "เแโใไເແໂໃໄ"
"""Thai and Lao vowels written before the consonant they belong to."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A glyph of a font; lengths are in thousandths of the font size."""

    code: int
    """The code of the glyph in the font."""
    width: float
    """The width of the glyph in the font, by which the PDF advances after drawing it."""
    advance: float
    """The advance required by shaping."""
    right: float
    up: float
    """The vertical offset of the glyph from the current position."""


def is_shaped(letter: str) -> bool:
    """Return whether a letter belongs to a script that requires shaping."""
    code = ord(letter)
    return code >= 0x0900 and any(code in script for script in SHAPED_SCRIPTS)


@lru_cache(maxsize=8192)
def glyphs(text: str, font_name: str) -> tuple[Glyph, ...]:
    """Return the glyphs, from left to right, of a text in one script and a registered font."""
    font: Any = pdfmetrics.getFont(font_name)
    buffer = uharfbuzz.Buffer()
    buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.language = "und"  # the default depends on the computer's language
    uharfbuzz.shape(font.outlines, buffer, {})
    drawn = list(zip(buffer.glyph_infos, buffer.glyph_positions, strict=True))
    meanings = _letters_by_glyph(text, [info.cluster for info, _position in drawn])
    scale = 1000 / font.outlines.face.upem
    return tuple(
        Glyph(
            font.code_of(info.codepoint, meaning),
            font.width_of(info.codepoint),
            position.x_advance * scale,
            position.x_offset * scale,
            position.y_offset * scale,
        )
        for (info, position), meaning in zip(drawn, meanings, strict=True)
    )


def _letters_by_glyph(text: str, clusters: list[int]) -> list[str]:
    """Return the letters that each glyph stands for, so that together they form the text.

    `clusters` contains for each glyph the start of the letters it was made from.

    >>> _letters_by_glyph("abcd", [0, 1, 1, 3])
    ['a', 'b', 'c', 'd']
    >>> _letters_by_glyph("abcd", [0, 0, 3, 3])
    ['a', 'bc', 'd', '']
    """
    starts = sorted(set(clusters))
    ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
    meanings: list[str] = []
    for start, shapes in groupby(clusters):
        count = len(list(shapes))
        letters = text[start : ends[start]]
        meanings += [letters[place : place + 1] for place in range(count - 1)]
        meanings.append(letters[count - 1 :])
    return meanings


def width_at_1000(text: str, font_name: str) -> float:
    """Return the width in points of a text in one script at a font size of 1,000 points."""
    return sum(glyph.advance for glyph in glyphs(text, font_name))


def pdf_operators(text: str, font_name: str, size: float, document: Any) -> str:
    """Return the PDF operators of a text in one script at this font size."""
    font: Any = pdfmetrics.getFont(font_name)
    return " ".join(_glyph_operators(glyphs(text, font_name), font, size, document))


def _glyph_operators(
    shapes: tuple[Glyph, ...], font: Any, size: float, document: Any
) -> Iterator[str]:
    for glyph in shapes:
        ((subset, letter),) = font.splitString(chr(glyph.code), document)
        yield f"{font.getSubsetInternalName(subset, document)} {size:.2f} Tf"
        if glyph.up:
            yield f"{glyph.up * size / 1000:.3f} Ts"
        before, after = -glyph.right, glyph.width - glyph.advance + glyph.right
        yield f"[{before:.0f} ({escapePDF(letter)}) {after:.0f}] TJ"
        if glyph.up:
            yield "0 Ts"


def strip_invisible(text: str, invisible: tuple[str, ...]) -> str:
    """Return a text without characters of these categories, except joiners after a shaped letter."""
    return "".join(
        letter
        for place, letter in enumerate(text)
        if unicodedata.category(letter) not in invisible
        or (letter in JOINERS and place > 0 and is_shaped(text[place - 1]))
    )


def unbreakable_pieces(word: str) -> list[str]:
    """Return the pieces of a word between which a line may break: letters with their marks.

    >>> unbreakable_pieces("Ana")
    ['A', 'n', 'a']
    >>> unbreakable_pieces("क्षत्रिय")
    ['क्ष', 'त्रि', 'य']
    >>> unbreakable_pieces("ไทย")
    ['ไท', 'ย']
    """
    pieces: list[str] = []
    for letter in word:
        before = pieces[-1][-1] if pieces else ""
        goes_on = before and (
            unicodedata.category(letter).startswith("M")
            or letter in JOINERS
            or letter in "\u0e33\u0eb3"
            or before in JOINERS
            or before in _LEADING_VOWELS
            or (unicodedata.combining(before) == 9 and is_shaped(letter))
        )
        if goes_on:
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces
