"""The pages of the backup: the owner creates and downloads it, and the keeper of another installation restores it."""

import errno
import os
import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.models import Activity, Organisation
from scoring.tenancy import FIRST
from tests.helping import Browser
from tests.installation import Installation, running
from tests.shown import text
from tests.tournament.web.safety.test_tenancy import browser_of, north  # noqa: F401
from tournament.federation.exchange.organisation_file import BackupFile
from tournament.federation.exchange.organisation_jobs import (
    OPENING,
    backup_job_name,
    open_for_page,
    write_for_page,
)
from tournament.jobs import JobState, folder_of, note, run, state_of
from tournament.models import Event

PATIENCE = 90


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    """Give each test its own folder for notes of pages."""
    settings.NINETIMER_DATA_DIR = tmp_path


def write(north):  # noqa: F811
    place = backup_job_name(north["organisation"].pk)
    run(place, write_for_page, north["organisation"].pk, north["owner"].pk)


@pytest.mark.full
@pytest.mark.django_db
def test_the_owner_sees_how_far_it_is_and_fetches_it(event, north):  # noqa: F811
    browser = browser_of(north["owner"])
    place = backup_job_name(north["organisation"].pk)
    assert "Create the backup" in text(browser.get(reverse("backup")))
    assert browser.get(reverse("backup_file")).status_code == 404
    note(place, JobState(500, 2000))
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
    assert "There have been changes since it was written." in text(browser.get(reverse("backup")))


@pytest.mark.full
@pytest.mark.django_db
def test_where_it_cannot_be_written_the_one_before_is_still_there(north, monkeypatch):  # noqa: F811
    """As on a full disk: an error is shown, and yesterday's backup can still be downloaded."""
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
def test_a_backup_is_opened_or_refused_in_words_on_the_page(desk, event, north, tmp_path):  # noqa: F811
    browser = browser_of(desk.user)
    write(north)
    (path,) = folder_of(backup_job_name(north["organisation"].pk)).glob("*.ninetimer-organisation")
    whole, taken = path.read_bytes(), tmp_path / "taken"
    taken.write_bytes(whole[:300])
    run(OPENING, open_for_page, str(taken), desk.user.pk, "")
    assert "cut off or was changed" in text(browser.get(reverse("open_backup")))
    taken.write_bytes(whole)
    run(OPENING, open_for_page, str(taken), desk.user.pk, "Aurora")
    assert "1 event in the backup already exists here" in text(browser.get(reverse("open_backup")))
    assert not taken.exists()
    assert Organisation.objects.count() == 2
    assert "Choose the backup file." in text(browser.post(reverse("open_backup"), {}))
    taken.write_bytes(whole)
    run(OPENING, open_for_page, str(taken), desk.user.pk, "Aurora", True)
    assert "Aurora has been imported, with all its events." in text(
        browser.get(reverse("open_backup"))
    )
    assert Organisation.objects.filter(name="Aurora").exists()


@pytest.mark.django_db
def test_while_one_is_opened_another_waits_and_nothing_of_it_stays(desk, event, north):  # noqa: F811
    note(OPENING, JobState(1, 9))
    sent = SimpleUploadedFile("north.ninetimer-organisation", b"anything")
    page = browser_of(desk.user).post(reverse("open_backup"), {"file": sent}, follow=True)
    assert "Another backup is being opened. Send yours when it is done." in text(page)
    assert [path.name for path in folder_of(OPENING).iterdir()] == ["state.json"]


@pytest.mark.full
@pytest.mark.django_db
def test_a_stopped_backup_leaves_the_one_before_and_no_part_of_another(north):  # noqa: F811
    browser, place = browser_of(north["owner"]), backup_job_name(north["organisation"].pk)
    write(north)
    (before,) = folder_of(place).glob("*.ninetimer-organisation")
    note(place, JobState(1, 9, result=state_of(place).result))
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


@pytest.mark.full
def test_the_running_program_writes_and_opens_it_in_a_process_of_its_own(tmp_path):
    """From the page of one installation to the page of another."""
    servers = []
    for name in ("server", "laptop"):
        (tmp_path / name).mkdir()
        servers.append(Installation(tmp_path / name))
        servers[-1].prepare()
    servers[0].manage("simulate_event", "--players", "4", "--rounds", "1")
    with running(servers[0]) as server:
        browser = Browser()
        browser.log_in(server.address)
        status, _page = browser.post(f"{server.address}{reverse('backup')}", {})
        assert status == 302
        page = _once(browser, f"{server.address}{reverse('backup')}", "Download the backup")
        assert "the-first-organisation-" in page
    (path,) = (tmp_path / "server/backups" / str(FIRST)).glob("*.ninetimer-organisation")
    with running(servers[1]) as server:
        browser = Browser()
        browser.log_in(server.address)
        browser.get(f"{server.address}{reverse('open_backup')}")
        assert _upload(browser, f"{server.address}{reverse('open_backup')}", path) == 302
        _once(
            browser,
            f"{server.address}{reverse('open_backup')}",
            "has been imported, with all its events",
        )
        assert "Practice: 4 players" in browser.get(f"{server.address}/")[1]
    assert "No differences" in servers[1].manage("recheck", "--all")


def _once(browser, address, words):
    """Return the page as soon as it contains the words."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        _status, page = browser.get(address)
        if words in page:
            return page
        time.sleep(0.05)
    raise AssertionError(page)


def _upload(browser, address, path):
    """Upload the file as a browser does and return the status."""
    import urllib.request

    token = next(cookie.value for cookie in browser.cookies if cookie.name == "ninetimer_csrf")
    parts = (
        b'--x\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n'
        + token.encode(),
        b'\r\n--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n',
        b'\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="backup"\r\n'
        b"Content-Type: application/octet-stream\r\n\r\n" + path.read_bytes() + b"\r\n--x--\r\n",
    )
    headers = {"Content-Type": "multipart/form-data; boundary=x", "Referer": address}
    return browser.send(urllib.request.Request(address, b"".join(parts), headers))[0]


@pytest.mark.django_db
def test_the_search_finds_the_backup(director_client, event):
    found = text(director_client.get("/events/autumn-open/find/", {"q": "back up"}))
    assert "Back up everything as one file Action" in found
