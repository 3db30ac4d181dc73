"""The door of the hall, as every process reads it."""

import pytest

from tournament.hall.actions.phone_access import remember_door
from tournament.hall.queries.phone_access import CLOSED, Door, address_of_hall, door, door_file


@pytest.fixture(autouse=True)
def data_folder(tmp_path, settings):
    settings.NINETIMER_DATA_DIR = tmp_path


def test_it_is_closed_until_somebody_opens_it():
    assert door() == CLOSED
    assert address_of_hall() is None


def test_an_open_door_has_an_address_and_perhaps_one_by_name():
    state = Door(is_open=True, host="192.168.1.20", port=8000, name="ninetimer.local")
    remember_door(state)
    assert door() == state
    assert address_of_hall() == "http://192.168.1.20:8000"
    assert door().address_by_name == "http://ninetimer.local:8000"


def test_without_a_network_nothing_is_reached():
    remember_door(Door(is_open=True, port=8000, name="ninetimer.local"))
    assert address_of_hall() is None
    assert door().address_by_name is None


@pytest.mark.parametrize("written", ["", "[]", "{", '{"another": "version"}'])
def test_a_file_that_cannot_be_read_is_a_closed_door(written):
    door_file().write_text(written)
    assert door() == CLOSED
