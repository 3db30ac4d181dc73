"""Bytes to lines: the encodings and line ends that files of the field come in."""

import codecs
import re

from tournament.engine.interchange import Remark, Unreadable

LATIN = "iso-8859-1"
LONGEST_LINE = 20_000
"""Letters. A player of a hundred rounds has a tenth of it."""
MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
OF_TEXTS = ("ascii", "cp", "iso8859", "koi8", "mac", "utf")
LINE_ENDS = re.compile(r"\r\n|\r|\n")


def decoded(file: str, content: bytes, encoding: str = "") -> tuple[str, tuple[Remark, ...]]:
    """The text of a file: by its mark, else by the encoding named, else as Latin-1.

    Raises `Unreadable` for what is no text at all.
    """
    for mark, marked in MARKS:
        if content.startswith(mark):
            return _plain(file, content[len(mark) :].decode(marked, errors="replace")), ()
    if encoding:
        if _is_known(encoding):
            return _plain(file, content.decode(encoding, errors="replace")), ()
        odd = Remark(file, 0, f"The encoding “{encoding[:40]}” is not known. Read as Latin-1.")
        return _plain(file, content.decode(LATIN)), (odd,)
    text = _plain(file, content.decode(LATIN))
    return text, tuple(_perhaps_utf8(file, content))


def lines_of(text: str) -> list[str]:
    """The lines, whatever ends them; the last one is left out when nothing stands on it."""
    lines = LINE_ENDS.split(text)
    return lines[:-1] if lines and not lines[-1] else lines


def encoded(text: str, *, declared: bool = False) -> bytes:
    """Latin-1 where that holds every letter, else UTF-8 with its mark.

    With `declared` the configuration names an encoding, which only a mark outdoes.
    """
    if text.isascii():
        return text.encode()
    try:
        return MARKS[0][0] + text.encode() if declared else text.encode(LATIN)
    except UnicodeEncodeError:
        return MARKS[0][0] + text.encode()


def _is_known(encoding: str) -> bool:
    """Whether it is an encoding of texts, and none of those that hide something in them."""
    try:
        name = codecs.lookup(encoding).name
    except (LookupError, ValueError):
        return False
    return name.startswith(OF_TEXTS) and name != "utf-7"


def _plain(file: str, text: str) -> str:
    if "\0" in text:
        raise Unreadable(
            Remark(file, 0, "This is no text, so no file of results. Send the file itself.", True)
        )
    return text


def _perhaps_utf8(file: str, content: bytes) -> list[Remark]:
    """A remark where the letters look like UTF-8 that nobody declared."""
    try:
        read = content.decode()
    except UnicodeDecodeError:
        return []
    if read.isascii():
        return []
    before = next(at for at, letter in enumerate(read) if not letter.isascii())
    line = len(LINE_ENDS.split(read[:before]))
    return [
        Remark(
            file,
            line,
            "Accents look like UTF-8, but the file does not say so and was read as Latin-1. Put "
            "“config encoding = 'utf-8'” into config.tsh, or save the file with a byte order mark.",
        )
    ]
