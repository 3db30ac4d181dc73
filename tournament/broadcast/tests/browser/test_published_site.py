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


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_site_is_read_from_a_folder(browser, folder, colours, picture):
    start = folder.as_uri()

    def look(name: str) -> None:
        picture(page, f"published-{name}-{colours}")
        ink = page.evaluate("getComputedStyle(document.body).color")
        light = [int(part) > 127 for part in re.findall(r"\d+", ink)[:3]]
        assert light == [colours == "dark"] * 3, name

    def to(place: str, heading: str | re.Pattern[str]) -> None:
        page.get_by_role("navigation", name="Places").get_by_role("link", name=place).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)

    with watched_page(browser, start, color_scheme=colours) as page:
        page.goto(f"{start}/index.html")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        look("first")
        to("Pairings", re.compile("Round 1|Pairings"))
        expect(page.locator("tbody tr")).to_have_count(15)
        look("pairings")
        to("Standings", re.compile("Standings"))
        expect(page.locator("main")).to_contain_text("+200")
        look("standings")
        page.get_by_role("link", name="Cross-table").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Cross-table")
        look("cross-table")
        to("Players", "Players")
        page.locator("main a").filter(has_text="Berg").filter(has_text="Ada").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Ada Berg")
        look("player")
        to("Games", re.compile("Games"))
        page.get_by_role("link", name=re.compile("Highlights")).first.click()
        expect(page.locator("main")).to_contain_text("500–300")
        look("highlights")
        to("More", "More")
        look("more")


def test_nothing_on_the_site_hinders_who_cannot_see(
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
            if on_page := axe_problems(page) + pale_in_the_dark(page, "published"):
                problems[place] = on_page
    assert problems == {}


def test_a_game_is_stepped_through_from_a_folder(browser, folder, picture):
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
        picture(page, "published-game")
        page.goto(f"{start}/more/papers/index.html")
        papers = page.locator("main a").evaluate_all("links => links.map(link => link.href)")
        assert [paper for paper in papers if paper.endswith(".pdf")]
        for paper in papers:
            assert (folder / paper.removeprefix(f"{start}/")).is_file(), paper
        assert (folder / "tourney.js").is_file()
        for private in ("/login/", "<form", "csrf"):
            assert not [file for file in folder.rglob("*.html") if private in file.read_text()]
