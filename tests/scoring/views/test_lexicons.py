"""The page of word lists: loaded by the director, and no address reveals a word."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import get_resolver

from scoring.actions.activity import Actor
from scoring.actions.games import open_game
from scoring.actions.lexicons import load_lexicon
from scoring.lexicon import lexicons
from tests.architecture.test_log_in import addresses
from tournament.actions.event.events import create_event
from tournament.actions.safety.organisations import create_organisation
from tournament.models import Event

pytestmark = pytest.mark.django_db
PAGE = "/lexicons/"
DESK = Actor("director")
SECRET = b"QXQXQXQ\nZJZJZJZ\n"


def send(client, data, name="Club", tile_set="english", file_name="words.txt", **more):
    file = SimpleUploadedFile(file_name, data)
    return client.post(PAGE, {"name": name, "tile_set": tile_set, "file": file, **more})


def test_file_above_the_upload_limit_is_refused_unread(director_client, lists, settings):
    settings.UPLOAD_LIMIT = 2 * 1024 * 1024
    answer = send(director_client, b"AA\n" * 1024 * 1024)
    assert answer.status_code == 422
    assert "The file is 3 MB; a page accepts up to 2 MB." in answer.text
    assert not lists.exists()


def test_list_name_is_escaped_and_a_damaged_list_reported(director_client, lists):
    send(director_client, b"AA\n", name="<script>alert(1)</script>")
    loaded = next(words for words in lexicons().values() if not words.shipped)
    assert loaded.name == "<script>alert(1)</script>"
    for page in (PAGE, f"/judge/?list={loaded.key}"):
        assert "<script>alert" not in director_client.get(page).text
    (lists / f"{loaded.key}.toml").write_text("name = 7")
    assert f"{loaded.key} cannot be used." in director_client.get(PAGE).text


@pytest.mark.full
def test_no_address_reveals_a_word_of_a_loaded_list(director_client, lists):
    """Licensed lists are used for lookups and never sent: every page is checked, with the director too."""
    words = load_lexicon(DESK, "Licensed", SECRET, "english").lexicon
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
    return client.post(f"{PAGE}marked/", marks, follow=True).text


def test_shipped_or_used_list_cannot_be_removed(director_client, lists):
    create_event(DESK, name="Autumn Open", preset="club")
    for name in ("Club", "Cup"):
        load_lexicon(DESK, name, b"AA\nAB\n", "english")
    refused = remove(director_client, "club", "open_english", sure="1")
    assert "Nothing was removed. Open English (unofficial) comes with Ninetimer." in refused
    open_game(["Ana", "Ben"], "wespa", DESK, lexicon="club")
    assert "A recorded game uses Club." in remove(director_client, "club", sure="1")
    Event.objects.update(lexicon="cup")
    assert "Autumn Open uses Cup." in remove(director_client, "cup", sure="1")
    Event.objects.update(lexicon="")
    create_organisation(DESK, name="Northern Lights")
    refused = remove(director_client, "cup", sure="1")
    assert "Cup is shared by all organisations here." in refused
    assert {"club", "cup"} <= lexicons().keys()
    page = send(director_client, b"AA\n", name="Cup").text
    assert "taken by a list that all organisations here share. Give yours another name." in page
    assert "Otherwise, only your organisation can see and use the list." in page
