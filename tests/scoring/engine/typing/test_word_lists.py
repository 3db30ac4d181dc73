"""Parsing word lists: every invalid line is reported with its number."""

import pytest

from scoring.catalogue import tile_set, tile_sets
from scoring.engine.message import Message
from scoring.engine.typing.word_lists import (
    NotAWordList,
    RejectionCause,
    matching_tile_sets,
    read_words,
)
from scoring.wording.engine import line_sentence, sentence

ENGLISH = tile_set("english")


def sentences(data, tiles=ENGLISH):
    return [line_sentence(line) for line in read_words(data, tiles).rejected]


def refusal(data, tiles=ENGLISH):
    with pytest.raises(NotAWordList) as refused:
        read_words(data, tiles)
    return refused.value.message


def test_first_column_is_the_word_and_the_rest_is_ignored_with_any_line_ending():
    data = b"aa a kind of lava [n AAS]\nBOX,noun,8\ncat;x\nDOG\tbark\n\n# a remark\n  EMU  \n"
    assert read_words(data, ENGLISH).words == ("AA", "BOX", "CAT", "DOG", "EMU")
    assert sentences(data) == []
    for ending in ("\n", "\r\n", "\r"):
        assert read_words(f"AA{ending}AB".encode(), ENGLISH).words == ("AA", "AB")
    assert sentences(b"AA\nAB\naa\n") == ["Line 3: “aa” is already on line 1."]
    assert sentences(b"\n" * 999 + b"AA\n") == []


def test_unplayable_words_are_reported_and_left_out():
    read = read_words(b"A\nAA\n" + b"X" * 16 + b"\n", ENGLISH)
    assert read.words == ("AA",)
    assert [line_sentence(line) for line in read.rejected_for(RejectionCause.LENGTH)] == [
        "Line 1: “A” has 1 tile; a word has 2 to 15.",
        f"Line 3: “{'X' * 16}” has 16 tiles; a word has 2 to 15.",
    ]
    sixteen_letters = "CHA" * 4 + "RROS"  # but not sixteen tiles
    read = read_words(f"{sixteen_letters}\nCHE\nRR\n".encode(), tile_set("spanish"))
    assert read.words == ("[CH]A" * 4 + "[RR]OS", "[CH]E")
    assert [line.line for line in read.rejected] == [3]


def test_invalid_character_is_reported_with_its_line_even_if_invisible():
    data = "AA\nCAFÉ\nZO\u200bO\n1ST\n".encode()
    assert sentences(data) == [
        "Line 2: “CAFÉ” contains “É”, which is not a tile of the English set.",
        "Line 3: “ZO​O” contains U+200B (zero width space), which is not a tile of the English set.",
        "Line 4: “1ST” contains “1”, which is not a tile of the English set.",
    ]


@pytest.mark.parametrize(("text", "fitting"), [("AA\nÑANDU\n", ["spanish"]), ("AA\n", [])])
def test_tile_sets_containing_the_invalid_letters_are_found(text, fitting):
    data = text.encode()
    matches = matching_tile_sets(read_words(data, ENGLISH), data, tile_sets().values())
    assert [one.key for one in matches] == fitting


def test_other_encoding_is_refused_with_example_lines():
    message = refusal("AA\nCAFÉ\nAB\nÉTÉ\n".encode("latin-1"), tile_set("french"))
    assert sentence(message) == (
        "The file is not in UTF-8: line 2 contains the byte 0xc9. Affected lines: 2, 4. Save "
        "the list as plain text in UTF-8."
    )
    cut = sentence(refusal("AA\n".encode("utf-16")[:-1]))
    assert "ends in the middle of a character" in cut


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_mark_determines_the_encoding(encoding):
    data = "ÑU\nAA\n".encode(encoding)
    assert read_words(data, tile_set("spanish")).words == ("ÑU", "AA")


@pytest.mark.parametrize(
    ("data", "line"),
    [(b"PK\x03\x04\x00\x00words", 1), (b"AA\n\x00\x01\n", 2), (b"AA\nAB\nAD\x00\n", 3)],
)
def test_binary_file_is_refused(data, line):
    assert refusal(data) == Message("zero_byte", line=line)
    assert "zero byte" in sentence(refusal(data))
