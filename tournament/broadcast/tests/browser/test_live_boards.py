"""A board recorded on the pad and followed at home and in a streaming program."""

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect

from tests.browser.shared_server import open_event
from tests.browser.test_desk import PUBLISHED
from tests.browser.test_results import THIRTY, results_screen
from tests.browser.test_results import enter as enter_result
from tests.browser.test_score_pad import enter
from tests.browser.windows import watched_page
from tournament.broadcast.queries.stream_fields import FIELDS, JOINED_FIELD

EVENT = "/events/harbour-club/"
LIVE = "/hall/harbour-club/a/games/1/1/"
SOURCE = "/stream/harbour-club/featured/"
SOON = 20_000
"""A timeout in milliseconds, generous because the test computer may be busy."""
HOW_IT_LOOKS = """() => {
  const style = (element) => getComputedStyle(element);
  const { documentElement, body } = document;
  return [...[documentElement, body, document.getElementById('main')].map(part => style(part).backgroundColor),
          style(body).cursor, style(body).color, style(body).textAlign, style(body).fontSize];
}"""

BOARD_FILLS_THE_WALL = """() => {
  const board = document.querySelector('.screen-live > svg')?.getBoundingClientRect();
  return board && board.height > 0.88 * innerHeight && board.bottom <= innerHeight;
}"""


A_GAME = """
from tournament.actions.results.recorded_games import start_game
from tournament.models import Pairing
event.rules_copy["live_boards"] = "every_turn"
event.save()
start_game(director, Pairing.objects.get(round__number=1, board=1))
"""


def record_a_game(page: Page) -> None:
    """Open the pad of board 1 and record the first play, in an event that releases every turn immediately."""
    open_event(page, "/games/1/", THIRTY + PUBLISHED + A_GAME)
    enter(page, "8H ZONE 26", 1)


@pytest.fixture
def pad(director_page: Page) -> Page:
    """Return the pad of a board in play."""
    record_a_game(director_page)
    return director_page


def test_turn_appears_on_another_screen_and_stepping_back_loses_nothing(
    pad, browser, server, axe_problems
):
    phone = {"width": 360, "height": 740}
    with watched_page(browser, server.address, viewport=phone) as page:
        page.goto(LIVE)
        expect(page.get_by_text("Live", exact=True)).to_be_visible()
        last = page.locator("#last-play")
        expect(last).to_contain_text("Turn 1")
        enter(pad, "pass", 2)
        expect(last).to_contain_text("Turn 2", timeout=SOON)
        assert axe_problems(page) == []
        page.get_by_role("link", name="Back").click()
        expect(last).to_contain_text("Turn 1")
        enter(pad, "pass", 3)
        expect(page.get_by_role("link", name="Live, turn 3")).to_be_visible(timeout=SOON)
        expect(last).to_contain_text("Turn 1")
        page.get_by_role("link", name="Live, turn 3").click()
        expect(last).to_contain_text("Turn 3")
        root = "document.documentElement"
        assert page.evaluate(f"{root}.scrollWidth - {root}.clientWidth") <= 0


@pytest.mark.full
def test_wall_screen_shows_a_full_height_board_with_large_names_and_scores(pad, browser, server):
    pad.goto(f"{EVENT}hall/")
    pad.get_by_role("button", name=re.compile("screen")).click()
    pad.get_by_label("Only the items ticked below").check()
    for box in pad.get_by_role("checkbox").all():
        box.set_checked(box.get_attribute("value") == "live")
    pad.get_by_role("button", name="Save").click()
    expect(pad.get_by_role("status").first).to_contain_text("have been saved")
    number = pad.locator("table td.num").last
    wall = {"width": 1920, "height": 1080}
    with watched_page(browser, server.address, viewport=wall) as page:
        page.goto(f"/screen/{number.inner_text()}/")
        page.wait_for_function(BOARD_FILLS_THE_WALL)
        to_move = page.locator(".live-sides .to-move")
        expect(to_move).to_contain_text("to move")
        expect(to_move.locator("dt")).to_have_css("font-size", "71.28px")
        expect(to_move.locator("b")).to_have_css("font-size", "133.056px")


@pytest.mark.full
def test_every_source_is_transparent_and_takes_colours_from_its_address(pad, browser, server):
    enter(pad, "K7 H.N 6", 2)
    pad.goto(f"{EVENT}a/results/?round=1")
    enter_result(pad, "2 500 300")
    wrong = []
    with watched_page(browser, server.address) as page:
        for name in [*FIELDS, JOINED_FIELD]:
            page.goto(f"{SOURCE}{name}/?colour=rgb(1,2,3)&panel=rgb(4,5,6)&align=right&size=60")
            looks = page.evaluate(HOW_IT_LOOKS)
            if looks != ["rgba(0, 0, 0, 0)"] * 3 + ["none", "rgb(1, 2, 3)", "right", "60px"]:
                wrong.append((name, looks))
            if name.endswith("_card") or name in ("standings", "scoring_leaders"):
                panel = page.locator(".stream-panel")
                expect(panel).to_have_css("background-color", "rgb(4, 5, 6)")
    assert wrong == []


@pytest.mark.full
def test_changing_a_slot_updates_every_open_source(pad, browser, server):
    with ExitStack() as open_sources:
        sources = []
        for name in ("table", "p1_name", "p1_card", "combined_names"):
            page = open_sources.enter_context(watched_page(browser, server.address))
            page.goto(f"{SOURCE}{name}/")
            expect(page.locator("main")).not_to_be_empty()
            sources.append((page, page.locator("main").inner_text()))
        pad.goto(f"{EVENT}a/results/?round=1")
        pad.get_by_role("button", name="Show board 2 on the stream").click()
        expect(pad.get_by_role("status").first).to_contain_text("is now on the stream")
        for page, before in sources:
            expect(page.locator("main")).not_to_have_text(before, timeout=SOON)
        expect(sources[0][0].locator("main")).to_have_text("2")
        pad.goto(f"{EVENT}streams/")
        expect(pad.get_by_role("heading", name="Board on air: 2")).to_be_visible()


@pytest.mark.full
def test_source_address_is_built_previewed_and_copied(pad, axe_problems):
    page = pad
    page.goto(f"{EVENT}streams/")
    overlay = page.get_by_label("Address of the overlay")
    expect(overlay).to_have_value(re.compile("/stream/harbour-club/featured/line/"))
    page.get_by_role("button", name="Copy the address", exact=True).click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    page.get_by_text("slots, channels and all fields").click()
    builder = page.locator("[data-builder]")
    builder.get_by_label("Field").select_option("p1_score")
    builder.get_by_label("Colour").fill("gold")
    address = page.get_by_label("Browser source")
    expect(address).to_have_value(
        re.compile(r"/stream/harbour-club/featured/p1_score/\?colour=gold")
    )
    expect(page.frame_locator("[data-preview]").locator("main")).to_contain_text("26")
    page.get_by_role("button", name="Copy the address of the source").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert axe_problems(page) == []


@pytest.mark.full
def test_popup_is_shown_once_and_disappears(director_page, browser, server):
    results_screen(director_page)
    with watched_page(browser, server.address) as page:
        page.goto(f"{SOURCE}popups/")
        shown = page.locator("[data-item]:visible")
        expect(shown).to_have_count(0)
        enter_result(director_page, "2 500 300")
        expect(shown).to_contain_text("New high game", timeout=SOON)
        expect(shown).to_have_count(0, timeout=SOON)
