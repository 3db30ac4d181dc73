"""A whole evening on the desk, by keyboard: 31 people, one late, one leaving, four rounds, two helpers, closing.

Keys pressed and seconds waited for thirty names and for the results are printed (`-s` shows them). The gate types some
results of rounds 1 and 3, one person's and two people's, and the rest is entered by the same actions; `make long` types
every result. That fifteen are typed one after the other is held by `test_results` in the gate too.
"""

import re
import time
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from scoring.actions.activity import Actor
from tests.browser.test_desk import press
from tests.browser.test_results import enter
from tests.browser.windows import log_in
from tests.conftest import database_in
from tournament.actions.event.practice import roster
from tournament.actions.results.typed_lines import enter_round as results_by_actions
from tournament.models import Pairing, Round

pytestmark = pytest.mark.full

DIVISION = "/events/thursday/a/"
ROUNDS = 4
SOME, ALL = 4, 15
"""How many results of a round are typed."""


class Desk:
    """The director at the keyboard: every key counted, and the time the page took."""

    def __init__(self, page):
        self.page, self.keys, self.waited = page, 0, 0.0

    def type(self, text):
        self.page.keyboard.type(text)
        self.keys += len(text)

    def press(self, role, name):
        begun = time.monotonic()
        press(self.page, role, name)
        self.waited += time.monotonic() - begun
        self.keys += 1

    def enter(self, line):
        begun = time.monotonic()
        enter(self.page, line)
        self.waited += time.monotonic() - begun
        self.keys += len(line) + 1

    def counted_since(self):
        """What was counted since the last time."""
        counted = self.keys, self.waited
        self.keys, self.waited = 0, 0.0
        return counted


def set_up(desk, people):
    desk.press("button", "New event")
    desk.type("Thursday")
    with desk.page.expect_navigation():
        desk.page.keyboard.press("Enter")
    desk.page.get_by_label("Name of the division").press_sequentially("A")
    with desk.page.expect_navigation():
        desk.page.keyboard.press("Enter")
    desk.counted_since()
    desk.press("button", "Add players")
    desk.page.keyboard.insert_text("\n".join(people))
    desk.press("button", "Read the list")
    desk.press("button", f"Add {len(people)} players")
    return desk.counted_since()


def plan(page):
    page.goto(f"{DIVISION}plan/")
    page.get_by_label("Number of rounds").fill(str(ROUNDS))
    press(page, "button", "Propose")
    press(page, "button", "Use this plan")
    expect(page.locator(".messages")).to_contain_text(f"{ROUNDS} rounds are planned.")


def pair_and_publish(page, number):
    page.goto(DIVISION)
    press(page, "button", f"Pair round {number}")
    press(page, "button", f"Publish round {number}")
    page.goto(DIVISION)
    expect(page.locator("#round-title")).to_contain_text(f"Round {number}")


def missing(page):
    """The boards without a result, as the desk names them."""
    notice = page.locator("#next-step .step p")
    runs = re.findall(r"(\d+)(?:–(\d+))?", notice.inner_text().partition(":")[2])
    return [n for low, high in runs for n in range(int(low), int(high or low) + 1)]


def enter_round(desk, draws, boards):
    """Every result but the last, line by line on the results screen, opened by its key."""
    desk.page.keyboard.press("r")
    desk.page.wait_for_url("**/results/**")
    for board in boards:
        desk.enter(f"{board} {draws.randint(330, 460)} {draws.randint(330, 460)}")
        if "Enter again" in desk.page.inner_text(".confirmation"):
            desk.enter("")


def enter_by_actions(draws, missing):
    """Every result that is missing, as the actions enter them."""
    round_ = Round.objects.select_related("division__event").latest("number")
    boards = Pairing.objects.filter(round=round_, replaced_at=None, board__in=missing)
    scores = {p.board: (draws.randint(330, 460), draws.randint(330, 460)) for p in boards}
    results_by_actions(Actor("the desk"), round_, scores)


def close(page, number):
    page.goto(DIVISION)
    press(page, "button", f"Close round {number}")


