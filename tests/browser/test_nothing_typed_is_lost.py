"""Reloads, a server that is stopped or killed, an expired log-in: typed text is kept."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_score_pad import enter, open_game, type_line
from tests.browser.windows import new_page
from tests.installation import Server, running

pytestmark = pytest.mark.full


def test_half_typed_line_survives_a_reload_and_stays_in_its_tab(director_page: Page):
    page = director_page
    open_game(page)
    enter(page, "8H ZONE 26", 1)
    type_line(page, "9G EAr 1")
    page.reload()
    line = page.locator("#line")
    expect(line).to_have_value("9g EAr 1")
    expect(page.locator("#preview")).to_contain_text("EAr")
    other = new_page(page.context)
    other.goto(page.url)
    expect(other.locator("figure.takes-clicks")).to_be_visible()
    expect(other.locator("#line")).to_have_value("")
    other.close()
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    expect(page.locator("#turn-2")).to_contain_text("EAr")
    page.reload()
    expect(line).to_have_value("")


def test_half_typed_correction_survives_a_reload_and_a_lost_network(bare_page: Page):
    page = bare_page
    open_game(page)
    enter(page, "8H ZONE 25", 1)
    with page.expect_navigation():
        page.get_by_role("button", name="Correct typing error in turn 1").click()
    line = page.get_by_role("textbox", name="Correct turn 1")
    expect(line).to_have_value("8H ZONE 25")
    page.keyboard.press("Backspace")
    page.keyboard.type("6")
    page.reload()
    expect(line).to_have_value("8H ZONE 26")
    page.context.set_offline(True)
    line.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("The server is not responding.")
    expect(line).to_have_value("8H ZONE 26")
    page.context.set_offline(False)
    line.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("Turn 1 has been corrected.")
    page.get_by_role("link", name="Turn 1: show the board after it").click()
    page.get_by_role("button", name="Correct turn 1").click()
    expect(line).to_have_value("8H ZONE 26")


def test_line_entered_while_the_server_is_down_is_sent_later(bare_page: Page):
    page = bare_page
    open_game(page)
    page.route("**/games/**", lambda route: route.abort())
    enter(page, "8H ZONE 26")
    expect(page.get_by_role("alert")).to_contain_text("The server is not responding. Keep typing")
    preview = page.locator("#preview")
    expect(preview).to_contain_text("Waiting: 8h ZONE 26")
    enter(page, "9G EAR 91")
    expect(preview).to_contain_text("Waiting: 8h ZONE 26 / 9g EAR 91")
    page.keyboard.press("Control+z")
    expect(page.locator("#line")).to_have_value("9g EAR 91")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("19")
    page.keyboard.press("Enter")
    expect(preview).to_contain_text("Waiting: 8h ZONE 26 / 9g EAR 19")
    type_line(page, "-AB")
    page.unroute("**/games/**")
    expect(page.locator("#turn-1")).to_contain_text("ZONE")
    expect(page.locator("#turn-2")).to_contain_text("EAR")
    expect(page.locator("#line")).to_have_value("-ab")
    expect(preview).to_contain_text("Ann Baker exchanges AB")


def test_server_killed_before_answering_records_a_turn_once(bare_page: Page, server: Server):
    page = bare_page
    open_game(page)
    enter(page, "8H ZONE 26", 1)

    def arrive_without_answer(route):
        route.fetch()  # the server has recorded it
        server.process.kill()
        server.process.wait()
        route.abort()

    page.route("**/turns/", arrive_without_answer)
    enter(page, "9G EAR 19")
    expect(page.get_by_role("alert")).to_contain_text("The server is not responding.")
    page.unroute("**/turns/")
    port = server.address.rpartition(":")[2]
    with running(server.installation, port=port):
        expect(page.locator("#turn-2")).to_contain_text("EAR")
        expect(page.locator("#line")).to_have_value("")
        type_line(page, "-ABC")
        page.keyboard.press("Enter")
        expect(page.locator("#turn-3")).to_contain_text("exchanged ABC")
    expect(page.locator("tbody[id^=turn-]")).to_have_count(3)


def test_sheet_typed_in_a_dispute_survives_an_expired_log_in(director_page: Page):
    page = director_page
    open_game(page)
    enter(page, "8H ZONE 26", 1)
    with page.expect_navigation():
        page.get_by_role("link", name="Settle a dispute").first.click()
    column = page.get_by_label("Ann Baker’s column on Ann Baker’s sheet")
    column.fill("36")
    page.reload()
    expect(column).to_have_value("36")
    page.context.clear_cookies(name="ninetimer_session")
    page.get_by_role("button", name="Compare").click()
    page.get_by_label("Name").fill("director")
    page.get_by_label("Password").fill("double-double")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your entry is still here")
    page.get_by_role("button", name="Send now").click()
    expect(page.get_by_role("region", name="The turns of Ann Baker")).to_contain_text("36")
    expect(column).to_have_value("36")
    expect(page.get_by_text("The text you typed here and did not send")).not_to_be_attached()


def test_finishing_without_network_is_reported_and_works_later(bare_page: Page, put_on_sheet):
    page = bare_page
    open_game(page)
    put_on_sheet(page, ["8H ZONE 26", *["-"] * 6, "1: rack A", "2: rack E"])
    finish = page.get_by_role("button", name="Finish the game")
    expect(finish).to_be_visible()
    page.context.set_offline(True)
    finish.click()
    finish.click()
    expect(page.get_by_text("The server is not responding. Nothing was changed")).to_have_count(1)
    expect(page.locator("#turn-1")).to_contain_text("ZONE")
    page.context.set_offline(False)
    with page.expect_navigation():
        finish.click()
    expect(page.get_by_role("button", name="Both players have signed the slip")).to_be_visible()
