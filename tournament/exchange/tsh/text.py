"""Decode bytes to lines, whatever encoding and line endings are in use."""

import codecs
import re

from django.utils.translation import gettext as _

from tournament.engine.interchange import Remark, UnreadableEvent

LATIN = "iso-8859-1"
MAX_LINE_LENGTH = 20_000
"""The maximum length of a line in characters; a player with a hundred rounds needs a tenth of it."""
MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
OF_TEXTS = ("ascii", "cp", "iso8859", "koi8", "mac", "utf")
LINE_ENDS = re.compile(r"\r\n|\r|\n")


def decode_text(file: str, content: bytes, encoding: str = "") -> tuple[str, tuple[Remark, ...]]:
    """Return the text of a file, and remarks for the director.

    The encoding is that of the byte order mark, else the given one, else UTF-8 if valid, else Latin-1; a
    given encoding that does not fit is replaced by Latin-1. Raise `UnreadableEvent` if the content is not text.
    """
    for mark, marked in MARKS:
        if content.startswith(mark):
            return _require_text(file, content[len(mark) :].decode(marked, errors="replace")), ()
    if encoding and _is_safe_encoding(encoding):
        return _decode_as(file, content, encoding)
    odd: tuple[Remark, ...] = ()
    if encoding:
        read_as = "UTF-8" if _first_non_ascii_line(content) else "Latin-1"
        sentence = _(
            "The encoding “{encoding}” is not known. The file was read as {read_as}."
        ).format(encoding=encoding[:40], read_as=read_as)
        return _require_text(file, content.decode(read_as)), (Remark(file, 0, sentence),)
    if line := _first_non_ascii_line(content):
        odd = (
            Remark(
                file,
                line,
                _("The file was read as UTF-8, because its accents are in UTF-8. Check the names."),
            ),
        )
    return _require_text(file, content.decode("utf-8" if odd else LATIN)), odd


def lines_of(text: str) -> list[str]:
    """Return the lines, with any kind of line ending; an empty last line is left out."""
    lines = LINE_ENDS.split(text)
    return lines[:-1] if lines and not lines[-1] else lines


def encode_text(text: str, *, declared: bool = False) -> bytes:
    """Encode the text as Latin-1 if possible and distinguishable from UTF-8, else as UTF-8 with a byte order mark.

    `declared` means that the configuration names an encoding, which only a byte order mark overrides.
    """
    if text.isascii():
        return text.encode()
    marked = MARKS[0][0] + text.encode()
    try:
        plain = text.encode(LATIN)
    except UnicodeEncodeError:
        return marked
    return marked if declared or _first_non_ascii_line(plain) else plain


def _is_safe_encoding(encoding: str) -> bool:
    """Return whether Python knows the encoding and it is a safe text encoding."""
    try:
        name = codecs.lookup(encoding).name
    except (LookupError, ValueError):
        return False
    return name.startswith(OF_TEXTS) and name != "utf-7"


def _require_text(file: str, text: str) -> str:
    if "\0" in text:
        raise UnreadableEvent(
            Remark(
                file,
                0,
                _(
                    "This is not a text file, so it cannot be a results file. Send the text file "
                    "with the results."
                ),
                True,
            )
        )
    return text


def _decode_as(file: str, content: bytes, encoding: str) -> tuple[str, tuple[Remark, ...]]:
    """Return the text in the given encoding, or in Latin-1 with a remark if it does not fit.

    Accents that look like UTF-8 also get a remark.
    """
    name = codecs.lookup(encoding).name
    try:
        text = content.decode(encoding)
    except UnicodeError:
        sentence = _(
            "Parts of the file are not in {encoding}, the encoding named in the configuration. "
            "The file was read as Latin-1; check the names."
        ).format(encoding=encoding)
        return _require_text(file, content.decode(LATIN)), (Remark(file, 0, sentence),)
    line = _first_non_ascii_line(content) if name in ("cp1252", "iso8859-1", "iso8859-15") else 0
    if not line:
        return _require_text(file, text), ()
    sentence = _(
        "The accents look like UTF-8, but the configuration says {encoding}. Remove the line with "
        "the encoding from the configuration if names look wrong."
    ).format(encoding=encoding)
    return _require_text(file, text), (Remark(file, line, sentence),)


def _first_non_ascii_line(content: bytes) -> int:
    """Return the number of the first line with a non-ASCII character if the content is valid UTF-8; otherwise 0."""
    try:
        read = content.decode()
    except UnicodeDecodeError:
        return 0
    before = next((at for at, letter in enumerate(read) if not letter.isascii()), -1)
    return len(LINE_ENDS.split(read[:before])) if before >= 0 else 0
