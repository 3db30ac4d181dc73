"""Letting phones in as a director does, and reaching the public site by the laptop's other address."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect

from tests.browser.windows import log_in, watched_page
from tests.installation import Installation, running

HALL = "127.0.0.2"


@dataclass(frozen=True)
class InstallationInAHall(Installation):
    """One whose only network is a second address of this computer."""

    def environment(self):
        return {**super().environment(), "NINETIMER_NETWORKS": HALL}


@pytest.fixture
def hall_server(fresh_installation, manage_on, tmp_path):
    copied = fresh_installation.copied(tmp_path / "data")
    installation = InstallationInAHall(copied.folder)
    made = ("simulate_event", "--players", "8", "--rounds", "3", "--stage", "half")
    event = manage_on(installation, *made).split()[-1]
    with running(installation) as server:
        yield server, event


def test_the_door_is_opened_a_phone_comes_in_and_it_is_closed_again(
    browser, hall_server, axe_problems, fits_its_width, picture
):
    server, event = hall_server
    hall = f"http://{HALL}:{urlsplit(server.address).port}"
    with watched_page(browser, server.address, viewport={"width": 1280, "height": 800}) as desk:
        log_in(desk)
        desk.goto(f"/events/{event}/a/")
        desk.get_by_role("button", name="Let phones in").click()
        expect(desk.get_by_role("heading", name="Phones are let in", exact=True)).to_be_visible()
        address = desk.get_by_role("link", name=f"{hall}/hall/").inner_text()
        expect(desk.get_by_role("img", name="The address as a QR code")).to_be_visible()
        assert axe_problems(desk) == []
        picture(desk, "phones-let-in")
        with watched_page(browser, hall, viewport={"width": 360, "height": 740}) as phone:
            phone.goto(address)
            expect(phone.get_by_role("main")).to_be_visible()
            assert "Practice" in phone.title()
        desk.reload()
        expect(desk.get_by_text("1 device has connected.")).to_be_visible()
        desk.set_viewport_size({"width": 360, "height": 740})
        assert fits_its_width(desk)
        picture(desk, "phones-let-in-phone")
        desk.set_viewport_size({"width": 1280, "height": 800})
        desk.goto(f"/events/{event}/a/")
        expect(desk.locator("#phones")).to_contain_text(hall.removeprefix("http://"))
        picture(desk, "phones-at-the-desk")
        desk.goto(f"/events/{event}/phones/")
        desk.get_by_role("button", name="Close to phones").click()
        expect(desk.get_by_role("heading", name="Let phones in", exact=True)).to_be_visible()
        picture(desk, "phones-closed")
        assert axe_problems(desk) == []
    with watched_page(browser, hall) as phone, pytest.raises(PlaywrightError):
        phone.goto(address)
