"""Loading word lists: atomic, several at once, visible to everybody immediately."""

import hashlib

import pytest

from scoring.actions import lexicons as loading
from scoring.actions.activity import Actor
from scoring.actions.lexicons import LexiconNotLoaded, lexicon_key_of, load_lexicon, remove_lexicons
from scoring.actions.refusals import Refused
from scoring.lexicon import LexiconDamaged, installed_word_lists, lexicon, lexicons
from scoring.models import Activity
from scoring.wording.engine import line_sentence

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


def test_list_is_stored_in_the_data_folder_readable_only_by_its_owner(lists):
    load_lexicon(DESK, "Club", FIVE, "english")
    digest = lexicon("club").sha256
    assert sorted(path.name for path in lists.iterdir()) == [f"club-{digest[:16]}.txt", "club.toml"]
    assert {oct(path.stat().st_mode & 0o777) for path in lists.iterdir()} == {"0o600"}


def test_loading_is_logged_with_the_previous_list(lists):
    first = load_lexicon(DESK, "Club", FIVE, "english").lexicon
    second = load_lexicon(DESK, "Club", b"AA\nAB\n", "english", replace=True).lexicon
    entry = Activity.objects.first()
    assert entry.verb == "import_lexicon"
    assert entry.summary == "Word list Club loaded: 2 words of the English set"
    assert entry.before == {"sha256": first.sha256}
    assert entry.after == {"sha256": second.sha256, "words": 2}


def test_list_is_replaced_only_on_request(lists):
    load_lexicon(DESK, "Club", FIVE, "english")
    with pytest.raises(LexiconNotLoaded, match="The list Club already exists, with 5 words"):
        load_lexicon(DESK, "CLUB", b"AA\n", "english")
    assert len(lexicon("club")) == 5


def test_open_list_keeps_its_words_while_being_replaced(lists):
    load_lexicon(DESK, "Club", FIVE, "english")
    before = lexicon("club")
    load_lexicon(DESK, "Club", b"AA\n", "english", replace=True)
    assert "FROZEN" in before
    assert "FROZEN" not in lexicon("club")
    assert len(list(lists.glob("*.txt"))) == 1


def test_shipped_list_is_never_replaced(lists):
    with pytest.raises(LexiconNotLoaded, match="comes with Ninetimer"):
        load_lexicon(DESK, "Open English", FIVE, "english", replace=True)


@pytest.mark.parametrize(
    ("name", "key"), [("NWL2023", "nwl2023"), ("  Club: A/B ", "club_a_b"), ('say "X"', "say_x")]
)
def test_short_name_is_safe_for_files_and_games(name, key):
    assert lexicon_key_of(name) == key


@pytest.mark.parametrize("name", ["", "  ", "///", "../..", "A\nB", "x" * 61])
def test_name_without_letters_or_too_long_is_refused(lists, name):
    with pytest.raises(LexiconNotLoaded, match="Give the list a name of at most"):
        load_lexicon(DESK, name, FIVE, "english")
    assert not lists.exists()


def test_invalid_lines_stop_loading_and_a_matching_tile_set_is_named(lists):
    with pytest.raises(LexiconNotLoaded) as refused:
        load_lexicon(DESK, "Club", "AA\nÑANDU\nAÑO\n".encode(), "english")
    assert str(refused.value) == (
        "2 lines contain something that is not a tile of the English set. The letters in "
        "these lines belong to the tile set Spanish. Choose that tile set."
    )
    assert [line.line for line in refused.value.words.rejected] == [2, 3]
    assert Activity.objects.count() == 0
    assert not lists.exists()


def test_invalid_lines_are_left_out_on_request(lists):
    done = load_lexicon(DESK, "Club", b"Words!\nAA\nAB\n", "english", leave_out_odd=True)
    assert len(done.lexicon) == 2
    assert [line_sentence(line) for line in done.words.rejected] == [
        "Line 1: “Words!” contains “!”, which is not a tile of the English set."
    ]


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# nothing\n", b"A\n"])
def test_file_without_a_word_is_refused(lists, data):
    with pytest.raises(LexiconNotLoaded, match="There are no words in this file"):
        load_lexicon(DESK, "Club", data, "english")


def test_list_of_only_invalid_lines_is_refused_even_if_they_are_left_out(lists):
    with pytest.raises(LexiconNotLoaded):
        load_lexicon(DESK, "Club", "ЁЖ\n".encode(), "english", leave_out_odd=True)


def test_file_over_the_size_limit_is_not_read(lists, monkeypatch):
    monkeypatch.setattr(loading, "MAX_BYTES", 10)
    with pytest.raises(LexiconNotLoaded, match="a word list may have at most 10"):
        load_lexicon(DESK, "Club", FIVE, "english")


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
