"""Where the program that runs on a data folder answers, so that a second start finds the first."""

from __future__ import annotations

import http.client
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings

FILE = "running"
PATIENCE = 5.0
"""Seconds in which a program that runs begins to answer."""


@contextmanager
def noted_as_running(address: str) -> Iterator[None]:
    """Write the program's address into the data folder while it runs."""
    file = _file()
    file.write_text(address, encoding="ascii")
    try:
        yield
    finally:
        if file.exists() and file.read_text(encoding="ascii") == address:
            file.unlink()


def running_at() -> str:
    """Return the address at which Ninetimer runs on this data folder already; empty where it does not."""
    try:
        address = _file().read_text(encoding="ascii")
    except OSError:
        return ""
    return address if answers(address) else ""


def answers(address: str) -> bool:
    """Whether Ninetimer, and no other program, answers at an address of this computer."""
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port
    link = (
        # Its certificate is its own; nothing is sent that anybody else should not read.
        http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=_unverified())
        if parts.scheme == "https"
        else http.client.HTTPConnection(host, port, timeout=PATIENCE)
    )
    try:
        link.request("HEAD", "/login/")
        return link.getresponse().getheader("Server") == "Ninetimer"
    except (OSError, http.client.HTTPException):
        return False
    finally:
        link.close()


def _unverified() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _file() -> Path:
    return Path(settings.NINETIMER_DATA_DIR) / FILE
