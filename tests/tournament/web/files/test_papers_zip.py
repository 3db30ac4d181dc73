"""The papers of a whole event as one zip: progress, stopping, restarting, download."""

import io
import zipfile

import pytest

from tournament.actions.results.results import correct_result
from tournament.jobs import JobState, run_in_this_process, state_of, write_state
from tournament.reports.event_folder import event_folder_reports
from tournament.reports.papers_zip import make_papers_zip, zip_job_name, zip_path

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/files/papers/"
PLACE = zip_job_name("autumn-open")


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path):
    settings.NINETIMER_DATA_DIR = tmp_path


@pytest.fixture
def client_with_zip(director_client, event, whole_robin):
    """Create the zip."""
    director_client.post(PAGE, {"paper": "letter"})
    return director_client


def test_zip_contains_the_files_of_the_command_and_names_omissions(client_with_zip, event):
    shown = client_with_zip.get(PAGE).text
    answer = client_with_zip.get(f"{PAGE}zip/")
    assert answer["Content-Disposition"] == 'attachment; filename="autumn-open-papers.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as bundle:
        assert bundle.testzip() is None
        names = bundle.namelist()
    assert f"{len(names)} files are in the zip." in shown
    assert "reports are empty and are left out" in shown
    assert sum("standings" in name for name in names if name.endswith(".pdf")) >= 1, names
    assert sum("standings" in name for name in names if name.endswith(".xlsx")) >= 1
    assert all(name.startswith("autumn-open/") for name in names)
    assert [path.name for path in zip_path(event).parent.iterdir() if path.suffix == ".part"] == []


@pytest.mark.full
def test_stopped_job_keeps_the_previous_zip_and_can_be_restarted(client_with_zip, event):
    before = zip_path(event).read_bytes()
    write_state(PLACE, JobState(1, 9, result=state_of(PLACE).result))
    client_with_zip.post(PAGE, {"stop": "1"})
    run_in_this_process(PLACE, make_papers_zip, event.pk, "a4", False)
    shown = client_with_zip.get(PAGE).text
    assert "Stopped. Nothing was written." in shown
    assert "Create the zip again" in shown
    assert client_with_zip.get(f"{PAGE}zip/").content == before
    client_with_zip.post(PAGE, {"paper": "a4"})
    assert "Stopped." not in client_with_zip.get(PAGE).text
    assert client_with_zip.get(f"{PAGE}zip/").content != before


@pytest.mark.full
def test_public_zip_omits_private_reports_and_reports_later_changes(
    director_client, desk, board, whole_robin
):
    director_client.post(PAGE, {"paper": "a4", "everybody": "on"})
    assert "has changed" not in director_client.get(PAGE).text
    content = director_client.get(f"{PAGE}zip/").content
    with zipfile.ZipFile(io.BytesIO(content)) as bundle:
        assert not [name for name in bundle.namelist() if "activity" in name]
    correct_result(desk, board(1, whole_robin[0]), 380, 400, reason="the slip said so")
    page = director_client.get(PAGE).text
    assert "The event has changed since the zip was created." in page


@pytest.mark.full
def test_event_at_a_reused_address_does_not_offer_the_previous_zip(
    client_with_zip, event, django_assert_max_num_queries
):
    with django_assert_max_num_queries(16):
        assert "Download the zip" in client_with_zip.get(PAGE).text
    result = dict(state_of(PLACE).result)
    write_state(PLACE, JobState(is_over=True, result=result | {"event": event.pk + 1}))
    assert "Download the zip" not in client_with_zip.get(PAGE).text
    assert client_with_zip.get(f"{PAGE}zip/").status_code == 404


def test_unwritable_folder_is_reported(director_client, event, whole_robin, tmp_path):
    (tmp_path / "whole-events").write_text("a file where the folder would be")
    answer = director_client.post(PAGE, {"paper": "a4"}, follow=True)
    assert "Nothing could be written to " in answer.text


def test_progress_bar_counts_the_created_reports_and_no_second_job_starts(
    director_client, event, whole_robin
):
    assert zip_path(event).name == "autumn-open-papers.zip"
    reports = len(event_folder_reports(event))
    write_state(PLACE, JobState(1, reports))
    shown = director_client.get(PAGE).text
    assert f"1 of {reports} reports created." in shown
    assert f'<progress id="progress" value="1" max="{reports}">' in shown
    assert director_client.get(f"{PAGE}zip/").status_code == 404
    page = director_client.post(PAGE, {"paper": "a4"}, follow=True).text
    assert "The papers are already being created, so no second run was started." in page
    assert state_of(PLACE).done == 1
