"""Read and write JavaScript values without running scripts.

Bare keys, both kinds of quotation marks, and trailing commas are accepted.
"""

from __future__ import annotations

import json
import re
from typing import Any

from django.utils.translation import gettext as _

from tournament.exchange.tsh.literals import NotALiteral

MAX_DEPTH = 60
"""The deepest nesting of lists and objects that is read, ten times that of a real file."""


class UnexpectedEnd(NotALiteral):
    """The text ends before the end of the value."""


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
MAX_NUMBER_LENGTH = 300


def javascript_value(text: str) -> Any:
    """Return the value of a script, such as an object or a list; `undefined` and omitted items become None.

    Raise `NotALiteral` with the line and the problem.
    """
    reader = _Reader(text)
    value = reader.read_value(0)
    if rest := reader.excerpt():
        raise reader.error(_("“{excerpt}” comes after the end").format(excerpt=rest))
    return value


def javascript_text(value: Any) -> str:
    """Return the value as a script, with None as `undefined`; ASCII only."""
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key)}:{javascript_text(item)}" for key, item in value.items())
        return "{" + ",".join(pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(javascript_text(item) for item in value) + "]"
    return "undefined" if value is None else json.dumps(value)


class _Reader:
    """A reader of script values; `at` is the current position in the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def read_value(self, depth: int) -> Any:
        """Return the next value. Raise `NotALiteral` if it is invalid or nested too deeply."""
        if depth > MAX_DEPTH:
            raise self.error(_("it is nested far too deeply"))
        kind, piece = self.peek()
        if kind == "number":
            self.take(piece)
            if len(piece) > MAX_NUMBER_LENGTH:
                raise self.error(_("a number in it is too long"))
            return float(piece) if set(piece) & set(".eE") else int(piece)
        if kind == "text":
            self.take(piece)
            return _unquote(piece)
        if kind == "word" and piece in _WORDS:
            self.take(piece)
            return _WORDS[piece]
        if kind == "word" and piece in _NUMBERS_OF_SCRIPTS:
            raise self.error(_("{word} is not a number that can be stored").format(word=piece))
        if piece == "[":
            return self.read_list(depth)
        if piece == "{":
            return self.read_object(depth)
        raise self.error(
            _("“{excerpt}” is not a plain value").format(excerpt=self.excerpt())
            if kind
            else self.invalid_token_message()
        )

    def read_list(self, depth: int) -> list[Any]:
        """Return the next list; an omitted item is None."""
        self.take("[")
        items: list[Any] = []
        while self.peek()[1] != "]":
            if self.peek()[1] == ",":
                self.take(",")
                items.append(None)
                continue
            items.append(self.read_value(depth + 1))
            self.read_separator("]")
        self.take("]")
        return items

    def read_object(self, depth: int) -> dict[str, Any]:
        """Return the next object. Raise `NotALiteral` if it is invalid."""
        self.take("{")
        pairs: dict[str, Any] = {}
        while self.peek()[1] != "}":
            kind, piece = self.peek()
            if kind not in ("text", "word", "number"):
                raise self.error(
                    _("“{excerpt}” is where a name is expected").format(excerpt=self.excerpt())
                    if kind
                    else self.invalid_token_message()
                )
            self.take(piece)
            if self.peek()[1] != ":":
                raise self.error(
                    _("there is no colon after the name {name}").format(name=piece[:40])
                )
            self.take(":")
            pairs[_unquote(piece) if kind == "text" else piece] = self.read_value(depth + 1)
            self.read_separator("}")
        self.take("}")
        return pairs

    def read_separator(self, end: str) -> None:
        """Read the comma after a value, which is optional before the end. Raise `NotALiteral` if it is missing."""
        piece = self.peek()[1]
        if piece == ",":
            self.take(",")
        elif piece != end:
            raise self.error(
                _("a comma is missing before “{excerpt}”").format(excerpt=self.excerpt())
            )

    def peek(self) -> tuple[str, str]:
        """Return the kind and text of the next token, both empty if it is invalid. Raise `UnexpectedEnd` at the end."""
        blank = _BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at
        if self.at >= len(self.text):
            raise UnexpectedEnd(_("the end is missing"), self.line)
        match = _TOKEN.match(self.text, self.at)
        return (match.lastgroup or "", match[0]) if match else ("", "")

    def take(self, piece: str) -> None:
        """Advance past the given token."""
        self.at += len(piece)

    def excerpt(self) -> str:
        """Return the next few characters after any blanks and comments; empty at the end."""
        blank = _BLANK.match(self.text, self.at)
        begin = blank.end() if blank else self.at
        return " ".join(self.text[begin : begin + 24].split())

    def invalid_token_message(self) -> str:
        """Return a message about an invalid token: an unterminated string, or not a plain value."""
        letter = self.text[self.at]
        if letter in "\"'":
            return _("the text beginning with {excerpt} never ends").format(excerpt=self.excerpt())
        return _("“{excerpt}” is not a plain value").format(excerpt=self.excerpt())

    @property
    def line(self) -> int:
        """The 1-based line of the current position."""
        return self.text.count("\n", 0, self.at) + 1

    def error(self, reason: str) -> NotALiteral:
        """Return the error for this reason, with the current line."""
        return NotALiteral(reason, self.line)


def _unquote(piece: str) -> str:
    """Return the text between quotation marks, with surrogate pairs joined."""
    text = _ESCAPED.sub(_unescape, piece[1:-1]) if "\\" in piece else piece[1:-1]
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _unescape(match: re.Match[str]) -> str:
    """Return the character of an escape sequence; U+FFFD for a code beyond Unicode."""
    code = match[1]
    if code[0] in "ux" and len(code) > 1:
        number = int(code[1:].strip("{}"), 16)
        return chr(number) if number <= 0x10FFFF else "\ufffd"
    return _LETTERS.get(code, code)
