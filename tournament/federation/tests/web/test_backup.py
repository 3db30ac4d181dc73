"""The backup pages: the owner creates and downloads a backup, and the keeper of another installation restores it."""

import errno
import os

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.models import Activity, Organisation
from tests.shown import text
from tests.tournament.web.safety.test_tenancy import browser_of, north  # noqa: F401
from tournament.federation.exchange.organisation_file import BackupFile
from tournament.federation.exchange.organisation_jobs import (
    IMPORT_JOB_NAME,
    backup_job_name,
    run_backup_job,
)
from tournament.jobs import JobState, folder_of, run_in_this_process, state_of, write_state
from tournament.models import Event


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    """Give each test a data folder of its own."""
    settings.NINETIMER_DATA_DIR = tmp_path


def write(north):  # noqa: F811
    place = backup_job_name(north["organisation"].pk)
    run_in_this_process(place, run_backup_job, north["organisation"].pk, north["owner"].pk)


@pytest.mark.django_db
def test_owner_sees_the_progress_and_downloads_the_backup(event, north):  # noqa: F811
    browser = browser_of(north["owner"])
    place = backup_job_name(north["organisation"].pk)
    assert "Create the backup" in text(browser.get(reverse("backup")))
    assert browser.get(reverse("backup_file")).status_code == 404
    write_state(place, JobState(500, 2000))
    page = browser.get(reverse("backup"))
    assert "500 of 2000 rows written." in text(page)
    assert "hx-get" in page.text
    write(north)
    page = text(browser.get(reverse("backup")))
    assert "Download the backup" in page
    assert "There have been changes since" not in page
    sent = browser.get(reverse("backup_file"))
    assert sent["Content-Disposition"].startswith('attachment; filename="northern-lights-')
    (path,) = folder_of(place).glob("*.ninetimer-organisation")
    assert sent.streaming
    assert b"".join(sent) == path.read_bytes()
    assert sent["Content-Length"] == str(path.stat().st_size)
    assert BackupFile(path).header["name"] == "Northern Lights"
    entry = Activity.objects.get(verb="export_organisation")
    assert (entry.user, entry.chain) == (north["owner"], north["organisation"].scope)
    Event.everywhere.get(pk=north["event"].pk)
    browser.post(reverse("rename_organisation"), {"name": "Aurora"})
    assert "There have been changes since the backup was written." in text(
        browser.get(reverse("backup"))
    )


@pytest.mark.django_db
def test_failed_backup_keeps_the_previous_one(north, monkeypatch):  # noqa: F811
    """If a backup fails, as on a full disk, an error is shown, and yesterday's can still be downloaded."""
    browser, place = browser_of(north["owner"]), backup_job_name(north["organisation"].pk)
    write(north)
    (before,) = folder_of(place).glob("*.ninetimer-organisation")
    content = before.read_bytes()

    def full(*_arguments):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    write(north)
    page = text(browser.get(reverse("backup")))
    assert "Nothing could be written: there is no space left in " in page
    assert "Download the backup" in page
    assert b"".join(browser.get(reverse("backup_file"))) == content
    assert [path.name for path in folder_of(place).iterdir() if path.suffix == ".part"] == []


@pytest.mark.django_db
def test_backup_is_restored_or_refused_with_a_reason(desk, event, north, tmp_path):  # noqa: F811
    browser = browser_of(desk.user)
    write(north)
    (path,) = folder_of(backup_job_name(north["organisation"].pk)).glob("*.ninetimer-organisation")
    whole = path.read_bytes()

    def opened(content=None, **more):
        sent = {"file": SimpleUploadedFile("north", content)} if content else {}
        return text(browser.post(reverse("open_backup"), sent | more, follow=True))

    assert "cut off or was changed" in opened(whole[:300])
    assert "1 event in the backup already exists here" in opened(whole, name="Aurora")
    assert [path.name for path in folder_of(IMPORT_JOB_NAME).iterdir()] == ["state.json"]
    assert Organisation.objects.count() == 2
    assert "Choose the backup file." in opened()
    assert "Aurora has been imported, with all its events." in opened(
        whole, name="Aurora", copy="on"
    )
    assert Organisation.objects.filter(name="Aurora").exists()


@pytest.mark.django_db
def test_second_backup_is_refused_while_one_is_being_restored(desk, event, north):  # noqa: F811
    write_state(IMPORT_JOB_NAME, JobState(1, 9))
    sent = SimpleUploadedFile("north.ninetimer-organisation", b"anything")
    page = browser_of(desk.user).post(reverse("open_backup"), {"file": sent}, follow=True)
    assert "Another backup is being imported. Send yours when that import has finished." in text(
        page
    )
    assert [path.name for path in folder_of(IMPORT_JOB_NAME).iterdir()] == ["state.json"]


@pytest.mark.full
@pytest.mark.django_db
def test_stopped_backup_keeps_the_previous_one_and_no_partial_file(north):  # noqa: F811
    browser, place = browser_of(north["owner"]), backup_job_name(north["organisation"].pk)
    write(north)
    (before,) = folder_of(place).glob("*.ninetimer-organisation")
    write_state(place, JobState(1, 9, result=state_of(place).result))
    assert " disabled>" not in browser.get(reverse("backup")).text
    browser.post(reverse("backup"), {"stop": "1"})
    assert 'class="danger" disabled>' in browser.get(reverse("backup")).text
    write(north)
    page = text(browser.get(reverse("backup")))
    assert "Stopped. Nothing was written." in page
    assert "Download the backup" in page
    assert [path for path in folder_of(place).iterdir() if path.suffix == ".part"] == []
    assert before.exists()
    browser.post(reverse("backup"), {})
    assert "Stopped." not in text(browser.get(reverse("backup")))


@pytest.mark.django_db
def test_search_finds_the_backup(director_client, event):
    found = text(director_client.get("/events/autumn-open/find/", {"q": "back up"}))
    assert "Back up everything as one file Action" in found
