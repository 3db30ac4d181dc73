"""Building the word list: included and excluded words, and reproducible output."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.lexicon import SHIPPED_LISTS_FOLDER
from scoring.wordlist import (
    Corrections,
    CorrectionsInvalid,
    build_list,
    build_open_english,
    scowl_words,
)

SCOWL = Path("/usr/share/dict/scowl")


@pytest.fixture
def source(tmp_path):
    """Return a small folder with the layout of SCOWL."""
    files = {
        "english-words.10": "cat cat's café I a at kb zzq",
        "english-words.95": "obscurity",
        "english-upper.10": "London",
        "english-abbreviations.10": "etc",
        "british-words.50": "colour extraordinarinesses",
        "british_z-words.50": "organize",
        "variant_1-words.50": "colur",
        "american-words.80": "color",
    }
    for name, words in files.items():
        (tmp_path / name).write_text(words.replace(" ", "\n") + "\n", encoding="utf-8")
    return tmp_path


def corrections(tmp_path, text):
    path = tmp_path / "corrections.toml"
    path.write_text(text, encoding="utf-8")
    return path


RIGHT = (
    '[two_letter_words]\nat = "by"\nqi = "force"\n'
    '[three_letter_words.add]\nbot = "larva"\n'
    '[three_letter_words.remove]\nzzq = "nothing"\n'
)


def test_only_plain_words_of_2_to_15_letters_up_to_level_80_are_included(source):
    (source / "canadian-words.20").write_bytes("garçon\n".encode("iso-8859-1"))
    assert scowl_words(source) == {
        *("cat", "cafe", "at", "kb", "zzq"),
        *("colour", "organize", "color", "garcon"),
    }


def test_corrections_replace_the_twos_and_amend_the_threes(source, tmp_path):
    built = build_open_english(source, corrections(tmp_path, RIGHT))
    assert built.text == b"AT\nQI\nBOT\nCAT\nCAFE\nCOLOR\nCOLOUR\nORGANIZE\n"
    assert built.word_count == 8


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[two_letter_words]", "[two]", "unknown key two"),
        ("words.add", "words.plus", "unknown key three_letter_words.plus"),
        ("qi =", "qix =", "'qix' is not 2 letters"),
        ("bot =", "BOT =", "'BOT' is not 3 letters"),
        ('bot = "larva"', 'bot = ""', "'bot' needs a meaning"),
        ('[three_letter_words.add]\nbot = "larva"\n', "", "key is missing"),
        ('bot = "larva"', "bot =", "is not valid TOML"),
    ],
)
def test_invalid_corrections_file_is_refused_naming_the_entry(tmp_path, old, new, sentence):
    with pytest.raises(CorrectionsInvalid, match=sentence):
        Corrections.read(corrections(tmp_path, RIGHT.replace(old, new)))


def test_correction_without_effect_or_file_is_refused(source, tmp_path):
    path = corrections(tmp_path, RIGHT.replace("bot =", "cat ="))
    with pytest.raises(CorrectionsInvalid, match="have no effect; remove them: cat"):
        build_open_english(source, path)
    with pytest.raises(CorrectionsInvalid, match="cannot be read"):
        Corrections.read(tmp_path / "none.toml")


def test_words_are_unique_and_in_file_order():
    assert build_list("k", "n", ["to", "cat", "at", "cat"]).text == b"AT\nTO\nCAT\n"


def test_licence_notices_are_shipped_beside_the_list():
    notice = (SHIPPED_LISTS_FOLDER / "NOTICE.txt").read_text("utf-8")
    for holder in ("Kevin Atkinson", "J Ross Beresford", "Geoff Kuenning", "Princeton University"):
        assert holder in notice


@pytest.mark.skipif(not SCOWL.exists(), reason="Debian's package scowl is not installed")
def test_command_writes_the_list_and_then_reports_it_up_to_date(tmp_path, capsys):
    call_command("build_word_list", to=tmp_path)
    assert "245488 words, SHA-256" in capsys.readouterr().out
    for name in ("open_english.txt", "open_english.toml"):
        assert (tmp_path / name).read_bytes() == (SHIPPED_LISTS_FOLDER / name).read_bytes()
    call_command("build_word_list", to=tmp_path, check=True)
    assert "is up to date: 245488 words" in capsys.readouterr().out
    (tmp_path / "open_english.txt").write_bytes(b"AT\n")
    with pytest.raises(CommandError, match="differs from the list built from SCOWL"):
        call_command("build_word_list", to=tmp_path, check=True)


def test_command_without_scowl_explains_the_remedy(tmp_path):
    with pytest.raises(CommandError, match="Install Debian's package scowl"):
        call_command("build_word_list", scowl=tmp_path, to=tmp_path)
