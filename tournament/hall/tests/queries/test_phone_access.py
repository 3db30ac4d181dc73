"""Phone access as seen by each process, and the networks of the laptop."""

from types import SimpleNamespace

import pytest

from tournament.hall.actions.phone_access import save_phone_access
from tournament.hall.queries.phone_access import (
    CLOSED,
    PhoneAccess,
    address_of_hall,
    current_phone_access,
    phone_access_file,
)
from tournament.hall.server import networks


@pytest.fixture(autouse=True)
def data_folder(tmp_path, settings):
    settings.NINETIMER_DATA_DIR = tmp_path


def test_access_is_closed_by_default():
    assert current_phone_access() == CLOSED
    assert address_of_hall() is None


def test_open_access_has_an_address_and_optionally_a_name():
    state = PhoneAccess(is_open=True, host="192.168.1.20", port=8000, name="ninetimer.local")
    save_phone_access(state)
    assert current_phone_access() == state
    assert address_of_hall() == "http://192.168.1.20:8000"
    assert current_phone_access().address_by_name == "http://ninetimer.local:8000"


def test_open_access_without_a_network_has_no_address():
    save_phone_access(PhoneAccess(is_open=True, port=8000, name="ninetimer.local"))
    assert address_of_hall() is None
    assert current_phone_access().address_by_name is None


@pytest.mark.parametrize("written", ["", "[]", "{", '{"another": "version"}'])
def test_unreadable_file_means_closed_access(written):
    phone_access_file().write_text(written)
    assert current_phone_access() == CLOSED


def test_usual_network_is_listed_first_and_virtual_ones_last(monkeypatch):
    there = "tun0 172.17.0.1, e1 169.254.3.4, eth0 10.0.0.7, lo 127.0.0.1, wlan0 192.168.1.20"
    adapters = [
        SimpleNamespace(nice_name=name, ips=[SimpleNamespace(ip=ip, network_prefix=24)])
        for name, ip in map(str.split, there.split(","))
    ]
    monkeypatch.setattr(networks.ifaddr, "get_adapters", lambda: adapters)
    for usual, order in ("192.168.1.20", "wlan0 eth0 tun0"), ("172.17.0.1", "tun0 eth0 wlan0"):
        monkeypatch.setattr(networks, "default_route_address", lambda usual=usual: usual)
        rows = networks.networks()
        assert " ".join(row.adapter for row in rows) == order
        assert [row.is_virtual for row in rows] == [False, False, usual != "172.17.0.1"]
    assert rows[1].key == "10.0.0.0/24"
