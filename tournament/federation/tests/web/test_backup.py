"""The backup pages while a backup is written or restored, and when it fails."""

import errno
import os

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.models import Organisation
from tests.shown import text
from tests.tournament.web.safety.test_tenancy import browser_of, north  # noqa: F401
from tournament.federation.exchange.organisation_jobs import (
    IMPORT_JOB_NAME,
    backup_job_name,
    run_backup_job,
)
from tournament.jobs import JobState, folder_of, run_in_this_process, state_of, write_state

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    """Give each test a data folder of its own."""
    settings.NINETIMER_DATA_DIR = tmp_path


@pytest.fixture
def written(north):  # noqa: F811
    """Return the owner's browser, the job, and a function that writes a backup and returns its files."""
    organisation, owner = north["organisation"], north["owner"]
    place = backup_job_name(organisation.pk)

    def write():
        run_in_this_process(place, run_backup_job, organisation.pk, owner.pk)
        return [
            path for path in folder_of(place).iterdir() if path.name not in ("state.json", "stop")
        ]

    return browser_of(owner), place, write


def test_owner_sees_the_progress_and_downloads_the_backup(written):
    browser, place, write = written
    assert browser.get(reverse("backup_file")).status_code == 404
    write_state(place, JobState(500, 2000))
    page = browser.get(reverse("backup"))
    assert "500 of 2000 rows written." in text(page)
    assert "hx-get" in page.text
    (path,) = write()
    sent = browser.get(reverse("backup_file"))
    assert sent["Content-Disposition"].startswith('attachment; filename="northern-lights-')
    assert sent.streaming
    assert sent["Content-Length"] == str(path.stat().st_size)
    assert b"".join(sent) == path.read_bytes()
    changes = "There have been changes since the backup was written."
    assert changes not in text(browser.get(reverse("backup")))
    browser.post(reverse("rename_organisation"), {"name": "Aurora"})
    assert changes in text(browser.get(reverse("backup")))


def test_failed_backup_keeps_the_previous_one(written, monkeypatch):
    browser, _place, write = written
    (before,) = write()
    content = before.read_bytes()

    def full(*_arguments):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert write() == [before]
    page = text(browser.get(reverse("backup")))
    assert "Nothing could be written: there is no space left in " in page
    assert "Download the backup" in page
    assert b"".join(browser.get(reverse("backup_file"))) == content


def test_stopped_backup_keeps_the_previous_one(written):
    browser, place, write = written
    before = write()
    write_state(place, JobState(1, 9, result=state_of(place).result))
    assert " disabled>" not in browser.get(reverse("backup")).text
    browser.post(reverse("backup"), {"stop": "1"})
    assert 'class="danger" disabled>' in browser.get(reverse("backup")).text
    assert write() == before
    page = text(browser.get(reverse("backup")))
    assert "Stopped. Nothing was written." in page
    assert "Download the backup" in page
    browser.post(reverse("backup"), {})
    assert "Stopped." not in text(browser.get(reverse("backup")))


def test_damaged_or_second_backup_is_refused_and_not_kept(desk, event, written):
    _browser, _place, write = written
    (path,) = write()

    def opened(content):
        sent = {"file": SimpleUploadedFile("north", content), "name": "Aurora"}
        page = text(browser_of(desk.user).post(reverse("open_backup"), sent, follow=True))
        assert [file.name for file in folder_of(IMPORT_JOB_NAME).iterdir()] == ["state.json"]
        return page

    assert "cut off or was changed" in opened(path.read_bytes()[:300])
    assert "1 event in the backup already exists here" in opened(path.read_bytes())
    write_state(IMPORT_JOB_NAME, JobState(1, 9))
    sentence = "Another backup is being imported. Send yours when that import has finished."
    assert sentence in opened(b"anything")
    assert Organisation.objects.count() == 2
