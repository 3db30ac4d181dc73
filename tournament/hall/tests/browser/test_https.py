"""HTTPS with the laptop's own certificate: log-in, access for phones, and a phone that connects."""

import ssl

import pytest
from playwright.sync_api import expect

from tests.browser.windows import log_in, new_page
from tests.installation import running
from tournament.hall.tests.server.test_hall_server import HALL, InstallationInAHall

pytestmark = pytest.mark.full


@pytest.fixture
def secured(installation, manage_on):
    made = InstallationInAHall(installation.folder)
    simulated = ("simulate_event", "--players", "4", "--rounds", "1", "--stage", "paired")
    slug = manage_on(made, *simulated).split()[-1]
    with running(made, more=["--https"]) as server:
        yield server, slug


def test_desk_lets_phones_in_by_https(secured, browser):
    server, slug = secured
    port = server.address.rpartition(":")[2]
    hall = f"https://{HALL}:{port}"
    with (
        browser.new_context(base_url=server.address, ignore_https_errors=True) as desk,
        browser.new_context(base_url=hall, ignore_https_errors=True) as phone,
    ):
        page = new_page(desk)
        log_in(page)
        assert {cookie["secure"] for cookie in desk.cookies()} == {True}
        page.goto(f"/events/{slug}/phones/")
        page.get_by_role("button", name="Allow phone access").click()
        expect(page.get_by_role("link", name=hall)).to_be_visible()
        expect(page.locator("main")).to_contain_text("Type https:// before the address")
        page = new_page(phone)
        page.goto(f"/hall/{slug}/")
        expect(page.locator("h1")).to_contain_text("Practice: 4 players")
    # A phone with the certificate trusts it at the hall's address, which the certificate names.
    certificate = server.installation.folder / "certificate.pem"
    shown = ssl.get_server_certificate((HALL, int(port)), ca_certs=str(certificate), timeout=20)
    assert shown.strip() in certificate.read_text(encoding="ascii")
