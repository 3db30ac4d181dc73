"""The type on paper: DejaVu Sans in two weights, then the director's own font files.

A letter that none of them has is replaced and named, never a box.
"""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from scoring.wording.phrases import comma_list

REGULAR = "DejaVuSans"
BOLD = "DejaVuSans-Bold"

TITLE_SIZE = 16.0
TABLE_SIZE = 9.0
SMALL_SIZE = 7.0
"""The three sizes of a page, in points; a crowded table may go below TABLE_SIZE, never below 6."""

LEADING = 1.3
"""Line distance as a multiple of the size."""

_FOLDER = Path(__file__).resolve().parents[2] / "fonts"


OWN_ENDINGS = (".ttf", ".ttc", ".otf")

_log = logging.getLogger(__name__)


@lru_cache(maxsize=1)
def load() -> frozenset[str]:
    """Register all typefaces once and return every character that can be drawn.

    Those are the two weights of DejaVu Sans and the director's own font files, for what it lacks.
    """
    return _letters_of_both_weights().union(*own_fonts().values())


@lru_cache(maxsize=1)
def _letters_of_both_weights() -> frozenset[str]:
    """Register DejaVu Sans and return every character that both weights can draw."""
    regular, bold = (_register(name, _FOLDER / f"{name}.ttf") for name in (REGULAR, BOLD))
    return regular & bold


@lru_cache(maxsize=1)
def own_fonts() -> Mapping[str, frozenset[str]]:
    """Register the director's own font files and return the characters of each, in order of the names.

    They lie in the folder `fonts` of the data folder. A file that cannot be embedded in a PDF, such as
    one with PostScript outlines, is left out and named in the log.
    """
    fonts = {}
    for number, path in enumerate(own_files(), start=1):
        try:
            # In the PDF two files of one inner name would share one table of letters.
            fonts[f"Own-{path.name}"] = _register(f"Own-{path.name}", path, b"Own%d-" % number)
        except (TTFError, OSError) as reason:
            _log.warning("The font file %s cannot be used on paper: %s", path, reason)
    return fonts


def own_files() -> list[Path]:
    """Return the director's own font files, in order of their names."""
    folder = Path(settings.NINETIMER_DATA_DIR) / "fonts"
    return sorted(path for path in folder.glob("*") if path.suffix.lower() in OWN_ENDINGS)


def _register(name: str, path: Path, prefix: bytes = b"") -> frozenset[str]:
    """Let the PDF library know a font file by this name and return the characters it has.

    `prefix` stands before the name that the file itself gives, in the PDF.

    Raises `TTFError` or `OSError` for a file that cannot be embedded.
    """
    font: Any = TTFont(name, str(path))
    font.face.name = prefix + font.face.name
    pdfmetrics.registerFont(font)
    return frozenset(map(chr, font.face.charToGlyph))


def in_fonts(text: str, font: str) -> list[tuple[str, str]]:
    """Return the pieces of a line, each with the font that draws it: `font` wherever it can."""
    if text.isascii() or not own_fonts():
        return [(font, text)]
    pieces = groupby(text, key=lambda letter: _own_font_of(letter) or font)
    return [(chosen, "".join(letters)) for chosen, letters in pieces]


@lru_cache(maxsize=4096)
def _own_font_of(letter: str) -> str:
    """Return the first of the own fonts that has a letter DejaVu Sans lacks; empty for any other."""
    if letter in _letters_of_both_weights():
        return ""
    return next((name for name, letters in own_fonts().items() if letter in letters), "")


@lru_cache(maxsize=16384)
def clean(text: str) -> str:
    """Return a text as it will be set: composed accents, single spaces, nothing invisible.

    A letter the typeface lacks is set as its nearest relative: without its accent, as the letter it
    is a variant of, or as its name in brackets: `[robot face]`, `[U+5C71]`.
    """
    composed = " ".join(text.split()) if text.isascii() else _composed(text)
    missing = set(composed) - load()
    return "".join(_nearest(letter) for letter in composed) if missing else composed


