"""Importing games at the desk: a zip, verified and saved."""

import zipfile

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.full

GAME = """#player1 ana Ana Lopez
#player2 ben Ben Okafor
>ana: FLOTY 8H LOFTY +30 30
>ben: LOAM 7I LOAM +{0} {0}
"""


def test_zip_is_verified_and_saved_and_axe_finds_nothing(
    director_page: Page, tmp_path, axe_problems
):
    page = director_page
    bundle = tmp_path / "games.zip"
    with zipfile.ZipFile(bundle, "w") as out:
        for score in range(24, 40):
            out.writestr(f"game-{score}.gcg", GAME.format(score))
        out.writestr("poem.gcg", "Roses are red\n")
    page.goto("/games/upload/")
    page.get_by_label("Files, or a zip").set_input_files(bundle)
    page.get_by_role("button", name="Check the files").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("17 files checked")
    assert axe_problems(page) == []
    page.get_by_label("Save game-39.gcg").uncheck()
    page.get_by_role("button", name="Save the selected games").click()
    expect(page.get_by_role("status")).to_contain_text("15 games saved")
    assert axe_problems(page) == []


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
