"""The address for other devices, derived from the address of the request."""

import pytest
from django.test import RequestFactory

from tournament.web import other_devices


@pytest.mark.parametrize(
    ("host", "whole"),
    [
        ("localhost", ""),
        ("localhost:8000", ""),
        ("127.0.0.1", ""),
        ("[::1]", ""),
        ("[::1]:8000", ""),
        ("desk.test:8000", "http://desk.test:8000/x/"),
        ("desk.test", "http://desk.test/x/"),
    ],
)
def test_address_for_other_devices_is_never_local_only(host, whole, monkeypatch, settings):
    monkeypatch.setattr(other_devices, "OTHER_DEVICES", [])
    settings.ALLOWED_HOSTS, settings.NINETIMER_ALLOWED_HOSTS = ["*"], ["localhost", ".local"]
    request = RequestFactory().get("/", headers={"host": host})
    assert other_devices.address_for_others(request, "/x/") == whole
