"""Games with any tiles on any board, from the empty form: by keyboard at the desk, the widest by touch
on a phone.
"""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.shared_server import let_in
from tests.browser.test_score_pad import totals

pytestmark = pytest.mark.full

NAMES = ("Who begins", "Second", "Third", "Fourth")


@dataclass(frozen=True)
class Typed:
    """The choices and lines of a game, and its totals, computed by hand."""

    rules: str
    lines: tuple[str, ...]
    totals: tuple[int, ...]
    tiles: str = ""
    board: str = ""
    people: tuple[str, ...] = ("Ann Baker", "Ben Okafor")


GAMES = {
    "french": Typed("WESPA", ("8F KIWI 44", "G8 ILE 4"), (44, 4), tiles="French"),
    "spanish": Typed("Spanish", ("8F [CH]ICO 20", "F8 [CH]A 6"), (20, 6)),
    "board of 21": Typed(
        "WESPA", ("11I FAKE 22", "L11 ET 3"), (22, 3), "English, super board", "Super board, 21 x 21"
    ),
    "four players": Typed(
        "Box rules, elsewhere",
        ("8H LOFTY 30", "7I LOAM 24", "-", "-ABC"),
        (30, 24, 0, 0),
        people=("Ann Baker", "Ben Okafor", "Cem Aydin", "Dai Jones"),
    ),
}  # fmt: skip

OTHER_TILES = {
    "Catalan": Typed("WESPA", ("8F CE[L·L]A 28", "F8 CA 3"), (28, 3), "Catalan"),
    "German": Typed("WESPA", ("8F ÖLIG 26", "F8 ÖD 9"), (26, 9), "German"),
    "Greek": Typed("WESPA", ("8F ΨΩΜΙ 34", "F8 ΨΙ 11"), (34, 11), "Greek"),
    "Polish": Typed("WESPA", ("8F ŻÓŁW 28", "F8 ŻE 6"), (28, 6), "Polish"),
    "Turkish": Typed("WESPA", ("8F İĞNE 22", "F8 İŞ 5"), (22, 5), "Turkish"),
}
"""Short games with tiles of several letters, accents, a special capital (İ), and another alphabet."""
WIDE = ("board of 21", "four players")
"""Games too wide for a phone. Typing is parsed as at the desk."""


def recorded(page: Page, game: Typed) -> None:
    """Check that every line is on the sheet with its total, without differences."""
    expect(page.locator(f"#turn-{len(game.lines)}")).to_be_attached()
    assert totals(page) == list(game.totals)
    expect(page.locator("s.announced")).to_have_count(0)


@pytest.mark.parametrize("key", GAMES | OTHER_TILES)
def test_game_is_recorded_by_keyboard_alone(director_page: Page, key):
    page, game = director_page, (GAMES | OTHER_TILES)[key]
    page.goto("/games/new/")
    expect(page.get_by_label("Who begins")).to_be_focused()
    for name in (*game.people, "", "")[:4]:
        page.keyboard.type(name)
        page.keyboard.press("Tab")
    for label, choice in (("Rules", game.rules), ("Tiles", game.tiles), ("Board", game.board)):
        expect(page.get_by_label(label)).to_be_focused()
        if choice:
            page.keyboard.type(choice)
            chosen = page.get_by_label(label).locator("option:checked")
            expect(chosen).to_have_text(choice)
        page.keyboard.press("Tab")
    page.keyboard.press("Tab")  # no word list
    with page.expect_navigation():
        page.keyboard.press("Enter")
    for number, line in enumerate(game.lines, 1):
        page.keyboard.type(line if "İ" in line else line.lower())  # i is not the lower case of İ
        page.keyboard.press("Enter")
        expect(page.locator(f"#turn-{number}")).to_be_attached()
    recorded(page, game)


@pytest.mark.parametrize("key", WIDE)
def test_game_is_recorded_by_touch(phone_page: Page, key, fits_its_width):
    page, game = phone_page, GAMES[key]
    let_in(page)
    page.goto("/games/new/")
    for label, name in zip(NAMES, game.people, strict=False):
        page.get_by_label(label).tap()
        page.keyboard.insert_text(name)
    for label, choice in (("Rules", game.rules), ("Tiles", game.tiles), ("Board", game.board)):
        if choice:
            page.get_by_label(label).select_option(label=choice)
    with page.expect_navigation():
        page.get_by_role("button", name="Open the score pad").tap()
    for number, line in enumerate(game.lines, 1):
        page.locator("#line").tap()
        page.keyboard.insert_text(line)
        page.get_by_role("button", name="Enter", exact=True).tap()
        expect(page.locator(f"#turn-{number}")).to_be_attached()
    recorded(page, game)
    assert fits_its_width(page)
