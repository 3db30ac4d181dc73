"""Long remarks in every row and a name of sixty letters hide no action, remark or figure."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_every_page import CUT, LONG_NAME, OUT_OF_SIGHT, with_a_long_name
from tests.installation import Server

pytestmark = pytest.mark.full

DIVISION = "/events/practice-62-players-5-rounds/a"
WIDTHS = (320, 360, 768, 1280)
OUT_OF_FRAME = """() => {
  const shown = 'main table :is(th, td, button, [class^=mark-])';
  return [...document.querySelectorAll(shown)].filter(cell => {
    const box = cell.getBoundingClientRect();
    if (!box.width || cell.closest('.visually-hidden')) return false;
    const frame = cell.closest('.table-scroll').getBoundingClientRect();
    const edge = Math.min(frame.right, document.documentElement.clientWidth) + 1;
    const cut = cell.matches('td') && cell.scrollWidth > cell.clientWidth + 1;
    return box.right > edge || box.left < frame.left - 1 || cut;
  }).map(cell => cell.outerHTML.slice(0, 140));
}"""
"""JavaScript that returns the parts of a table beyond its frame or wider than their cell."""


@pytest.fixture
def page(server: Server, simulated: Callable[..., str], director_page: Page) -> Page:
    with_a_long_name(server, simulated, players=62)
    return director_page


def hidden(page: Page) -> dict[int, list[str]]:
    """Return the hidden parts by width."""
    problems_at = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        problems = page.evaluate(OUT_OF_SIGHT) + page.evaluate(CUT) + page.evaluate(OUT_OF_FRAME)
        if problems:
            problems_at[width] = problems[:6]
    return problems_at


def test_every_board_of_thirty_one_with_remarks_can_be_changed(page: Page):
    page.goto(f"{DIVISION}/rounds/3/edit/")
    rows = page.locator("table.arranging tbody tr")
    expect(rows).to_have_count(31)
    assert LONG_NAME in page.locator("table.arranging").inner_text()
    rows.last.get_by_role("button", name="swap who goes first").click()
    expect(page.locator("table.arranging .mark-difference").first).to_be_attached()
    # boards in play cannot be changed, but their rows show the mark because of its width
    page.evaluate(
        """() => { for (const cell of document.querySelectorAll('table.arranging td.second'))
        if (!cell.querySelector('.mark-difference')) {
          const mark = cell.ownerDocument.createElement('span');
          mark.className = 'mark-difference'; mark.textContent = 'changed'; cell.append(' ', mark);
        } }"""
    )
    assert hidden(page) == {}


def test_thirty_one_roster_lines_show_their_whole_remarks(page: Page):
    page.goto(f"{DIVISION}/rounds/3/edit/")
    names = [
        cell.partition(" ")[2]
        for cell in page.locator("table.arranging td.first").all_inner_texts()
    ]
    page.goto(f"{DIVISION}/players/")
    page.locator("textarea[name=roster]").fill(
        "\n".join([LONG_NAME, f"{LONG_NAME}s 1950", *names[:29]])
    )
    page.get_by_role("button", name="Read the list").click()
    remarks = page.get_by_text("To add a different person of the same name")
    expect(remarks).to_have_count(30)
    expect(page.get_by_text("1950", exact=True)).to_be_visible()
    problems_at = hidden(page)
    page.set_viewport_size({"width": 320, "height": 800})
    assert all(remark.is_visible() for remark in remarks.all())
    assert problems_at == {}
