"""Values as scripts write them, read and never run: bare names as keys, either quotation mark, commas at the end."""

from __future__ import annotations

import json
import re
from typing import Any

from django.utils.translation import gettext as _

from tournament.exchange.tsh.literals import NotALiteral

DEEPEST = 60
"""How far lists and objects may stand inside each other. A real file has a tenth of it."""


class CutShort(NotALiteral):
    """The text ends before the value does."""


_BLANK = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_TOKEN = re.compile(
    r"""(?P<number>[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)(?![\w.])
      | (?P<text>"(?:[^"\\\n]|\\.|\\\n)*"|'(?:[^'\\\n]|\\.|\\\n)*')
      | (?P<word>[^\W\d][\w$]*|\$[\w$]*)
      | (?P<mark>[\[\]{},:])""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = re.compile(r"\\(u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
_WORDS = {"undefined": None, "null": None, "true": True, "false": False}
_NUMBERS_OF_SCRIPTS = ("NaN", "Infinity")
LONGEST_NUMBER = 300


def javascript_value(text: str) -> Any:
    """An object or a list as a script has it; `undefined` and what is left out become None.

    Raises `NotALiteral` with the line and what is wrong there.
    """
    reader = _Reader(text)
    value = reader.value(0)
    if rest := reader.excerpt():
        raise reader.wrong(_("“{excerpt}” comes after the end").format(excerpt=rest))
    return value


def javascript_text(value: Any) -> str:
    """The value as a script has it, None as `undefined`; ASCII only."""
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key)}:{javascript_text(item)}" for key, item in value.items())
        return "{" + ",".join(pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(javascript_text(item) for item in value) + "]"
    return "undefined" if value is None else json.dumps(value)


class _Reader:
    """A script's value on its way to a plain one; `at` is the place of the next piece."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def value(self, depth: int) -> Any:
        """The value that begins here. Raises `NotALiteral`."""
        if depth > DEEPEST:
            raise self.wrong(_("far too much stands inside each other"))
        kind, piece = self.peek()
        if kind == "number":
            self.take(piece)
            if len(piece) > LONGEST_NUMBER:
                raise self.wrong(_("a number in it is too long"))
            return float(piece) if set(piece) & set(".eE") else int(piece)
        if kind == "text":
            self.take(piece)
            return _unquoted(piece)
        if kind == "word" and piece in _WORDS:
            self.take(piece)
            return _WORDS[piece]
        if kind == "word" and piece in _NUMBERS_OF_SCRIPTS:
            raise self.wrong(_("{word} is not a number that can be kept").format(word=piece))
        if piece == "[":
            return self.list(depth)
        if piece == "{":
            return self.object(depth)
        raise self.wrong(
            _("“{excerpt}” is not a plain value").format(excerpt=self.excerpt())
            if kind
            else self.unknown()
        )

    def list(self, depth: int) -> list[Any]:
        """The list that begins here; a place left out between commas is None."""
        self.take("[")
        items: list[Any] = []
        while self.peek()[1] != "]":
            if self.peek()[1] == ",":
                self.take(",")
                items.append(None)
                continue
            items.append(self.value(depth + 1))
            self.separator("]")
        self.take("]")
        return items

    def object(self, depth: int) -> dict[str, Any]:
        """The object that begins here."""
        self.take("{")
        pairs: dict[str, Any] = {}
        while self.peek()[1] != "}":
            kind, piece = self.peek()
            if kind not in ("text", "word", "number"):
                raise self.wrong(
                    _("“{excerpt}” stands where a name is expected").format(excerpt=self.excerpt())
                    if kind
                    else self.unknown()
                )
            self.take(piece)
            if self.peek()[1] != ":":
                raise self.wrong(
                    _("there is no colon after the name {name}").format(name=piece[:40])
                )
            self.take(":")
            pairs[_unquoted(piece) if kind == "text" else piece] = self.value(depth + 1)
            self.separator("}")
        self.take("}")
        return pairs

    def separator(self, end: str) -> None:
        """Take the comma behind a value; none is needed before the end."""
        piece = self.peek()[1]
        if piece == ",":
            self.take(",")
        elif piece != end:
            raise self.wrong(
                _("a comma is missing before “{excerpt}”").format(excerpt=self.excerpt())
            )

    def peek(self) -> tuple[str, str]:
        """The kind and text of the next piece, both empty for what is none. Raises `NotALiteral` at the end."""
        blank = _BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at
        if self.at >= len(self.text):
            raise CutShort(_("the end of it is missing"), self.line)
        match = _TOKEN.match(self.text, self.at)
        return (match.lastgroup or "", match[0]) if match else ("", "")

    def take(self, piece: str) -> None:
        """Go on behind the piece that was looked at."""
        self.at += len(piece)

    def excerpt(self) -> str:
        """Some letters from here on; empty at the end."""
        blank = _BLANK.match(self.text, self.at)
        begin = blank.end() if blank else self.at
        return " ".join(self.text[begin : begin + 24].split())

    def unknown(self) -> str:
        """What is wrong where no piece of a script begins."""
        letter = self.text[self.at]
        if letter in "\"'":
            return _("the text that begins with {excerpt} never ends").format(
                excerpt=self.excerpt()
            )
        return _("“{excerpt}” is not a plain value").format(excerpt=self.excerpt())

    @property
    def line(self) -> int:
        """The line of the next piece, from 1."""
        return self.text.count("\n", 0, self.at) + 1

    def wrong(self, reason: str) -> NotALiteral:
        """The error with the line it is on."""
        return NotALiteral(reason, self.line)


def _unquoted(piece: str) -> str:
    """The text between quotation marks; halves of a letter are put together."""
    text = _ESCAPED.sub(_letter, piece[1:-1]) if "\\" in piece else piece[1:-1]
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _letter(match: re.Match[str]) -> str:
    """The letter that a backslash and what follows it mean."""
    code = match[1]
    if code[0] in "ux" and len(code) > 1:
        number = int(code[1:].strip("{}"), 16)
        return chr(number) if number <= 0x10FFFF else "\ufffd"
    return _LETTERS.get(code, code)
