"""Letting phones in at the desk: one button, the address with its code, and messages."""

from dataclasses import replace

import pytest

from scoring.models import Activity
from tournament.actions.act import Refused
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.hall.actions.phone_access import (
    close_to_phones,
    follow_network,
    open_to_phones,
    restore_phone_access,
)
from tournament.hall.queries.phone_access import Network, PhoneAccess, set_listener
from tournament.hall.queries.versions import public_version

pytestmark = pytest.mark.django_db

WIFI = Network("192.168.1.0/24", "192.168.1.20", "Wi-Fi")
CABLE = Network("10.0.0.0/24", "10.0.0.7", "Ethernet")
INSIDE = Network("172.17.0.0/16", "172.17.0.1", "docker0", is_virtual=True)
PAGE = "/events/autumn-open/phones/"
ONLY_AFTER = "Other devices can reach this laptop only after you allow phone access."


class Listening:
    """A fake server that records the networks in which it would listen."""

    listens_everywhere = False

    def __init__(self):
        self.there = [WIFI, INSIDE]
        self.at = None
        self.came = 0
        self.held_up_by = []
        self.guessers = []
        self.taken = False

    def networks(self):
        return self.there

    def open(self, network):
        if self.taken:
            raise OSError(98, "Address already in use")
        self.at = network.host
        return PhoneAccess(is_open=True, host=network.host, port=8000, network=network.key)

    def close(self):
        self.at = None

    def visitor_count(self):
        return self.came

    def abuse_reports(self):
        return self.held_up_by

    def report_guessing(self, address):
        self.guessers.append(address)


@pytest.fixture
def server(tmp_path, settings):
    settings.NINETIMER_DATA_DIR = tmp_path
    listening = Listening()
    set_listener(listening)
    yield listening
    set_listener(None)


def test_access_cannot_be_switched_under_another_server(director_client, desk, round_one, server):
    desk_page = "/events/autumn-open/a/"
    assert "let-in" in director_client.get(desk_page).text
    set_listener(None)
    with pytest.raises(Refused, match="Another server runs Ninetimer here and controls access"):
        close_to_phones(desk, round_one.division.event)
    assert "let-in" not in director_client.get(PAGE).text
    assert "let-in" not in director_client.get(desk_page).text


def test_access_follows_the_laptop_to_its_new_address(director_client, desk, round_one, server):
    open_to_phones(desk, round_one.division.event)
    before = public_version("autumn-open")
    follow_network([replace(WIFI, host="192.168.1.77")], server)
    assert server.at == "192.168.1.77"
    assert public_version("autumn-open") != before
    assert "the address was 192.168.1.20" in director_client.get("/events/autumn-open/a/").text
    follow_network([], server)
    count = Activity.objects.count()
    follow_network([], server)
    assert (server.at, Activity.objects.count()) == (None, count), "it is said once"
    server.taken = True
    assert restore_phone_access(server).address is None


def test_code_guesser_is_named_once_its_attempts_are_blocked(client, event, server):
    for _ in range(11):
        client.post("/hall/autumn-open/me/", {"number": "2", "letters": "BBBB"})
    assert server.guessers == ["127.0.0.1"]
    for _ in range(21):
        client.post("/kiosk/", {"code": "BBBB"}, REMOTE_ADDR="192.168.1.9")
    assert server.guessers == ["127.0.0.1", "192.168.1.9"]
    for number in range(1, 32):
        typed = {"number": number, "letters": "BBBB"}
        client.post("/hall/autumn-open/me/", typed, REMOTE_ADDR="192.168.1.10")
    assert server.guessers[2:] == ["192.168.1.10"], "few for each number, but many in all"


def test_phone_using_another_host_name_gets_the_address(client, desk, event, server):
    page = client.get("/hall/autumn-open/", headers={"Host": "laptop.local:8000"})
    assert page.status_code == 400
    assert "Phones have no access at the moment" in page.text
    open_to_phones(desk, event)
    page = client.get("/hall/autumn-open/", headers={"Host": "laptop.local:8000"}).text
    assert "laptop.local:8000" in page
    assert 'href="http://192.168.1.20:8000/hall/"' in page
    assert "could not read that request" not in page


@pytest.fixture
def on_this_laptop(director_client, settings):
    """Return a function that returns the text of a page as shown to the director on the laptop itself."""
    settings.ALLOWED_HOSTS = ["*"]
    settings.NINETIMER_ALLOWED_HOSTS = ["127.0.0.1", "localhost"]

    def get(path):
        return director_client.get(path, headers={"Host": "127.0.0.1:8000"}).text

    return get


def test_addresses_for_other_devices_are_not_localhost(
    on_this_laptop, desk, round_one, event, server
):
    set_registration_rules(desk, event, when="now")
    pages = {
        "/events/autumn-open/registration/": "/hall/autumn-open/register/",
        "/events/autumn-open/room/": "/screen/",
        "/events/autumn-open/player-phones/": "/kiosk/",
    }
    for path in pages:
        page = on_this_laptop(path)
        assert "127.0.0.1" not in page, path
        assert ONLY_AFTER in page, path
    assert "127.0.0.1" not in on_this_laptop("/events/autumn-open/reports/follow_and_report/")
    open_to_phones(desk, event)
    for path, there in pages.items():
        page = on_this_laptop(path)
        assert f"http://192.168.1.20:8000{there}" in page, path
        assert ONLY_AFTER not in page, path


def test_invitation_link_leads_to_the_address_for_phones(director_client, desk, event, server):
    made = director_client.post(
        "/events/autumn-open/helpers/", {"role": "reader"}, HTTP_HOST="127.0.0.1:8000"
    ).url
    alone = director_client.get(made, HTTP_HOST="127.0.0.1:8000").text
    assert ONLY_AFTER in alone
    open_to_phones(desk, event)
    let_in = director_client.get(made, HTTP_HOST="127.0.0.1:8000").text
    assert 'value="http://192.168.1.20:8000/join/' in let_in
