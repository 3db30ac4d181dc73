"""A pseudo-language for tests, in which every translatable message appears in special letters.

The data of the test event is in Greek. Any plain Latin text on a page, in a report or in the
output of a command is therefore a message that cannot be translated.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from html.parser import HTMLParser

from django.utils import translation
from django.utils.translation import trans_real

CODE = "xx"
OPEN, CLOSE = "⟦", "⟧"
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
OTHER = "ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ"
LETTERS = str.maketrans(PLAIN, OTHER)
HELD = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|%[sd]|<[^>]*>|&#?\w+;")
"""Placeholders, tags and entities, which translators leave unchanged."""
WORD = re.compile(r"[A-Za-z]{3,}")
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
"""Void elements, which have no end tag."""
READ_ALOUD = {"title", "aria-label", "alt", "placeholder", "value"}
"""Attributes that a person reads or hears; `value` only on buttons."""


def translated(text: str) -> str:
    """Return the text in the pseudo-language."""
    parts = HELD.split(text)
    held = [*HELD.findall(text), ""]
    return "".join(
        part.translate(LETTERS) + placeholder for part, placeholder in zip(parts, held, strict=True)
    )


class PseudoTranslation(NullTranslations):
    """A translation catalogue that puts each message in brackets and special letters, ignoring its context."""

    def gettext(self, message: str) -> str:
        *_context, sentence = message.split(trans_real.CONTEXT_SEPARATOR)
        return f"{OPEN}{translated(sentence)}{CLOSE}"

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.gettext(singular if number == 1 else plural)

    def to_language(self) -> str:
        return CODE


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Activate the pseudo-language inside the block."""
    trans_real._translations[CODE] = PseudoTranslation()
    try:
        with translation.override(CODE):
            yield
    finally:
        del trans_real._translations[CODE]


class Reader(HTMLParser):
    """HTML parser that collects the text a person reads or hears."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._open: list[tuple[str, bool]] = []
        """The open elements, each with whether its text stays untranslated."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        left = tag in ("script", "style", "template") or given.get("translate") == "no"
        if tag not in VOID:
            self._open.append((tag, left))
        if left or self._is_left:
            return
        button = tag == "input" and given.get("type") in ("submit", "button")
        for name, value in attrs:
            if name in READ_ALOUD and value and (name != "value" or button):
                self.pieces.append(value)

    def handle_endtag(self, tag: str) -> None:
        if any(name == tag for name, _ in self._open):
            while self._open.pop()[0] != tag:
                pass

    @property
    def _is_left(self) -> bool:
        return any(left for _, left in self._open)

    def handle_data(self, data: str) -> None:
        if not self._is_left:
            self.pieces.append(data)


def left_in_english(page: str, known: frozenset[str] = frozenset()) -> list[str]:
    """Return the texts of a page that contain plain Latin words not listed in `known`."""
    reader = Reader()
    reader.feed(page)
    return [
        " ".join(piece.split())
        for piece in reader.pieces
        if any(word not in known for word in WORD.findall(piece))
    ]
