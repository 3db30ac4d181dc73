"""Fonts for letters missing from DejaVu Sans: the director's own files, then those installed on the computer.

Nothing is downloaded. Fonts are read where they are, and the printed letters are embedded.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import uharfbuzz
from django.conf import settings
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import FF_FORCEBOLD, SUBSETN, TTFError, TTFont

OWN_ENDINGS = (".ttf", ".ttc", ".otf")
COMMON_FONT_FILES = (
    ("NotoSans*-Regular.ttf", "NotoSans*-Bold.ttf"),  # Debian: fonts-noto-core
    ("Loma.ttf", "Loma-Bold.ttf"),  # Debian: fonts-tlwg-loma-ttf, Thai
    ("Lohit-*.ttf", ""),  # Debian: fonts-lohit-deva, fonts-lohit-taml and the like
    ("DroidSansFallbackFull.ttf", ""),  # Debian: fonts-droid-fallback, Chinese and Japanese
    ("NanumGothic.ttf", "NanumGothicBold.ttf"),  # Debian: fonts-nanum, Korean
    ("Nirmala.ttf", "NirmalaB.ttf"),  # Windows, Indian scripts
    ("Nirmala.ttc", ""),
    ("LeelawUI.ttf", "LeelaUIb.ttf"),  # Windows, Thai
    ("YuGothM.ttc", "YuGothB.ttc"),  # Windows, Japanese
    ("msyh.ttc", "msyhbd.ttc"),  # Windows, Chinese
    ("malgun.ttf", "malgunbd.ttf"),  # Windows, Korean
    ("Arial Unicode.ttf", ""),  # macOS
    ("FreeSans.ttf", "FreeSansBold.ttf"),  # Debian: fonts-freefont-ttf
)
"""Common font files with TrueType outlines, in order of preference, each with its bold file if any.

The asterisk stands for the same characters in both names.
"""

FIRST_PRIVATE_CODE = 0x100000
"""The first code of a private-use area of Unicode, for shaped glyphs of a font."""

_log = logging.getLogger(__name__)


class FallbackFont(TTFont):
    """A fallback font. It supports shaping, and text copied from the PDF is the original text."""

    def __init__(self, name: str, path: Path, prefix: bytes) -> None:
        """Read the file; `prefix` is added to the font's internal name in the PDF.

        Without the prefix, two files with the same internal name would share their glyph tables. Raise
        `TTFError` or `OSError` for a file that cannot be embedded.
        """
        super().__init__(name, str(path))
        face: Any = self.face
        face.name = prefix + face.name
        self._texts: dict[int, str] = {}
        self._codes: dict[tuple[int, str], int] = {}

    @cached_property
    def outlines(self) -> Any:
        """This font as loaded by the shaping library."""
        data = vars(self.face)["_ttf_data"]  # the library has no public access to its data
        return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(data)))

    def width_of(self, glyph: int) -> float:
        """Return the width of a glyph in thousandths of the font size."""
        wide: float = self.outlines.get_glyph_h_advance(glyph) * 1000 / self.outlines.face.upem
        return wide

    def code_of(self, glyph: int, text: str) -> int:
        """Return the code that draws a glyph and is copied as `text`, which may be empty."""
        known = self._codes.get((glyph, text))
        if known is not None:
            return known
        code = self._codes[glyph, text] = FIRST_PRIVATE_CODE + len(self._codes)
        face: Any = self.face
        face.charToGlyph[code] = glyph
        face.charWidths[code] = self.width_of(glyph)
        self._texts[code] = text
        return code

    def addObjects(self, doc: Any) -> None:  # noqa: N802 - the library calls it so
        """Add the font to the PDF, with the text of each code for copying and searching."""
        subsets = self.state[doc].subsets
        super().addObjects(doc)
        face: Any = self.face
        for number, subset in enumerate(subsets):
            name = b"".join((SUBSETN(number), b"+", face.name, face.subfontNameX)).decode("pdfdoc")
            stream = doc.idToObject[f"toUnicodeCMap:{name}"]
            for place, code in enumerate(subset):
                if code > 0xFFFF:
                    text = self._texts.get(code, chr(code))
                    stream.content = stream.content.replace(
                        f"<{place:02X}> <{code:04X}>",
                        f"<{place:02X}> <{text.encode('utf-16-be').hex().upper()}>",
                    )


@lru_cache(maxsize=1)
def register_own_fonts() -> Mapping[str, frozenset[str]]:
    """Register the director's own font files and return the characters of each, ordered by name.

    The files are in the folder `fonts` of the data folder. Those that cannot be embedded in a PDF, such as
    files with PostScript outlines, are skipped and logged.
    """
    fonts = {}
    for number, path in enumerate(own_font_files(), start=1):
        try:
            fonts[f"Own-{path.name}"] = _register_font(f"Own-{path.name}", path, b"Own%d-" % number)
        except (TTFError, OSError) as reason:
            _log.warning("The font file %s cannot be used on paper: %s", path, reason)
    return fonts


def own_font_files() -> list[Path]:
    """Return the director's own font files, ordered by name."""
    folder = Path(settings.NINETIMER_DATA_DIR) / "fonts"
    return sorted(path for path in folder.glob("*") if path.suffix.lower() in OWN_ENDINGS)


