"""Values written down as in a program, read and never run: Perl literals, and JavaScript's."""

from __future__ import annotations

import json
import re
from typing import Any

from django.utils.translation import gettext as _

DEEPEST = 20
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
_JAVASCRIPT = re.compile(r'"(?:[^"\\]|\\.)*"|\bundefined\b|[\[\],]', re.DOTALL)
_INTERPOLATED = re.compile(r"(?<!\\)[$@]")


class NotALiteral(ValueError):
    """The text is more than a plain value."""


def perl_value(text: str) -> Any:
    """A number, a text, or lists and objects of them; raises `NotALiteral` for anything else.

    A comment or a semicolon may follow.
    """
    tokens = _Tokens(text)
    value = _value(tokens, 0)
    rest = tokens.rest().lstrip()
    if rest.startswith(";"):
        rest = rest[1:].lstrip()
    if rest and not rest.startswith("#"):
        raise NotALiteral(text)
    return value


def perl_text(value: Any) -> str:
    """The value as such a literal; what `perl_value` reads back."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{perl_text(k)} => {perl_text(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(perl_text(item) for item in value) + "]"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    quoted = str(value).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{quoted}'"


def javascript_value(text: str) -> Any:
    """An object or a list as a script has it; `undefined` and what is left out become None.

    Raises `NotALiteral`.
    """
    cleaned, last = [], 0
    before, comma = "", 0
    for match in _JAVASCRIPT.finditer(text):
        cleaned.append(text[last : match.start()])
        between = text[last : match.start()].strip()
        token = match[0]
        if token == "," and before in ("[", ",") and not between:
            cleaned.append("null")
        elif token == "]" and before == "," and not between:
            cleaned[comma] = ""  # a comma before the end leaves nothing out
        comma = len(cleaned)
        cleaned.append("null" if token == "undefined" else token)
        before, last = token, match.end()
    cleaned.append(text[last:])
    try:
        return json.loads("".join(cleaned))
    except RecursionError as broken:
        raise NotALiteral(_("far too much stands inside each other")) from broken
    except json.JSONDecodeError as broken:
        at = " ".join(broken.doc[max(broken.pos - 1, 0) : broken.pos + 24].split())
        is_end = broken.pos >= len(broken.doc.rstrip()) - 1
        if is_end:
            text = _("line {line}: the end of it is missing")
        else:
            text = _("line {line}: “{value}” is no plain value")
        raise NotALiteral(text.format(line=broken.lineno, value=at)) from broken
    except ValueError as broken:
        raise NotALiteral(_("a number in it is too long")) from broken


def javascript_text(value: Any) -> str:
    """The value as a script has it, None as `undefined`; ASCII only."""
    if isinstance(value, dict):
        return (
            "{" + ",".join(f"{json.dumps(k)}:{javascript_text(v)}" for k, v in value.items()) + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ",".join(javascript_text(item) for item in value) + "]"
    return "undefined" if value is None else json.dumps(value)


class _Tokens:
    """The pieces of a literal, one after the other."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def next(self) -> tuple[str, str]:
        """The kind of the next piece and what it says; raises `NotALiteral`."""
        match = _TOKEN.match(self.text, self.at)
        if match is None or match.lastgroup is None:
            raise NotALiteral(self.text)
        self.at = match.end()
        return match.lastgroup, match[match.lastgroup]

    def is_next(self, mark: str) -> bool:
        """Whether that mark comes next; it is taken if so."""
        match = _TOKEN.match(self.text, self.at)
        if match is None or (match["mark"] or match["arrow"]) != mark:
            return False
        self.at = match.end()
        return True

    def rest(self) -> str:
        """What is left."""
        return self.text[self.at :]


def _value(tokens: _Tokens, depth: int) -> Any:
    if depth > DEEPEST:
        raise NotALiteral(tokens.text)
    kind, text = tokens.next()
    if kind == "number":
        plain = text.replace("_", "")
        return int(plain) if re.fullmatch(r"[-+]?\d{1,15}", plain) else float(plain)
    if kind in ("single", "double"):
        return _unquoted(kind, text)
    if kind == "word" and text == "undef":
        return None
    if (kind, text) == ("mark", "["):
        return _list(tokens, depth)
    if (kind, text) == ("mark", "{"):
        return _object(tokens, depth)
    raise NotALiteral(tokens.text)


def _unquoted(kind: str, text: str) -> str:
    """The text between quotation marks; raises `NotALiteral` where a variable stands in it."""
    if kind == "single":
        return re.sub(r"\\([\\'])", r"\1", text)
    if kind != "double":
        return text
    if _INTERPOLATED.search(text):
        raise NotALiteral(text)
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text)


def _list(tokens: _Tokens, depth: int) -> list[Any]:
    items: list[Any] = []
    while not tokens.is_next("]"):
        items.append(_value(tokens, depth + 1))
        if not tokens.is_next(","):
            if tokens.is_next("]"):
                break
            raise NotALiteral(tokens.text)
    return items


def _object(tokens: _Tokens, depth: int) -> dict[str, Any]:
    pairs: dict[str, Any] = {}
    while not tokens.is_next("}"):
        kind, key = tokens.next()
        if kind not in ("single", "double", "word", "number"):
            raise NotALiteral(tokens.text)
        if not tokens.is_next("=>") and not tokens.is_next(","):
            raise NotALiteral(tokens.text)
        pairs[_unquoted(kind, key)] = _value(tokens, depth + 1)
        if not tokens.is_next(","):
            if tokens.is_next("}"):
                break
            raise NotALiteral(tokens.text)
    return pairs
