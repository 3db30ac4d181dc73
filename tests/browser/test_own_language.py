"""A club evening to its last paper and its closing, and a game to its printed recount, without one English word.

Buttons are pressed by what they are called in that language, and every page on the way is read whole.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO

import pytest
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from tests.browser.shared_server import let_in
from tests.browser.windows import watched_page
from tests.installation import Server
from tests.own_language import english_in, english_on
from tournament.reports.definition import all_reports

pytestmark = [pytest.mark.long, pytest.mark.full]

PEOPLE = "Jürgen Müller 1500\nÖzlem Özil 1450\nHélène Éluard 1400\nSören Groß 1350"
TYPED = f"{PEOPLE} pass Klubabend Ninetimer director PDF CSV JSON XLSX HTML SVG GCG NASPA WESPA CoCo ABSP"
"""What people typed, and names that are the same in every language."""


class Reader:
    """Somebody at a browser who reads one language only."""

    def __init__(self, page: Page, language: str) -> None:
        self.page, self.language = page, language
        self.english: dict[str, list[str]] = {}

    def read(self) -> None:
        """Note the English words of the page that is shown."""
        if left := english_on(self.page.content(), self.language, TYPED):
            self.english.setdefault(self.page.url, []).extend(left)

    def press(self, label: str, role: str = "button") -> None:
        """Press what has this label in the source; `label` is a sentence of it, already filled in where it is bare."""
        with self.page.expect_navigation():
            self.page.get_by_role(role, name=gettext(label), exact=True).first.press("Enter")  # type: ignore[arg-type]
        self.read()

    def go_on(self) -> None:
        """Press the one button that leads on."""
        with self.page.expect_navigation():
            self.page.locator("main button.next-action").first.press("Enter")
        self.read()

    def go(self, address: str) -> None:
        answer = self.page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        self.read()

    def paper(self, address: str) -> str:
        """Fetch a paper, note its English words, and return its text; empty where there is nothing to print."""
        answer = self.page.request.get(address, headers={"Accept-Language": self.language})
        if answer.status != 200 or not answer.headers["content-type"].startswith("application/pdf"):
            return ""
        pages = PdfReader(BytesIO(answer.body())).pages
        text = "\n".join(page.extract_text() for page in pages)
        if left := english_in(text, self.language, TYPED):
            self.english[address] = left
        return text


@pytest.fixture
def reads(browser: Browser, server: Server) -> Callable[[str], Iterator[Reader]]:
    """Somebody who reads this language only, logged in."""

    @contextmanager
    def open_browser(language: str) -> Iterator[Reader]:
        with (
            watched_page(browser, server.address, locale=language) as page,
            translation.override(language),
        ):
            let_in(page)
            yield Reader(page, language)

    return open_browser


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_a_club_evening_to_its_last_paper_has_no_english_word(reads, language):
    with reads(language) as reader:
        page = reader.page
        reader.go("/")
        reader.press("New event")
        page.locator("#id_name").fill("Klubabend")
        if language == "de":
            page.locator("[name=preset]").select_option("german")
        page.locator("#id_name").press("Enter")
        page.wait_for_url("**/klubabend/**")
        page.locator("input[name=name]").first.fill("A")
        page.locator("input[name=name]").first.press("Enter")
        page.wait_for_url("**/klubabend/a/")
        reader.press("Add players")
        page.keyboard.insert_text(PEOPLE)
        reader.press("Read the list")
        reader.go_on()
        for _round in (1, 2):
            reader.go("/events/klubabend/a/rounds/new/")
            reader.go_on()
            reader.go_on()
            reader.go("/events/klubabend/a/results/")
            for board, line in enumerate(("402 380", "366 401"), start=1):
                page.locator("[name=line]").first.fill(f"{board} {line}")
                with page.expect_response(lambda answer: answer.url.endswith("/line/")):
                    page.keyboard.press("Enter")
                expect(page.locator("[name=line]").first).to_have_value("")
            reader.read()
            reader.go("/events/klubabend/a/")
            reader.go_on()
        for address in (
            "a/standings/",
            "prizes/",
            "print/",
            "activity/",
            "housekeeping/",
            "rules/",
        ):
            reader.go(f"/events/klubabend/{address}")
        for address in ("", "a/standings/"):
            reader.go(f"/hall/klubabend/{address}")
        reader.go("/events/klubabend/housekeeping/")
        for _again in range(2):  # asked once more where something is left
            if page.get_by_role("button", name=gettext("Close the event"), exact=True).count():
                reader.press("Close the event")
        reader.go("/events/klubabend/")
        printed = {
            key
            for key in all_reports()
            for about in ("division=a", "division=a&round=2")
            if reader.paper(f"/events/klubabend/reports/{key}/?{about}&format=pdf")
        }
        assert len(printed) > 15
        assert reader.english == {}


@pytest.mark.parametrize("language", ["fr", "de"])
def test_a_game_to_its_printed_recount_has_no_english_word(reads, language):
    with reads(language) as reader:
        page = reader.page
        reader.go("/games/new/")
        page.get_by_label(gettext("Who begins")).fill("Hélène Éluard")
        page.locator("input[name=second]").fill("Jürgen Müller")
        page.locator("[name=rules]").select_option("french" if language == "fr" else "german")
        reader.go_on()
        turns = (
            "8H CHAT 20",
            f"7G OS {7 if language == 'fr' else 10}",
            "9G NE 9",
            "pass",
            "pass",
            "pass",
            "pass",
            "pass",
            "pass",
        )
        for number, line in enumerate(turns, start=1):
            page.locator("#line").fill(line)
            page.locator("#line").press("Enter")
            if number < 4:
                expect(page.locator(f"#turn-{number}")).to_be_attached()
            if page.locator("#line").is_visible():
                expect(page.locator("#line")).to_have_value("")
            reader.read()
            if not page.locator("#line").is_visible():
                break
        game = page.url.rstrip("/").rpartition("/")[2]
        reader.go(f"/games/{game}/dispute/")
        for box, column in (("1-1", "20\n9"), ("1-2", "7"), ("2-1", "18\n9"), ("2-2", "7")):
            page.locator(f"#column-{box}").fill(column)
        reader.press("Compare")
        for paper in ("score_sheet", "recount"):
            assert "CHAT" in reader.paper(f"/games/{game}/papers/{paper}/?format=pdf")
        assert reader.english == {}
