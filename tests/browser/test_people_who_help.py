"""A helper comes in by the code on the director's screen, enters a result, and the director undoes it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.windows import watched_page

pytestmark = pytest.mark.full


def practise(page):
    """A made-up event in the middle of its life, and the first board whose result is missing."""
    page.goto("/")
    button = page.get_by_role("button", name="Start a practice event")
    button.click(timeout=60_000)  # a dozen people play three rounds first
    expect(page.get_by_text("This is a practice event.")).to_be_visible()
    event = page.url
    page.goto(f"{event}a/")
    sentence = page.get_by_text(re.compile(r"results? missing: boards?")).inner_text()
    return event, int(re.search(r"boards? (\d+)", sentence)[1])


def test_a_helper_comes_in_by_the_code_and_sees_what_is_theirs(
    director_page, browser, server, axe_problems, fits_its_width, picture
):
    page = director_page
    event, board = practise(page)
    page.goto(f"{event}helpers/")
    expect(page.get_by_role("heading", name="Who may do what")).to_be_visible()
    assert axe_problems(page) == []
    page.get_by_role("button", name="Create invitation").click()
    expect(page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    assert axe_problems(page) == []
    link = page.get_by_role("textbox", name="The link").input_value()

    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    with watched_page(browser, server.address, **phone) as helper:
        helper.goto(link)
        assert axe_problems(helper) == []
        helper.get_by_label("Your name").fill("Ann Bell")
        helper.get_by_label("A password of your own").fill("nine letters")
        helper.get_by_role("button", name="Join").click()
        expect(helper.get_by_text("You are in.")).to_be_visible()
        assert fits_its_width(helper)
        expect(helper.get_by_role("link", name="Check-in")).to_have_count(0)
        expect(helper.get_by_role("link", name="Details and closing")).to_have_count(0)
        helper.get_by_role("button", name="Enter results").click()
        expect(helper.get_by_label("Board, score, score")).to_be_focused()
        helper.keyboard.type(f"{board} 402 380")
        helper.keyboard.press("Enter")
        expect(helper.locator(".note").filter(has_text="402")).to_be_visible()
        helper.goto(f"{event}a/")
        expect(helper.get_by_role("heading", name="You typed last")).to_be_visible()
        expect(helper.get_by_role("button", name=re.compile("^Undo"))).to_have_count(1)
        expect(helper.get_by_role("button", name=re.compile("Close|Publish"))).to_have_count(0)
        assert axe_problems(helper) == []
        assert fits_its_width(helper)

    page.goto(f"{event}a/")
    last = page.get_by_role("listitem").filter(has_text="402-380")
    expect(last).to_contain_text("Ann Bell")
    assert axe_problems(page) == []
    picture(page, "desk-with-undo")
    undo = last.get_by_role("button", name="Undo")
    undo.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("402-380")
    expect(page.locator("#next-step")).to_contain_text(re.compile(rf"missing: boards {board}\D"))
    page.get_by_role("link", name="All actions and undo").click()
    expect(page.get_by_role("heading", name="Undo, division A")).to_be_visible()
    assert axe_problems(page) == []
