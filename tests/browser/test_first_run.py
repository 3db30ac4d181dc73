"""From three questions to a published first round, with the check-in in between, by keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser.shared_server import let_in
from tests.browser.test_desk import press

PLAYERS = "Lopez, Ana 1800\nBen Okafor 1500\nZoë Müller\nDai Jones 1200\nEve Stone\nNo1"


def begin(page):
    """Answer the three questions of a new event by keyboard."""
    page.goto("/events/new/")
    page.keyboard.type("Thursday")
    page.get_by_label("Players, one per line").focus()
    page.keyboard.insert_text(PLAYERS)
    press(page, "button", "Create event")


def test_three_questions_lead_to_a_first_round_and_tick_the_checklist(
    director_page, axe_problems, phone_page, fits_its_width
):
    page = director_page
    begin(page)
    assert axe_problems(page) == []
    press(page, "button", "Create event anyway")
    tasks = page.locator("#desk-panel section", has=page.get_by_text("First steps"))
    assert axe_problems(page) == []
    press(page, "button", "Publish round 1")
    expect(tasks.locator(".mark-ok").filter(has_text="Round 1 published")).to_have_count(1)
    let_in(phone_page)
    phone_page.goto("/events/new/")
    assert fits_its_width(phone_page)


@pytest.mark.full
def test_door_check_ins_reach_the_desk_and_a_lost_server_is_reported(director_page, bare_page):
    page, phone_page = director_page, bare_page
    begin(page)
    press(page, "button", "Create event anyway")
    phone_page.goto("/events/thursday/check-in/")
    page.goto("/events/thursday/check-in/")
    page.keyboard.type("zo")
    expect(page.locator("table.list tbody tr")).to_have_count(1)
    with phone_page.expect_navigation():
        phone_page.locator("button.check-in-row", has_text="Zoë").click()
    expect(page.locator("#check-in-list")).to_contain_text("1 here.", timeout=15_000)
    expect(page.locator("#find")).to_have_value("zo")
    phone_page.context.set_offline(True)
    expect(phone_page.locator(".no-server")).to_contain_text("has not responded", timeout=15_000)
    phone_page.context.set_offline(False)
    expect(phone_page.locator(".no-server")).to_be_hidden(timeout=15_000)


@pytest.mark.full
def test_names_are_listed_beside_the_form_as_they_are_parsed(director_page):
    page = director_page
    page.goto("/events/new/")
    page.get_by_label("Players, one per line").fill("Ana Lopez 1500\n\nDivision B:\nOkafor, Ben\n")
    expect(page.locator("#new-players li")).to_have_text(["Ana Lopez 1500", "Ben Okafor "])
    expect(page.locator("#new-players h3")).to_have_text(["Division A", "Division B"])
    page.get_by_label("Rules").select_option("wespa")
    assert page.locator("[data-rules]:visible").get_attribute("data-rules") == "wespa"
    edges = {
        name: round(page.get_by_role("heading", name=name).bounding_box()["x"])
        for name in ("1. What is it called?", "3. Who plays?", "Players as read")
    }
    assert sorted(edges.values()) == list(edges.values())
    assert len(set(edges.values())) == 3
