"""A recorded game laid completely on the board of a phone reaches the final scores of the record."""

import pytest
from playwright.sync_api import Page, expect

from scoring import catalogue
from scoring.engine import gcg
from scoring.engine.board.squares import Coordinate, Direction
from scoring.engine.game.replay import replay
from scoring.engine.game.turns import TurnKind
from tests.browser.shared_server import let_in
from tests.browser.test_board_typing import click_square
from tests.browser.test_score_pad import RULES, lines_of, open_game, totals
from tests.samples import GAMES

pytestmark = pytest.mark.full

GAME = GAMES / "human_05_exchange_pass_tt.gcg"
"""A game with an exchange, a pass and a nine-timer, and correct totals."""


def lay(page: Page, coordinate: str, tiles: tuple[str, ...]) -> None:
    """Click the square of the first placed tile, change the direction if needed, and type only the placed tiles."""
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


def test_recorded_game_is_laid_by_touch_on_a_phone(phone_page: Page):
    page = phone_page
    let_in(page)
    rules = catalogue.rule_set(RULES)
    english = catalogue.tile_set(rules.tile_set)
    record = gcg.read(GAME.read_text()).split_into_tiles(english)
    turns = [turn for turn in record.turns if turn.kind is not TurnKind.END_RACK]
    open_game(page, record.seats[0].name, record.seats[1].name)
    for number, (turn, line) in enumerate(zip(turns, lines_of(record), strict=True), 1):
        if turn.kind is TurnKind.PLAY:
            lay(page, turn.coordinate, tuple(turn.tiles))
            page.keyboard.type(str(turn.announced))
        elif turn.kind is TurnKind.PASS:
            page.get_by_role("button", name="Pass").click()
        else:
            page.get_by_role("button", name="Exchange").click()
            page.keyboard.type(line.removeprefix("exchange ").removeprefix("-"))
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.locator(f"#turn-{number}")).to_be_attached()
    page.get_by_role("button", name="Accept the play and finish").click()
    expect(page.get_by_role("heading", name="Current result")).to_be_visible()
    whole = replay(record.turns, rules, english, catalogue.layout(rules.layout), 2)
    assert totals(page) == list(whole.finals)
