"""The word judge as two players use it: standing at one keyboard, nothing but keys, no log-in."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.windows import watched_page
from tests.installation import Server

pytestmark = pytest.mark.full


def judge_by_keys(page: Page, first: str, second: str) -> None:
    expect(page.get_by_label("Who challenges types every word challenged")).to_be_focused()
    page.keyboard.type(first)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Who played them types them again")).to_be_focused()
    page.keyboard.type(second)
    page.keyboard.press("Enter")


def clear_by_key(page: Page) -> None:
    expect(page.get_by_role("button", name="Clear")).to_be_focused()
    page.keyboard.press("Enter")


def test_two_plays_are_judged_one_after_the_other_by_keys_alone(
    page: Page, axe_problems, picture, fits_its_width
):
    page.goto("/judge/?board=4")
    expect(page.get_by_label("Who challenges types every word challenged")).to_be_focused()
    assert axe_problems(page) == []
    judge_by_keys(page, "frozen qi", "qi frozen")
    expect(page.get_by_role("status")).to_have_text("Acceptable")
    picture(page, "judge-yes")
    assert axe_problems(page) == []
    clear_by_key(page)
    expect(page.get_by_label("Who challenges types every word challenged")).to_have_value("")
    judge_by_keys(page, "frozen qzx", "frozen qzx")
    expect(page.get_by_role("status")).to_have_text("Not acceptable")
    expect(page.locator("main")).not_to_contain_text("QZX", ignore_case=True)
    picture(page, "judge-no")
    assert axe_problems(page) == []


def test_a_slip_of_one_player_is_no_verdict(page: Page, picture):
    page.goto("/judge/")
    judge_by_keys(page, "frozen", "froze")
    expect(page.get_by_role("alert")).to_contain_text("do not hold the same words")
    expect(page.get_by_label("Who played them types them again")).to_be_focused()
    picture(page, "judge-slip")


def test_the_second_player_types_on_without_a_pause(page: Page):
    page.goto("/judge/")
    expect(page.get_by_label("Who challenges types every word challenged")).to_be_focused()
    for key in ("q", "i", "Enter", "q", "i", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("status")).to_have_text("Acceptable")


def test_it_works_where_scripts_are_switched_off(browser: Browser, server: Server):
    with watched_page(browser, server.address, java_script_enabled=False) as page:
        page.goto("/judge/")
        judge_by_keys(page, "qi", "qi")
        expect(page.get_by_role("status")).to_have_text("Acceptable")
        clear_by_key(page)
        expect(page.get_by_label("Who challenges types every word challenged")).to_be_focused()


def test_the_whole_screen_is_the_judge(page: Page):
    page.goto("/judge/")
    expect(page.get_by_role("banner")).to_be_hidden()
    expect(page.get_by_role("contentinfo")).to_be_hidden()
    expect(page.get_by_text(re.compile("SHA-256 [0-9a-f]{64}"))).to_be_in_viewport()


def test_it_fits_a_phone_and_the_dark(
    phone_page: Page, axe_problems, pale_in_the_dark, picture, fits_its_width
):
    phone_page.goto("/judge/")
    judge_by_keys(phone_page, "qzx", "qzx")
    expect(phone_page.get_by_role("status")).to_have_text("Not acceptable")
    picture(phone_page, "judge-phone")
    assert fits_its_width(phone_page)
    assert axe_problems(phone_page) == []
    assert pale_in_the_dark(phone_page, "judge-dark") == []


def test_a_list_is_loaded_and_chosen_and_a_ruling_kept(
    director_page: Page, tmp_path, axe_problems, picture
):
    page = director_page
    words = tmp_path / "words.txt"
    words.write_text("AA\nAB\nAA\n", encoding="utf-8")
    page.goto("/lexicons/")
    page.get_by_label("Name of the list").fill("Club List")
    page.get_by_label("File").set_input_files(words)
    page.get_by_role("button", name="Load the list").click()
    expect(page.get_by_role("status").first).to_contain_text("Club List is loaded: 2 words.")
    expect(page.get_by_text("Line 3: “AA” is already on line 1.")).to_be_visible()
    picture(page, "lexicons")
    assert axe_problems(page) == []
    page.goto("/judge/")
    picture(page, "judge-choose")
    assert axe_problems(page) == []
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Club List, 2 words")).to_be_visible()
    judge_by_keys(page, "qi", "qi")
    expect(page.get_by_role("status")).to_have_text("Not acceptable")
    page.goto("/judge/log/")
    row = page.locator("tr", has_text="Board 7")
    row.get_by_text("It is acceptable").click()
    row.get_by_label("Reason").fill("The list is short.")
    picture(page, "judge-log")
    assert axe_problems(page) == []
    row.get_by_role("button", name="Rule").click()
    expect(page.get_by_text("Board 7, QI: acceptable. Both answers are kept.")).to_be_visible()
    picture(page, "judge-log-ruled")
    page.set_viewport_size({"width": 360, "height": 740})
    row.get_by_text("Back to the list").click()
    picture(page, "judge-log-phone")
    box = page.get_by_role("region", name="Table of judgements")
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
    assert axe_problems(page) == []
