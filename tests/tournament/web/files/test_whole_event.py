"""The papers of a whole event as one zip: made step by step, stopped, begun again, fetched."""

import io
import zipfile

import pytest

from tournament.actions.results.results import correct_result
from tournament.reports import whole_event
from tournament.reports.everything import everything

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/files/papers/"


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path):
    settings.NINETIMER_DATA_DIR = tmp_path


@pytest.fixture
def making(director_client, event, whole_robin):
    """The zip has been begun."""
    director_client.post(PAGE, {"paper": "letter"})
    return director_client


def made_whole(client):
    for _step in range(200):
        if 'name="go_on"' not in client.get(PAGE).content.decode():
            return client.get(PAGE).content.decode()
        client.post(PAGE, {"go_on": "1"})
    raise AssertionError("it never ends")


def test_it_is_made_step_by_step_and_holds_what_the_command_writes(making, event, monkeypatch):
    monkeypatch.setattr(whole_event, "STEP", 0.0)
    shown = making.get(PAGE).content.decode()
    reports = len(everything(event))
    assert f"0 of {reports} reports made." in shown
    making.post(PAGE, {"go_on": "1"})
    shown = making.get(PAGE).content.decode()
    assert f"1 of {reports} reports made." in shown
    assert f'<progress id="progress" value="1" max="{reports}">' in shown
    assert making.get(f"{PAGE}zip/").status_code == 404
    monkeypatch.setattr(whole_event, "STEP", 60.0)
    shown = made_whole(making)
    answer = making.get(f"{PAGE}zip/")
    assert answer["Content-Disposition"] == 'attachment; filename="autumn-open-papers.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as bundle:
        assert bundle.testzip() is None
        names = bundle.namelist()
    assert f"{len(names)} files are in the zip." in shown
    assert "reports are empty and are left out" in shown
    assert sum("standings" in name for name in names if name.endswith(".pdf")) >= 1, names
    assert sum("standings" in name for name in names if name.endswith(".xlsx")) >= 1
    assert all(name.startswith("autumn-open/") for name in names)


def test_stopped_it_makes_no_more_and_can_be_begun_again(making, monkeypatch):
    monkeypatch.setattr(whole_event, "STEP", 0.0)
    making.post(PAGE, {"go_on": "1"})
    making.post(PAGE, {"stop": "1"})
    making.post(PAGE, {"go_on": "1"})
    shown = making.get(PAGE).content.decode()
    assert "Stopped after 1 of " in shown
    assert "Make it again" in shown
    making.post(PAGE, {"paper": "a4"})
    assert "0 of " in making.get(PAGE).content.decode()


def test_for_everybody_nothing_private_is_in_it_and_a_later_change_is_said(
    director_client, desk, board, whole_robin
):
    director_client.post(PAGE, {"paper": "a4", "everybody": "on"})
    assert "has changed" not in made_whole(director_client)
    content = director_client.get(f"{PAGE}zip/").content
    with zipfile.ZipFile(io.BytesIO(content)) as bundle:
        assert not [name for name in bundle.namelist() if "activity" in name]
    correct_result(desk, board(1, whole_robin[0]), 380, 400, reason="the slip said so")
    page = director_client.get(PAGE).content.decode()
    assert "The event has changed since it was begun." in page


def test_a_step_under_way_holds_up_another(making, event):
    (whole_event.zip_of(event).parent / "held").mkdir()
    making.post(PAGE, {"go_on": "1"})
    assert "0 of " in making.get(PAGE).content.decode()


def test_a_folder_that_cannot_be_written_is_said(director_client, event, whole_robin, tmp_path):
    (tmp_path / whole_event.FOLDER).write_text("a file where the folder would be")
    answer = director_client.post(PAGE, {"paper": "a4"})
    assert "The papers could not be written: " in answer.content.decode()


def test_the_page_asks_the_database_as_often_for_any_event(making, django_assert_max_num_queries):
    with django_assert_max_num_queries(16):
        making.get(PAGE)
