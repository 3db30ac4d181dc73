"""Show a part of a page in two languages side by side."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from html.parser import HTMLParser

from django.conf import settings
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from tournament.reports.two_languages import LANGUAGE_SEPARATOR

TEXT_ATTRIBUTES = ("aria-label", "title", "alt")
"""HTML attributes whose text is shown or read aloud."""


def render_in_two_languages(make: Callable[[], SafeString], second: str) -> SafeString:
    """Return the result of `make` in the active language, with the `second` language beside it.

    Only the first language is returned if `second` is empty, unavailable or active, or if the two
    results differ in more than text.
    """
    first = make()
    if second not in dict(settings.LANGUAGES) or second == translation.get_language():
        return first
    with translation.override(second):
        other = make()
    both = add_second_language(first, other, second)
    return mark_safe(both)  # nosec B308, B703: put together of two safe texts, attributes escaped anew


def add_second_language(first: str, second: str, language: str) -> str:
    """Return the first HTML fragment, with the text of the second, in `language`, after each text that differs.

    Return `first` unchanged if the tags of the two differ.

    >>> add_second_language("<b>Runde 3</b> 7", "<b>Round 3</b> 7", "en")
    '<b>Runde 3<span lang="en"> / Round 3</span></b> 7'
    """
    one, two = _split_into_pieces(first), _split_into_pieces(second)
    if [piece.shape for piece in one] != [piece.shape for piece in two]:
        return first
    return "".join(
        mine.with_second_language(theirs, language) for mine, theirs in zip(one, two, strict=True)
    )


class _Piece:
    """A tag, or a text between two tags, as written."""

    def __init__(self, source: str, shape: str = "", heard: tuple[str, ...] = ()) -> None:
        self.source, self.heard = source, heard
        self.shape = shape

    def with_second_language(self, other: _Piece, language: str) -> str:
        if self.shape:
            source = self.source
            for mine, theirs in zip(self.heard, other.heard, strict=True):
                if mine != theirs:
                    both = escape(f"{mine}{LANGUAGE_SEPARATOR}{theirs}")
                    source = source.replace(f'"{escape(mine)}"', f'"{both}"', 1)
            return source
        mine, theirs = self.source.strip(), other.source.strip()
        if mine == theirs or not any(letter.isalpha() for letter in mine):
            return self.source
        end = len(self.source.rstrip())
        added = f'<span lang="{language}">{LANGUAGE_SEPARATOR}{theirs}</span>'
        return self.source[:end] + added + self.source[end:]


class _PieceParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.pieces: list[_Piece] = []

    def _add_piece(self, text: str) -> None:
        if self.pieces and not self.pieces[-1].shape:
            self.pieces[-1].source += text
        else:
            self.pieces.append(_Piece(text))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        heard = tuple(value or "" for name, value in attrs if name in TEXT_ATTRIBUTES)
        self.pieces.append(_Piece(self.get_starttag_text() or "", f"<{tag}", heard))

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        self.pieces.append(_Piece(f"</{tag}>", f"</{tag}>"))

    def handle_data(self, data: str) -> None:
        self._add_piece(data)

    def handle_entityref(self, name: str) -> None:
        self._add_piece(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._add_piece(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        self.pieces.append(_Piece(f"<!--{data}-->", "<!--"))


def _split_into_pieces(source: str) -> list[_Piece]:
    reader = _PieceParser()
    reader.feed(source)
    reader.close()
    return reader.pieces
