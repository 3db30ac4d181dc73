"""`serve` starts the program or explains why it cannot."""

import http.client
import socket
import urllib.request

import pytest
from django.core.management import CommandError, call_command

from tests.installation import Installation, running


@pytest.fixture
def database_up_to_date(monkeypatch):
    monkeypatch.setattr("tournament.management.commands.serve.refuse_old_database", lambda: None)


def answer_to_a_file_of(size, address):
    """Return the status of an upload that announces this size in bytes."""
    connection = http.client.HTTPConnection(address.removeprefix("http://"))
    connection.putrequest("POST", "/login/")
    connection.putheader("Content-Length", str(size))
    connection.endheaders()
    status = connection.getresponse().status
    connection.close()
    return status


def test_server_answers_at_the_printed_address_and_refuses_large_uploads(installation):
    with running(installation) as server:
        with urllib.request.urlopen(f"{server.address}/login/") as answer:
            page = answer.read().decode()
        refused = answer_to_a_file_of(70_000_000, server.address)
        printed = (installation.folder / "printed.txt").read_text()
    assert "<h1>Log in</h1>" in page
    assert refused == 413
    assert f"Its data is kept in   {installation.folder}" in printed


def test_database_without_tables_is_refused_with_the_command_to_run(tmp_path):
    with pytest.raises(AssertionError) as refused:
        Installation(tmp_path).manage("serve", "--port", "0")
    assert "Run `.venv/bin/python manage.py migrate` once" in str(refused.value)


def test_taken_port_is_named_with_an_alternative(database_up_to_date):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CommandError) as refused:
            call_command("serve", port=port)
    assert f"Port {port} is in use" in str(refused.value)
    assert f"--port {port + 1}" in str(refused.value)


@pytest.mark.parametrize(
    ("host", "port"), [("192.0.2.1", 8000), ("127.0.0.1", 70_000), ("no host", 1)]
)
def test_address_that_cannot_be_listened_on_is_named(database_up_to_date, host, port):
    with pytest.raises(CommandError, match="Check --host and --port") as refused:
        call_command("serve", host=host, port=port)
    assert f"Cannot listen on {host}, port {port}" in str(refused.value)
