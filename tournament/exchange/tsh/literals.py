"""Read literals of a Perl program without running them."""

from __future__ import annotations

import re
from typing import Any

MAX_DEPTH = 20
_TOKEN = re.compile(
    r"""\s*(?:
        (?P<number>[-+]?(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?)
      | '(?P<single>(?:[^'\\]|\\.)*)'
      | "(?P<double>(?:[^"\\]|\\.)*)"
      | (?P<arrow>=>) | (?P<mark>[\[\]{},])
      | (?P<word>[A-Za-z_]\w*)
    )""",
    re.VERBOSE | re.DOTALL,
)
_INTERPOLATED = re.compile(r"(?<!\\)[$@]")


class NotALiteral(ValueError):
    """The text is not a plain value. `line` is the 1-based line of the problem; 0 if unknown."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.line = line


def perl_value(text: str) -> Any:
    """Return the value of a literal: a number, a string, `undef` as None, or a list or object of such values.

    A comment or a semicolon may follow. Raise `NotALiteral` for anything else.
    """
    tokens = _Tokens(text)
    value = _read_value(tokens, 0)
    rest = tokens.rest().lstrip()
    if rest.startswith(";"):
        rest = rest[1:].lstrip()
    if rest and not rest.startswith("#"):
        raise NotALiteral(text)
    return value


def perl_text(value: Any) -> str:
    """Return the value as a literal that `perl_value` reads."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{perl_text(k)} => {perl_text(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(perl_text(item) for item in value) + "]"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    quoted = str(value).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{quoted}'"


class _Tokens:
    """The tokens of a literal."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def next(self) -> tuple[str, str]:
        """Return the kind and content of the next token. Raise `NotALiteral` for an invalid one."""
        match = _TOKEN.match(self.text, self.at)
        if match is None or match.lastgroup is None:
            raise NotALiteral(self.text)
        self.at = match.end()
        return match.lastgroup, match[match.lastgroup]

    def accept_mark(self, mark: str) -> bool:
        """Return whether the mark comes next, and read it if so."""
        match = _TOKEN.match(self.text, self.at)
        if match is None or (match["mark"] or match["arrow"]) != mark:
            return False
        self.at = match.end()
        return True

    def rest(self) -> str:
        """Return the rest of the text."""
        return self.text[self.at :]


def _read_value(tokens: _Tokens, depth: int) -> Any:
    if depth > MAX_DEPTH:
        raise NotALiteral(tokens.text)
    kind, text = tokens.next()
    if kind == "number":
        plain = text.replace("_", "")
        return int(plain) if re.fullmatch(r"[-+]?\d{1,15}", plain) else float(plain)
    if kind in ("single", "double"):
        return _unquote(kind, text)
    if kind == "word" and text == "undef":
        return None
    if (kind, text) == ("mark", "["):
        return _read_list(tokens, depth)
    if (kind, text) == ("mark", "{"):
        return _read_object(tokens, depth)
    raise NotALiteral(tokens.text)


def _unquote(kind: str, text: str) -> str:
    """Return the text without quotation marks and escapes; a bare word is unchanged.

    Raise `NotALiteral` if it contains a variable.
    """
    if kind == "single":
        return re.sub(r"\\([\\'])", r"\1", text)
    if kind != "double":
        return text
    if _INTERPOLATED.search(text):
        raise NotALiteral(text)
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text)


def _read_list(tokens: _Tokens, depth: int) -> list[Any]:
    items: list[Any] = []
    while not tokens.accept_mark("]"):
        items.append(_read_value(tokens, depth + 1))
        if not tokens.accept_mark(","):
            if tokens.accept_mark("]"):
                break
            raise NotALiteral(tokens.text)
    return items


def _read_object(tokens: _Tokens, depth: int) -> dict[str, Any]:
    pairs: dict[str, Any] = {}
    while not tokens.accept_mark("}"):
        kind, key = tokens.next()
        if kind not in ("single", "double", "word", "number"):
            raise NotALiteral(tokens.text)
        if not tokens.accept_mark("=>") and not tokens.accept_mark(","):
            raise NotALiteral(tokens.text)
        pairs[_unquote(kind, key)] = _read_value(tokens, depth + 1)
        if not tokens.accept_mark(","):
            if tokens.accept_mark("}"):
                break
            raise NotALiteral(tokens.text)
    return pairs
