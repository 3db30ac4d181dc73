"""Letting phones in at the desk: one button, the address with its code, and messages."""

import datetime as dt
from dataclasses import replace

import pytest
from django.utils import timezone

from scoring.models import Activity
from tournament.actions.act import Refused
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.hall.actions.phone_access import (
    choose_address,
    close_to_phones,
    follow_network,
    open_to_phones,
    restore_phone_access,
    save_phone_access,
)
from tournament.hall.queries.phone_access import (
    CLOSED,
    AbuseReport,
    Network,
    PhoneAccess,
    address_of_hall,
    current_phone_access,
    set_listener,
)
from tournament.hall.queries.versions import public_version
from tournament.hall.reports.definitions.follow_and_report import FollowAndReport
from tournament.hall.reports.phone_codes import alternative_address, base_address_of

pytestmark = pytest.mark.django_db

WIFI = Network("192.168.1.0/24", "192.168.1.20", "Wi-Fi")
CABLE = Network("10.0.0.0/24", "10.0.0.7", "Ethernet")
INSIDE = Network("172.17.0.0/16", "172.17.0.1", "docker0", is_virtual=True)
PAGE = "/events/autumn-open/phones/"


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


def log():
    return list(Activity.objects.order_by("id").values_list("verb", "summary"))


def test_phone_access_is_opened_and_closed_by_one_button_at_the_desk(
    director_client, round_one, server
):
    desk = director_client.get("/events/autumn-open/a/").text
    assert 'action="/events/autumn-open/phones/let-in/"' in desk
    answer = director_client.post(f"{PAGE}let-in/", follow=True)
    assert server.at == "192.168.1.20"
    assert address_of_hall() == "http://192.168.1.20:8000"
    page = answer.text
    assert "http://192.168.1.20:8000/hall/autumn-open/" in page
    assert "<svg" in page
    assert "Pages that phones can reach" in page
    assert log()[-1] == ("let_phones_in", "Phones have access at http://192.168.1.20:8000.")
    page = director_client.post(f"{PAGE}close/", follow=True).text
    assert (server.at, current_phone_access()) == (None, CLOSED)
    assert "Only this computer can reach Ninetimer" in page
    assert log()[-1] == ("close_to_phones", "Phones no longer have access.")


def test_director_chooses_among_several_networks(director_client, desk, event, server):
    server.there = [WIFI, CABLE, INSIDE]
    with pytest.raises(Refused, match=r"This laptop is on several networks\. Choose the one the"):
        open_to_phones(desk, event)
    page = director_client.post(f"{PAGE}let-in/", follow=True).text
    assert "Choose the one the phones are on" in page
    assert "10.0.0.7" in page
    director_client.post(f"{PAGE}let-in/", {"network": "10.0.0.0/24"})
    assert server.at == "10.0.0.7"


def test_missing_network_is_explained_with_a_laptop_hotspot(director_client, desk, event, server):
    server.there = []
    with pytest.raises(Refused, match=r"This laptop is not on a network\. Join the hall’s"):
        open_to_phones(desk, event)
    page = director_client.get(PAGE).text
    for system in ("Windows", "macOS", "Linux"):
        assert f"<dt>{system}</dt>" in page


def test_occupied_port_is_reported_and_access_stays_closed(desk, event, server):
    server.taken = True
    with pytest.raises(Refused, match=r"cannot listen at 192\.168\.1\.20: Address already"):
        open_to_phones(desk, event)
    assert current_phone_access() == CLOSED


def test_access_cannot_be_switched_under_another_server(director_client, desk, round_one, server):
    set_listener(None)
    with pytest.raises(
        Refused, match=("Another server runs Ninetimer here and controls access for phones")
    ):
        close_to_phones(desk, round_one.division.event)
    assert "let-in" not in director_client.get(PAGE).text
    assert "let-in" not in director_client.get("/events/autumn-open/a/").text


def test_access_and_pages_follow_a_new_address_of_the_laptop(
    director_client, desk, round_one, server
):
    open_to_phones(desk, round_one.division.event)
    before = public_version("autumn-open")
    server.there = [replace(WIFI, host="192.168.1.77")]
    state = follow_network(server.there, server)
    assert server.at == state.host == "192.168.1.77"
    assert address_of_hall() == "http://192.168.1.77:8000"
    assert public_version("autumn-open") != before
    desk_page = director_client.get("/events/autumn-open/a/").text
    assert "the address was 192.168.1.20" in desk_page
    assert "192.168.1.77:8000" in desk_page
    assert log()[-1][0] == "move_door"


def test_access_has_no_address_until_the_network_returns(director_client, desk, event, server):
    open_to_phones(desk, event)
    assert follow_network([], server).address is None
    assert server.at is None
    count = Activity.objects.count()
    assert follow_network([], server).address is None
    assert Activity.objects.count() == count, "it is said once"
    assert "has left the network" in director_client.get(PAGE).text
    assert follow_network([CABLE, INSIDE], server).address == "http://10.0.0.7:8000"


