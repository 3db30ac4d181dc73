"""The line of the results page while the server is slow or down: typing continues, and nothing is lost."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_results import results_screen
from tests.installation import Server, running


@pytest.fixture
def results_page(bare_page: Page) -> Page:
    """Return the results page of a round of fifteen boards."""
    bare_page.goto("/")
    results_screen(bare_page)
    return bare_page


def type_and_enter(page: Page, *lines: str) -> None:
    """Type lines one after the other without waiting."""
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")


def row(page: Page, board: int):
    return page.locator(".boards tbody tr").filter(
        has=page.get_by_role("link", name=f"Board {board}", exact=True)
    )


def test_typing_faster_than_the_server_loses_no_result(results_page: Page):
    page = results_page
    line, confirmation = page.locator("[name=line]"), page.locator(".confirmation")
    slow = {"offline": False, "latency": 700, "downloadThroughput": -1, "uploadThroughput": -1}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", slow)
    type_and_enter(page, "1 401 349", "2 402 38", "3 403 347", "4 4o4 346", "5 405 345")
    page.keyboard.type("6 40")
    expect(confirmation).to_contain_text("Waiting: ")
    expect(row(page, 5)).to_contain_text("405")
    expect(line).to_have_value("6 40")
    page.keyboard.type("6 344")
    expect(confirmation.locator("li")).to_contain_text(["2 402 38", "4 4o4 346"])
    page.keyboard.press("Enter")
    expect(row(page, 6)).to_contain_text("406")
    expect(line).to_have_value("2 402 38")
    page.keyboard.press("Enter")
    expect(confirmation).to_contain_text("A score of 38 is unusual.")
    page.keyboard.press("Enter")
    expect(row(page, 2)).to_contain_text("38")
    expect(line).to_have_value("4 4o4 346")
    expect(page.locator(".still-missing")).to_contain_text("10 missing")


def test_results_entered_while_the_server_is_down_are_sent_later(
    results_page: Page, server: Server
):
    page = results_page
    line, confirmation = page.locator("[name=line]"), page.locator(".confirmation")
    server.process.kill()
    server.process.wait()
    type_and_enter(page, "1 401 349")
    expect(confirmation.get_by_role("alert")).to_contain_text(
        "The server is not responding. Keep typing"
    )
    type_and_enter(page, "2 402 348", "3 403 374")
    expect(confirmation).to_contain_text("Waiting: 1 401 349 / 2 402 348 / 3 403 374")
    page.keyboard.press("Control+z")
    expect(line).to_have_value("3 403 374")
    for _ in "74":
        page.keyboard.press("Backspace")
    type_and_enter(page, "47")
    page.keyboard.type("4 40")
    with running(server.installation, port=server.address.rpartition(":")[2]):
        for board in (1, 2, 3):
            expect(row(page, board)).to_contain_text(f"40{board}")
        expect(row(page, 3)).to_contain_text("347")
        expect(confirmation.get_by_role("alert")).to_have_count(0)
        expect(line).to_have_value("4 40")
        type_and_enter(page, "4 346")
        expect(page.locator(".still-missing")).to_contain_text("11 missing")


@pytest.mark.full
def test_queued_results_survive_a_reload_and_an_expired_log_in(results_page: Page):
    page = results_page
    line = page.locator("[name=line]")
    page.route("**/line/", lambda route: route.abort())
    type_and_enter(page, "1 401 349", "2 402 348")
    page.keyboard.type("3 40")
    expect(page.locator(".confirmation")).to_contain_text("Waiting: 1 401 349 / 2 402 348")
    page.reload()
    expect(line).to_have_value("1 401 349")
    expect(page.locator(".confirmation li").nth(1)).to_contain_text("3 40")
    page.unroute("**/line/")
    page.context.clear_cookies(name="ninetimer_session")
    page.keyboard.press("Enter")
    page.get_by_label("Name").fill("director")
    page.get_by_label("Password").fill("double-double")
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Send now").click()
    expect(row(page, 1)).to_contain_text("401")
    expect(line).to_have_value("1 401 349")
    page.keyboard.press("Enter")  # the same result again changes nothing
    expect(line).to_have_value("2 402 348")
    page.keyboard.press("Enter")
    expect(row(page, 2)).to_contain_text("402")
    expect(line).to_have_value("3 40")


def test_scores_are_typed_in_place_and_link_to_their_correction(results_page: Page):
    page = results_page
    row(page, 3).locator(".score-one").click()
    page.keyboard.type("402")
    page.keyboard.press("Enter")  # the other result is missing
    page.keyboard.type("380")
    page.keyboard.press("Enter")
    expect(row(page, 3).locator(".state-cell")).to_contain_text("+22")
    expect(page.locator("[name=line]")).to_be_focused()
    row(page, 3).locator(".score-two").click()
    page.wait_for_url("**/boards/3/")


@pytest.mark.full
def test_set_aside_line_is_dropped_by_its_button(results_page: Page):
    page = results_page
    type_and_enter(page, "99 400 300", "98 401 301", "1 402 302")
    expect(row(page, 1).locator(".state-cell")).to_contain_text("+100")  # no line is under way
    aside = page.locator("#confirmation li")
    expect(aside.first).to_contain_text("not yet entered")
    count = aside.count()
    page.get_by_role("button", name="Discard").first.click()
    expect(aside).to_have_count(count - 1)
