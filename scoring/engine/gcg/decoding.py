"""Decode the bytes of a GCG file: by its byte order mark, its declared encoding, or a guess."""

from __future__ import annotations

import codecs
import re

from scoring.engine.audit.findings import Code, Finding
from scoring.engine.message import Message

_DECLARED = re.compile(rb"\s*#character-encoding[ \t]+(\S+)", re.IGNORECASE)
_ENCODING_PRAGMA = "#character-encoding"
_NON_TEXT_CODECS = ("idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape")
"""Python codecs that are not encodings of text files."""
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}


def decode(data: bytes) -> tuple[str, tuple[Finding, ...]]:
    """Return the text of a file without a byte order mark, and findings about its encoding.

    This never raises an exception. If the declared encoding is unknown or does not match the bytes, the
    encoding is guessed, with a warning.
    """
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace"), ()
    declared = _DECLARED.match(data)
    if declared is None:
        return _guess_encoding(data), ()
    name = declared.group(1).decode("ascii", "replace")
    try:
        if codecs.lookup(name).name.replace("_", "-") in _NON_TEXT_CODECS:
            raise LookupError(name)
        text = data.decode(name)
        text.encode()
        if text.lstrip()[: len(_ENCODING_PRAGMA)].lower() != _ENCODING_PRAGMA:
            raise ValueError(name)
    except (LookupError, ValueError):
        message = Message("encoding_unknown", encoding=name)
        return _guess_encoding(data), (Finding(Code.ENCODING, message, line=1),)
    return text, ()


def _guess_encoding(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")
