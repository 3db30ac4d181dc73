"""Every main page at every size: nothing is cut off, axe finds nothing, and the typeface is cached.

320 by 256 pixels correspond to a window of 1280 at 400 % zoom, where nothing may cover the
focused element. One player's name has sixty letters, and one entry has a long remark.

The gate opens every page at the widths at which the layout changes, and runs axe in one
theme, alternating by page. A theme changes only colours, and the page of components, with
every part in every state, is checked in both. `make long` covers all pages, widths and
themes.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from io import BytesIO

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

from tests.browser.shared_server import act
from tests.installation import Server

EVENT = "/events/practice-12-players-5-rounds"
DIVISION = f"{EVENT}/a"
LONG_NAME = "Alexandra Featherstonehaugh-Cholmondeley zu Hohenlohe-Weikersheim"
COMPONENTS = "/help/components/"
PAGES = (
    "/",
    f"{EVENT}/",
    f"{DIVISION}/",
    f"{EVENT}/check-in/",
    f"{EVENT}/players/",
    f"{DIVISION}/players/",
    f"{DIVISION}/players/1/",
    f"{EVENT}/apart/",
    f"{DIVISION}/classes/",
    f"{DIVISION}/plan/",
    f"{DIVISION}/rounds/new/",
    f"{DIVISION}/rounds/2/pairings/",
    f"{DIVISION}/rounds/3/edit/",
    f"{DIVISION}/rounds/3/boards/1/",
    f"{DIVISION}/results/",
    f"{EVENT}/results/",
    f"{DIVISION}/standings/",
    f"{DIVISION}/pictures/",
    f"{DIVISION}/ratings/",
    f"{EVENT}/prizes/",
    f"{EVENT}/reports/",
    f"{EVENT}/print/",
    f"{EVENT}/files/",
    f"{EVENT}/rules/",
    f"{EVENT}/helpers/",
    f"{EVENT}/activity/",
    f"{EVENT}/hall/",
    f"{EVENT}/room/",
    f"{EVENT}/phones/",
    f"{EVENT}/registration/",
    f"{EVENT}/streams/",
    f"{EVENT}/housekeeping/",
    "/events/new/",
    "/clubs/",
    "/people/",
    "/people/2/",
    "/members/",
    "/ratings/",
    "/ratings/runs/",
    "/championships/",
    "/organisation/",
    "/snapshots/",
    "/screen/",
    "/games/",
    "/judge/",
    "/check/",
    "/rules/",
    "/help/",
    COMPONENTS,
)
MORE = (
    f"{EVENT}/check-in/?find=a",
    f"{EVENT}/prizes/new/?kind=rating_class",
    f"{EVENT}/prizes/1/",
    f"{EVENT}/reports/?show=prizes",
    f"{EVENT}/publish/",
    f"{EVENT}/registration/rules/",
    f"{EVENT}/registration/questions/",
    f"{EVENT}/registration/messages/",
    f"{DIVISION}/plan/?rounds=3",
    f"{DIVISION}/rounds/3/pairings/?one=1&other=2",
    "/clubs/thursdays/",
    "/people/2/contacts/",
    "/people/2/erase/",
    "/people/2/share/",
    "/people/offered/",
    "/organisations/",
    "/organisation/backup/",
    "/organisations/backup/",
    "/organisation/contacts/",
    "/games/upload/",
    "/import/",
    "/lexicons/",
    "/judge/log/",
)
"""Pages that the gate checks only in the run over all widths."""
ALL_WIDTHS = (320, 360, 768, 1280, 1920)
WIDTHS = (320, 768, 1280)
AT_400_PERCENT = {"width": 320, "height": 256}
MIDDLE = 768
"""The width at which a wide list may scroll sideways."""
THEMES = ("dark", "light")
OUT_OF_SIGHT = """() => {
  const wide = document.documentElement.clientWidth;
  const scrolls = element => {
    for (let box = element.parentElement; box; box = box.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(box).overflowX)) return true;
    return false;
  };
  const problems = [];
  if (document.documentElement.scrollWidth > wide) problems.push('the page scrolls sideways');
  for (const element of document.querySelectorAll('main :is(button, input, select, td.num, a[role=button])')) {
    const box = element.getBoundingClientRect();
    if (!box.width || scrolls(element) || element.closest('.visually-hidden')) continue;
    if (box.right > wide + 1 || box.left < -1) problems.push(element.outerHTML.slice(0, 120));
  }
  for (const cell of document.querySelectorAll('main td.num')) {
    if (cell.getBoundingClientRect().width && cell.scrollWidth > cell.clientWidth + 1)
      problems.push(`cut: ${cell.outerHTML.slice(0, 120)}`);
  }
  return problems;
}"""


NAMES_GIVE_WAY = (
    f"{DIVISION}/players/1/",
    f"{DIVISION}/plan/",
    f"{DIVISION}/rounds/3/edit/",
    f"{DIVISION}/results/",
    f"{EVENT}/results/",
    f"{DIVISION}/standings/",
    f"{EVENT}/prizes/",
)
"""Pages with tables of names, figures and buttons, all of which stay visible with long names."""
CUT = """() => {
  const wide = document.documentElement.clientWidth;
  const problems = [];
  for (const table of document.querySelectorAll('main .table-scroll > table')) {
    const edge = table.parentElement.getBoundingClientRect().right + 1;
    const label = table.parentElement.getAttribute('aria-label');
    const within = table.getBoundingClientRect().right <= edge || table.matches('.comparison');
    if (wide >= 1280 && !within) problems.push(`scrolls inside: ${label}`);
    for (const cell of table.querySelectorAll('td.num')) {
      const box = cell.getBoundingClientRect();
      if (box.width && box.left < edge && box.right > edge && cell.innerText.trim())
        problems.push(`cut by the edge: ${label}: ${cell.innerText}`);
    }
  }
  return problems;
}"""

COVERED = """() => {
  const problems = [];
  const wide = document.documentElement.clientWidth;
  const controls = ':is(a[href], button, input:not([type=hidden]), select, textarea, summary)';
  for (const element of document.querySelectorAll(`main ${controls}`)) {
    if (!element.checkVisibility({visibilityProperty: true}) || element.closest('.visually-hidden')) continue;
    element.focus();
    const box = element.getClientRects()[0];
    if (element !== document.activeElement || !box.width || !box.height) continue;
    const x = box.left + Math.min(box.width / 2, 40), y = box.top + Math.min(box.height / 2, 20);
    const over = document.elementFromPoint(x, y);
    const label = element.labels && element.labels[0];
    if (!over || !(element.contains(over) || over.contains(element) || (label && label.contains(over))))
      problems.push(`covered: ${element.outerHTML.slice(0, 120)} by ${over && over.outerHTML.slice(0, 60)}`);
  }
  return problems;
}"""
"""JavaScript that returns focused elements that are covered or outside the window."""


BROKEN = """longest => {
  const found = new Set();
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, element = text.parentElement;
    if (!element.closest('table') || !element.checkVisibility({visibilityProperty: true})) continue;
    for (const word of text.data.matchAll(/\\p{L}{3,}/gu)) {
      if (word[0].length > longest) continue;
      const place = document.createRange();
      place.setStart(text, word.index);
      place.setEnd(text, word.index + word[0].length);
      const lines = [...place.getClientRects()].filter(box => box.width > 1).map(box => Math.round(box.top));
      if (new Set(lines).size > 1) found.add(word[0]);
    }
  }
  return [...found];
}"""
"""JavaScript that returns words of a table, up to a length, that are broken over two lines."""
MAX_WORD_LETTERS = {360: 12, 768: 17, 1024: 17, 1280: 17}
"""Maximum letters of a word that must stay on one line, by the width of the window."""
ROWS = """selector => new Set([...document.querySelectorAll(selector)].flatMap(
  element => [...element.getClientRects()].map(box => Math.round(box.top)))).size"""
HEIGHTS = """selector => new Set([...document.querySelectorAll(selector)].map(
  element => element.getBoundingClientRect().height)).size"""
TOP_AND_BOTTOM = "element => (box => [box.top, box.bottom])(element.getBoundingClientRect())"
PHONE = 360
"""Width of a phone, on which the tabs of an event take two rows, and its places one row of equal heights."""


A_CLUB_AND_A_PRIZE = """
from tournament.actions.people.clubs import create_club
from tournament.actions.standings.prizes import add_prizes
add_prizes(director, Event.objects.get(), "1st = 300")
create_club(director, name="Thursdays")
"""


def with_a_long_name(server: Server, simulated: Callable[..., str], *, players: int) -> None:
    """Create a practice event in its third round with a name of sixty letters."""
    simulated("--players", str(players), "--rounds", "5", "--stage", "half")
    with closing(sqlite3.connect(server.installation.database, timeout=30)) as database, database:
        changed = database.execute(
            "UPDATE tournament_player SET name = ? WHERE id = (SELECT MIN(id) FROM tournament_player)",
            (LONG_NAME,),
        )
        assert changed.rowcount == 1


@pytest.fixture
def desk(server: Server, simulated: Callable[..., str], director_page: Page) -> Page:
    with_a_long_name(server, simulated, players=12)
    act(A_CLUB_AND_A_PRIZE)
    return director_page


def open_page(page: Page, address: str) -> None:
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 200, address


def test_axe_finds_nothing_on_any_page(desk: Page, axe_problems):
    faults = {}
    for number, address in enumerate(PAGES):
        open_page(desk, address)
        desk.emulate_media(color_scheme=THEMES[number % 2], reduced_motion="reduce")
        if problems := axe_problems(desk):
            faults[address] = problems
    assert faults == {}


@pytest.mark.full
def test_no_page_hides_content_or_breaks_names_and_axe_finds_nothing(desk: Page, axe_problems):
    themes = {page: (THEMES[number % 2],) for number, page in enumerate((*PAGES, *MORE))}
    look_at_every_page(desk, axe_problems, WIDTHS, {**themes, COMPONENTS: THEMES})


@pytest.mark.full
@pytest.mark.long
def test_no_page_hides_content_at_any_width_in_either_theme(desk: Page, axe_problems):
    look_at_every_page(desk, axe_problems, ALL_WIDTHS, dict.fromkeys((*PAGES, *MORE), THEMES))


def look_at_every_page(
    desk: Page,
    axe_problems: Callable[[Page], list[str]],
    widths: tuple[int, ...],
    themes: dict[str, tuple[str, ...]],
) -> None:
    """Fail if something is cut off at one of `widths`, or axe finds a fault in one of a page's `themes`.

    On event pages, also fail if a name or a word of a table breaks, or tabs take more than two
    rows on a phone.
    """
    hidden, faults, broken, rows = {}, {}, {}, {}
    for address in themes:
        is_of_an_event = address.startswith(EVENT)
        desk.set_viewport_size({"width": 1280, "height": 800})
        open_page(desk, address)
        for theme in themes[address]:
            desk.emulate_media(color_scheme=theme, reduced_motion="reduce")
            if problems := axe_problems(desk):
                faults[f"{address}, {theme}"] = problems
        desk.set_viewport_size({"width": PHONE, "height": 740})
        if problems := axe_problems(desk, "but colours"):
            faults[f"{address}, on a phone"] = problems
        for width in sorted({*widths, *(MAX_WORD_LETTERS if is_of_an_event else ())}):
            desk.set_viewport_size({"width": width, "height": 800})
            problems = desk.evaluate(OUT_OF_SIGHT) if width in widths else []
            if width in widths and address in NAMES_GIVE_WAY and width != MIDDLE:
                problems += desk.evaluate(CUT)
            if problems:
                hidden[f"{address} at {width}"] = problems
            longest = MAX_WORD_LETTERS.get(width) if is_of_an_event else None
            if longest and (words := desk.evaluate(BROKEN, longest)):
                broken[f"{address} at {width}"] = words
            if is_of_an_event and width == PHONE:
                rows[address] = desk.evaluate(ROWS, ".tabs > :is(a, strong)")
                assert desk.evaluate(HEIGHTS, ".place-name") == 1, address
        desk.set_viewport_size(AT_400_PERCENT)
        if problems := desk.evaluate(COVERED):
            hidden[f"{address} at 400 %"] = problems
    assert (hidden, faults, broken) == ({}, {}, {})
    assert max(rows.values()) == 2, rows


PRINTED = (
    *PAGES,
    "/check/?play=8H+FROZEN+38",
    "/judge/?words=ab",
    "/games/1/",
    "/games/1/dispute/",
)


@pytest.mark.full
def test_every_printed_sheet_has_at_least_five_lines(desk: Page, simulated: Callable[..., str]):
    simulated("--players", "2", "--rounds", "1", "--recorded-games")
    scraps = {}
    for address in PRINTED:
        open_page(desk, address)
        sheets = PdfReader(BytesIO(desk.pdf(format="A4"))).pages
        lines = [
            sum(bool(line.strip()) for line in sheet.extract_text().splitlines())
            for sheet in sheets
        ]
        if len(lines) > 1 and min(lines) < 5:
            scraps[address] = lines
    assert scraps == {}


@pytest.mark.full
def test_check_in_list_starts_on_the_first_phone_screen(desk: Page, simulated: Callable[..., str]):
    event = simulated("--players", "14", "--stage", "setup")
    desk.set_viewport_size({"width": 360, "height": 640})
    desk.goto(f"/events/{event}/check-in/")
    buttons = ("Check in all 14 missing", "Pair round 1 with those present", "Check in")
    shown = [desk.locator(f':is(button, a):text-is("{button}")').first for button in buttons]
    bar = desk.locator("nav.places ul").first.evaluate(TOP_AND_BOTTOM)
    for part in (*shown, desk.locator(".check-in-row").first):
        assert part.evaluate(TOP_AND_BOTTOM)[1] < bar[0], part


@pytest.mark.full
def test_typeface_is_used_and_cached_permanently(desk: Page):
    fonts = []
    desk.on("response", lambda answer: fonts.append(answer) if ".woff2" in answer.url else None)
    desk.goto("/")
    desk.evaluate("document.fonts.ready")
    assert desk.evaluate("document.fonts.check('16px \"Fira Sans\"')")
    assert fonts
    for answer in fonts:
        assert "immutable" in answer.headers["cache-control"], answer.url
        assert answer.headers["content-type"] == "font/woff2"
