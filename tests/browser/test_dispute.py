"""A dispute from two differing sheets to the printed report, and checking a single play."""

import re
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from scoring import catalogue
from scoring.engine.game.replay import replay
from scoring.engine.game.turns import TurnKind
from tests.browser.shared_server import act
from tests.browser.test_board_typing import click_square
from tests.browser.test_desk import make_event, press
from tests.browser.test_score_pad import enter, lines_of, recorded_game


def the_two_sheets():
    """Return the sheets as columns by keeper and player, and the turn of the first slip.

    Seat 0's sheet has one score 50 too high. Seat 1's sheet is right except for one slip in
    adding.
    """
    game = recorded_game()
    position = replay(
        game.turns, catalogue.rule_set("naspa_nwl"), catalogue.tile_set("english"),
        catalogue.layout("standard"),
    )  # fmt: skip
    wrong = next(i for i, turn in enumerate(game.turns) if i > 3 and turn.kind is TurnKind.PLAY)
    columns = {}
    for keeper in (0, 1):
        for seat in (0, 1):
            rows, total = [], 0
            for index, turn in enumerate(game.turns):
                if turn.player != seat:
                    continue
                score = position.scores[index] + 50 * (keeper == 0 and index == wrong)
                total += score
                rows.append(f"{score} {total}")
            columns[keeper, seat] = rows
    columns[1, 1][4:] = [
        re.sub(r"\d+$", lambda match: str(int(match.group()) + 10), row)
        for row in columns[1, 1][4:]
    ]
    return columns, wrong + 1


def test_dispute_leads_from_two_sheets_to_a_ruling(
    director_page: Page, put_on_sheet, axe_problems, fits_its_width
):
    page = director_page
    columns, turn = the_two_sheets()
    make_event(page)
    page.locator("#board-1").press("Enter")
    page.wait_for_url("**/boards/1/")
    press(page, "button", "Record the game")
    *lines, last = lines_of(recorded_game())
    put_on_sheet(page, lines)
    enter(page, last, len(lines) + 1)
    page.get_by_role("button", name="Accept the play and finish").press("Enter")
    expect(page.get_by_role("heading", name="Current result")).to_be_visible()

    press(page, "link", "Settle a dispute")
    page.wait_for_url("**/dispute/")
    for (keeper, seat), rows in columns.items():
        page.locator(f"#column-{keeper + 1}-{seat + 1}").focus()
        page.keyboard.press("Control+a")
        page.keyboard.insert_text("\n".join(rows))
    press(page, "button", "Compare")
    expect(page.get_by_role("region", name="The turns of")).to_have_count(2)
    first = page.locator("tr.first-divergence")
    expect(first.get_by_role("cell").first).to_have_text(str(turn))
    squares = page.get_by_role("grid", name=f"The board after turn {turn}.")
    expect(squares.get_by_role("gridcell", name=re.compile("last play$")).first).to_be_visible()
    assert axe_problems(page) == []
    page.set_viewport_size({"width": 320, "height": 700})
    assert fits_its_width(page)
    columns_of = page.get_by_role("region", name="The turns of").first
    assert columns_of.evaluate("box => box.scrollWidth <= box.clientWidth")
    correct = page.get_by_role("columnheader", name="Corr.").first.locator(".beneath-it")
    lines = """head => {
      const words = document.createRange();
      words.selectNodeContents(head);
      return words.getClientRects().length;
    }"""
    assert correct.evaluate(lines) == 1
    page.set_viewport_size({"width": 1280, "height": 800})

    finding = page.locator(f"#turn-{turn}")
    finding.get_by_label("Reason").fill("Recounted on the board by both players.")
    finding.get_by_role("button", name="Correct to").press("Enter")
    expect(page.locator(f"#turn-{turn}")).to_contain_text("Ruled by director")

    with page.expect_popup():
        page.get_by_role("button", name="Print the recount").press("Enter")


CLOSE = ("8H ZONE 36", *["pass"] * 6, "2: adjust 30 late start", "1: rack A", "2: rack E")
"""By the rules Ann 25 and Ben 29; with the announced 36, Ann has 35."""


