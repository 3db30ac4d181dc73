"""The fonts on paper: DejaVu Sans in two weights, and other fonts for letters that it does not contain.

A letter that no font contains is replaced and reported, never shown as a box.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from scoring.wording.phrases import comma_list
from tournament.reports.renderers.paper.font_files import fallback_font, register_own_fonts
from tournament.reports.renderers.paper.shaping import (
    JOINERS,
    is_shaped,
    strip_invisible,
    unbreakable_pieces,
    width_at_1000,
)

REGULAR = "DejaVuSans"
BOLD = "DejaVuSans-Bold"

TITLE_SIZE = 16.0
TABLE_SIZE = 9.0
SMALL_SIZE = 7.0
"""The smallest of the three font sizes, in points. Crowded tables may shrink below TABLE_SIZE, but not below 6."""

LEADING = 1.3
"""Line height as a multiple of the font size."""

_FOLDER = Path(__file__).resolve().parents[2] / "fonts"


def load_fonts() -> None:
    """Register DejaVu Sans in two weights and the director's own font files, once."""
    _letters_by_font()
    register_own_fonts()


@lru_cache(maxsize=1)
def _letters_by_font() -> Mapping[str, frozenset[str]]:
    """Register DejaVu Sans and return every character that each of its weights can draw."""
    letters = {}
    for name in (REGULAR, BOLD):
        font: Any = TTFont(name, str(_FOLDER / f"{name}.ttf"))
        pdfmetrics.registerFont(font)
        letters[name] = frozenset(map(chr, font.face.charToGlyph))
    return letters


def split_by_font(text: str, font: str) -> list[tuple[str, str]]:
    """Return the pieces of a line as (font, text), with `font` wherever possible.

    Letters that DejaVu Sans contains only in its regular weight are never bold. Other fonts are bold if
    they have a bold file. If `font` is one of the other fonts, it is used for the whole line.
    """
    drawn = _letters_by_font().get(font)
    if text.isascii() or drawn is None or drawn.issuperset(text):
        return [(font, text)]
    chosen: list[str] = []
    for word in _WORDS.findall(text):
        fonts = _fonts_of(word, font)
        for letter in word:
            chosen.append(chosen[-1] if letter in JOINERS and chosen else fonts[letter])
    pieces = groupby(zip(chosen, text, strict=True), key=itemgetter(0))
    return [(name, "".join(letter for _, letter in piece)) for name, piece in pieces]


_WORDS = re.compile(r" +|[^ ]+")


@lru_cache(maxsize=4096)
def _fonts_of(word: str, font: str) -> Mapping[str, str]:
    """Return the font of each letter of a word, `font` if no font contains the letter.

    All letters missing from DejaVu Sans are printed in one font if possible, so that words do not mix fonts.
    """
    fonts = {}
    for letter in word:
        known = (name for name in (font, REGULAR) if letter in _letters_by_font()[name])
        fonts[letter] = next(known, "")
    lacking = [letter for letter in fonts if not fonts[letter] and letter not in JOINERS]
    whole = fallback_font("".join(lacking), heavy=font == BOLD) if lacking else ""
    for letter in lacking:
        fonts[letter] = whole or fallback_font(letter, heavy=font == BOLD)
    return {letter: name or font for letter, name in fonts.items()}


def needs_shaping(piece: str, name: str) -> bool:
    """Return whether a piece from `split_by_font` requires shaping."""
    return name not in (REGULAR, BOLD) and any(map(is_shaped, piece))


def _missing_letters(text: str) -> set[str]:
    """Return the letters that no font contains."""
    lacks = set(text) - _letters_by_font()[REGULAR]
    return {letter for letter in lacks if letter not in JOINERS and not fallback_font(letter)}


@lru_cache(maxsize=16384)
def clean_text(text: str) -> str:
    """Return a text ready to be printed: composed accents, single spaces, no invisible characters.

    A missing letter is replaced by its closest relative: without its accent, by the letter it is a
    variant of, or by its name in brackets, such as `[robot face]` or `[U+5C71]`.
    """
    composed = " ".join(text.split()) if text.isascii() else _compose_accents(text)
    missing = _missing_letters(composed)
    return "".join(_nearest_letter(letter) for letter in composed) if missing else composed


def missing_letters(texts: Iterable[str]) -> dict[str, str]:
    """Return, for each text that cannot be printed as written, its missing letters in words."""
    replacements: dict[str, str] = {}
    for text in texts:
        if text.isascii() or text in replacements:
            continue
        composed = _compose_accents(text)
        if missing := _missing_letters(composed):
            lacks = comma_list(map(letter_name, sorted(missing, key=composed.index)[:3]))
            more = len(missing) - 3
            replacements[text] = (
                ngettext("{letters} and {count} more", "{letters} and {count} more", more).format(
                    letters=lacks, count=more
                )
                if more > 0
                else lacks
            )
    return replacements


def warnings_for(replacements: Mapping[str, str]) -> tuple[str, ...]:
    """Return a sentence for each text from `missing_letters`, for the user who prints it."""
    return tuple(
        _("“{text}” is printed as “{printed}”: the typeface has no {letters}.").format(
            text=shorten_for_message(text),
            printed=shorten_for_message(clean_text(text)),
            letters=lacks,
        )
        for text, lacks in replacements.items()
    )


