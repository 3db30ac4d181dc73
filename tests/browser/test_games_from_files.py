"""Importing games at the desk: a zip and a pasted game, previewed, saved, exported."""

import re
import zipfile

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.full

GAME = """#player1 ana Ana Lopez
#player2 ben Ben Okafor
>ana: FLOTY 8H LOFTY +30 30
>ben: LOAM 7I LOAM +{0} {0}
"""


def test_a_zip_is_verified_saved_and_sent_out_again(
    director_page: Page, tmp_path, axe_problems, picture
):
    page = director_page
    bundle = tmp_path / "games.zip"
    with zipfile.ZipFile(bundle, "w") as out:
        for score in range(24, 40):
            out.writestr(f"game-{score}.gcg", GAME.format(score))
        out.writestr("poem.gcg", "Roses are red\n")
    page.goto("/games/upload/")
    picture(page, "files")
    assert axe_problems(page) == []
    page.get_by_label("Files, or a zip").set_input_files(bundle)
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("17 files verified")
    expect(page.get_by_text("26 announced, 24 correct.").first).to_be_visible()
    expect(page.get_by_text("It is not a GCG file.")).to_be_visible()
    picture(page, "files-verified")
    assert axe_problems(page) == []
    page.get_by_label("Save game-39.gcg").uncheck()
    page.get_by_role("button", name="Save the ticked games").click()
    expect(page.get_by_role("status")).to_contain_text("15 games saved")
    picture(page, "files-saved")
    assert axe_problems(page) == []
    page.get_by_role("link", name=re.compile("saved as game")).first.click()
    address = page.url
    with page.expect_download() as coming:
        page.evaluate(f"location.assign('{address}game.gcg')")
    name = coming.value.suggested_filename
    assert re.fullmatch(r"game-\d+-Ana-Lopez-Ben-Okafor\.gcg", name)
    text = coming.value.path().read_text(encoding="utf-8")
    assert "\n>ana: FLOTY 8H LOFTY +30 30\n" in text, "nicks and lines stay as they came"


def test_a_file_of_50_mb_is_refused_before_it_travels(director_page: Page, tmp_path):
    big = tmp_path / "big.gcg"
    with big.open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    for page, label in (("/games/upload/", "Files, or a zip"), ("/lexicons/", "File")):
        director_page.goto(page)
        field = director_page.get_by_label(label, exact=True)
        field.set_input_files(big)
        message = field.evaluate("field => field.validationMessage")
        assert message == "These files are 50 MB together; you can send up to 10 MB at once."