def replaced(texts: Iterable[str]) -> dict[str, str]:
    """Return the letters the typeface lacks in each text that is not set as it is written, in words."""
    replacements: dict[str, str] = {}
    for text in texts:
        if text.isascii() or text in replacements:
            continue
        composed = _composed(text)
        if missing := set(composed) - load():
            lacks = comma_list(map(name_of, sorted(missing, key=composed.index)[:3]))
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
    """Return a sentence for each text `replaced` has found, for whoever prints it."""
    return tuple(
        _("“{text}” is printed as “{printed}”: the typeface has no {letters}.").format(
            text=shown(text), printed=shown(clean(text)), letters=lacks
        )
        for text, lacks in replacements.items()
    )


def remarks_on(replacements: Mapping[str, str], most: int = 10) -> tuple[str, ...]:
    """Return the same for the paper itself, which cannot show how it is written; not too many."""
    remarks = [
        _("“{printed}” is not written so: the typeface has no {letters}.").format(
            printed=shown(clean(text)), letters=lacks
        )
        for text, lacks in list(replacements.items())[:most]
    ]
    if len(replacements) > most:
        more = len(replacements) - most
        remarks.append(
            ngettext(
                "{count} more text has letters the typeface lacks.",
                "{count} more texts have letters the typeface lacks.",
                more,
            ).format(count=more)
        )
    return tuple(remarks)


def _composed(text: str) -> str:
    composed = unicodedata.normalize("NFC", text)
    visible = (letter for letter in composed if unicodedata.category(letter) not in _INVISIBLE)
    return " ".join("".join(visible).split())


_INVISIBLE = ("Cf", "Cs")
_VARIANTS = {chr(code) for code in range(0xFE00, 0xFE10)}
"""Marks that choose another drawing of the letter before them; nothing is lost without them."""


@lru_cache(maxsize=1024)
def _nearest(letter: str) -> str:
    if letter in load():
        return letter
    if letter in _VARIANTS:
        return ""
    bare = "".join(
        part for part in unicodedata.normalize("NFKD", letter) if unicodedata.category(part) != "Mn"
    )
    if bare and set(bare) <= load():
        return bare
    name = unicodedata.name(letter, "")
    if not name or "IDEOGRAPH" in name:
        return f"[U+{ord(letter):04X}]"
    return f"[{name.lower()}]"


def name_of(letter: str) -> str:
    """Return "U+1F916 robot face"."""
    name = unicodedata.name(letter, "")
    known = "" if not name or "IDEOGRAPH" in name else f" {name.lower()}"
    return f"U+{ord(letter):04X}{known}"


def shown(text: str) -> str:
    """Return a text short enough for a message."""
    return text if len(text) <= 60 else text[:57] + "..."


def width_of(text: str, font: str, size: float) -> float:
    """Return the width of a text in points."""
    return _width_of_1000(text, font) * size * 0.001


@lru_cache(maxsize=65536)
def _width_of_1000(text: str, font: str) -> float:
    return sum(
        float(pdfmetrics.stringWidth(piece, chosen, 1000)) for chosen, piece in in_fonts(text, font)
    )


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


def fitted(
    text: str, font: str, size: float, width: float, most: int, least: float
) -> tuple[float, list[str]]:
    """Return the size, at most the one given, and the lines in which a text has room.

    At most `most` lines. A word is broken only where all would be set in half the size without
    that, or smaller than `least`.
    """
    whole, lines = _shrunk(text, font, size, width, most, breaking=False)
    if whole >= size * 0.5 and whole >= least:
        return whole, lines
    broken, pieces = _shrunk(text, font, size, width, most, breaking=True)
    return (broken, pieces) if broken >= 2 * whole or whole < least else (whole, lines)


def _shrunk(
    text: str, font: str, size: float, width: float, most: int, *, breaking: bool
) -> tuple[float, list[str]]:
    while True:
        lines = wrap(text, font, size, width)
        if len(lines) <= most and (breaking or not _breaks_a_word(text, lines)):
            return size, lines
        if size <= 2.0:
            return size, lines
        size *= 0.92


def _breaks_a_word(text: str, lines: list[str]) -> bool:
    return " ".join(lines) != text


def _broken(word: str, font: str, size: float, width: float) -> list[str]:
    pieces = [""]
    used = 0.0
    for letter in word:
        wide = width_of(letter, font, size)
        if pieces[-1] and used + wide > width:
            pieces.append("")
            used = 0.0
        pieces[-1] += letter
        used += wide
    return pieces
