"""The desk: a first event by keyboard, the panel beside pages, forty boards, an undo that needs a reason."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.shared_server import act, open_event

pytestmark = pytest.mark.full

ANSWERED = ",".join(f"form[data-state={state}]" for state in ("idle", "asking", "refused"))
"""The form of the line, idle."""
FOUR = """
event = create_event(director, name="Höchst Open", preset="club")
division = create_division(director, event, name="A")
names = ("Lindqvist, Zoë 1700", "O’Hare, Declan 1650", "Kask, Ülle", "Sobol, Marek 1500")
add_players(director, division, chr(10).join(names))
"""
PUBLISHED = "publish_round(director, draft_round_robin(director, division, accepted=True)[0])"


def press(page, role, name):
    """Focus a button or link and press Enter."""
    with page.expect_navigation():
        page.get_by_role(role, name=name, exact=True).first.press("Enter")


def enter_four(page):
    """Open a new division of four players."""
    open_event(page, "/events/hochst-open/a/", FOUR)


def make_event(page):
    """Open an event with a published first round of four players."""
    open_event(page, "/events/hochst-open/a/", FOUR + PUBLISHED)


def type_result(page, *figures):
    """Type board, score, score and Enter into the focused line; wait for the response."""
    page.keyboard.type(" ".join(map(str, figures)))
    with page.expect_response(lambda answer: answer.url.endswith("/results/")):
        page.keyboard.press("Enter")
    page.wait_for_selector(ANSWERED, state="attached")


def test_questioned_score_is_completed_by_typing_on(director_page):
    page = director_page
    make_event(page)
    type_result(page, 1, 402, 380)
    expect(page.locator("#confirmation")).to_contain_text("Zoë Lindqvist by 22.")
    type_result(page, 2, 310, 31)
    expect(page.get_by_role("alert")).to_contain_text("A score of 31 is unusual.")
    type_result(page, 1)
    expect(page.locator("#confirmation")).to_contain_text("Marek Sobol by 1.")
    press(page, "button", "Close round 1")


def test_wide_window_shows_recent_actions_beside_other_pages(director_page, axe_problems):
    page = director_page
    make_event(page)
    fetched = []
    page.on("request", lambda request: "/panel/" in request.url and fetched.append(request.url))
    standings = "/events/hochst-open/a/standings/"
    panel = page.get_by_role("complementary", name="Warnings and recent actions")
    page.set_viewport_size({"width": 1700, "height": 900})
    page.goto(standings)
    page.wait_for_load_state("networkidle")
    assert (panel.is_visible(), fetched) == (False, [])

    page.set_viewport_size({"width": 1920, "height": 900})
    with page.expect_response("**/panel/0/**") as answer:
        page.goto(standings, wait_until="commit")
        page.wait_for_selector("main h1")
        before = page.locator("main").bounding_box()
    assert answer.value.ok
    expect(panel).to_contain_text("Round 1 of division A published.")
    after = page.locator("main").bounding_box()
    assert (after["x"], after["width"]) == (before["x"], before["width"]), "nothing moves aside"
    assert axe_problems(page) == []
    page.emulate_media(media="print")
    expect(panel).to_be_hidden()
    page.emulate_media(media="screen")

    page.goto("/events/hochst-open/a/players/")
    page.locator("textarea").fill("Half, Typed")
    panel.get_by_role("button", name="Undo: Round 1 of division A published").press("Enter")
    expect(panel).to_contain_text("Undone: Round 1 of division A published.")
    expect(page.locator("textarea")).to_have_value("Half, Typed")
    page.goto(standings)
    with page.expect_navigation():
        panel.get_by_role("button", name=re.compile("^Undo: ")).first.press("Enter")
    assert page.url.endswith(standings)
    expect(page.locator(".messages")).to_contain_text("Undone: ")


def test_desk_is_announced_to_screen_readers(director_page):
    """The state of the round, missing results, what prevents closing, the line, every board."""
    page = director_page
    make_event(page)
    expect(page.locator("main")).to_match_aria_snapshot(
        """
        - heading "Division A, Round 1 Published" [level=1]
        - region "Next step":
          - list "Phases of the round":
            - listitem: Set up
            - listitem: Check in
            - listitem: Draft
            - listitem: Publish
            - listitem: Playing
            - listitem: Close
            - listitem: Finish
          - paragraph:
            - strong: "2 results missing:"
            - text: boards 1, 2. Zoë Lindqvist – Ülle Kask, Declan O'Hare – Marek Sobol
          - button "Close round 1" [disabled]
        - form "Enter a result":
          - text: Board, score, score
          - textbox "Board, score, score"
          - button "Enter result"
        - list "Boards of round 1":
          - listitem:
            - link /Board 1. .+ – .+/
            - text: /Missing/
          - listitem:
            - link /Board 2. .+ – .+/
            - text: /Missing/
        """
    )
    expect(page.get_by_role("button", name="Close round 1")).to_have_accessible_description(
        "2 results missing: boards 1, 2. Zoë Lindqvist – Ülle Kask, Declan O'Hare – Marek Sobol"
    )


def test_forty_boards_fit_without_scrolling(director_page, simulated):
    event = simulated("--players", "80", "--rounds", "2", "--stage", "paired")
    director_page.goto(f"/events/{event}/a/")
    boards = director_page.locator(".board-grid > li")
    expect(boards).to_have_count(40)
    last = boards.last.bounding_box()
    assert last["y"] + last["height"] <= 800
    director_page.set_viewport_size({"width": 1280, "height": 800})
    cut = boards.locator("bdi > span:first-child").evaluate_all(
        "names => names.filter(name => name.scrollWidth > name.clientWidth).map(name => name.textContent)"
    )
    assert cut == [], "every family name is read whole"
    line, grid = (
        director_page.locator(part).bounding_box() for part in (".line-and-button", ".board-grid")
    )
    assert line["y"] + line["height"] + 4 <= grid["y"], "the line does not touch the grid"
    director_page.set_viewport_size({"width": 360, "height": 740})
    badge = director_page.locator("#place-results .badge")
    shown = badge.evaluate("badge => getComputedStyle(badge, '::before').content")
    assert shown == '"40"'
    assert badge.inner_text() == "40 missing"


def test_undo_reason_field_is_focused_and_visible_below_the_bar(director_page):
    page = director_page
    make_event(page)
    type_result(page, 1, 402, 380)
    act("publish_round(Actor('somebody'), Round.objects.get(number=2))")
    page.set_viewport_size({"width": 1280, "height": 400})
    page.goto("/events/hochst-open/a/undo/")
    press(page, "button", re.compile("^Undo: Round 1, Board 1"))
    reason = page.get_by_label("Reason", exact=True)
    expect(reason).to_be_focused()
    expect(reason).to_have_accessible_description(
        re.compile("Give a reason for undoing the action.$")
    )
    bar = page.locator(".site-header").bounding_box()
    field = reason.bounding_box()
    assert bar["y"] + bar["height"] <= page.locator("#why-a-reason").bounding_box()["y"]
    assert bar["y"] + bar["height"] <= field["y"] <= 400 - field["height"]
    page.keyboard.type("so the letters r and s are no shortcuts")
    expect(reason).to_have_value("so the letters r and s are no shortcuts")


def test_lost_server_time_has_24_hours_in_any_language(director_page):
    page = director_page
    make_event(page)
    page.clock.set_fixed_time("2026-10-03T19:57:00")
    page.evaluate(
        "document.querySelector('[data-poll]').dispatchEvent(new Event('htmx:timeout', { bubbles: true }))"
    )
    expect(page.locator(".no-server")).to_contain_text("since 19:57.")