@pytest.mark.full
def test_phone_requires_a_reason_for_a_finished_game_and_shows_flips_first(
    director_phone: Page, axe_problems, fits_its_width
):
    act(
        "from scoring.actions.games import finish_game;"
        "from tests.scoring.views.pads import opened;"
        f"finish_game(opened('wespa', ('Ann', 'Ben'), *{CLOSE!r}), director)"
    )
    page = director_phone
    page.goto("/games/1/")
    page.get_by_role("link", name="Rule on the difference").click()
    page.wait_for_url("**/dispute/#findings-title")
    page.get_by_role("button", name="Let 36 stand").click()
    reason = page.get_by_label("Reason")
    expect(reason).to_be_focused()
    expect(reason).to_be_in_viewport()
    assert reason.evaluate("box => box.validity.valueMissing"), "the browser asks before it sends"
    page.keyboard.insert_text("Both agreed at the table")
    with page.expect_navigation():
        page.get_by_role("button", name="Let 36 stand").click()
    expect(
        page.get_by_role("heading", name="Current result: Ann 35, Ben 29, as ruled at")
    ).to_be_in_viewport()
    expect(page.get_by_text("The result flips.")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Print the recount")).to_be_in_viewport()
    assert fits_its_width(page)
    assert axe_problems(page) == []


@pytest.mark.full
def test_play_is_checked_on_its_board_without_log_in(page: Page, axe_problems):
    page.goto("/check/")
    line = page.locator("#line")
    expect(line).to_be_focused()
    page.keyboard.type("8g cat")
    with page.expect_navigation():
        page.get_by_role("button", name="Put the play on the board").press("Enter")
    expect(page.locator("figcaption")).to_contain_text("The position with 3 tiles.")
    expect(line).to_be_focused()
    page.keyboard.press("ArrowUp")  # from the empty line to the board
    expect(page.locator(":focus")).to_have_accessible_name("H8, A")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")  # turns first
    page.keyboard.press("ArrowUp")
    expect(page.locator(":focus")).to_have_accessible_name("G7, empty, double letter")
    page.keyboard.type("ae")
    page.keyboard.type("9")
    expect(line).to_have_value("G7 A(C)E 9")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    verdict = page.get_by_role("status", name="The verdict")
    expect(verdict).to_contain_text("G7 A(C)E: 7")
    expect(verdict).to_contain_text("9 announced, 7 correct.")
    expect(page.locator("figcaption")).to_contain_text("The position with 3 tiles, after G7 A(C)E.")
    assert axe_problems(page) == []
    (paper,) = PdfReader(BytesIO(page.pdf(format="Letter"))).pages
    heights = []
    paper.extract_text(
        visitor_text=lambda text, shift, at, *_font: (
            text.strip() and heights.append(shift[5] + shift[3] * at[5])
        )
    )
    assert min(heights) > paper.mediabox.height / 2, "the slip takes the upper half of the sheet"
    line.fill("G7 ARE 3")  # the checked play is no longer on the board
    expect(page.locator("[data-typed] text", has_text="R")).to_have_count(1)
    expect(page.locator("figcaption")).not_to_contain_text("laid")


@pytest.mark.full
def test_play_is_checked_by_touch_with_its_button_in_view(
    phone_page: Page, axe_problems, fits_its_width
):
    page = phone_page
    page.goto("/check/")
    assert page.evaluate("scrollY") == 0
    line, check = (page.locator("#line"), page.get_by_role("button", name="Check", exact=True))
    expect(check).to_be_in_viewport(ratio=1)
    click_square(page, "8G")
    expect(line).to_be_focused()
    for letter in "cat":
        page.keyboard.insert_text(letter)  # like an on-screen keyboard, without key events
    expect(line).to_have_value("8G CAT")
    with page.expect_navigation():
        page.get_by_role("button", name="Put the play on the board").tap()
    click_square(page, "9F")
    page.keyboard.insert_text("a")
    page.get_by_role("button", name="Blank").tap()
    page.keyboard.insert_text("x")
    page.keyboard.insert_text("9")
    expect(line).to_have_value("9F Ax 9")
    assert fits_its_width(page)
    assert axe_problems(page) == []
    with page.expect_navigation():
        check.tap()
    verdict = page.get_by_role("status", name="The verdict")
    expect(verdict).to_contain_text("announced, ")
    expect(verdict).to_be_in_viewport(ratio=1)
    expect(check).to_be_in_viewport(ratio=1)


@pytest.mark.full
def test_two_sheets_without_a_record_are_settled_by_keyboard(director_page: Page, axe_problems):
    page = director_page
    page.goto("/disputes/new/")
    page.get_by_label("First", exact=True).fill("Ann")
    page.get_by_label("Second", exact=True).fill("Ben")
    for place, text in {"1-1": "20\n35", "1-2": "30", "2-1": "20\n36", "2-2": "30"}.items():
        page.locator(f"#column-{place}").fill(text)
    press(page, "button", "Compare")
    press(page, "button", "Replay this play")
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.type("8h frozen 36")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    press(page, "button", "Use 38 in row 2")
    counts = page.get_by_role("button", name="Rule for 38: 8H FROZEN")
    expect(counts).to_be_focused()
    expect(counts).to_be_in_viewport()
    assert axe_problems(page) == []
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.get_by_label("Ann", exact=True)).to_have_value("58")
