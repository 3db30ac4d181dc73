"""The page that publishes the site of an event: into a folder of the laptop, by itself afterwards, or as one file."""

import io
import zipfile

import pytest

from tournament.actions.results.results import enter_result
from tournament.queries.files.publishing import Publishing, publishing_of

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/publish/"


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path, settings):
    settings.NINETIMER_DATA_DIR = tmp_path / "data"
    settings.NINETIMER_DATA_DIR.mkdir()


def test_one_button_publishes_and_the_page_says_how_old_it_is(
    director_client, desk, round_one, board, tmp_path
):
    folder = tmp_path / "site"
    answer = director_client.post(PAGE, {"folder": str(folder), "follows": "on"}, follow=True)
    assert answer.redirect_chain == [(PAGE, 302)]
    page = answer.content.decode()
    assert "files written." in page
    assert "Up to date." in page
    assert "It is written again after every result." in page
    assert (folder / "index.html").exists()
    assert publishing_of("autumn-open") == Publishing(str(folder), True)
    enter_result(desk, board(1), 402, 380)
    assert "Something has changed since." in director_client.get(PAGE).content.decode()
    director_client.post(PAGE, {"folder": str(folder)})
    assert publishing_of("autumn-open") == Publishing(str(folder), False)
    assert "Up to date." in director_client.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Name the folder into which the site is written."),
        ("site", "Name the folder from the root of the computer"),
        ("{}/data/letter.txt", "is a file. Name a folder."),
        ("{}/data", "files that Ninetimer did not write, such as letter.txt"),
        ("{}/stick/site", "Is the stick in, and the name right?"),
    ],
)
def test_a_folder_that_will_not_do_is_said_at_the_field(
    director_client, round_one, tmp_path, name, sentence
):
    (tmp_path / "data" / "letter.txt").write_text("Dear")
    answer = director_client.post(PAGE, {"folder": name.format(tmp_path)})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert publishing_of("autumn-open") == Publishing()


def test_a_folder_is_named_at_the_laptop_alone(director_client, round_one, tmp_path):
    elsewhere = {"REMOTE_ADDR": "192.168.1.30"}
    page = director_client.get(PAGE, **elsewhere).content.decode()
    assert 'name="folder"' not in page
    assert "The folder is chosen at the laptop itself." in page
    director_client.post(PAGE, {"folder": str(tmp_path / "site")}, **elsewhere)
    assert not (tmp_path / "site").exists()


def test_the_whole_site_is_one_file_to_download(director_client, round_one):
    answer = director_client.get(f"{PAGE}site.zip")
    assert answer["Content-Disposition"] == 'attachment; filename="autumn-open-site.zip"'
    names = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
    assert "autumn-open/index.html" in names
    assert "autumn-open/tourney.js" in names
