"""What is stored about a person: corrected, contacts, erased, shared; for every eye and every device."""

import pytest
from playwright.sync_api import expect

from tests.browser.shared_server import let_in
from tests.browser.test_desk import enter_four, press
from tests.browser.test_people import EVENT

pytestmark = pytest.mark.full

PERSON = "/people/1/"


def show_everywhere(
    page, addresses, prefix, rules, axe_problems, pale_in_the_dark, fits_its_width, picture
):
    for number, address in enumerate(addresses):
        page.goto(address)
        assert axe_problems(page, rules) == [], address
        assert fits_its_width(page), address
        name = f"{number}-{address.strip('/').replace('/', '-')}"
        picture(page, f"{prefix}-{name}")
        if rules == "all":
            assert pale_in_the_dark(page, f"{prefix}-dark-{name}") == [], address


def test_contacts_are_typed_seen_and_removed_and_the_person_is_erased_by_keyboard(director_page):
    page = director_page
    enter_four(page)
    page.goto("/people/")
    press(page, "link", "Lindqvist, Zoë")
    press(page, "button", "Add contacts")
    page.get_by_label("Telephone").focus()
    page.keyboard.type("0660 5551234")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("The contacts of Zoë Lindqvist are saved.")
    expect(page.locator("main")).to_contain_text("Stored: Telephone.")
    press(page, "button", "Show the contacts")
    assert page.get_by_label("Telephone").input_value() == "0660 5551234"
    page.go_back()
    press(page, "link", "Erase on request")
    expect(page.locator("main")).to_contain_text("Z. L. is shown instead.")
    page.get_by_label("Type the name as it stands here").focus()
    page.keyboard.type("zoë lindqvist")
    page.keyboard.press("Tab")
    page.keyboard.type("asked by letter")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("Erased: Z. L. from now on, everywhere here.")
    page.goto(f"{EVENT}a/players/")
    assert "Lindqvist" not in page.content()


@pytest.mark.parametrize(
    ("device", "rules"), [("page", "all"), ("phone_page", "but colours")], ids=["desk", "phone"]
)
def test_every_page_about_a_person_is_for_every_eye_and_every_device(
    request, device, rules, axe_problems, pale_in_the_dark, fits_its_width, picture
):
    page = request.getfixturevalue(device)
    let_in(page)
    page.goto("/")
    enter_four(page)
    page.goto(f"{PERSON}contacts/")
    page.get_by_label("E-mail").fill("zoe@example.org")
    press(page, "button", "Save")
    tools = (rules, axe_problems, pale_in_the_dark, fits_its_width, picture)
    alone = [PERSON, f"{PERSON}contacts/", f"{PERSON}erase/", "/organisation/contacts/"]
    show_everywhere(page, alone, device, *tools)
    page.goto("/organisations/")
    page.get_by_label("Name of the organisation").fill("The Federation")
    press(page, "button", "Create organisation")
    page.goto("/organisations/")
    press(page, "button", "Work for the first organisation")
    page.goto(f"{PERSON}share/")
    page.get_by_label("Name of the organisation").fill("The Federation")
    page.get_by_label("How the person agreed").fill("on the entry form of 3 May")
    press(page, "button", "Offer")
    show_everywhere(page, [PERSON, f"{PERSON}share/"], f"{device}-shared", *tools)
    page.goto("/organisations/")
    press(page, "button", "Work for The Federation")
    show_everywhere(page, ["/people/offered/"], f"{device}-offered", *tools)
    page.get_by_role("button", name="Accept").click()
    expect(page.locator(".messages")).to_contain_text("is in the list of people.")
