"""The hall in real browsers: two screens through a round, and a clock that is right on a phone with a wrong clock."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_results import enter, results_screen
from tests.browser.windows import watched_page

pytestmark = pytest.mark.full

ROOM = "/events/harbour-club/room/"
DESK = "/events/harbour-club/a/"
SOON = 20_000
"""Milliseconds to wait for news on a screen. It polls every 3 s, and the test computer may be busy."""
LARGE = {"width": 1920, "height": 1080}
THREE_HOURS = 3 * 60 * 60 * 1000
WRONG_CLOCK = f"""
  const RealDate = Date;
  window.Date = class extends RealDate {{
    constructor(...given) {{ if (given.length) super(...given); else super(RealDate.now() + {THREE_HOURS}); }}
    static now() {{ return RealDate.now() + {THREE_HOURS}; }}
  }};
"""


@pytest.fixture
def walls(browser: Browser, server) -> Iterator[tuple[Page, Page]]:
    """Yield two large screens that are not logged in."""
    with (
        watched_page(browser, server.address, viewport=LARGE) as one,
        watched_page(browser, server.address, viewport=LARGE) as other,
    ):
        yield one, other


def take(director: Page, number: int, name: str, *shows: str, light: bool = False) -> None:
    """Choose the content of a waiting screen at the desk."""
    director.goto(ROOM)
    director.get_by_role("link", name=f"Choose what screen {number} shows").click()
    director.get_by_role("textbox", name="Name").fill(name)
    director.get_by_label("Only the items ticked below").check()
    for box in director.locator("[name=shows]").all():
        box.set_checked(box.get_attribute("value") in shows)
    director.get_by_label("Seconds per page").fill("3")
    if light:
        director.get_by_label("Light", exact=True).check()
    director.get_by_role("button", name="Show on this screen").click()
    expect(director.get_by_role("status").first).to_contain_text("have been saved")


def names_on(wall: Page) -> set[str]:
    """Return the names in a list of pairings that are visible without scrolling."""
    root = "document.documentElement"
    assert wall.evaluate(f"{root}.scrollHeight - {root}.clientHeight") <= 0
    rows = wall.locator("[data-row]:visible td:not(.num)")
    return {text for text in rows.all_inner_texts() if text}


def test_two_screens_follow_a_round(director_page, walls, axe_problems, fits_its_width):
    results_screen(director_page)
    results = director_page.url
    for number, wall in enumerate(walls, 1):
        wall.goto("/screen/")
        wall.wait_for_url(f"**/screen/{number}/")
    door, stage = walls
    take(director_page, 1, "Door", "pairings", "clock", "notices")
    take(director_page, 2, "Stage", "standings", light=True)
    director_page.goto(f"{ROOM}screens/1/")
    assert axe_problems(director_page) == []
    director_page.goto(ROOM)
    assert axe_problems(director_page) == []
    director_page.set_viewport_size({"width": 360, "height": 740})
    assert fits_its_width(director_page)
    director_page.set_viewport_size({"width": 1280, "height": 800})

    expect(door.locator("h1:visible")).to_contain_text("Round 1", timeout=SOON)
    seen: set[str] = set()
    for _ in range(60):
        seen |= names_on(door)
        if len(seen) == 30:
            break
        door.wait_for_timeout(250)
    assert len(seen) == 30  # every name in full, on as many pages as needed

    director_page.goto(results)
    enter(director_page, "1 402 380")
    expect(stage.locator("h1:visible")).to_contain_text(
        "Standings, round 1 under way", timeout=SOON
    )
    expect(door.locator("[data-list]")).to_contain_text("402–380", timeout=SOON)

    door.context.set_offline(True)
    expect(door.locator(".screen-away")).to_contain_text("has not responded", timeout=SOON)
    assert names_on(door)  # it keeps showing the last data
    director_page.goto(results)
    enter(director_page, "2 411 377")
    door.context.set_offline(False)
    expect(door.locator(".screen-away")).not_to_be_visible(timeout=SOON)
    expect(door.locator("[data-list]")).to_contain_text("411–377", timeout=SOON)


def content(version: str, *keys: str) -> str:
    """Return the content of a screen with these lists, each shown for one second."""
    sections = "".join(f'<section data-list="{key}"><h1>{key}</h1></section>' for key in keys)
    return f'<div id="screen-lists" data-version="{version}" data-pace="1">{sections}</div>'


def test_new_winners_come_before_the_lists_that_give_them_away(walls):
    wall = walls[0]
    frame = '<main data-screen data-ask="/lists/">{}</main><p class="screen-away"></p>'
    frame += '<script type="module" src="/static/tournament/screen.js"></script>'
    page = frame.format(content("1", "standings-b"))
    after_winners = ["standings-a", "standings-b", "prizes"]
    after = content("2", "winners-a-2", "winners-a-1", *after_winners)
    wall.route("**/wall/", lambda route: route.fulfill(content_type="text/html", body=page))
    wall.route("**/lists/*", lambda route: route.fulfill(body=after))
    wall.goto("/wall/")
    shown = wall.wait_for_function(
        """() => {
          window.shown ||= [];
          const { list } = document.querySelector("[data-list]:not([hidden])").dataset;
          if (list !== window.shown.at(-1)) window.shown.push(list);
          return list === "prizes" && window.shown;
        }"""
    ).json_value()
    assert shown == ["standings-b", "winners-a-2", "winners-a-1", *after_winners]


def seconds(page: Page) -> int:
    """Return the time that the clock shows, in seconds."""
    expect(page.locator("[data-clock-time]:visible")).to_have_text(
        re.compile(r"^\d+:\d\d$"), timeout=SOON
    )
    minutes, rest = page.inner_text("[data-clock-time]:visible").split(":")
    return 60 * int(minutes) + int(rest)


def test_clock_is_right_on_a_phone_three_hours_fast(director_page, phone_page, walls, axe_problems):
    results_screen(director_page)
    wall = walls[0]
    wall.goto("/screen/")
    wall.wait_for_url("**/screen/1/")
    take(director_page, 1, "Clock", "clock", "notices")
    phone_page.add_init_script(WRONG_CLOCK)
    director_page.goto(DESK)
    with director_page.expect_navigation():
        director_page.get_by_role("button", name="Start the clock: 50 minutes").click()
    phone_page.goto("/hall/harbour-club/")
    assert phone_page.evaluate("Date.now()") - director_page.evaluate("Date.now()") > 10_000_000
    for page in (phone_page, wall):
        assert abs(seconds(page) - seconds(director_page)) <= 5
    assert seconds(director_page) <= 3000
    assert axe_problems(director_page) == []

    director_page.get_by_role("button", name="Pause the clock").click()
    expect(director_page.get_by_role("timer")).to_contain_text("Paused")
    left = seconds(director_page)
    for page in (wall, phone_page):
        expect(page.get_by_role("timer")).to_contain_text("Paused", timeout=SOON)
        assert seconds(page) == left
    director_page.get_by_role("button", name="Resume the clock").click()
    expect(phone_page.get_by_role("timer")).not_to_contain_text("Paused", timeout=SOON)
    assert left - 40 <= seconds(phone_page) <= left
