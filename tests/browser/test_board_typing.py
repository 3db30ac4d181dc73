"""Typing on the board of the pad with the mouse, by keyboard and on a phone; the line agrees."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_score_pad import enter, open_game

pytestmark = pytest.mark.full

CLEAN = "figure.board [data-typed] svg text:first-of-type"


def click_square(page: Page, square: str) -> None:
    """Click a square, named as for a play across: 8H."""
    row, column = int(square[:-1]) - 1, ord(square[-1]) - 65
    drawing = page.locator("figure.board > svg")
    box = drawing.bounding_box()
    unit = box["width"] / 630
    at = {"x": (26 + 40 * column + 20) * unit, "y": (26 + 40 * row + 20) * unit}
    drawing.click(position=at)


def on_board(page: Page) -> str:
    """Return the tiles drawn for the current play."""
    return "".join(page.locator(CLEAN).all_text_contents())


def test_clicked_square_takes_a_word_typed_on_the_board(director_page: Page):
    page = director_page
    open_game(page)
    line = page.locator("#line")
    click_square(page, "8H")
    expect(line).to_have_value("8H ")
    click_square(page, "8H")
    expect(line).to_have_value("H8 ")
    click_square(page, "8H")
    for key in ["z", "o", "n", "Shift+e"]:
        page.keyboard.press(key)
    expect(line).to_have_value("8H ZONe")
    assert on_board(page) == "ZONe"
    page.keyboard.press("Backspace")
    page.keyboard.press("e")
    expect(line).to_have_value("8H ZONE")
    expect(page.locator("#preview")).to_contain_text("26")
    page.keyboard.press("Enter")
    expect(line).to_have_value("8H ZONE ")
    page.keyboard.type("26")
    page.keyboard.press("Enter")
    expect(page.locator("#turn-1")).to_contain_text("ZONE")
    expect(line).to_have_value("")
    assert on_board(page) == ""


def test_typing_skips_tiles_on_the_board_and_joins_both_ends_of_the_word(director_page: Page):
    page = director_page
    open_game(page)
    enter(page, "8H ZONE 26", 1)
    line = page.locator("#line")
    click_square(page, "8L")
    page.keyboard.press("s")
    expect(line).to_have_value("8H (ZONE)S")
    page.keyboard.press("Backspace")
    expect(line).to_have_value("8L ")
    click_square(page, "7I")
    click_square(page, "7I")
    for key in "fr":
        page.keyboard.press(key)
    expect(line).to_have_value("I7 F(O)R")
    expect(page.locator("#preview")).to_contain_text("FOR")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    expect(line).to_have_value("I7 ")
    page.keyboard.press("f")
    click_square(page, "7J")
    expect(line).to_have_value("J7 F(N)")


def test_play_is_laid_without_a_mouse(director_page: Page, axe_problems):
    page = director_page
    open_game(page)
    line, board = page.locator("#line"), page.get_by_role("grid")
    expect(page.locator("figure.takes-clicks")).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(board.get_by_role("gridcell", name="H8, empty, double word")).to_be_focused()
    for key in ["ArrowLeft", "ArrowLeft", "ArrowRight"]:
        page.keyboard.press(key)
    expect(line).to_have_value("8G ")
    page.keyboard.press("ArrowDown")
    expect(line).to_have_value("G8 ")
    page.keyboard.press("Space")
    for key in ["f", "r", "o", "Shift+z", "e", "n"]:
        page.keyboard.press(key)
    expect(line).to_have_value("8G FROzEN")
    assert axe_problems(page) == []
    page.keyboard.press("Enter")
    expect(line).to_be_focused()
    page.keyboard.type("18")
    page.keyboard.press("Enter")
    expect(page.locator("#turn-1")).to_contain_text("FROzEN")
    expect(board.get_by_role("gridcell", name="G8, F, last play")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(line).to_have_value("")
    expect(line).to_be_focused()


def test_play_is_laid_by_touch(director_phone: Page, axe_problems, fits_its_width):
    page = director_phone
    open_game(page)
    click_square(page, "8G")
    page.get_by_role("button", name="Square to the right").tap()
    expect(page.locator("#line")).to_have_value("8H ")
    page.get_by_role("button", name="Direction ↓").tap()
    page.keyboard.press("z")
    page.get_by_role("button", name="Blank").tap()
    page.keyboard.press("o")
    expect(page.locator("#line")).to_have_value("H8 Zo")
    expect(page.locator("#line")).to_be_focused()
    for button in page.locator("[data-board-keys] button").all():
        assert button.bounding_box()["height"] >= 44
    assert fits_its_width(page)
    assert axe_problems(page) == []


def test_arrow_keys_in_the_empty_line_step_through_turns(director_page: Page):
    page = director_page
    open_game(page)
    for number, typed in enumerate(["8H ZONE 26", "9G EAR 8", "-ABC"], 1):
        enter(page, typed, number)
    caption = page.locator("figure.board figcaption")
    page.keyboard.press("a")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#line")).to_have_value("a")
    page.keyboard.press("Delete")
    for key, message in [
        ("ArrowLeft", "after turn 2. Ben Okafor: 9G EAR."),
        ("ArrowLeft", "after turn 1. Ann Baker: 8H ZONE."),
        ("ArrowLeft", "before the first turn."),
        ("ArrowRight", "after turn 1. Ann Baker: 8H ZONE."),
        ("ArrowRight", "after turn 2. Ben Okafor: 9G EAR."),
        ("ArrowRight", "after turn 3. Ann Baker exchanges ABC."),
    ]:
        page.keyboard.press(key)
        expect(caption).to_have_text(f"The board {message}")
        page.wait_for_load_state()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#line")).to_be_focused()


def test_phone_lays_a_blank_and_deleting_restores_its_case(director_phone: Page):
    page = director_phone
    open_game(page)
    click_square(page, "8H")
    for letter in "frOz":
        page.keyboard.insert_text(letter)  # without key events
    expect(page.locator("#line")).to_have_value("8H FRoZ")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    for letter in "ozen":
        page.keyboard.insert_text(letter)
    expect(page.locator("#line")).to_have_value("8H FROZEN")


def test_corrected_turn_is_laid_again_on_the_board(director_page: Page):
    page = director_page
    open_game(page)
    enter(page, "8H ZONE 26", 1)
    with page.expect_navigation():
        page.get_by_role("link", name="Turn 1: show the board after it").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Correct turn 1").click()
    line = page.get_by_role("textbox", name="Correct turn 1")
    line.fill("")
    click_square(page, "8G")
    page.keyboard.type("zone")
    page.keyboard.type("26")
    expect(line).to_have_value("8G ZONE 26")
    expect(page.locator("figure.board [data-typed] svg")).to_have_count(4)
    with page.expect_navigation():
        page.get_by_role("button", name="Correct", exact=True).click()
    expect(page.locator("#turn-1")).to_contain_text("8G")
