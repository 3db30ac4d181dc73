"""Files in the browser: their preview on a phone, and the refusal of too large ones before upload."""

import pytest
from playwright.sync_api import Page, expect

from tests.installation import SOURCE

pytestmark = pytest.mark.full

FILES = [SOURCE / "fixtures" / "events" / name for name in ("config.tsh", "a.t", "b.t")]


def test_preview_of_files_is_readable_on_a_phone(
    director_phone: Page, axe_problems, pale_in_the_dark, fits_its_width
):
    page = director_phone
    page.goto("/import/")
    page.get_by_label("Files of one event").set_input_files(FILES)
    with page.expect_navigation():
        page.get_by_role("button", name="See what will be imported").click()
    page.get_by_text("Division A: players and rounds").click()
    expect(page.get_by_role("row", name="2 Béla De la Vega 1589")).to_be_visible()
    assert axe_problems(page) == []
    assert pale_in_the_dark(page) == []
    assert fits_its_width(page)


def test_file_of_50_mb_is_refused_before_upload(director_page: Page, tmp_path):
    big = tmp_path / "big.gcg"
    with big.open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    for page, label in (("/games/upload/", "Files, or a zip"), ("/lexicons/", "File")):
        director_page.goto(page)
        field = director_page.get_by_label(label, exact=True)
        field.set_input_files(big)
        message = field.evaluate("field => field.validationMessage")
        assert message == "These files total 50 MB; you can send up to 10 MB at once."
