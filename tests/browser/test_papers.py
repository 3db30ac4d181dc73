"""A player's own page and the papers of a round, in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.browser.shared_server import let_in
from tests.browser.test_results import enter, results_screen

pytestmark = pytest.mark.full

ANA = "/events/harbour-club/a/players/1/"
REPORTS = "/events/harbour-club/reports/"
DESK = "/events/harbour-club/print/"
PAPERS = ("round_papers", "scorecards", "wall_chart", "rank_by_round")


def test_a_player_sees_the_board_and_then_the_result_without_touching_anything(
    director_page, phone_page, axe_problems, pale_in_the_dark, fits_its_width, picture
):
    results_screen(director_page)
    phone_page.goto(ANA)
    expect(phone_page.locator("main")).to_contain_text("board 1")
    enter(director_page, "1 402 380")
    phone_page.get_by_text("402–380").first.wait_for(timeout=25_000)
    phone_page.goto(ANA)
    picture(phone_page, "player-phone")
    assert axe_problems(phone_page) == []
    assert fits_its_width(phone_page)
    assert pale_in_the_dark(phone_page, "player-dark") == []


def test_papers_are_read_on_a_page_of_any_width(
    director_page, axe_problems, fits_its_width, picture
):
    page = director_page
    results_screen(page)
    enter(page, "1 402 380")
    for key in PAPERS:
        page.goto(f"{REPORTS}{key}/?format=html")
        expect(page.locator("main")).to_contain_text("Ada Berg")
        for width, rules in ((1280, "all"), (360, "but colours")):
            page.set_viewport_size({"width": width, "height": 800})
            picture(page, f"{key}-{width}")
            assert axe_problems(page, rules) == []
            assert fits_its_width(page), key


def test_the_print_desk_is_read_on_any_width_and_keeps_a_pack(
    director_page, phone_page, axe_problems, pale_in_the_dark, fits_its_width, picture
):
    results_screen(director_page)
    enter(director_page, "1 402 380")
    director_page.goto(DESK)
    director_page.get_by_text("Look of papers").click()
    director_page.get_by_text("Your own pack").click()
    director_page.get_by_label("Name", exact=True).fill("Notice board")
    director_page.get_by_label("Standings", exact=True).check()
    picture(director_page, "print-desk-new")
    director_page.get_by_role("button", name="Save pack").click()
    director_page.get_by_role("link", name="Notice board").click()
    expect(director_page.get_by_role("heading", name="Notice board")).to_be_visible()
    let_in(phone_page)
    for page, where, rules in (
        (director_page, "desk", "all"),
        (phone_page, "phone", "but colours"),
    ):
        page.goto(f"{DESK}?pack=round_papers")
        expect(page.get_by_role("cell", name="not printed yet").first).to_be_visible()
        picture(page, f"print-desk-{where}")
        assert axe_problems(page, rules) == []
        assert fits_its_width(page), where
    assert pale_in_the_dark(director_page, "print-desk-dark") == []
