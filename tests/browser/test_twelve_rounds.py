"""Twelve rounds of 31 players on a plan: paired, read, asked about, changed by hand and published on the pages.

The gate takes those rounds through the pages that are paired in another way, by other people or with something asked
or changed, and the rest by the same actions; `make long` takes all of them.
"""

import json
import re
from random import Random

import pytest
from playwright.sync_api import expect

from scoring.actions.activity import Actor
from tests.browser.test_desk import press
from tests.conftest import database_in
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.practice import roster
from tournament.actions.people.entries import add_players
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.typed_lines import enter_round
from tournament.actions.rounds.drafts import pair_round
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.engine.attendance import Withdrawal
from tournament.models import Division, Entry, Pairing, Round

pytestmark = pytest.mark.full

DIVISION = "/events/autumn-open/a/"
DESK = Actor("the desk")
METHODS = {
    **dict.fromkeys(range(1, 4), "Initial Fontes"),
    **dict.fromkeys(range(4, 11), "Swiss on the standings after round"),
    11: "Factor on the standings after round 10",
    12: "King of the hill on the standings after round 11",
}

ROWS = {
    **dict.fromkeys(range(1, 4), 15),  # 29 players: 14 boards and a bye
    **dict.fromkeys(range(4, 7), 16),  # 31 with the late entries
    **dict.fromkeys(range(7, 13), 15),  # 30 after the first has left, then 29
}


ALL = tuple(METHODS)
BRIEFLY = (1, 5, 7, 11, 12)


def pair_by_the_plan(number):
    """Pair and publish a round without its pages."""
    division = Division.objects.select_related("event").get()
    publish_round(DESK, pair_round(DESK, division, number))


def set_up():
    event = create_event(DESK, name="Autumn Open", preset="naspa_nwl")
    add_players(DESK, create_division(DESK, event, name="A"), "\n".join(roster(29, Random(7))))


def play(number, draws):
    """Results for every board of the published round, and close it: what the results screen is tested for elsewhere."""
    round_ = Round.objects.select_related("division__event").get(number=number)
    boards = Pairing.objects.filter(round=round_, replaced_at=None, second__isnull=False)
    enter_round(
        DESK,
        round_,
        {p.board: (draws.randint(300, 480), draws.randint(300, 480)) for p in boards},
    )
    close_round(DESK, round_)


def leave(number, after):
    entry = Entry.objects.select_related("division__event", "player").get(number=number)
    withdraw(DESK, entry, Withdrawal.AFTER, after=after)


def add_late(page, names):
    """Late entries through the page that adds players."""
    page.goto(f"{DIVISION}players/")
    page.get_by_label("Players, one per line").fill(names)
    press(page, "button", "Read the list")
    press(page, "button", "Add 2 players")


def swap_two_by_hand(page, number):
    """By the mouse: the first two neighbours in the draft who can change places without anybody meeting again."""
    press(page, "link", "Change by hand")
    rows = page.locator("table.arranging tbody tr")
    for board in range(3, 9):
        one, other = (rows.nth(at).locator("[data-seat]").nth(1) for at in (board - 1, board))
        with page.expect_navigation():
            one.drag_to(other)
        expect(page.get_by_role("button", name=f"Save round {number}")).to_be_visible()
        if page.get_by_text("Everybody is in the round once").count():
            break
        press(page, "button", "Discard changes")
    press(page, "button", f"Save round {number}")
    page.goto(f"{DIVISION}rounds/{number}/pairings/")
    assert page.inner_text("table.reasons").count("changed by hand") == 2


def ask_why_not(page):
    first = page.locator("#why-one option").nth(1).get_attribute("value")
    page.locator("#why-one").select_option(first)
    page.locator("#why-other").select_option(index=9)
    press(page, "button", "Explain")
    answer = page.locator("#answer")
    expect(answer).to_contain_text("Why not these two?")
    expect(answer.locator("li").first).to_be_visible()


def compare_with_another_method(page, number):
    page.locator("#id_method").select_option("quartiles")
    expect(page.locator("#method-options")).to_contain_text("The first quarter of the standings")
    press(page, "button", "Compare first")
    expect(page.locator("main")).to_contain_text(re.compile(r"\d+ of 1\d boards differ"))
    press(page, "button", "Leave unchanged")
    expect(page.locator("h1")).to_contain_text(f"Pairings of round {number}")


def pair_on_the_pages(page, number, axe_problems, picture):
    """From the desk: pair the round, read why, ask and change in some rounds, and publish it."""
    page.goto(DIVISION)
    press(page, "button", f"Pair round {number}")
    expect(page.locator(".messages")).to_contain_text(f"Round {number} is drafted.")
    words = page.inner_text("main")
    assert METHODS[number] in words
    why = page.locator("table.reasons td.why").all_inner_texts()
    assert len(why) == ROWS[number]
    assert all(why) or "On every board: " in words
    if number == 5:
        swap_two_by_hand(page, number)
    if number == 7:
        ask_why_not(page)
        assert axe_problems(page) == []
        picture(page, "pairing-why-not")
        compare_with_another_method(page, number)
    press(page, "button", f"Publish round {number}")


@pytest.mark.parametrize("on_pages", [BRIEFLY, pytest.param(ALL, marks=pytest.mark.long)], ids=len)
def test_twelve_rounds_of_a_plan_are_paired_explained_and_published(
    on_pages, server, director_page, manage, django_db_blocker, axe_problems, picture
):
    page, draws = director_page, Random(3)
    with django_db_blocker.unblock(), database_in(server.installation.database):
        set_up()
        page.goto(f"{DIVISION}plan/")
        page.get_by_label("Number of rounds").fill("12")
        press(page, "button", "Propose")
        picture(page, "pairing-plan-proposed")
        press(page, "button", "Use this plan")
        expect(page.locator(".messages")).to_contain_text("12 rounds are planned.")
        assert axe_problems(page) == []
        for number in range(1, 13):
            if number == 4:
                add_late(page, "Late, Finn 1300\nOstrova, Vera 1750")
            if number in on_pages:
                pair_on_the_pages(page, number, axe_problems, picture)
            else:
                pair_by_the_plan(number)
            play(number, draws)
            if number in (6, 9):
                leave({6: 12, 9: 3}[number], number)
        division = Division.objects.get()
        assert division.rounds.filter(phase="closed").count() == 12
        assert Entry.objects.count() == 31
    checked = json.loads(manage("check_event", "autumn-open", "--json"))
    assert checked["clean"] is True
    assert [round_["round"] for round_ in checked["divisions"][0]["rounds"]] == list(range(1, 13))