def late_entry(page, name):
    page.goto(f"{DIVISION}players/")
    page.keyboard.insert_text(name)
    press(page, "button", "Read the list")
    press(page, "button", "Add 1 player")


def leave_after(page, number, name):
    page.goto(f"{DIVISION}players/{number}/")
    page.get_by_label("Leaves").select_option(label=f"after round {2}")
    press(page, "button", f"{name} leaves")


@pytest.mark.parametrize("typed", [SOME, pytest.param(ALL, marks=pytest.mark.long)])
def test_an_evening_from_the_first_name_to_the_closed_event(
    typed, server, director_page, dark_page, django_db_blocker, axe_problems
):
    page, draws = director_page, Random(11)
    desk = Desk(page)

    def enter_results():
        page.goto(DIVISION)
        if typed == ALL:
            enter_round(desk, draws, missing(page))
            return
        enter_the_rest()

    def enter_the_rest():
        with django_db_blocker.unblock(), database_in(server.installation.database):
            enter_by_actions(draws, missing(page))

    keys, waited = set_up(desk, roster(31, Random(5)))
    print(f"thirty names: {keys} keys beside the pasting, {waited:.1f} s of waiting")
    assert keys < 10
    plan(page)

    pair_and_publish(page, 1)
    expect(page.get_by_text("Bye", exact=True)).to_have_count(1)
    late_entry(page, "Late, Finn 1300")
    page.goto(DIVISION)
    boards = missing(page)
    assert boards == list(range(1, 17)) or boards == list(range(1, 16))
    desk.counted_since()
    enter_round(desk, draws, boards[:typed])
    keys, waited = desk.counted_since()
    print(f"{typed} results: {keys} keys, {waited:.1f} s of waiting")
    assert keys < 13 * typed
    page.goto(DIVISION)
    if missing(page):
        enter_the_rest()
    close(page, 1)

    pair_and_publish(page, 2)
    name, _ = page.locator("#board-1").get_attribute("title").split(" – ")
    number = page.locator(".player-list li", has_text=name).inner_text().split()[0]
    leave_after(page, int(number), name)
    enter_results()
    close(page, 2)

    pair_and_publish(page, 3)
    page.goto(f"{DIVISION}rounds/2/boards/1/")
    fields = page.locator("form:has(button:text-is('Correct')) input[inputmode=numeric]")
    fields.nth(0).fill("500")
    fields.nth(1).fill("301")
    page.get_by_label("Reason").fill("the slip was read upside down")
    press(page, "button", "Correct")
    if page.get_by_role("button", name="Yes, correct it").count():
        press(page, "button", "Yes, correct it")
    expect(page.locator("main")).to_contain_text("500")
    expect(page.locator("main")).to_contain_text("upside down")

    page.goto(DIVISION)
    before = missing(page)
    enter_round(desk, draws, before[:1])
    page.goto(DIVISION)
    assert missing(page) == before[1:]
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile("^Undo: Round 3")).first.press("Enter")
    page.goto(DIVISION)
    assert missing(page) == before

    log_in(dark_page)
    dark_page.goto(DIVISION)
    helper = Desk(dark_page)
    page.keyboard.press("r")
    page.wait_for_url("**/results/**")
    dark_page.keyboard.press("r")
    dark_page.wait_for_url("**/results/**")
    for place, board in enumerate(before[:typed]):
        (desk if place % 2 else helper).enter(f"{board} {400 + place} {380 - place}")
    page.goto(DIVISION)
    assert missing(page) == before[typed:]
    if missing(page):
        enter_the_rest()
    close(page, 3)

    pair_and_publish(page, 4)
    enter_results()
    close(page, 4)
    page.goto(DIVISION)
    page.keyboard.press("s")
    page.wait_for_url("**/standings/**")
    expect(page.locator("main table tbody tr")).to_have_count(32)
    assert axe_problems(page) == []
    page.goto("/events/thursday/housekeeping/")
    press(page, "button", "Close the event")
    if page.get_by_text("Close again if that is right").count():
        press(page, "button", "Close the event")
    page.goto(DIVISION)
    assert page.get_by_role("button", name=re.compile("Pair|Publish|Close round")).count() == 0
    assert urlsplit(page.url).path == DIVISION
