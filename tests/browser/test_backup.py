"""The backup of one of two organisations, from the page of a server to the page of a laptop, and back."""

import re
import time

import pyotp
import pytest
from playwright.sync_api import expect

from tests.browser.shared_server import let_in
from tests.browser.test_desk import enter_four, press
from tests.browser.windows import log_in, watched_page
from tests.installation import Installation, running
from tournament.web.safety.backup import LARGEST_SENT

pytestmark = pytest.mark.full

WRITTEN = 60_000
"""Milliseconds that a process of its own may take on a busy computer."""


@pytest.fixture
def laptop(fresh_installation, tmp_path):
    """Another computer, on which nothing was entered yet."""
    return Installation(fresh_installation.copied(tmp_path / "laptop").folder)


def turn_on_the_second_factor(page):
    page.goto("/password/second/")
    secret = re.search(r"\b(?:[A-Z2-7]{4} ?){8}\b", page.inner_text("main"))
    page.get_by_role("textbox", name="Code").fill(
        pyotp.TOTP(secret[0].replace(" ", "")).at(time.time())
    )
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("ecovery codes")


def work_for_another(page):
    """A second organisation, made by who looks after the server, and works there from then on."""
    page.goto("/organisations/")
    page.get_by_label("Name").fill("Northern Lights")
    press(page, "button", "Create organisation")


def written(page):
    """Write the backup on its page, and fetch it."""
    page.goto("/organisation/backup/")
    page.get_by_role("button", name=re.compile("Write")).click()
    link = page.get_by_role("button", name="Download the backup")
    expect(link).to_be_visible(timeout=WRITTEN)
    with page.expect_download() as fetched:
        link.click()
    return fetched.value


def open_backup(page, path, *, name="", copy=False):
    page.goto("/organisations/backup/")
    page.get_by_label("File of the backup").set_input_files(path)
    page.get_by_label("Another name").fill(name)
    page.get_by_label("Open it once more").set_checked(copy)
    press(page, "button", "Open the backup")
    return page.locator(".note:not(:has(progress)), .form-errors")


def test_one_of_two_organisations_moves_to_a_laptop_and_back(
    server, browser, laptop, tmp_path, axe_problems
):
    file, back = (tmp_path / f"{name}.ninetimer-organisation" for name in ("there", "back"))
    with (
        running(laptop) as other,
        watched_page(browser, server.address) as desk,
        watched_page(browser, other.address) as there,
    ):
        log_in(desk)
        enter_four(desk)
        turn_on_the_second_factor(desk)
        work_for_another(desk)
        desk.goto("/")
        expect(desk.locator("main")).not_to_contain_text("Höchst Open")
        desk.goto("/events/new/")
        desk.get_by_label("Name").first.fill("Northern Open")
        desk.keyboard.press("Enter")
        desk.wait_for_url("**/northern-open/**")
        sent = written(desk)
        assert sent.suggested_filename.startswith("northern-lights-")
        assert axe_problems(desk) == []
        sent.save_as(file)

        log_in(there)
        expect(open_backup(there, file)).to_contain_text(
            "Northern Lights is here, with all its events.", timeout=WRITTEN
        )
        there.goto("/")
        expect(there.locator("main")).to_contain_text("Northern Open")
        expect(there.locator("main")).not_to_contain_text("Höchst Open")
        rename_event(there, "Polar Open")
        written(there).save_as(back)

        expect(open_backup(desk, back)).to_contain_text(
            "There is an organisation Northern Lights already", timeout=WRITTEN
        )
        expect(open_backup(desk, back, name="Polar Lights")).to_contain_text(
            "1 event of the backup is here already", timeout=WRITTEN
        )
        assert axe_problems(desk) == []
        expect(open_backup(desk, back, name="Polar Lights", copy=True)).to_contain_text(
            "Polar Lights is here", timeout=WRITTEN
        )
        desk.goto("/organisations/")
        press(desk, "button", "Work for Polar Lights")
        desk.goto("/")
        expect(desk.locator("main")).to_contain_text("Polar Open")
        expect(desk.locator("main")).not_to_contain_text("Northern Open")


def rename_event(page, name):
    page.goto("/events/northern-open/housekeeping/")
    page.get_by_label("Name").first.fill(name)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_a_file_of_another_kind_and_one_beyond_the_limit_are_refused_in_words(
    director_page, tmp_path
):
    page, file = director_page, tmp_path / "minutes.pdf"
    file.write_bytes(b"%PDF-1.7 minutes of the club")
    expect(open_backup(page, file)).to_contain_text(
        "This is not a backup of an organisation", timeout=WRITTEN
    )
    with (tmp_path / "large").open("wb") as large:
        large.truncate(LARGEST_SENT + 1)
    field = page.get_by_label("File of the backup")
    field.set_input_files(tmp_path / "large")
    assert "you can send up to 60 MB at once" in field.evaluate("field => field.validationMessage")


def test_both_pages_are_for_every_eye_and_every_device(
    page, phone_page, axe_problems, pale_in_the_dark, fits_its_width, picture
):
    devices = {
        "desk": (page, "all"),
        "phone": (phone_page, "but colours"),
    }

    def look(name, address):
        for device, (shown, rules) in devices.items():
            shown.goto(address)
            assert axe_problems(shown, rules) == [], f"{address}, {device}"
            assert fits_its_width(shown), f"{address}, {device}"
            picture(shown, f"{device}-backup-{name}")
        assert pale_in_the_dark(page, f"dark-backup-{name}") == [], address

    for shown, _rules in devices.values():
        let_in(shown)
    look("before", "/organisation/backup/")
    look("open", "/organisations/backup/")
    written(page)
    look("written", "/organisation/backup/")
    for shown, _rules in devices.values():
        expect(shown.get_by_role("button", name="Download the backup")).to_be_visible()
