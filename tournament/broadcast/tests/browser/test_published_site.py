"""A published site opened from a folder without a server, in light and dark mode."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.test_results import enter as enter_result
from tests.browser.test_score_pad import enter
from tests.browser.windows import watched_page
from tournament.broadcast.tests.browser.test_live_boards import EVENT, record_a_game

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """Return the folder of the site, which is published once for all tests."""
    return tmp_path_factory.mktemp("published") / "site"


@pytest.fixture
def folder(site: Path, request):
    """Publish an event with one round: a recorded game and a result."""
    if not site.exists():
        page, server = (request.getfixturevalue(name) for name in ("director_page", "server"))
        record_a_game(page)
        enter(page, "K7 H.N 6", 2)
        page.goto(f"{EVENT}a/results/?round=1")
        enter_result(page, "2 500 300")
        server.installation.manage("publish", "harbour-club", "--to", str(site))
    return site


def test_every_page_is_readable_from_a_folder_in_both_themes(
    browser, folder, axe_problems, pale_in_the_dark
):
    """One page of each kind, and the first few of players, games, turns and rounds."""
    kinds: dict[str, str] = {}
    for file in sorted(folder.rglob("*.html")):
        place = file.relative_to(folder).as_posix()
        kinds.setdefault(re.sub(r"\d+", "0", place), place)
    assert len(kinds) > 15
    problems = {}
    with watched_page(browser, folder.as_uri()) as page:
        for place in kinds.values():
            page.goto(f"{folder.as_uri()}/{place}")
            if on_page := axe_problems(page) + pale_in_the_dark(page):
                problems[place] = on_page
            page.emulate_media(color_scheme="dark")
            ink = page.evaluate("getComputedStyle(document.body).color")
            assert [int(part) > 127 for part in re.findall(r"\d+", ink)[:3]] == [True] * 3, place
            page.emulate_media(color_scheme="light")
    assert problems == {}


def test_game_is_stepped_through_from_a_folder(browser, folder):
    start = folder.as_uri()
    with watched_page(browser, start) as page:
        page.goto(f"{start}/a/games/1/1/index.html")
        shown = page.locator(".now:visible")
        expect(shown).to_contain_text("Turn 2")
        shown.get_by_role("link", name="Back").click()
        expect(shown).to_contain_text("Turn 1")
        expect(shown).to_contain_text("26")
        shown.get_by_role("link", name="Start").click()
        expect(shown).to_contain_text("The board before the first turn.")
