"""Recorded games typed whole through the real page: the scores at the end are those of the record."""

from collections.abc import Sequence
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from scoring.engine.board.squares import Coordinate, Direction
from scoring.engine.game.turns import Kind
from tests.browser.recorded_games import CHOSEN, TypedGame, recorded_games
from tests.browser.shared_server import let_in
from tests.browser.test_board_typing import click_square
from tests.browser.test_score_pad import enter, open_game, totals

pytestmark = pytest.mark.full

BRIEFLY = [1]
"""Typed by the gate: it has exchanges and a phony taken back. The first, which has a pass and a nine-timer too, is laid
with a finger; `make long` types all of them."""


def finish(page: Page, game: TypedGame, *, by_mouse: bool = False) -> None:
    """Let the last play be accepted, and hold the sheet to the record."""
    button = page.get_by_role("button", name="The play is accepted: finish")
    if by_mouse:
        button.click()
    else:
        button.press("Enter")
    expect(page.get_by_role("heading", name="wins by")).to_be_visible()
    assert totals(page) == list(game.finals), game.name


@pytest.mark.parametrize(
    "places", [BRIEFLY, pytest.param(range(len(CHOSEN)), marks=pytest.mark.long)], ids=len
)
def test_recorded_games_are_typed_whole_by_keyboard(director_page: Page, places: Sequence[int]):
    games = recorded_games(len(CHOSEN))
    for game in (games[at] for at in places):
        open_game(director_page, *game.players)
        for turn, line in enumerate(game.lines, 1):
            enter(director_page, line, turn)
        finish(director_page, game)
        for paper in ("A4", "Letter"):
            printed = PdfReader(BytesIO(director_page.pdf(format=paper)))
            assert len(printed.pages) == 1, f"{game.name} on {paper}"


def lay(page: Page, coordinate: str, tiles: tuple[str, ...]) -> None:
    """Click the square of the first tile that is laid, turn if need be, and type only what is laid."""
    start = Coordinate.parse(coordinate)
    down = start.direction is Direction.DOWN
    skipped = next(at for at, tile in enumerate(tiles) if tile != ".")
    row = start.square.row + (skipped if down else 0)
    column = start.square.column + (0 if down else skipped)
    square = f"{row}{chr(64 + column)}"
    click_square(page, square)
    if page.locator("#line").input_value()[0].isalpha() is not down:
        click_square(page, square)
    for tile in tiles:
        if tile != ".":
            page.keyboard.press(f"Shift+{tile}" if tile.islower() else tile.lower())


def test_a_recorded_game_is_laid_with_a_finger_on_a_phone(phone_page: Page, picture):
    page, game = phone_page, recorded_games(1)[0]
    let_in(page)
    open_game(page, *game.players)
    for number, (turn, line) in enumerate(zip(game.turns, game.lines, strict=True), 1):
        if turn.kind is Kind.PLAY:
            lay(page, turn.coordinate, tuple(turn.tiles))
            page.keyboard.type(str(turn.announced))
        elif turn.kind is Kind.PASS:
            page.get_by_role("button", name="Pass").click()
        else:
            page.get_by_role("button", name="Exchange").click()
            page.keyboard.type(line[1:])
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.locator(f"#turn-{number}")).to_be_attached()
    finish(page, game, by_mouse=True)
    picture(page, "sample-phone")
