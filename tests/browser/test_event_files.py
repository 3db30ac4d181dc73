"""An event of another program: files selected, previewed and imported, at the desk and on a phone."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.shared_server import let_in

pytestmark = pytest.mark.full

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "events"
FILES = [FOLDER / name for name in ("config.tsh", "a.t", "b.t")]


@pytest.mark.parametrize("device", ["page", "phone_page"])
def test_files_are_previewed_before_import(
    request, device, axe_problems, pale_in_the_dark, fits_its_width
):
    page = request.getfixturevalue(device)
    let_in(page)
    page.goto("/import/")
    page.get_by_label("Files of one event").set_input_files(FILES)
    with page.expect_navigation():
        page.get_by_role("button", name="See what will be imported").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Harbour Open")
    assert axe_problems(page) == []
    assert pale_in_the_dark(page) == []
    page.get_by_text("Division A: players and rounds").click()
    expect(page.get_by_role("row", name="2 Béla De la Vega 1589")).to_be_visible()
    assert fits_its_width(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Import the event").click()
    expect(page.get_by_role("status").first).to_have_text("Harbour Open has been imported.")
