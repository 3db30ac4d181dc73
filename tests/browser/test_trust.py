"""Activity, snapshots and practice in every light, and going back in two clicks while others look."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.shared_server import let_in

pytestmark = pytest.mark.full


@pytest.fixture
def practice(simulated):
    """The short name of a practice event in the middle of its life."""
    return simulated("--players", "13", "--rounds", "6", "--stage", "half")


ADDRESSES = {
    "activity": "/events/{practice}/activity/",
    "snapshots": "/snapshots/",
    "practice": "/events/{practice}/",
    "events": "/",
}


def take_a_snapshot(page: Page) -> None:
    let_in(page)
    page.goto("/snapshots/")
    page.get_by_label("What for").fill("before the final")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("taken.")


def ask_to_go_back(page: Page) -> None:
    page.goto("/snapshots/")
    with page.expect_navigation():
        page.get_by_role("link", name=re.compile("Go back")).click()


def test_everybody_can_read_them_and_in_the_dark(
    page: Page, practice, axe_problems, pale_in_the_dark, picture
):
    take_a_snapshot(page)
    for name, address in ADDRESSES.items():
        page.goto(address.format(practice=practice))
        picture(page, f"{name}-desk")
        assert axe_problems(page) == [], name
        assert pale_in_the_dark(page, f"{name}-dark") == [], name
    ask_to_go_back(page)
    picture(page, "going-back-desk")
    assert axe_problems(page) == []
    assert pale_in_the_dark(page, "going-back-dark") == []


def test_they_fit_a_phone(phone_page: Page, practice, axe_problems, picture, fits_its_width):
    page = phone_page
    take_a_snapshot(page)
    for name, address in {**ADDRESSES, "activity of all": "/activity/"}.items():
        page.goto(address.format(practice=practice))
        picture(page, f"{name}-phone")
        assert axe_problems(page, "but colours") == [], name
        assert fits_its_width(page), name
    ask_to_go_back(page)
    picture(page, "going-back-phone")
    assert axe_problems(page, "but colours") == []


def test_practice_is_made_spoilt_taken_back_and_thrown_away(director_page: Page):
    page = director_page
    page.goto("/")
    page.get_by_role("button", name="Start a practice event").click()
    expect(page.get_by_role("complementary", name="Practice")).to_be_visible()
    event = page.url

    page.goto("/snapshots/")
    page.get_by_label("What for").fill("before I spoil it")
    page.get_by_role("button", name="Take a snapshot").click()
    expect(page.get_by_role("status").first).to_contain_text("taken.")
    page.goto(event)
    page.get_by_label("Name of the division").fill("Spoilt")
    page.get_by_role("button", name="Add the division").click()
    expect(page.get_by_role("heading", name="Division Spoilt")).to_be_visible()

    page.goto("/snapshots/")
    page.get_by_role("link", name=re.compile("Go back")).click()
    expect(page.get_by_text("Division Spoilt added to Practice")).to_be_visible()
    page.get_by_role("button", name="Go back").click()
    expect(page.get_by_text("Everything is as it was at the snapshot taken")).to_be_visible()
    page.goto(event)
    expect(page.get_by_text("Spoilt")).to_have_count(0)

    page.get_by_text("Delete", exact=True).click()
    with page.expect_navigation():
        page.get_by_role("button", name="Delete the practice event").click()
    expect(page.get_by_text("is deleted.")).to_be_visible()
    page.goto("/activity/")
    expect(
        page.get_by_text(re.compile("Went back to the snapshot of .*before I spoil it"))
    ).to_be_visible()
    expect(page.get_by_text(re.compile(r"Practice event .* removed\."))).to_be_visible()
