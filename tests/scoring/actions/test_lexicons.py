"""Loading word lists: atomic, several at once, visible to everybody immediately."""

import hashlib

import pytest

from scoring.actions import lexicons as loading
from scoring.actions.activity import Actor
from scoring.actions.lexicons import LexiconNotLoaded, lexicon_key_of, load_lexicon, remove_lexicons
from scoring.actions.refusals import Refused
from scoring.lexicon import LexiconDamaged, installed_word_lists, lexicon, lexicons
from scoring.models import Activity

pytestmark = pytest.mark.django_db
DESK = Actor("director")
FIVE = b"AA a kind of lava\nAB\nQI\nZA\nFROZEN\n"


def test_loaded_list_is_available_at_once_with_name_size_and_digest(lists):
    done = load_lexicon(DESK, "Club List 2026", FIVE, "english")
    words = lexicon("club_list_2026")
    assert list(lexicons()) == ["open_english", "club_list_2026"]
    assert (words.name, len(words), words.shipped) == ("Club List 2026", 5, False)
    assert words.sha256 == hashlib.sha256(b"AA\nAB\nQI\nZA\nFROZEN\n").hexdigest()
    assert done.lexicon == words
    assert done.replaced is None
    assert "FROZEN" in words
    assert "LAVA" not in words
    files = sorted(lists.iterdir())
    assert [path.name for path in files] == [
        f"club_list_2026-{words.sha256[:16]}.txt", "club_list_2026.toml",
    ]  # fmt: skip
    assert {oct(path.stat().st_mode & 0o777) for path in files} == {"0o600"}


def test_replaced_list_keeps_its_words_while_open_and_is_logged(lists):
    first = load_lexicon(DESK, "Club", FIVE, "english").lexicon
    second = load_lexicon(DESK, "Club", b"AA\nAB\n", "english", replace=True).lexicon
    assert ("FROZEN" in first, "FROZEN" in lexicon("club")) == (True, False)
    assert len(list(lists.glob("*.txt"))) == 1
    entry = Activity.objects.first()
    assert entry.verb == "import_lexicon"
    assert entry.summary == "Word list Club loaded: 2 words of the English set"
    assert entry.before == {"sha256": first.sha256}
    assert entry.after == {"sha256": second.sha256, "words": 2}


@pytest.mark.parametrize(
    ("name", "data", "more", "why"),
    [
        *[(name, FIVE, {}, "Give the list a name of at most")
          for name in ("", "///", "../..", "A\nB", "x" * 61)],
        *[("Club", data, {}, "There are no words in this file")
          for data in (b"\n\n", b"# nothing\n", b"A\n")],
        ("Open English", FIVE, {"replace": True}, "comes with Ninetimer"),
        ("Club", "ЁЖ\n".encode(), {"leave_out_odd": True}, "1 line contains something"),
        ("Club", b"AA\n" * 100, {}, "The file has 300 bytes; a word list may have at most 200"),
    ],
)  # fmt: skip
def test_what_is_no_list_is_refused_with_the_reason(lists, monkeypatch, name, data, more, why):
    monkeypatch.setattr(loading, "MAX_BYTES", 200)
    with pytest.raises(LexiconNotLoaded, match=why):
        load_lexicon(DESK, name, data, "english", **more)
    assert not lists.exists()


@pytest.mark.parametrize(
    ("name", "key"), [("NWL2023", "nwl2023"), ("  Club: A/B ", "club_a_b"), ('say "X"', "say_x")]
)
def test_short_name_is_safe_for_files_and_games(name, key):
    assert lexicon_key_of(name) == key


def test_write_failure_leaves_no_partial_list(lists, monkeypatch):
    load_lexicon(DESK, "Club", FIVE, "english")
    real = loading._write_atomically

    def fails_at_the_description(path, data):
        if path.suffix == ".toml":
            raise OSError(28, "No space left on device")
        real(path, data)

    monkeypatch.setattr(loading, "_write_atomically", fails_at_the_description)
    with pytest.raises(
        LexiconNotLoaded, match=r"cannot be written to .* \(No space left on device\)"
    ):
        load_lexicon(DESK, "Club", b"AA\n", "english", replace=True)
    assert len(lexicon("club")) == 5
    assert Activity.objects.count() == 1


def test_damaged_list_is_reported_and_does_not_hide_the_others(lists):
    load_lexicon(DESK, "Club", FIVE, "english")
    next(lists.glob("*.txt")).write_bytes(b"AA\n")
    (lists / "club.toml").touch()
    assert list(lexicons()) == ["open_english"]
    assert list(installed_word_lists().damaged) == ["club"]
    with pytest.raises(LexiconDamaged):
        lexicon("club")
    load_lexicon(DESK, "Club", FIVE, "english")
    assert "FROZEN" in lexicon("club")


def test_description_cannot_point_outside_its_folder(lists):
    lists.mkdir()
    (lists / "sly.toml").write_text('text = "../secret_key"\n')
    assert "must be the name of a file in the same folder" in installed_word_lists().damaged["sly"]


def test_no_list_is_removed_when_the_file_of_one_cannot_be_deleted(lists):
    both = [load_lexicon(DESK, name, FIVE, "english").lexicon for name in ("Club", "Cup")]
    (lists / "cup.toml").unlink()
    (lists / "cup.toml").mkdir()  # deleting it as a file fails
    with pytest.raises(Refused, match=r"Nothing was removed\. Cup cannot be removed \(Is a dir"):
        remove_lexicons(DESK, both)
    (lists / "cup.toml").rmdir()
    assert "FROZEN" in lexicon("club")
    assert not Activity.objects.filter(verb="remove_lexicons").exists()
