"""HTTPS with the laptop's own certificate, at the desk and in the hall."""

import http.client
import ssl
import stat
from pathlib import Path

import pytest

from tests.installation import running
from tournament.server.certificate import Certificate


def test_certificate_is_created_once_with_a_private_key_file(tmp_path):
    made = Certificate.in_folder(tmp_path)
    assert made.names == ("localhost", "127.0.0.1", "::1")
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600
    assert Certificate.in_folder(tmp_path).fingerprint == made.fingerprint
    assert len(made.fingerprint.split(":")) == 32


def test_new_address_is_added_to_the_certificate_beside_earlier_addresses(tmp_path):
    made = Certificate.in_folder(tmp_path, ["192.168.1.20"])
    more = made.with_names(["ninetimer.local"])
    assert set(more.names) == {*made.names, "ninetimer.local"}
    assert more.fingerprint != made.fingerprint
    assert more.with_names(["192.168.1.20"]) == more


def test_truncated_certificate_is_replaced(tmp_path):
    made = Certificate.in_folder(tmp_path)
    made.path.write_bytes(made.path.read_bytes()[:300])
    assert Certificate.in_folder(tmp_path).names == made.names


@pytest.fixture
def https_server(installation):
    with running(installation, more=["--https"]) as server:
        yield server


def test_desk_serves_https_only_with_secure_cookies(https_server, installation):
    port = int(https_server.address.rpartition(":")[2])
    assert https_server.address == f"https://127.0.0.1:{port}"
    file = Path(installation.folder, "certificate.pem")
    context = ssl.create_default_context(cafile=str(file))
    link = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=20)
    link.request("GET", "/login/")
    answer = link.getresponse()
    assert answer.status == 200
    assert "Secure" in answer.getheader("Set-Cookie")
    assert b"<h1>Log in</h1>" in answer.read()
    link.close()
    plain = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    plain.request("GET", "/login/")
    with pytest.raises((ConnectionError, http.client.HTTPException)):
        plain.getresponse()
    printed = (installation.folder / "printed.txt").read_text(encoding="utf-8")
    assert Certificate.in_folder(installation.folder).fingerprint in printed
