"""The published tile sets, words with multi-character tiles, and strict validation of a set's file."""

import re

import pytest

from scoring import catalogue
from scoring.engine.board.datafile import DataFileError
from scoring.engine.board.tiles import BLANK, TileSet, UnknownTile
from scoring.wording.engine import sentence
from tests.scoring.engine.positions import ENGLISH, table

PUBLISHED = table("tile_sets.toml")
SPANISH = catalogue.tile_set("spanish")
CATALAN = catalogue.tile_set("catalan")
TURKISH = catalogue.tile_set("turkish")
GOOD = """
name = "Tiny"
language = "en"
confirmed = true
lexicons = []
vowels = ["A"]
[tiles]
"?" = [1, 0]
"A" = [3, 1]
"B" = [2, 4]
"""


@pytest.mark.parametrize("key", PUBLISHED)
def test_every_tile_has_its_published_count_and_value(key):
    tile_set, published = catalogue.tile_set(key), {}
    for value, line in PUBLISHED[key]["tiles"].items():
        for tile, count in re.findall(r"([^\s,]+) (\d+)", line):
            published[tile] = (int(count), int(value))
    assert {t: (n, tile_set.points[t]) for t, n in tile_set.counts.items()} == published
    assert set(catalogue.tile_sets()) == set(PUBLISHED)


@pytest.mark.parametrize("key", PUBLISHED)
def test_size_totals_and_status_match_the_published_set(key):
    tile_set, case = catalogue.tile_set(key), PUBLISHED[key]
    assert (tile_set.size, tile_set.confirmed) == (case["size"], case["confirmed"])
    assert tile_set.points[BLANK] == 0
    if tile_set.confirmed:
        assert tile_set.counts[BLANK] == case["blanks"]
        assert len(tile_set.counts) == case["kinds"]
        assert tile_set.points_of(tile_set.full) == case["points"]
        several = {tile for tile in tile_set.counts if len(tile) > 1}
        assert several == set(case["several_characters"])
        assert {t for t, n in tile_set.counts.items() if n == 0} == set(case["only_as_blank"])
        assert tile_set.vowels == set(case["vowels"])
        assert tile_set.lexicons == tuple(case["lexicons"])


@pytest.mark.parametrize("key", PUBLISHED)
def test_every_tile_round_trips_with_and_without_blank(key):
    tile_set = catalogue.tile_set(key)
    for tile in tile_set.counts.keys() - {BLANK}:
        small = tile_set.blank_forms[tile]
        assert [*tile_set.split_into_tiles(tile_set.format_tiles([tile, small]))] == [tile, small]
        assert (tile_set.values[tile], tile_set.values[small]) == (tile_set.points[tile], 0)
        assert (tile_set.letter_of(tile), tile_set.letter_of(small)) == (tile, tile)


@pytest.mark.parametrize(
    ("tile_set", "text", "tiles"),
    [
        (ENGLISH, "zA?", ["z", "A", "?"]),
        (SPANISH, "CHICO", ["CH", "I", "C", "O"]),
        (SPANISH, "[CH]ICO", ["CH", "I", "C", "O"]),
        (SPANISH, "PErrO", ["P", "E", "rr", "O"]),
        (SPANISH, "[ll]AMA", ["ll", "A", "M", "A"]),
        (SPANISH, "[C]HE", ["C", "H", "E"]),
        (CATALAN, "COL·LEGI", ["C", "O", "L·L", "E", "G", "I"]),
        (CATALAN, "ANYqu", ["A", "NY", "qu"]),
        (TURKISH, "Iİıi", ["I", "İ", "ı", "i"]),
        (catalogue.tile_set("greek"), "ΣΟφΟΣ", ["Σ", "Ο", "φ", "Ο", "Σ"]),
    ],
)
def test_text_is_split_longest_tile_first(tile_set, text, tiles):
    assert list(tile_set.split_into_tiles(text)) == tiles


def test_multi_character_tiles_are_written_in_brackets_and_turkish_letters_keep_their_dots():
    assert SPANISH.format_tiles(["CH", "I", "ll", "O"]) == "[CH]I[ll]O"
    assert ENGLISH.format_tiles(["C", "a", "T"]) == "CaT"
    assert (TURKISH.blank_forms["I"], TURKISH.blank_forms["İ"]) == ("ı", "i")
    assert (TURKISH.letter_of("ı"), TURKISH.letter_of("i")) == ("I", "İ")
    assert (TURKISH.values["I"], TURKISH.values["İ"], TURKISH.values["i"]) == (2, 1, 0)