def test_restart_restores_access_at_the_current_address(desk, event, server):
    assert restore_phone_access(server) == CLOSED
    open_to_phones(desk, event)
    server.at = None
    assert restore_phone_access(server).address == "http://192.168.1.20:8000"
    assert server.at == "192.168.1.20"
    server.there = [replace(WIFI, host="192.168.1.5")]
    state = restore_phone_access(server)
    assert (state.address, state.before) == ("http://192.168.1.5:8000", "192.168.1.20")
    server.taken = True
    assert restore_phone_access(server).address is None


def test_connected_devices_are_counted_and_their_absence_is_explained(
    director_client, desk, event, server
):
    open_to_phones(desk, event)
    assert "No phone has connected: see why" not in director_client.get(PAGE).text
    earlier = timezone.now() - dt.timedelta(minutes=3)
    save_phone_access(replace(current_phone_access(), opened_at=earlier.isoformat()))
    assert "client isolation" in director_client.get(PAGE).text
    server.came = 2
    page = director_client.get(PAGE).text
    assert "client isolation" not in page
    assert "2 devices have connected." in page


def test_clients_that_delay_others_are_named_at_the_desk(director_client, round_one, server):
    server.held_up_by = [
        AbuseReport("192.168.1.31", "flood", 120, 1.0),
        AbuseReport("192.168.1.32", "slow", 1, 2.0),
        AbuseReport("192.168.1.33", "silent", 30, 3.0),
        AbuseReport("192.168.1.34", "guess", 7, 4.0),
    ]
    desk_page = director_client.get("/events/autumn-open/a/").text
    part = director_client.get(f"{PAGE}now/").text
    for page in (desk_page, part):
        assert (
            "192.168.1.31 sends requests faster than they can be answered: 120 requests refused."
        ) in page
        assert (
            "192.168.1.32 does not read the responses to its requests: 1 connection ended." in page
        )
        assert "192.168.1.33 opens connections without sending requests: 30 closed." in page
        assert "A device at 192.168.1.34 keeps sending wrong codes (7 since the limit" in page


@pytest.mark.full
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


def test_kiosk_address_is_reachable_from_a_tablet(director_client, desk, event, server):
    page = director_client.get("/events/autumn-open/player-phones/").text
    assert "http://testserver/kiosk/" in page
    open_to_phones(desk, event)
    page = director_client.get("/events/autumn-open/player-phones/").text
    assert "http://192.168.1.20:8000/kiosk/" in page


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
        assert "Other devices can reach this laptop only after you allow phone access." in page, (
            path
        )
    assert "127.0.0.1" not in on_this_laptop("/events/autumn-open/reports/follow_and_report/")
    open_to_phones(desk, event)
    for path, there in pages.items():
        page = on_this_laptop(path)
        assert f"http://192.168.1.20:8000{there}" in page, path
        assert "only after you allow phone access" not in page, path


def test_codes_use_the_number_unless_the_director_chooses_the_name(
    director_client, desk, event, server
):
    save_phone_access(replace(open_to_phones(desk, event), name="ninetimer.local"))
    number, name = "http://192.168.1.20:8000", "http://ninetimer.local:8000"
    assert (address_of_hall(), current_phone_access().other_address) == (number, name)
    assert base_address_of(FollowAndReport.Options()) == number
    assert alternative_address(number) == "ninetimer.local:8000/hall/"
    page = director_client.get("/events/autumn-open/phones/").text
    assert f'<a href="{number}/hall/autumn-open/"' in page
    assert "Use the laptop’s name in QR codes and on paper" in page
    director_client.post("/events/autumn-open/phones/address/", {"by": "name"})
    assert (address_of_hall(), current_phone_access().other_address) == (name, number)
    assert log()[-1] == ("choose_address", f"Codes and papers lead to {name}.")
    director_client.post("/events/autumn-open/phones/address/", {"by": "number"})
    assert base_address_of(FollowAndReport.Options()) == number
    save_phone_access(replace(current_phone_access(), name=""))
    with pytest.raises(Refused, match=r"This laptop has no name on the network, so codes use its"):
        choose_address(desk, event, by_name=True)


def test_invitation_link_leads_to_the_address_for_phones(director_client, desk, event, server):
    made = director_client.post(
        "/events/autumn-open/helpers/", {"role": "reader"}, HTTP_HOST="127.0.0.1:8000"
    ).url
    alone = director_client.get(made, HTTP_HOST="127.0.0.1:8000").text
    assert "Other devices can reach this laptop only after you allow phone access." in alone
    open_to_phones(desk, event)
    let_in = director_client.get(made, HTTP_HOST="127.0.0.1:8000").text
    assert 'value="http://192.168.1.20:8000/join/' in let_in
