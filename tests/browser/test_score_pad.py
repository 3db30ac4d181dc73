"""A game recorded by a helper through the real page: by keyboard, on a phone, with two browsers."""

import re
from itertools import count, groupby

import pytest
from playwright.sync_api import Page, expect

from scoring import catalogue
from scoring.engine.game.record import Record
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Kind, Turn
from scoring.engine.gcg.reader import read
from scoring.engine.typing.lines import typed_line
from scoring.simulation import Habits, SimulatedGame, simulate_game
from tests.browser.shared_server import let_in, once
from tests.browser.windows import log_in
from tests.samples import GAMES

CALM = Habits(
    phonies=0.1, challenged=1.0, vain_challenges=0.0, overtime=0.0, stalemates=0.0, mistakes=0.0
)
RULES = "naspa_nwl"


def whole_game() -> SimulatedGame:
    """Return a simulated game in which a player goes out, with an early blank."""
    rules = catalogue.rule_set(RULES)
    english = catalogue.tile_set("english")
    for seed in count(1):
        game = simulate_game(seed, rules, tile_set=english, habits=CALM)
        kinds = [turn.kind for turn in game.record.turns]
        if kinds[-1] is Kind.END_RACK and Kind.WITHDRAWN in kinds and Kind.EXCHANGE in kinds:
            return game
    raise AssertionError


def lines_of(record: Record) -> list[str]:
    """Return the lines a helper types for each turn, without the end racks."""
    position = Replay(
        catalogue.rule_set(RULES), catalogue.tile_set("english"), catalogue.layout("standard")
    )
    lines = []
    for turn in record.in_tiles(position.tile_set).turns:
        if turn.kind is Kind.END_RACK:
            break
        lines.append(typed_line(turn._replace(rack=None, total=None), position))
        position.take([turn])
    return lines


def open_game(page: Page, first: str = "Ann Baker", second: str = "Ben Okafor") -> None:
    if (first, second) == ("Ann Baker", "Ben Okafor"):
        open_the_usual_game(page)
    else:
        fill_in_a_game(page, first, second)
    expect(page.get_by_label("Turn 1: ")).to_be_focused()


@once
def open_the_usual_game(page: Page) -> None:
    fill_in_a_game(page, "Ann Baker", "Ben Okafor")


def fill_in_a_game(page: Page, first: str, second: str) -> None:
    page.goto("/games/new/")
    page.get_by_label("Who begins").fill(first)
    page.get_by_label("Second").fill(second)
    page.get_by_label("Rules").select_option(RULES)
    with (
        page.expect_navigation()
    ):  # loaded completely: before its script is loaded, a line is sent as a form
        page.get_by_role("button", name="Open the score pad").click()


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


def misannounced(turn: Turn, line: str) -> tuple[str, int]:
    """Return the line with ten points too many, and the correct score."""
    square, word, score = line.split()
    assert turn.announced == int(score)
    return f"{square} {word} {int(score) + 10}", int(score)


def test_a_game_is_recorded_to_its_end_by_keyboard_with_one_mistake_put_right(
    director_page: Page, put_on_sheet, axe_problems, picture
):
    page, game = director_page, whole_game()
    lines = lines_of(game.record)
    plays = [i for i, line in enumerate(lines) if line[0].isalnum() and "-" not in line]
    wrong = plays[-4]
    open_game(page)
    put_on_sheet(page, lines[: wrong - 1])
    for number, line in list(enumerate(lines, 1))[wrong - 1 :]:
        if number == wrong + 1:
            line, right = misannounced(game.record.turns[wrong], line)
            enter(page, line, number)
            difference = page.locator(f"#turn-{number}")
            expect(difference).to_contain_text(f"{right + 10} announced, {right} correct")
            assert axe_problems(page) == []
            picture(page, "pad-difference")
            page.get_by_role("button", name=f"Correct it: {right}").press("Enter")
            expect(difference).to_contain_text(f"{right} counts: ruled by director")
            expect(page.locator("#line")).to_be_focused()
        else:
            enter(page, line, number)
    expect(page.get_by_role("heading", name="has laid the last tile")).to_be_visible()
    picture(page, "pad-out")
    page.get_by_role("button", name="The play is accepted: finish").press("Enter")
    expect(page.get_by_role("heading", name="Counts now")).to_be_visible()
    right = Replay(
        catalogue.rule_set(RULES), catalogue.tile_set("english"), catalogue.layout("standard")
    ).take(game.record.turns)
    assert totals(page) == list(right.finals)
    assert axe_problems(page) == []
    picture(page, "pad-finished")


