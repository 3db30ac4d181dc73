"""The papers of a round in a real browser: readable at any width, printed with one key."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_results import enter, results_screen

pytestmark = pytest.mark.full

REPORTS = "/events/harbour-club/reports/"
PAPERS = ("round_papers", "scorecards", "wall_chart", "rank_by_round")


def test_papers_are_readable_at_any_width(director_page, axe_problems, fits_its_width):
    page = director_page
    results_screen(page)
    enter(page, "1 402 380")
    for key in PAPERS:
        page.goto(f"{REPORTS}{key}/?format=html")
        expect(page.locator("main")).to_contain_text("Ada Berg")
        for width, rules in ((1280, "all"), (360, "but colours")):
            page.set_viewport_size({"width": width, "height": 800})
            assert axe_problems(page, rules) == []
            assert fits_its_width(page), key


def test_selected_report_is_printed_with_one_key(director_page):
    page = director_page
    results_screen(page)
    page.goto(f"{REPORTS}?show=roster")
    with page.expect_request(lambda request: "format=pdf" in request.url) as request:
        page.keyboard.press("p")
    assert "/reports/roster/?division=&" in request.value.url
