"""A list of the director: finding, marking, changing; cards on a phone; screen readers and dark mode."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.shared_server import let_in, open_event

pytestmark = pytest.mark.full

MAKE = """
event = create_event(director, name="Harbour Club", preset="naspa_nwl", date=dt.date(2026, 10, 3))
for name, letters in (("A", "Berg Costa Duarte Ek Farkas"), ("B", "Gray Hill Ito Jones")):
    division = create_division(director, event, name=name)
    people = [f"{first} {last} {1200 + 10 * at}" for first in ("Ada", "Bo", "Cleo")
              for at, last in enumerate(letters.split())]
    add_players(director, division, chr(10).join(people))
long = "Wolfeschlegelsteinhausenbergerdorff Featherstonehaugh-Cholmondeley"
add_players(director, division, long + " 1500")
"""
PAGE = "/events/harbour-club/players/"


def marks_are_kept_until_something_is_done(page):
    """Check that marks survive a Shift selection, a search, a download and a refusal until the check-in."""
    page.goto(PAGE)
    boxes = page.locator("[data-mark]")
    boxes.nth(1).check()
    boxes.nth(4).click(modifiers=["Shift"])
    expect(page.get_by_text("With the selected rows (4)")).to_be_visible()
    boxes.nth(2).focus()
    page.keyboard.press("Space")
    expect(page.get_by_text("With the selected rows (3)")).to_be_visible()
    page.get_by_label("Find", exact=True).fill("cleo")
    page.get_by_role("button", name="Show", exact=True).click()
    page.get_by_label("Select Cleo Gray").check()
    expect(page.get_by_text("(4, 3 of them not on this page)")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save selection as CSV").click()
    assert len(download.value.path().read_text("utf-8-sig").strip().splitlines()) == 5
    page.get_by_role("button", name="Put into this team").click()
    expect(page.locator(".messages")).to_contain_text("0 players changed.")
    expect(page.get_by_text("With the selected rows (0)")).to_be_visible()
    page.get_by_label("Select Cleo Gray").check()
    for name in ("Check-in", "Players"):  # each of the two pages links to both
        with page.expect_navigation():
            page.get_by_role("link", name=name).first.click()
    expect(page.get_by_text("With the selected rows (0)")).to_be_visible()


def test_players_are_found_marked_and_checked_in(
    director_page, phone_page, axe_problems, pale_in_the_dark, fits_its_width
):
    page = director_page
    open_event(page, PAGE, MAKE)
    expect(page.get_by_role("button", name="Check in")).to_be_disabled()
    page.keyboard.press("/")
    page.keyboard.type("ada")
    page.keyboard.press("Enter")
    expect(page.locator("table.list tbody tr")).to_have_count(9)
    page.get_by_label("Select all on this page").check()
    page.get_by_label("Select Ada Gray").uncheck()
    expect(page.get_by_text("With the selected rows (8)")).to_be_visible()
    assert axe_problems(page) == []
    assert pale_in_the_dark(page) == []
    page.get_by_role("button", name="Check in").click()
    expect(page.locator(".messages")).to_contain_text("8 players changed.")
    expect(page.get_by_label("Find", exact=True)).to_have_value("ada")
    marks_are_kept_until_something_is_done(page)
    phone_page.set_viewport_size({"width": 320, "height": 740})
    let_in(phone_page)
    phone_page.goto(PAGE)
    assert axe_problems(phone_page) == []
    assert fits_its_width(phone_page)


PRIZES = """
from tournament.actions.standings.prizes import add_prizes
add_prizes(director, event, chr(10).join(f"A: {place} = {300 // place}" for place in range(1, 7)))
"""


def test_removing_marked_rows_asks_first_and_declining_keeps_the_marks(
    director_page, axe_problems, pale_in_the_dark, fits_its_width
):
    page = director_page
    open_event(page, "/events/harbour-club/prizes/", MAKE + PRIZES)
    page.get_by_label("Select 2nd place").check()
    page.get_by_label("Select 4th place").click(modifiers=["Shift"])
    expect(page.get_by_text("With the selected rows (3)")).to_be_visible()
    page.get_by_role("button", name="Remove from the list").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Remove 3 prizes from the list?")
    assert axe_problems(page) == []
    assert pale_in_the_dark(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert axe_problems(page, "but colours") == []
    assert fits_its_width(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("With the selected rows (3)")).to_be_visible()


LONG = """
from tournament.actions.rounds.plans import plan_rounds
from tournament.engine.pairing.event_plan import PlannedRounds
for number in range(1, 71):
    plan_rounds(director, division, PlannedRounds(number, number, "swiss"))
"""


def test_one_button_marks_every_row_of_a_multi_page_list(director_page, axe_problems):
    page = director_page
    open_event(page, "/events/harbour-club/activity/", MAKE + LONG)
    expect(page.get_by_role("button", name="Save selection as CSV")).to_be_disabled()
    page.get_by_role("button", name=re.compile("Select all [0-9]+ on all pages")).click()
    expect(
        page.get_by_text(re.compile(r"\(7[0-9], 1[0-9] of them not on this page\)"))
    ).to_be_visible()
    page.get_by_role("link", name="Next page").click()
    expect(page.get_by_text(re.compile(r"\(7[0-9], 60 of them not on this page\)"))).to_be_visible()
    assert axe_problems(page) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Save selection as CSV").click()
    assert len(download.value.path().read_text("utf-8-sig").splitlines()) > 70
    page.get_by_role("button", name="Clear selection").click()
    expect(page.get_by_text("With the selected rows (0)")).to_be_visible()