def remarks_on(replacements: Mapping[str, str], most: int = 10) -> tuple[str, ...]:
    """Return remarks on replaced letters for the paper, which cannot show the original text.

    If there are more than `most` texts, a last remark gives the number of the remaining ones.
    """
    remarks = [
        _("“{printed}” is not the correct spelling: the typeface has no {letters}.").format(
            printed=shorten_for_message(clean_text(text)), letters=lacks
        )
        for text, lacks in list(replacements.items())[:most]
    ]
    if len(replacements) > most:
        more = len(replacements) - most
        remarks.append(
            ngettext(
                "{count} more item contains characters that the typeface does not have.",
                "{count} more items contain characters that the typeface does not have.",
                more,
            ).format(count=more)
        )
    return tuple(remarks)


def _compose_accents(text: str) -> str:
    composed = unicodedata.normalize("NFC", text)
    return " ".join(strip_invisible(composed, _INVISIBLE).split())


_INVISIBLE = ("Cf", "Cs")
_VARIANTS = {chr(code) for code in range(0xFE00, 0xFE10)}
"""Variation selectors, which can be dropped without loss."""


@lru_cache(maxsize=1024)
def _nearest_letter(letter: str) -> str:
    if not _missing_letters(letter):
        return letter
    if letter in _VARIANTS:
        return ""
    bare = "".join(
        part for part in unicodedata.normalize("NFKD", letter) if unicodedata.category(part) != "Mn"
    )
    if bare and not _missing_letters(bare):
        return bare
    name = unicodedata.name(letter, "")
    if not name or "IDEOGRAPH" in name:
        return f"[U+{ord(letter):04X}]"
    return f"[{name.lower()}]"


def letter_name(letter: str) -> str:
    """Return the code point and name of a letter, such as "U+1F916 robot face"; ideographs have no name."""
    name = unicodedata.name(letter, "")
    known = "" if not name or "IDEOGRAPH" in name else f" {name.lower()}"
    return f"U+{ord(letter):04X}{known}"


def shorten_for_message(text: str) -> str:
    """Return a text for a message; if it is longer than 60 characters, it is cut and ends with dots."""
    return text if len(text) <= 60 else text[:57] + "..."


def width_of(text: str, font: str, size: float) -> float:
    """Return the width of a text in points."""
    return _width_at_1000(text, font) * size * 0.001


@lru_cache(maxsize=65536)
def _width_at_1000(text: str, font: str) -> float:
    return sum(
        width_at_1000(piece, chosen)
        if needs_shaping(piece, chosen)
        else float(pdfmetrics.stringWidth(piece, chosen, 1000))
        for chosen, piece in split_by_font(text, font)
    )


def wrap_text(text: str, font: str, size: float, width: float) -> list[str]:
    """Return the lines of a text. A word wider than `width` is broken after hyphens or, if needed, anywhere."""
    if width_of(text, font, size) <= width:
        return [text]
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if width_of(longer, font, size) <= width:
            line = longer
            continue
        if width_of(word, font, size) <= width:
            lines.append(line)
            line = word
            continue
        blank = " " if line else ""
        for part in breakable_parts(word):
            longer = f"{line}{blank}{part}"
            blank = ""
            if width_of(longer, font, size) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            *full, line = _break_word(part, font, size, width)
            lines.extend(full)
    return [*lines, line] if line else lines


def breakable_parts(word: str) -> list[str]:
    """Return the parts of a word between which a line may break: a hyphen between letters ends a part.

    >>> breakable_parts("Anna-Lena"), breakable_parts("3-2"), breakable_parts("-45")
    (['Anna-', 'Lena'], ['3-2'], ['-45'])
    """
    return _HYPHEN.split(word) if not word.isalnum() else [word]


_HYPHEN = re.compile(r"(?<=[^\W\d_][-\u2010\u05be])(?=[^\W\d_])")
"""The position after a hyphen or Hebrew maqaf between two letters."""


def fit_text(
    text: str, font: str, size: float, width: float, most: int, least: float
) -> tuple[float, list[str]]:
    """Return the font size, at most `size`, and the lines in which a text fits.

    There are at most `most` lines. A word is broken only if the size would otherwise be less than `least`, or
    less than half of `size` and no more than half the size that breaking allows.
    """
    whole, lines = _shrink_to_fit(text, font, size, width, most, breaking=False)
    if whole >= size * 0.5 and whole >= least:
        return whole, lines
    broken, pieces = _shrink_to_fit(text, font, size, width, most, breaking=True)
    return (broken, pieces) if broken >= 2 * whole or whole < least else (whole, lines)


def _shrink_to_fit(
    text: str, font: str, size: float, width: float, most: int, *, breaking: bool
) -> tuple[float, list[str]]:
    while True:
        lines = wrap_text(text, font, size, width)
        if len(lines) <= most and (breaking or not _breaks_a_word(text, lines)):
            return size, lines
        if size <= 2.0:
            return size, lines
        size *= 0.92


def _breaks_a_word(text: str, lines: list[str]) -> bool:
    return _all_parts(" ".join(lines)) != _all_parts(text)


def _all_parts(text: str) -> list[str]:
    return [part for word in text.split(" ") for part in breakable_parts(word)]


def _break_word(word: str, font: str, size: float, width: float) -> list[str]:
    pieces = [""]
    used = 0.0
    for letter in unbreakable_pieces(word):
        wide = width_of(letter, font, size)
        if pieces[-1] and used + wide > width:
            pieces.append("")
            used = 0.0
        pieces[-1] += letter
        used += wide
    return pieces