@pytest.mark.parametrize(
    ("tile_set", "text", "character"),
    [(ENGLISH, "CAÑA", "Ñ"), (ENGLISH, "A-B", "-"), (SPANISH, "KILO", "K"), (SPANISH, "[CHI", "[")],
)
def test_invalid_tile_is_named(tile_set, text, character):
    with pytest.raises(UnknownTile) as refused:
        tile_set.split_into_tiles(text)
    named = f"“{character}” in “{text}” is not a tile of the {tile_set.name} set."
    assert sentence(refused.value.message) == named


def test_packed_tiles_are_unpacked_unchanged_and_lower_case_tiles_count_as_blanks():
    assert ENGLISH.pack("aZ") == ENGLISH.pack("?Z")
    assert ENGLISH.points_of(ENGLISH.pack("aZ")) == 10
    packed = ENGLISH.pack("?EEQA")
    assert ENGLISH.unpack(packed) == {"?": 1, "A": 1, "E": 2, "Q": 1}
    assert ENGLISH.tile_list(packed) == ["A", "E", "E", "Q", "?"]
    assert ENGLISH.unpack(ENGLISH.full) == ENGLISH.counts


@pytest.mark.parametrize(
    ("have", "want", "short"),
    [
        ("AEE", "AE", []),
        ("AEE", "AAE", ["A"]),
        ("", "QQ", ["Q", "Q"]),
        ("Z", "?", ["?"]),
        ("A", "", []),
        ("AAAAAAAAA", "AAAAAAAAA", []),
    ],
)
def test_missing_tiles_of_a_rack_are_listed(have, want, short):
    have_packed, want_packed = ENGLISH.pack(have), ENGLISH.pack(want)
    assert ENGLISH.missing_tiles(have_packed, want_packed) == short
    assert ENGLISH.lacks(have_packed, want_packed) is bool(short)


COUNT, NO_NAME = "tile “C” must be [count, value]", "cannot be the name of a tile"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        *(
            (f'{GOOD}"C" = {value}\n', COUNT)
            for value in ("[1]", '[1, "3"]', "[-1, 3]", "[1, 64]", "[true, 1]")
        ),
        *((f'{GOOD}"{name}" = [1, 1]\n', f"“{name}” {NO_NAME}") for name in (".", "", "[C]")),
        (GOOD + '"a" = [1, 1]\n', "two tiles share one small form"),
        (GOOD.replace('"?" = [1, 0]', ""), "the blank “?” must be listed, with value 0"),
        (GOOD.replace("[1, 0]", "[1, 1]"), "the blank “?” must be listed, with value 0"),
        (GOOD.replace('["A"]', '["E"]'), "“vowels” names “E”, which is no tile"),
        (GOOD.replace('["A"]', '"A"'), "“vowels” must be a list"),
        (GOOD.replace("lexicons = []", "lexicons = [1]"), "“lexicons” must be a list of strings"),
        (GOOD.replace("confirmed = true", "confirmed = 1"), "“confirmed” must be true or false"),
        ("blank_forms = 3\n" + GOOD, "“blank_forms” must be a table"),
        (GOOD + '[blank_forms]\n"Q" = "q"\n', "“blank_forms” names “Q”, which is no tile"),
        (GOOD + '[blank_forms]\n"A" = 1\n', "“A” must be text"),
        (GOOD + '[blank_forms]\n"A" = "b"\n', "two tiles share one small form"),
    ],
)
def test_invalid_tile_set_file_is_reported_with_file_and_key(text, sentence):
    with pytest.raises(DataFileError) as refused:
        TileSet.from_toml(text, "tiny")
    assert str(refused.value).startswith("tilesets/tiny.toml: ")
    assert sentence in str(refused.value)


def test_lower_case_form_of_a_tile_may_be_unusual():
    tiny = TileSet.from_toml(GOOD + '[blank_forms]\n"A" = "ä"\n', "tiny")
    assert (tiny.values["ä"], tiny.letter_of("ä")) == (0, "A")
