"""The page of word lists: loaded by the director, and no address reveals a word."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import get_resolver

from scoring.actions.activity import Actor
from scoring.actions.games import open_game
from scoring.actions.lexicons import load_lexicon
from scoring.lexicon import lexicon, lexicons
from scoring.models import Activity
from tests.architecture.test_log_in import addresses
from tournament.actions.event.events import create_event
from tournament.actions.safety.organisations import create_organisation
from tournament.models import Event

pytestmark = pytest.mark.django_db
PAGE = "/lexicons/"
SECRET = b"QXQXQXQ\nZJZJZJZ\n"


def send(client, data, name="Club", tile_set="english", file_name="words.txt", **more):
    file = SimpleUploadedFile(file_name, data)
    return client.post(PAGE, {"name": name, "tile_set": tile_set, "file": file, **more})


def test_lists_are_shown_side_by_side_with_size_and_digest(director_client, lists):
    load_lexicon(Actor("director"), "Club", b"AA\nAB\n", "english")
    page = director_client.get(PAGE).content.decode()
    for words in (lexicon("open_english"), lexicon("club")):
        assert words.name in page
        assert f"{len(words):,}" in page
        assert words.sha256 in page


def test_director_loads_a_list_and_sees_the_omitted_words(director_client, lists):
    answer = send(director_client, b"AA\nAB\nAA\nX\n")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Club has been loaded: 2 words." in page
    assert "Duplicate words, each counted once: 1" in page
    assert "Line 3: “AA” is already on line 1." in page
    assert "Line 4: “X” has 1 tile; a word has 2 to 15." in page
    assert len(lexicon("club")) == 2


def test_errors_are_listed_and_input_is_kept(director_client, lists):
    answer = send(director_client, "AA\nÑU\n".encode(), name="Mi lista")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert (
        "The letters in these lines belong to the tile set Spanish. Choose that tile set." in page
    )
    assert "Line 2: “ÑU” contains “Ñ”, which is not a tile of the English set." in page
    assert 'value="Mi lista"' in page
    assert list(lexicons()) == ["open_english"]


def test_file_above_the_upload_limit_is_refused_unread(director_client, lists, settings):
    settings.UPLOAD_LIMIT = 2 * 1024 * 1024
    answer = send(director_client, b"AA\n" * 1024 * 1024)
    assert answer.status_code == 422
    assert "The file is 3 MB; a page accepts up to 2 MB." in answer.content.decode()
    assert not lists.exists()


def test_empty_file_and_missing_file_have_different_messages(director_client, lists):
    assert "There are no words in this file" in send(director_client, b"").content.decode()
    answer = director_client.post(PAGE, {"name": "Club", "tile_set": "english"})
    assert answer.status_code == 422
    assert "Choose the file first." in answer.content.decode()


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "=1+1"])
def test_list_names_are_escaped(director_client, lists, name):
    send(director_client, b"AA\n", name=name)
    loaded = next(words for words in lexicons().values() if not words.shipped)
    assert loaded.name == name
    for page in (PAGE, f"/judge/?list={loaded.key}"):
        assert "<script>alert" not in director_client.get(page).content.decode()


def test_list_is_replaced_only_when_ticked(director_client, lists):
    send(director_client, b"AA\n")
    assert (
        "The list Club already exists, with 1 word. "
        in send(director_client, b"AB\n").content.decode()
    )
    assert send(director_client, b"AB\n", replace="on").status_code == 200
    assert "AB" in lexicon("club")


def test_damaged_list_is_reported(director_client, lists):
    send(director_client, b"AA\n")
    (lists / "club.toml").write_text("name = 7")
    assert "club cannot be used." in director_client.get(PAGE).content.decode()


@pytest.mark.full
def test_no_address_reveals_a_word_of_a_loaded_list(director_client, lists):
    """Licensed lists are used for lookups and never sent: every page is checked, with the director too."""
    words = load_lexicon(Actor("director"), "Licensed", SECRET, "english").lexicon
    paths = [address for _, address in addresses(get_resolver())]
    paths += [f"/judge/?list={words.key}", f"/lexicons/{words.key}/", f"/lexicons/{words.key}.txt"]
    paths += [f"/static/{path.name}" for path in lists.iterdir()]
    paths += [f"/static/../lexicons/{path.name}" for path in lists.iterdir()]
    assert len(paths) > 20
    for path in paths:
        for answer in (director_client.get(path), director_client.get(path, follow=True)):
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            assert b"QXQXQXQ" not in body, path
            assert b"ZJZJZJZ" not in body, path


def remove(client, *keys, **more):
    marks = {"rows": " ".join(keys), "do": "remove", **more}
    return client.post(f"{PAGE}marked/", marks, follow=True).content.decode()


def test_unused_loaded_lists_are_removed_after_confirmation(director_client, lists):
    for name in ("Club", "Cup", "Open"):
        load_lexicon(Actor("director"), name, b"AA\nAB\n", "english")
    question = remove(director_client, "club", "cup")
    assert "Remove 2 word lists?" in question
    assert "Club: 2 words" in question
    assert "club" in lexicons()
    assert "2 word lists removed." in remove(director_client, "club", "cup", sure="1")
    assert list(lexicons()) == ["open_english", "open"]
    assert [path.stem for path in lists.glob("c*")] == []
    entry = Activity.objects.latest("id")
    assert entry.summary == "2 word lists removed: Club, Cup"
    assert [row["lexicon"] for row in entry.before] == ["club", "cup"]


def test_shipped_or_used_list_cannot_be_removed(director_client, lists):
    create_event(Actor("director"), name="Autumn Open", preset="club")
    for name in ("Club", "Cup"):
        load_lexicon(Actor("director"), name, b"AA\nAB\n", "english")
    refused = remove(director_client, "club", "open_english", sure="1")
    assert "Nothing was removed. Open English (unofficial) comes with Ninetimer." in refused
    open_game(["Ana", "Ben"], "wespa", Actor("director"), lexicon="club")
    assert "A recorded game uses Club." in remove(director_client, "club", sure="1")
    Event.objects.update(lexicon="cup")
    assert "Autumn Open uses Cup." in remove(director_client, "cup", sure="1")
    assert {"club", "cup"} <= lexicons().keys()


def test_list_used_by_another_organisation_cannot_be_removed(director_client, lists):
    load_lexicon(Actor("director"), "Club", b"AA\nAB\n", "english")
    create_organisation(Actor("director"), name="Northern Lights")
    refused = remove(director_client, "club", sure="1")
    assert "Club is shared by all organisations here." in refused
    assert "club" in lexicons()
