"""The whole workflow: typed turns, a corrected score, the result, the standings, the paper."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from playwright.sync_api import Page, expect
from pypdf import PdfReader

from scoring import catalogue
from scoring.engine.game.record import Record
from scoring.engine.game.turns import TurnKind
from scoring.engine.gcg import decode, read
from tests.browser.test_desk import make_event, press
from tests.browser.test_score_pad import enter, lines_of

GAMES = Path(__file__).parents[2] / "fixtures" / "demo" / "games"


def recorded_game() -> Record:
    """Return a correct game of the demo event in which a player goes out."""
    record = read(decode((GAMES / "round-5-board-1.gcg").read_bytes())[0])
    assert record.turns[-1].kind is TurnKind.END_RACK
    return record.split_into_tiles(catalogue.tile_set("english"))


def figures(
    page: Page,
    game: Record,
    put_on_sheet: Callable[..., None],
    axe_problems: Callable[..., list[str]],
) -> tuple[int, int]:
    """Record `game` on the pad with one score announced ten too high and corrected; return the final scores.

    Only the two turns before the corrected one, that one, and the last two are typed.
    """
    lines = lines_of(game)
    wrong = next(at for at, line in enumerate(lines) if at > 5 and line[0].isdigit())
    put_on_sheet(page, lines[: wrong - 2])
    for number, line in enumerate(lines[wrong - 2 : wrong], wrong - 1):
        enter(page, line, number)
    square, word, score = lines[wrong].split()
    enter(page, f"{square} {word} {int(score) + 10}", wrong + 1)
    expect(page.locator(f"#turn-{wrong + 1}")).to_contain_text(
        f"{int(score) + 10} announced, {score} correct"
    )
    assert axe_problems(page) == []
    page.get_by_role("button", name=f"Correct to {score}").press("Enter")
    expect(page.locator(f"#turn-{wrong + 1}")).to_contain_text(
        f"The correct score, {score}, counts: ruled by director"
    )
    expect(page.locator("#line")).to_be_focused()
    put_on_sheet(page, lines[wrong + 1 : -2])
    for number, line in enumerate(lines[-2:], len(lines) - 1):
        enter(page, line, number)
    page.get_by_role("button", name="Accept the play and finish").press("Enter")
    expect(page.get_by_role("heading", name="Current result")).to_be_visible()
    assert axe_problems(page) == []
    one, other = (int(text) for text in page.locator(".column-total").all_inner_texts())
    return one, other


def test_workflow_leads_from_typed_turns_to_printed_standings(
    director_page: Page, put_on_sheet, axe_problems
):
    page, game = director_page, recorded_game()
    make_event(page)
    page.locator("#board-1").press("Enter")
    page.wait_for_url("**/boards/1/")
    press(page, "button", "Record the game")
    one, other = figures(page, game, put_on_sheet, axe_problems)
    totals = [turn.total for turn in game.turns if turn.total is not None]
    assert one in totals
    assert other in totals

    page.goto("/events/hochst-open/a/standings/")
    shown = [row.inner_text().split("\t") for row in page.get_by_role("row").all()][1:]
    winner, loser = (cells for cells in (shown[0], shown[-1]))
    margin = abs(one - other)
    assert [winner[0].strip(), winner[3].strip(), winner[5].strip()] == ["1", "1", f"+{margin}"]
    assert [loser[4].strip(), loser[5].strip()] == ["1", f"−{margin}"]

    pdf = page.request.get(page.get_by_role("link", name="PDF").get_attribute("href")).body()
    printed = PdfReader(BytesIO(pdf)).pages[0].extract_text()
    assert f"+{margin}" in printed
    assert f"−{margin}" in printed
    assert winner[2].strip() in printed

    exported = "/events/hochst-open/reports/score_sheet/?division=a&round=1&board=1&format=json"
    answer = page.request.get(exported)
    assert answer.status == 200, answer.text()
    report = json.loads(answer.body())
    assert sorted(player["final"] for player in report["players"]) == sorted([one, other])
    assert len(report["differences"]) == 1
