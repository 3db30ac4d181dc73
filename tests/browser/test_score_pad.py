"""A game recorded by a helper through the real page: what stays in sight, blanks, and a phone."""

import re
from itertools import groupby

import pytest
from playwright.sync_api import Page, expect

from scoring import catalogue
from scoring.engine.game.record import Record
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import TurnKind
from scoring.engine.gcg.reader import read
from scoring.engine.typing.lines import typed_line
from tests.browser.shared_server import open_event
from tests.installation import SOURCE
from tests.samples import GAMES

RULES = "naspa_nwl"
ENGLISH = catalogue.tile_set("english")
GAME = SOURCE / "fixtures" / "demo" / "games" / "round-5-board-1.gcg"


def recorded_game() -> Record:
    """Return a correct game of the demo event in which a player goes out."""
    return read(GAME.read_text("utf-8")).split_into_tiles(ENGLISH)


def lines_of(record: Record) -> list[str]:
    """Return the lines a helper types for each turn, without the end racks."""
    position = Replay(catalogue.rule_set(RULES), ENGLISH, catalogue.layout("standard"))
    lines = []
    for turn in record.split_into_tiles(position.tile_set).turns:
        if turn.kind is TurnKind.END_RACK:
            break
        lines.append(typed_line(turn._replace(rack=None, total=None), position))
        position.add_turns([turn])
    return lines


GAME_OF_TWO = """
from scoring.actions.games import open_game
open_game({names}, "naspa_nwl", director)
"""


def open_game(page: Page, *names: str) -> None:
    names = names or ("Ann Baker", "Ben Okafor")
    open_event(page, "/games/1/", GAME_OF_TWO.format(names=names))
    expect(page.get_by_label("Turn 1: ")).to_be_focused()


def type_line(page: Page, line: str) -> None:
    """Press the keys for a line: Shift for a blank, plain keys for everything else."""
    in_play = line[0].isalnum() and line.split()[0] not in ("pass", "ch")
    place, space, rest = line.partition(" ") if in_play else (line, "", "")
    page.keyboard.type(f"{place}{space}".lower())
    for are_blanks, keys in groupby(rest, str.islower):
        if are_blanks:
            for key in keys:
                page.keyboard.press(f"Shift+{key}")
        else:
            page.keyboard.type("".join(keys).lower())


def enter(page: Page, line: str, then: int | None = None) -> None:
    type_line(page, line)
    page.keyboard.press("Enter")
    if then is not None:
        expect(page.locator(f"#turn-{then}")).to_be_attached()


def totals(page: Page) -> list[int]:
    return [int(text.replace("−", "-")) for text in page.locator(".column-total").all_inner_texts()]


SIZES = ((1366, 768), (1280, 720), (390, 844), (360, 640))
IS_SEEN = """(element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return top >= 0 && bottom <= innerHeight && (element.contains(at) || Boolean(at?.contains(element)));
}"""


def wait_until_seen(page, css):
    """Wait until the first matching element is visible: typing redraws the preview."""
    first_is_seen = f"(css) => [...document.querySelectorAll(css)].slice(0, 1).some({IS_SEEN})"
    page.wait_for_function(first_is_seen, arg=css)


@pytest.mark.full
def test_last_turn_its_difference_and_the_line_stay_in_view(director_page: Page, put_on_sheet):
    games = (read(path.read_text("latin-1")) for path in GAMES.glob("*.gcg"))
    page, lines = director_page, lines_of(max(games, key=lambda record: len(record.turns)))
    for at in (3, 15, len(lines) - 2):
        square, word, score = lines[at].split()
        lines[at] = f"{square} {word} {int(score) + 10}"
    open_game(page)
    put_on_sheet(page, lines[:-1])
    last = page.locator(f"#turn-{len(lines) - 1}")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.locator("#line")).to_be_focused()
        is_wide = width > 960
        shown = last if is_wide else page.locator("#preview")
        parts = [
            page.locator("#line"),
            page.get_by_role("heading", level=1),
            last.locator("tr").first if is_wide else shown.locator("p").first,
            *shown.get_by_role("button", name=re.compile("Correct to|stand")).all(),
        ]
        assert len(parts) == 5
        assert [part.evaluate(IS_SEEN) for part in parts] == [True] * 5, (width, height)
        before = page.locator("#line").bounding_box()
        type_line(page, "1a zzz 500")
        expect(page.locator("#preview")).to_contain_text("154 correct")
        assert page.locator("#line").bounding_box() == before
        wait_until_seen(page, f"#turn-{len(lines) - 1} tr" if is_wide else ".just-entered")
        page.locator("#line").fill("")
    page.reload()
    page.locator("#preview").get_by_role("button", name="Correct to 24").click()
    expect(last).to_contain_text("The correct score, 24, counts: ruled by director")
    page.set_viewport_size({"width": 1280, "height": 720})
    address = page.url
    page.goto(f"{address}?turn=4")
    page.get_by_role("button", name="Correct turn 4", exact=True).click()
    expect(page.locator("#line")).to_be_focused()
    wait_until_seen(page, "#turn-4 tr")
    page.goto(address)
    put_on_sheet(page, lines[-1:])
    expect(page.get_by_role("button", name="Accept the play and finish")).to_be_visible()
    wait_until_seen(page, f"#turn-{len(lines)} tr")


