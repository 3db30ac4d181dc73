"""Phone access: whether phones have access, and the address at which they reach this laptop.

The state is in a file in the data folder, not in the database. It concerns this computer and its
network, so restoring a snapshot must not change it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from django.conf import settings

FILE_NAME = "door.json"


@dataclass(frozen=True)
class PhoneAccess:
    """The state of phone access."""

    is_open: bool = False
    host: str = ""
    """The laptop's IP address on the hall's network, such as 192.168.1.20; empty if it has none."""
    port: int = 0
    network: str = ""
    """The chosen network, such as 192.168.1.0/24."""
    name: str = ""
    """The laptop's name on the network, such as ninetimer.local; empty if it could not be announced."""
    opened_at: str = ""
    """The time of opening in ISO 8601 format; empty while closed."""
    scheme: str = "http"
    """The protocol of the address: http, or https if the program was started with it."""
    before: str = ""
    """The address before the last change of network; empty if it has not changed since opening."""
    by_name: bool = False
    """Whether codes and papers contain the laptop's name instead of its IP address."""

    @property
    def address(self) -> str | None:
        """Return the address for phones without a trailing slash; None while closed or without a network."""
        return f"{self.scheme}://{self.host}:{self.port}" if self.is_open and self.host else None

    @property
    def address_by_name(self) -> str | None:
        """Return the address with the laptop's name, which outlasts the IP address; None if there is no name."""
        return f"{self.scheme}://{self.name}:{self.port}" if self.address and self.name else None

    @property
    def chosen_address(self) -> str | None:
        """Return the address for codes and papers, with the name if chosen and available; None while closed."""
        return (self.address_by_name if self.by_name else None) or self.address

    @property
    def other_address(self) -> str | None:
        """Return the alternative to `chosen_address`, or None if there is none."""
        both = (self.address, self.address_by_name)
        return next(
            (address for address in both if address and address != self.chosen_address), None
        )


CLOSED = PhoneAccess()


def current_phone_access() -> PhoneAccess:
    """Return the current state; closed if the file is missing or unreadable."""
    try:
        written = json.loads(phone_access_file().read_text(encoding="utf-8"))
        return PhoneAccess(**written)
    except (OSError, ValueError, TypeError):
        return CLOSED


def address_of_hall() -> str | None:
    """Return the address of this laptop for phones, such as http://192.168.1.20:8000.

    Return None while phone access is off or the laptop is not on a network. The address
    contains the laptop's name instead of its IP address if the director chose that.
    """
    return current_phone_access().chosen_address


def phone_access_file() -> Path:
    """Return the path of the file that shares the phone access state among processes and keeps it across restarts."""
    return Path(settings.NINETIMER_DATA_DIR) / FILE_NAME


@dataclass(frozen=True)
class Network:
    """A network of this laptop: its key, such as 192.168.1.0/24, and the laptop's address and adapter on it."""

    key: str
    host: str
    adapter: str
    is_virtual: bool = False
    """Whether it is a virtual network inside this computer, which phones cannot reach."""


@dataclass(frozen=True)
class AbuseReport:
    """An address that slows others down or guesses codes: what it does, how often, and how many seconds ago.

    `complaint` is "slow" (does not read responses), "silent" (opens connections without requests),
    "flood" (sends too many requests) or "guess" (keeps sending wrong codes).
    """

    address: str
    complaint: str
    times: int
    seconds_ago: float


class Listener(Protocol):
    """The interface through which the desk controls the running server."""

    @property
    def listens_everywhere(self) -> bool:
        """Return whether the server is already listening on every network."""

    def networks(self) -> Sequence[Network]:
        """Return the current networks of this laptop, those likely to reach phones first."""

    def open(self, network: Network) -> PhoneAccess:
        """Start listening on a network. Raise `OSError` if that fails."""

    def close(self) -> None:
        """Stop listening on the hall's network."""

    def visitor_count(self) -> int:
        """Return the number of addresses that have visited since phone access was opened."""

    def abuse_reports(self) -> Sequence[AbuseReport]:
        """Return reports about the addresses that have misbehaved in the last few minutes, latest first."""

    def report_guessing(self, address: str) -> None:
        """Record that an address sent too many wrong codes."""


_listener: list[Listener] = []


def set_listener(listener: Listener | None) -> None:
    """Register the server that the desk controls; None for no server."""
    _listener[:] = [listener] if listener else []


def listener() -> Listener | None:
    """Return the running server; None in commands and under other servers."""
    return _listener[0] if _listener else None
