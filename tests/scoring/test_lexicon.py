"""The word list: valid and invalid words, and errors in its files."""

import pytest

from scoring.lexicon import (
    SHIPPED_LISTS_FOLDER,
    Lexicon,
    LexiconDamaged,
    LexiconMissing,
    lexicon,
    lexicons,
)
from scoring.wordlist import build_list


@pytest.fixture(scope="module")
def english() -> Lexicon:
    return lexicon("open_english")


@pytest.fixture
def small(tmp_path):
    """Return a list of five words as (text file, description file)."""
    return build_list("small", "Small list", ["at", "cat", "oat", "taco", "coat"]).write(tmp_path)


def test_shipped_list_has_its_name_count_and_digest(english):
    assert english.name == "Open English (unofficial)"
    assert english.tileset == "english"
    assert len(english) == 245488
    assert english.is_unchanged()
    assert (SHIPPED_LISTS_FOLDER / "open_english.txt").stat().st_size < 3_000_000
    assert list(lexicons()) == ["open_english"]


def test_ordinary_words_are_valid_and_names_and_letter_strings_are_not(english):
    words = ["FROZEN", "QI", "OFFICIATE", "COLOUR", "COLOR", "CAFE", "AA"]
    others = ["", "A", "QZ", "KB", "LONDON", "ISNT", "ZZZZZ", "X" * 40, "É"]
    assert list(english.unknown_words([*words, *others])) == others


def test_word_may_be_given_as_tiles_with_a_blank_as_its_letter(english):
    assert ("F", "R", "O", "z", "E", "N") in english
    assert "fROZEN" in english
    assert ("Q", "Z") not in english
    assert 7 not in english
    assert None not in english


def test_every_word_of_a_list_is_found_in_order(small):
    words = Lexicon.open(small[1])
    assert list(words) == ["AT", "CAT", "OAT", "COAT", "TACO"]
    assert all(word in words for word in words)
    assert len(words) == 5
    assert words.unknown_words(["TAC", "CAT", "COA"]) == ("TAC", "COA")


def test_two_letter_tile_differs_from_its_two_letters(tmp_path):
    text, description = build_list("coche", "Spanish trial", ["ocho"]).write(tmp_path)
    text.write_bytes(b"O[CH]O\n")
    changed = description.read_text("utf-8").replace("4 = 1", "6 = 1")
    description.write_text(changed, encoding="utf-8")
    words = Lexicon.open(description)
    assert ("O", "CH", "O") in words
    assert ("O", "ch", "O") in words
    assert ("O", "C", "H", "O") not in words


def test_unknown_key_is_answered_with_the_existing_lists():
    with pytest.raises(
        LexiconMissing, match=r"There is no word list 'nwl'\. Available word lists: open_english"
    ):
        lexicon("nwl")


@pytest.mark.parametrize(
    ("left", "problem", "sentence"),
    [
        (None, LexiconMissing, r"small\.txt cannot be read"),
        (-3, LexiconDamaged, "Restore both files"),
        (0, LexiconDamaged, "is empty"),
    ],
)
def test_missing_truncated_or_empty_list_is_refused(small, left, problem, sentence):
    text, description = small
    text.write_bytes(text.read_bytes()[:left])
    if left is None:
        text.unlink()
    with pytest.raises(problem, match=sentence):
        Lexicon.open(description)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("name =", "nome =", "unknown key nome"),
        ('tileset = "english"\n', "", "key tileset is missing"),
        ("words = 5", 'words = "five"', "key words is missing or not a int"),
        ("2 = 1", "two = 1", r"\[lengths\] must have"),
        ("name =", "name", "is not valid TOML"),
    ],
)
def test_damaged_description_is_refused_naming_the_key(small, old, new, sentence):
    small[1].write_text(small[1].read_text("utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(LexiconDamaged, match=sentence):
        Lexicon.open(small[1])


def test_changed_word_changes_the_digest(small):
    words = Lexicon.open(small[1])
    assert words.is_unchanged()
    small[0].write_bytes(small[0].read_bytes().replace(b"TACO", b"TACK"))
    assert not Lexicon.open(small[1]).is_unchanged()