ON_SCREEN = """(letters) => {
  const line = document.querySelector('#line');
  for (const data of letters) {
    const key = { key: 'Unidentified', keyCode: 229, bubbles: true, cancelable: true };
    line.dispatchEvent(new KeyboardEvent('keydown', key));
    const typed = { data, inputType: 'insertText', bubbles: true, cancelable: true };
    if (line.dispatchEvent(new InputEvent('beforeinput', typed))) {
      line.setRangeText(data, line.selectionStart, line.selectionEnd, 'end');
      line.dispatchEvent(new InputEvent('input', typed));
    }
  }
}"""
"""Simulates an on-screen keyboard: keys without names and without Shift."""


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("8h frOzen 30", "8h FRoZEN 30"),
        pytest.param("8H FRoZEN 30", "8H FRoZEN 30", marks=pytest.mark.full),
        ("8h frozen 38", "8h FROZEN 38"),
        pytest.param("8H FROZEN 38", "8H FROZEN 38", marks=pytest.mark.full),
        pytest.param("8h Qi 2", "8h qI 2", marks=pytest.mark.full),
        pytest.param("8l ....S 12", "8l ....s 12", marks=pytest.mark.full),
    ],
)
def test_phone_treats_a_letter_in_the_other_case_as_a_blank(director_phone: Page, typed, line):
    page = director_phone
    open_game(page)
    page.locator("#line").focus()
    page.evaluate(ON_SCREEN, typed)
    expect(page.locator("#line")).to_have_value(line)
    if "FRoZEN" in line:
        expect(page.locator("#preview")).to_contain_text("F 4 + R 1 + o 0 + Z 10")


@pytest.mark.full
def test_word_composing_keyboard_enters_blanks_too(director_page: Page):
    page = director_page
    open_game(page)
    page.locator("#line").focus()
    page.keyboard.insert_text("8h ")
    composing = page.context.new_cdp_session(page)
    for so_far in ("f", "fr", "frO", "frOz"):
        at = {"selectionStart": len(so_far), "selectionEnd": len(so_far)}
        composing.send("Input.imeSetComposition", {"text": so_far, **at})
    composing.send("Input.insertText", {"text": "frOzen"})
    expect(page.locator("#line")).to_have_value("8h FRoZEN")
    page.keyboard.type(" 30")
    expect(page.locator("#preview")).to_contain_text("F 4 + R 1 + o 0 + Z 10")


@pytest.mark.full
def test_pad_fits_a_phone_and_is_readable_in_the_dark(
    director_phone: Page, axe_problems, pale_in_the_dark, fits_its_width
):
    page = director_phone
    open_game(page, "Annabelle Featherstonehaugh-Cholmondeley", "Wolfeschlegelsteinhausenberger")
    for number, line in enumerate(["8H ZONE 25", "9G EAR 8", "-ABC", "10F RETAINs 75"], 1):
        enter(page, line, number)
    assert fits_its_width(page)
    assert axe_problems(page) == []
    assert pale_in_the_dark(page) == []
    small = page.evaluate(
        """[...document.querySelectorAll("main button, main [role=button], .turn-link")]
           .filter((e) => e.offsetParent && e.getBoundingClientRect().height < 40)
           .map((e) => e.textContent.trim())"""
    )
    assert small == []