@lru_cache(maxsize=1)
def computer_font_files() -> tuple[tuple[Path, Path | None], ...]:
    """Return the common font files installed on this computer, in order of preference, each with its bold file or None.

    Only the folders of the setting `FONT_FOLDERS` are searched.
    """
    return tuple(
        (path, _bold_of(path, regular, bold))
        for regular, bold in COMMON_FONT_FILES
        for folder in settings.FONT_FOLDERS
        for path in sorted(Path(folder).expanduser().rglob(regular))
    )


def _bold_of(path: Path, regular: str, bold: str) -> Path | None:
    """Return the bold file beside a file found by the pattern `regular`, or None if there is none."""
    before, _, after = regular.partition("*")
    sister = path.with_name(
        bold.replace("*", path.name.removeprefix(before).removesuffix(after)) or path.name
    )
    return sister if bold and sister.is_file() else None


@lru_cache(maxsize=4096)
def fallback_font(letters: str, *, heavy: bool = False) -> str:
    """Return the registered name of the first font with all of these letters, or an empty string.

    With `heavy`, bold fonts come first. The computer's fonts are used only if the director's own
    have none of the letters.
    """
    for name in sorted(register_own_fonts(), key=lambda name: _is_bold(name) != heavy):
        if register_own_fonts()[name].issuperset(letters):
            return name
    if any(not own.isdisjoint(letters) for own in register_own_fonts().values()):
        return ""  # the director's files take precedence, even incomplete
    return next(_computer_fonts(letters, heavy=heavy), "")


def _is_bold(name: str) -> bool:
    """Return whether a registered font declares itself bold."""
    font: Any = pdfmetrics.getFont(name)
    return bool(font.face.flags & FF_FORCEBOLD)


def _computer_fonts(letters: str, *, heavy: bool) -> Iterator[str]:
    for number, (path, bold) in enumerate(computer_font_files(), start=1):
        if not _letters_of(path).issuperset(letters):
            continue
        if heavy and bold and _letters_of(bold).issuperset(letters):
            yield from _registered_names(bold, f"{number}b")
        yield from _registered_names(path, f"{number}")


@lru_cache(maxsize=512)
def _letters_of(path: Path) -> frozenset[str]:
    """Return the characters of a font file without reading its outlines; empty for a broken file."""
    face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)))
    return frozenset(map(chr, face.unicodes))


@lru_cache(maxsize=512)
def _registered_names(path: Path, number: str) -> tuple[str, ...]:
    """Return a tuple with the name under which a file is registered; empty if the file cannot be used."""
    name = f"Computer-{path.name}"
    try:
        _register_font(name, path, f"Computer{number}-".encode())
    except (TTFError, OSError) as reason:
        _log.info("The font file %s cannot be used on paper: %s", path, reason)
        return ()
    return (name,)


def _register_font(name: str, path: Path, prefix: bytes) -> frozenset[str]:
    """Register a font file with the PDF library under this name and return its characters.

    Raise `TTFError` or `OSError` for a file that cannot be embedded.
    """
    font: Any = FallbackFont(name, path, prefix)
    letters = frozenset(map(chr, font.face.charToGlyph))
    pdfmetrics.registerFont(font)
    return letters
