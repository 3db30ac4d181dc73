"""Results by keyboard only: fifteen slips, a question, a correction, two helpers."""

import re
import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.shared_server import let_in, once
from tests.browser.test_desk import ANSWERED, press

PEOPLE = "\n".join(
    f"{first} {last}"
    for first in ("Ada", "Bo", "Cleo", "Dag", "Eva", "Finn")
    for last in ("Berg", "Costa", "Duarte", "Ek", "Farkas")
)


SOON = 10_000
"""Milliseconds until what others entered is there, on a busy computer: pages ask every two seconds."""


@once
def results_screen(page):
    """From the first screen to the results screen of a round of fifteen boards."""
    press(page, "button", "New event")
    page.keyboard.type("Harbour Club")
    page.keyboard.press("Enter")
    page.get_by_label("Name of the division").press_sequentially("A")
    page.keyboard.press("Enter")
    page.wait_for_url("**/harbour-club/a/")
    press(page, "button", "Add players")
    page.keyboard.insert_text(PEOPLE)
    press(page, "button", "Read the list")
    press(page, "button", "Add 30 players")
    page.goto("/events/harbour-club/a/rounds/new/")
    page.get_by_text("A whole round robin").click()
    press(page, "button", "Draft by the table")
    press(page, "button", "Draft these rounds")
    press(page, "button", "Publish round 1")
    press(page, "link", re.compile("^Results"))
    page.wait_for_url("**/results/**")


def enter(page, line):
    """Type a line and Enter; wait until it is answered and the cursor is in the field."""
    page.keyboard.type(line)
    with page.expect_response(lambda answer: answer.url.endswith("/line/")):
        page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('[name=line]')")
    page.wait_for_selector(ANSWERED, state="attached")


def test_fifteen_results_are_typed_without_a_mouse(director_page):
    page = director_page
    results_screen(page)
    begun, keys = time.monotonic(), 0
    for board in range(1, 16):
        line = f"{board} {400 + board} {350 - board}"
        enter(page, line)
        expect(page.locator(".confirmation")).to_contain_text(f"Board {board}:")
        expect(page.locator("[name=line]")).to_have_value("")
        keys += len(line) + 1
    took = time.monotonic() - begun
    print(f"fifteen results: {keys} keys, {took:.1f} s of waiting")
    expect(page.locator("main")).to_contain_text("Every result of round 1 is in.")
    expect(page.get_by_text("Missing", exact=True)).to_have_count(0)
    assert keys < 170
    assert took < 20


@pytest.mark.full
def test_a_question_is_answered_by_enter_and_a_number_alone_goes_to_its_board(director_page):
    page = director_page
    results_screen(page)
    enter(page, "1 402 38")
    expect(page.locator(".confirmation")).to_contain_text("A score of 38 is unusual.")
    enter(page, "")
    expect(page.locator(".confirmation")).to_contain_text("by 364")
    enter(page, "2 402 38")
    for _ in range(len("38")):
        page.keyboard.press("Backspace")
    enter(page, "383")
    expect(page.locator(".confirmation")).to_contain_text("by 19")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.wait_for_url("**/boards/2/")
    assert urlsplit(page.url).path == "/events/harbour-club/a/rounds/1/boards/2/"


@pytest.mark.full
def test_the_screen_can_be_read_on_a_phone_in_the_dark_and_by_ear(
    director_page, phone_page, axe_problems, pale_in_the_dark, fits_its_width, picture
):
    results_screen(director_page)
    enter(director_page, "1 402 380")
    picture(director_page, "results-desktop")
    assert axe_problems(director_page) == []
    enter(director_page, "2 402 38")
    picture(director_page, "results-question")
    assert axe_problems(director_page) == []
    assert pale_in_the_dark(director_page, "results-dark") == []
    let_in(phone_page)
    phone_page.goto(urlsplit(director_page.url).path)
    picture(phone_page, "results-phone")
    assert axe_problems(phone_page, "but colours") == []
    assert fits_its_width(phone_page)
    director_page.emulate_media(media="print")
    picture(director_page, "results-print")


@pytest.mark.full
def test_two_helpers_at_once_lose_nothing(director_page, dark_page):
    results_screen(director_page)
    let_in(dark_page)
    dark_page.goto(urlsplit(director_page.url).path)
    enter(director_page, "1 402 380")
    enter(dark_page, "2 371 390")
    expect(dark_page.locator(".still-missing")).to_contain_text("13 missing")
    enter(director_page, "3 301 333")
    expect(director_page.locator(".still-missing")).to_contain_text("12 missing")


@pytest.mark.full
def test_two_results_stand_side_by_side_and_one_is_chosen_by_keyboard(
    director_page, phone_page, manage, axe_problems, fits_its_width, picture
):
    page = director_page
    results_screen(page)
    manage(
        "shell",
        "--no-imports",
        "--command",
        "from django.contrib.auth.models import User\n"
        "from scoring.actions.activity import Actor\n"
        "from tournament.actions.results.results import enter_result\n"
        "from tournament.models import Pairing\n"
        "helper = Actor.of(User.objects.create_user('helper'))\n"
        "enter_result(helper, Pairing.objects.get(board=1, round__number=1), 380, 402)\n",
    )
    enter(page, "1 402 380")
    enter(page, "")
    expect(page.locator(".confirmation")).to_contain_text("Both are kept")
    let_in(phone_page)
    for shown, name, rules in (
        (page, "two-results", "all"),
        (phone_page, "two-results-phone", "but colours"),
    ):
        shown.goto("/events/harbour-club/a/rounds/1/boards/1/")
        picture(shown, name)
        assert axe_problems(shown, rules) == []
        assert fits_its_width(shown)
    with page.expect_navigation():
        page.get_by_role("button", name="This one counts").nth(1).press("Enter")
    expect(page.locator(".messages")).to_contain_text("Board 1: Corrected from 380-402 to 402-380.")


