"""Lines of calendars are escaped and folded as RFC 5545 requires."""

import pytest

from tournament.web.ical import MAX_LINE_OCTETS, _escape, _fold


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("Leeds; Hall 2, upstairs", "Leeds\\; Hall 2\\, upstairs"),
        ("a\\b", "a\\\\b"),
        ("one\ntwo\r\nthree\n", "one\\ntwo\\nthree"),
        ("tab\tbell\x07, delete\x7f", "tab\tbell\\, delete"),
    ],
)
def test_text_is_escaped(text, escaped):
    assert _escape(text) == escaped


@pytest.mark.parametrize(
    ("line", "lengths"),
    [
        ("", [0]),
        ("a" * 73, [73]),
        ("a" * 74, [74]),
        ("a" * 75, [74, 1]),
        ("a" * 149, [74, 74, 1]),
        ("é" * 37, [74]),
        ("é" * 38, [74, 2]),
        ("a" + "é" * 37, [73, 2]),
    ],
)
def test_line_is_folded_between_characters(line, lengths):
    assert MAX_LINE_OCTETS == 74
    folded = _fold(line).split("\r\n ")
    assert [len(piece.encode()) for piece in folded] == lengths
    assert "".join(folded) == line
