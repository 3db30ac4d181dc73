"""Results by keyboard only: fifteen slips, a question, a correction, two helpers."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.shared_server import let_in, open_event
from tests.browser.test_desk import ANSWERED, PUBLISHED

pytestmark = pytest.mark.full

THIRTY = """
event = create_event(director, name="Harbour Club", preset="club")
division = create_division(director, event, name="A")
families = "Berg Costa Duarte Ek Farkas".split()
people = [f"{first} {last}" for first in "Ada Bo Cleo Dag Eva Finn".split() for last in families]
add_players(director, division, chr(10).join(people))
"""
SOON = 10_000
"""Milliseconds until others' entries appear on a busy computer: pages poll every two seconds."""


def results_screen(page):
    """Open the results page of a round of fifteen boards."""
    open_event(page, "/events/harbour-club/a/results/", THIRTY + PUBLISHED)


def enter(page, line):
    """Type a line and Enter; wait for the response and the cursor in the field."""
    page.keyboard.type(line)
    with page.expect_response(lambda answer: answer.url.endswith("/line/")):
        page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('[name=line]')")
    page.wait_for_selector(ANSWERED, state="attached")


def test_refused_line_is_overwritten_by_typing(director_page):
    page = director_page
    results_screen(page)
    enter(page, "1 4o2 380")
    page.wait_for_function(
        "() => document.activeElement.selectionStart === 0"
        " && document.activeElement.selectionEnd === 9"
    )
    enter(page, "1 402-380")
    expect(page.locator(".confirmation")).to_contain_text("Board 1:")


def test_both_names_appear_beside_the_line_before_saving(director_page):
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
    page.goto("/events/harbour-club/a/")
    page.get_by_label("Board, score, score").press_sequentially("4")
    both = " – ".join(name.partition(" ")[2] for name in (first, second))
    expect(below).to_have_text(both)
    page.get_by_label("Board, score, score").press_sequentially("0")
    expect(below).to_have_text("")


def test_colleagues_entries_and_undos_appear_while_a_line_is_typed(
    director_page, phone_page, axe_problems
):
    page, other = director_page, phone_page
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