@pytest.mark.full
def test_a_result_typed_beside_a_colleagues_is_shown_beside_it_and_replaces_nothing(
    director_page, phone_page, axe_problems, fits_its_width, picture
):
    results_screen(director_page)
    let_in(phone_page)
    board = "/events/harbour-club/a/rounds/1/boards/1/"
    for page in (director_page, phone_page):
        page.goto(board)

    def fill(page, first, second):
        for box, score in zip(page.locator("[name$=_score]").all(), (first, second), strict=True):
            box.fill(score)
        page.keyboard.press("Enter")

    fill(director_page, "400", "380")
    expect(director_page.locator(".messages")).to_contain_text("Board 1: 400-380 counts now.")
    fill(phone_page, "380", "410")
    comparison = phone_page.get_by_role("region", name="What is saved now and what was typed here")
    expect(comparison.get_by_role("row", name="400 380")).to_have_count(1)
    expect(comparison).to_contain_text("typed by director")
    assert fits_its_width(phone_page)
    assert axe_problems(phone_page) == []
    picture(phone_page, "board-conflict-phone")
    phone_page.set_viewport_size({"width": 1280, "height": 800})
    picture(phone_page, "board-conflict")
    phone_page.get_by_role("button", name="Correct anyway").press("Enter")
    expect(phone_page.locator(".messages")).to_contain_text(
        "Board 1: Corrected from 400-380 to 380-410."
    )


@pytest.mark.full
def test_what_was_refused_is_typed_over(director_page):
    page = director_page
    results_screen(page)
    enter(page, "1 4o2 380")
    page.wait_for_function(
        "() => document.activeElement.selectionStart === 0"
        " && document.activeElement.selectionEnd === 9"
    )
    enter(page, "1 402-380")
    expect(page.locator(".confirmation")).to_contain_text("Board 1:")


@pytest.mark.full
def test_both_names_stand_below_the_line_before_anything_is_saved(director_page):
    page = director_page
    results_screen(page)
    below = page.locator("[data-typed-board]")
    names = page.locator(".boards tbody tr").nth(3)
    first, second = (names.locator(f".{seat}").inner_text() for seat in ("first", "second"))
    page.keyboard.type("4 4")
    expect(below).to_have_text(f"{first} – {second}")
    page.keyboard.press("Control+a")
    page.keyboard.type(f"p{second.partition(' ')[0]} ")
    expect(below).to_have_text(f"{first} – {second}")


@pytest.mark.full
def test_what_a_colleague_enters_and_undoes_appears_while_a_line_is_typed(
    director_page, dark_page, axe_problems
):
    page, other = director_page, dark_page
    results_screen(page)
    let_in(other)
    other.goto(urlsplit(page.url).path)
    page.keyboard.type("1 40")
    enter(other, "2 371 390")
    row = page.locator(".boards tbody tr").nth(1)
    expect(row.locator(".score-two")).to_have_text("390", timeout=SOON)
    expect(page.locator("#still-missing")).to_contain_text("14 missing", timeout=SOON)
    expect(page.locator("#place-results .badge")).to_have_text("14 missing", timeout=SOON)
    expect(page.locator("[name=line]")).to_have_value("1 40")
    expect(page.locator("[name=line]")).to_be_focused()
    row.get_by_role("link").focus()
    other.goto(urlsplit(other.url).path.replace("results/", ""))
    with other.expect_navigation():
        other.locator(".panel").get_by_role("button", name="Undo").first.click()
    expect(row.locator(".score-two")).to_have_text("", timeout=SOON)
    expect(page.locator("#place-results .badge")).to_have_text("15 missing", timeout=SOON)
    expect(row.get_by_role("link")).to_be_focused()
    assert axe_problems(page) == []
    page.locator("[name=line]").focus()
    page.keyboard.press("End")
    enter(page, "2 380")
    expect(page.locator("#still-missing")).to_contain_text("14 missing")


@pytest.mark.full
def test_both_names_stand_beside_the_line_of_the_desk_before_anything_is_saved(director_page):
    page = director_page
    results_screen(page)
    names = page.locator(".boards tbody tr").nth(3)
    first, second = (names.locator(f".{seat}").inner_text() for seat in ("first", "second"))
    page.goto("/events/harbour-club/a/")
    page.get_by_label("Board, score, score").press_sequentially("4")
    both = " – ".join(name.partition(" ")[2] for name in (first, second))
    expect(page.locator("[data-typed-board]")).to_have_text(both)
    page.get_by_label("Board, score, score").press_sequentially("0")
    expect(page.locator("[data-typed-board]")).to_have_text("")
