"""Background jobs as seen by a director: a moving progress bar, Stop by keyboard, and a complete run."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.full

EVENT = "/events/practice-300-players-4-rounds/"
MAX_MS = 240_000
"""Milliseconds for a separate process on a busy computer."""


@pytest.fixture
def publishing_page(director_page: Page, server):
    """Return the publishing page of an event large enough to show the progress bar."""
    server.installation.manage("simulate_event", "--players", "300", "--rounds", "4")
    director_page.goto(f"{EVENT}publish/")
    return director_page


def test_site_generation_is_stopped_and_later_completed(
    publishing_page, tmp_path, axe_problems, fits_its_width
):
    page, site = publishing_page, tmp_path / "site"
    page.get_by_label("Folder on this laptop").fill(str(site))
    page.get_by_label("Write the site again after every result").uncheck()
    page.get_by_role("button", name="Publish").click()
    bar = page.get_by_role("progressbar")
    expect(bar).to_have_accessible_name(
        re.compile("Creating the pages|Writing the files"), timeout=MAX_MS
    )
    page.get_by_role("button", name="Stop").focus()
    expect(bar).to_have_attribute("value", re.compile(r"[1-9]\d"), timeout=MAX_MS)
    assert page.evaluate("document.activeElement.name") == "stop", "the bar moves beside it"
    assert axe_problems(page) == []
    assert fits_its_width(page)
    page.keyboard.press("Enter")
    read_out = page.locator("#job[data-heard]")
    expect(read_out.get_by_text("Stopped.")).to_be_visible(timeout=MAX_MS)
    expect(read_out.get_by_role("status")).to_have_count(0)  # it would be read twice
    assert not site.exists()
    page.get_by_role("button", name="Publish").click()
    expect(page.locator("main")).to_contain_text("Up to date.", timeout=MAX_MS)
    expect(page.locator("main")).to_contain_text("files written.")
    assert (site / "index.html").is_file()
    assert axe_problems(page) == []
