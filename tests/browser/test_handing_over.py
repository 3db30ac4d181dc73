"""An organisation changes hands, by the keyboard alone: somebody is invited and made owner, the owner before leaves."""

import re
import time

import pyotp
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_backup import turn_on_the_second_factor, work_for_another
from tests.browser.windows import log_in, watched_page

pytestmark = pytest.mark.full

PASSWORD = "nine letters"
MOST_TABS = 120
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def go_to(page: Page, target: Locator) -> None:
    """Reach an element by the tab key, as who has no mouse does."""
    expect(target).to_be_visible()
    for _time in range(MOST_TABS):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{target} is not reached by the tab key")


def write(page: Page, target: Locator, text: str) -> None:
    go_to(page, target)
    page.keyboard.type(text)


def press(page: Page, target: Locator) -> None:
    go_to(page, target)
    enter(page)


def enter(page: Page) -> None:
    with page.expect_navigation():
        page.keyboard.press("Enter")


def button(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def invite(page: Page, role: str) -> str:
    """Invite somebody to the organisation; return the link."""
    page.goto("/organisation/")
    write(page, page.get_by_label("As", exact=True), role)
    press(page, button(page, "Create invitation"))
    return page.get_by_role("textbox", name="The link").input_value()


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    write(page, page.get_by_label("Your name"), name)
    write(page, page.get_by_label("A password of your own"), PASSWORD)
    enter(page)
    expect(page.locator(".messages")).to_contain_text("You are in.")


def second_factor(page: Page) -> list[str]:
    """Turn it on by the way the refusal shows; return the recovery codes."""
    page.goto("/organisation/")
    expect(page.get_by_role("heading", name="A second factor first")).to_be_visible()
    press(page, button(page, "Turn on the second factor"))
    secret = re.search(r"\b(?:[A-Z2-7]{4} ?){8}\b", page.inner_text("main"))[0].replace(" ", "")
    write(page, page.get_by_role("textbox", name="Code"), pyotp.TOTP(secret).at(time.time()))
    enter(page)
    codes = page.locator(".recovery-codes code").all_inner_texts()
    assert len(codes) == 10
    return codes


def leave(page: Page) -> None:
    """Ask to leave Northern Lights, and confirm it."""
    page.goto("/organisations/")
    go_to(page, page.locator("summary", has_text="Leave"))
    page.keyboard.press("Enter")
    press(page, button(page, "Leave Northern Lights"))


@pytest.fixture
def nora(page, browser, server):
    """The owner of an organisation that who looks after the server has made, at the desk."""
    log_in(page)
    turn_on_the_second_factor(page)
    work_for_another(page)
    link = invite(page, "Owner")
    with watched_page(browser, server.address, **DESK) as owner:
        join(owner, link, "Nora")
        yield owner


def test_the_owner_makes_another_one_and_leaves_and_the_last_owner_stays(
    nora, browser, server, axe_problems, fits_its_width, picture
):
    second_factor(nora)
    assert axe_problems(nora) == []
    press(nora, button(nora, "I have them"))
    leave(nora)
    expect(nora.locator(".messages")).to_contain_text("Nora is the only owner.")
    press(nora, nora.get_by_role("link", name="Who works here"))
    link = invite(nora, "Director")
    with watched_page(browser, server.address, **PHONE) as olaf:
        join(olaf, link, "Olaf")
        olaf.goto("/organisations/")
        expect(olaf.get_by_role("link", name="Who works here")).to_have_count(0)
        nora.goto("/organisation/")
        go_to(nora, nora.get_by_label("Change or end the role of Olaf"))
        nora.keyboard.press("Enter")
        card = nora.get_by_role("listitem").filter(has_text="Olaf")
        write(nora, card.get_by_label("Role", exact=True), "Owner")
        picture(nora, "handing-over")
        press(nora, button(card, "Give this role"))
        expect(nora.locator(".messages")).to_contain_text("Olaf is owner now.")
        leave(nora)
        expect(nora.locator(".messages")).to_contain_text("You do not work for Northern Lights")
        assert nora.goto("/organisation/").status == 403
        expect(nora.locator("main")).to_contain_text("Only an owner does this.")

        codes = second_factor(olaf)
        assert axe_problems(olaf) == []
        assert fits_its_width(olaf)
        picture(olaf, "recovery-codes-phone")
        leave(olaf)
        expect(olaf.locator(".messages")).to_contain_text("Olaf is the only owner.")
        olaf.goto("/organisation/")
        expect(olaf.get_by_role("heading", name="Northern Lights")).to_be_visible()

        press(olaf, button(olaf, "Log out"))  # the phone with the app is lost
        olaf.goto("/login/")
        write(olaf, olaf.get_by_label("Name"), "Olaf")
        write(olaf, olaf.get_by_label("Password", exact=True), PASSWORD)
        enter(olaf)
        expect(olaf.get_by_label("Code", exact=True)).to_be_focused()
        assert axe_problems(olaf) == []
        olaf.keyboard.type("wrong-codes")
        enter(olaf)
        expect(olaf.get_by_role("alert")).to_contain_text("That code is not valid")
        expect(olaf.get_by_label("Code", exact=True)).to_be_focused()
        olaf.keyboard.type(codes[0])
        enter(olaf)
        expect(olaf.locator("main")).to_contain_text("Northern Lights")
        olaf.goto("/password/second/")
        expect(olaf.get_by_role("status")).to_contain_text("9 recovery codes are left.")
        picture(olaf, "one-recovery-code-used")


ROLES = {
    "Director": (["New event", "Import an event", "Clubs"], ["Organisation"]),
    "Rating officer": (["Members and ratings", "Rating lists"], ["New event", "Organisation"]),
    "Read-only": (["Calendar of events"], ["New event", "Rating lists", "Organisation"]),
}
"""What somebody in each role finds on the first page, and what not."""


def test_who_works_there_sees_what_the_role_is_for(nora, browser, server, picture):
    second_factor(nora)
    links = {role: invite(nora, role) for role in ROLES}
    for number, (role, (sees, lacks)) in enumerate(ROLES.items()):
        with watched_page(browser, server.address, **PHONE) as helper:
            join(helper, links[role], f"Rolf {'ABC'[number]}")
            picture(helper, f"home-of-{role.lower().replace(' ', '-')}")
            there = {
                *helper.get_by_role("link").all_inner_texts(),
                *helper.get_by_role("button").all_inner_texts(),
            }
            assert [name for name in sees if name not in there] == [], role
            assert [name for name in lacks if name in there] == [], role
            leave(helper)
            expect(helper.locator(".messages")).to_contain_text(
                "You do not work for Northern Lights"
            )
