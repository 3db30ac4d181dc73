"""Games with any tiles on any board, from the empty form: by keyboard alone at the desk, by touch on a phone."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import log_in
from tests.browser.test_score_pad import totals

NAMES = ("Who begins", "Second", "Third", "Fourth")


@dataclass(frozen=True)
class Typed:
    """What is chosen and typed of a game, and the totals it comes to; the scores were reckoned by hand."""

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


def recorded(page: Page, game: Typed) -> None:
    """Every line is on the sheet with its total, and nothing differs."""
    expect(page.locator(f"#turn-{len(game.lines)}")).to_be_attached()
    assert totals(page) == list(game.totals)
    expect(page.locator("s.announced")).to_have_count(0)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_recorded_by_keyboard_alone(director_page: Page, key, picture):
    page, game = director_page, GAMES[key]
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
        page.keyboard.type(line.lower())
        page.keyboard.press("Enter")
        expect(page.locator(f"#turn-{number}")).to_be_attached()
    recorded(page, game)
    picture(page, f"keyboard-{key}")


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_recorded_by_touch(phone_page: Page, key, fits_its_width, picture):
    page, game = phone_page, GAMES[key]
    log_in(page)
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
    picture(page, f"touch-{key}")
