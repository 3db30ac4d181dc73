"""Games with any tiles on any board, from the empty form: by keyboard at the desk, and by touch on a phone."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_score_pad import totals

pytestmark = pytest.mark.full


@dataclass(frozen=True)
class Typed:
    """The choices and lines of a game, and its totals, computed by hand."""

    lines: tuple[str, ...]
    totals: tuple[int, ...]
    rules: str = "WESPA"
    tiles: str = ""
    board: str = ""
    people: tuple[str, ...] = ("Ann Baker", "Ben Okafor")

    def choices(self):
        """Return the fields for the choices, in the order of the form."""
        return (("Rules", self.rules), ("Tiles", self.tiles), ("Board", self.board))

    def is_recorded(self, page: Page) -> None:
        """Check that every line is on the sheet with its total, without differences."""
        expect(page.locator(f"#turn-{len(self.lines)}")).to_be_attached()
        assert totals(page) == list(self.totals)
        expect(page.locator("s.announced")).to_have_count(0)


GAMES = {
    "several letters": Typed(("8F [CH]ICO 20", "F8 [CH]A 6"), (20, 6), "Spanish"),
    "special capital": Typed(("8F İĞNE 22", "F8 İŞ 5"), (22, 5), tiles="Turkish"),
    "board of 21": Typed(
        ("11I FAKE 22", "L11 ET 3"), (22, 3), "WESPA", "English, super board", "Super board, 21 x 21"
    ),
    "four players": Typed(
        ("8H LOFTY 30", "7I LOAM 24", "-", "-ABC"),
        (30, 24, 0, 0),
        "Box rules, elsewhere",
        people=("Ann Baker", "Ben Okafor", "Cem Aydin", "Dai Jones"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_game_is_recorded_by_keyboard_alone(director_page: Page, game):
    page = director_page
    page.goto("/games/new/")
    expect(page.get_by_label("Who begins")).to_be_focused()
    for name in (*game.people, "", "")[:4]:
        page.keyboard.type(name)
        page.keyboard.press("Tab")
    for label, choice in game.choices():
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
    game.is_recorded(page)


@pytest.mark.parametrize("game", [GAMES["board of 21"], GAMES["four players"]])
def test_widest_games_are_recorded_by_touch(director_phone: Page, game, fits_its_width):
    page = director_phone
    page.goto("/games/new/")
    for label, name in zip(("Who begins", "Second", "Third", "Fourth"), game.people, strict=False):
        page.get_by_label(label).tap()
        page.keyboard.insert_text(name)
    for label, choice in game.choices():
        if choice:
            page.get_by_label(label).select_option(label=choice)
    with page.expect_navigation():
        page.get_by_role("button", name="Open the score pad").tap()
    for number, line in enumerate(game.lines, 1):
        page.locator("#line").tap()
        page.keyboard.insert_text(line)
        page.get_by_role("button", name="Enter", exact=True).tap()
        expect(page.locator(f"#turn-{number}")).to_be_attached()
    game.is_recorded(page)
    assert fits_its_width(page)