def longest_sample() -> Record:
    """Return the sample game with the most turns."""
    games = (read(path.read_text("latin-1")) for path in GAMES.glob("*.gcg"))
    return max(games, key=lambda record: len(record.turns))


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
def test_the_last_turn_its_difference_and_the_line_stay_in_sight(
    director_page: Page, put_on_sheet, picture
):
    page, lines = director_page, lines_of(longest_sample())
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
        picture(page, f"pad-long-{width}")
        parts = [
            page.locator("#line"),
            page.get_by_role("heading", level=1),
            last.locator("tr").first if is_wide else shown.locator("p").first,
            *shown.get_by_role("button", name=re.compile("Correct it|stand")).all(),
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
    page.locator("#preview").get_by_role("button", name="Correct it: 24").click()
    expect(last).to_contain_text("24 counts: ruled by director")
    page.set_viewport_size({"width": 1280, "height": 720})
    address = page.url
    page.goto(f"{address}?turn=4")
    page.get_by_role("button", name="Correct turn 4", exact=True).click()
    expect(page.locator("#line")).to_be_focused()
    wait_until_seen(page, "#turn-4 tr")
    page.goto(address)
    put_on_sheet(page, lines[-1:])
    expect(page.get_by_role("button", name="The play is accepted: finish")).to_be_visible()
    wait_until_seen(page, f"#turn-{len(lines)} tr")


@pytest.mark.full
def test_typing_faster_than_the_server_answers_loses_nothing(director_page: Page):
    page = director_page
    open_game(page)
    slow = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    lines = ["8H ZONE 26", "9G EAR 19", "-ABC", "10F RETAIN 22"]
    for line in lines[:3]:
        type_line(page, line)
        page.keyboard.press("Enter")
    type_line(page, lines[3])
    expect(page.locator("#turn-3")).to_be_attached()
    expect(page.locator("#line")).to_have_value("10f RETAIN 22")
    words = page.locator(".score-sheet td.word").all_inner_texts()
    assert [word.strip() for word in words] == ["ZONE", "exchanged ABC", "EAR"]


@pytest.mark.full
def test_shift_writes_a_blank_and_a_square_is_clicked(director_page: Page, picture):
    page = director_page
    open_game(page)
    line = page.locator("#line")
    type_line(page, "8H QuIZ 40")
    expect(line).to_have_value("8h QuIZ 40")
    expect(page.locator("#preview")).to_contain_text("Q 10 + u 0 + I 1 + Z 10")
    drawing = page.locator("figure.board > svg").bounding_box()
    square = drawing["width"] / 630 * 40
    edge = drawing["width"] / 630 * 26
    at = {"x": edge + 7.5 * square, "y": edge + 5.5 * square}
    page.locator("figure.board svg").first.click(position=at)
    expect(line).to_have_value("6H QuIZ 40")
    page.locator("figure.board svg").first.click(position=at)
    expect(line).to_have_value("H6 QuIZ 40")
    expect(line).to_be_focused()


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
def test_on_a_phone_a_letter_in_the_other_case_is_a_blank(phone_page: Page, typed, line):
    page = phone_page
    let_in(page)
    open_game(page)
    page.locator("#line").focus()
    page.evaluate(ON_SCREEN, typed)
    expect(page.locator("#line")).to_have_value(line)
    if "FRoZEN" in line:
        expect(page.locator("#preview")).to_contain_text("F 4 + R 1 + o 0 + Z 10")


@pytest.mark.full
def test_a_keyboard_that_writes_whole_words_writes_blanks_too(director_page: Page):
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
def test_an_irregular_line_takes_a_second_enter(director_page: Page, axe_problems, picture):
    page = director_page
    open_game(page)
    enter(page, "1A ZONE 39")
    expect(page.get_by_role("alert")).to_contain_text("The first play must cover H8.")
    expect(page.get_by_role("alert")).to_contain_text("Enter the same line again")
    picture(page, "pad-irregular")
    assert axe_problems(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("#turn-1")).to_contain_text("ZONE")


@pytest.mark.full
def test_the_pad_fits_a_phone_and_is_readable_in_the_dark(
    phone_page: Page, axe_problems, pale_in_the_dark, picture, fits_its_width
):
    page = phone_page
    let_in(page)
    open_game(page, "Annabelle Featherstonehaugh-Cholmondeley", "Wolfeschlegelsteinhausenberger")
    for number, line in enumerate(["8H ZONE 25", "9G EAR 8", "-ABC", "10F RETAINs 75"], 1):
        enter(page, line, number)
    assert fits_its_width(page)
    assert axe_problems(page) == []
    picture(page, "pad-phone")
    assert pale_in_the_dark(page, "pad-dark") == []
    small = page.evaluate(
        """[...document.querySelectorAll("main button, main [role=button], .turn-link")]
           .filter((e) => e.offsetParent && e.getBoundingClientRect().height < 40)
           .map((e) => e.textContent.trim())"""
    )
    assert small == []


@pytest.mark.full
@pytest.mark.parametrize("turns", [["8H ZONE 25", "9G EAR 8"]])
def test_the_pad_works_without_a_script(browser, server, turns, fits_its_width):
    with browser.new_context(base_url=server.address, java_script_enabled=False) as context:
        page = context.new_page()
        log_in(page)
        open_game(page)
        page.locator("#line").focus()
        page.keyboard.type("8h zone 25")
        page.get_by_role("button", name="Preview").click()
        expect(page.locator("#preview")).to_contain_text("25 announced, 26 correct")
        page.get_by_role("button", name="Enter").click()
        expect(page.locator("#turn-1")).to_contain_text("25 announced, 26 correct")
        page.get_by_role("button", name="Exchange").click()
        expect(page.locator("#line")).to_have_value("exchange ")
        page.locator("#line").fill("-3")
        page.keyboard.press("Enter")
        expect(page.locator("#turn-2")).to_contain_text("exchanged 3")
