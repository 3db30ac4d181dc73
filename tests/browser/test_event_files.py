"""An event of another program: dropped, looked at, imported, corrected, given out, opened again the same."""

import gzip
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.shared_server import let_in
from tests.browser.test_desk import press

pytestmark = pytest.mark.full

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "events"
B = "/events/harbour-open/b/"
FILES = [FOLDER / name for name in ("config.tsh", "a.t", "b.t")]


def import_harbour(page: Page, picture, kind: str = ""):
    """From the list of events to the imported one."""
    page.goto("/")
    page.get_by_role("link", name="Import an event").click()
    picture(page, f"import{kind}")
    page.get_by_label("Files of one event").set_input_files(FILES)
    with page.expect_navigation():
        page.get_by_role("button", name="See what it becomes").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Harbour Open")
    picture(page, f"import-preview{kind}")


def rows_of(download) -> dict:
    return json.loads(gzip.decompress(download.path().read_bytes()))["rows"]


def test_from_files_to_an_event_that_goes_on_and_out_and_in_again(
    director_page: Page, axe_problems, picture, fits_its_width, tmp_path
):
    page = director_page
    import_harbour(page, picture)
    assert axe_problems(page) == []
    expect(page.get_by_role("row", name=re.compile(r"^B 6 4 0 0 \S*\s?1 0$"))).to_be_visible()
    expect(page.get_by_text('“perl print "hello";” is a program.')).to_be_visible()
    page.get_by_text("Division A: players and rounds").click()
    expect(page.get_by_role("row", name="2 Béla De la Vega 1589")).to_be_visible()
    picture(page, "import-preview-open")
    with page.expect_navigation():
        page.get_by_role("button", name="Import the event").click()
    expect(page.get_by_role("status").first).to_have_text("Harbour Open is imported.")

    page.goto(f"{B}rounds/1/boards/1/")
    page.get_by_label("Hugo Fenwick").fill("300")
    page.get_by_label("Reason").fill("The slip says so")
    with page.expect_navigation():
        page.get_by_role("button", name="Correct", exact=True).click()
    if page.get_by_role("button", name="Yes, correct it").count():
        with page.expect_navigation():
            page.get_by_role("button", name="Yes, correct it").click()
    page.goto(f"{B}standings/?round=1")
    expect(page.get_by_role("row", name="Hugo Fenwick")).to_contain_text("−77")
    page.goto(f"{B}rounds/4/boards/3/")
    page.get_by_label("Bruno Zinnober").fill("401")
    page.get_by_label("Arlo Thimble").fill("399")
    with page.expect_navigation():
        page.get_by_role("button", name="Enter", exact=True).click()
    page.goto(B)
    press(page, "button", "Close round 4")
    press(page, "button", "Make round 5")
    press(page, "button", "Draft round 5")
    press(page, "button", "Publish round 5")
    page.goto(B)
    picture(page, "imported-division")

    page.goto("/events/harbour-open/files/")
    picture(page, "files-for-others")
    assert axe_problems(page) == []
    assert fits_its_width(page)
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download").first.click()
    first = coming.value
    archive = tmp_path / first.suggested_filename
    first.save_as(archive)

    page.goto("/import/")
    page.get_by_label("Files of one event").set_input_files(archive)
    with page.expect_navigation():
        page.get_by_role("button", name="See what it becomes").click()
    picture(page, "import-archive")
    with page.expect_navigation():
        page.get_by_role("button", name="Import the event").click()
    expect(page).to_have_url(re.compile("/events/harbour-open-2/$"))
    page.goto("/events/harbour-open-2/files/")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download").first.click()
    again, before = rows_of(coming.value), rows_of(first)
    assert again.pop("tournament.Event")[0]["slug"] == "harbour-open-2"
    before.pop("tournament.Event")
    tokens = [
        {row.pop("token") for row in rows["tournament.PlayerCode"]} for rows in (before, again)
    ]
    assert not tokens[0] & tokens[1]  # an old QR code leads to where it was printed
    assert again == before


def test_importing_on_a_phone_and_in_the_dark(
    phone_page: Page, axe_problems, pale_in_the_dark, picture, fits_its_width
):
    page = phone_page
    let_in(page)
    import_harbour(page, picture, "-phone")
    assert fits_its_width(page)
    assert axe_problems(page) == []
    assert pale_in_the_dark(page, "import-dark") == []
    with page.expect_navigation():
        page.get_by_role("button", name="Import the event").click()
    page.goto("/events/harbour-open/files/")
    picture(page, "files-for-others-phone")
    assert fits_its_width(page)


def test_member_numbers_ratings_beside_the_standings_and_an_import_taken_back(
    director_page: Page, axe_problems, picture, fits_its_width
):
    page = director_page
    import_harbour(page, picture)
    press(page, "button", "Import the event")
    page.goto(f"{B}players/3/")
    page.get_by_text("Rating, member number, class").click()
    page.get_by_label("Member number").fill("AA 0123")
    press(page, "button", "Save")
    expect(page.get_by_text("rating 1214, member AA 0123")).to_be_visible()
    page.goto("/events/harbour-open/files/")
    without = page.get_by_text(
        "Without a member number (5): Hugo Fenwick, Mara Northam, Arlo Thimble"
    )
    expect(without).to_have_count(4)  # tourney.js and the three kinds of files of tsh

    page.goto(f"{B}standings/?round=3")
    press(page, "link", "With ratings, if it ended now")
    expect(page.get_by_title("NASPA rating if the event ended here")).to_be_visible()
    expect(
        page.get_by_text("if the event ended after round 3; ratings before as entered")
    ).to_be_visible()
    assert axe_problems(page) == []
    assert fits_its_width(page)
    picture(page, "standings-with-ratings")

    page.goto("/events/harbour-open/housekeeping/")
    page.get_by_text("Imported by mistake").click()
    page.get_by_label("Type its name, Harbour Open").fill("Harbour")
    press(page, "button", "Remove the event")
    expect(page.get_by_role("alert")).to_contain_text("type its name as it stands here")
    expect(page.get_by_label("Type its name, Harbour Open")).to_have_value("Harbour")
    assert axe_problems(page) == []
    picture(page, "remove-imported")
    page.get_by_label("Type its name, Harbour Open").fill("Harbour Open")
    press(page, "button", "Remove the event")
    expect(page.get_by_role("status").first).to_have_text("Harbour Open is removed.")
