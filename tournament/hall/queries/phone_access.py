"""The door of the hall: whether phones are let in, and at which address they reach this laptop.

What is open is kept in a file of the data folder, not in the database: it is about this computer on its
network and not about an event, and going back to a snapshot must not move it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from django.conf import settings

FILE = "door.json"


@dataclass(frozen=True)
class PhoneAccess:
    """How phones come in, as it was last opened."""

    is_open: bool = False
    host: str = ""
    """The laptop's address on the hall's network, such as 192.168.1.20; empty while it has none there."""
    port: int = 0
    network: str = ""
    """The network that was chosen, such as 192.168.1.0/24."""
    name: str = ""
    """The laptop's name on the network, such as ninetimer.local; empty where it could not be given."""
    opened_at: str = ""
    """When it was opened, as ISO 8601 writes it; empty while it is closed."""
    scheme: str = "http"
    """How a phone's browser speaks with it: http, or https where the program was started so."""
    before: str = ""
    """The address before the network changed; empty where it never did since the door was opened."""
    by_name: bool = False
    """Whether codes and papers carry the laptop's name in place of the number; the director chooses."""

    @property
    def address(self) -> str | None:
        """What a phone types, without a slash at the end; None while nobody is let in."""
        return f"{self.scheme}://{self.host}:{self.port}" if self.is_open and self.host else None

    @property
    def address_by_name(self) -> str | None:
        """The same by the laptop's name, which stays when the address changes; None without one."""
        return f"{self.scheme}://{self.name}:{self.port}" if self.address and self.name else None

    @property
    def chosen_address(self) -> str | None:
        """The address that codes and papers carry: the number, unless the name was chosen and there is one."""
        return (self.address_by_name if self.by_name else None) or self.address

    @property
    def other_address(self) -> str | None:
        """The one of the two that stands beside it; None where there is no other."""
        both = (self.address, self.address_by_name)
        return next(
            (address for address in both if address and address != self.chosen_address), None
        )


CLOSED = PhoneAccess()


def current_phone_access() -> PhoneAccess:
    """Return the door as it is now; closed where nothing that can be read says otherwise."""
    try:
        written = json.loads(phone_access_file().read_text(encoding="utf-8"))
        return PhoneAccess(**written)
    except (OSError, ValueError, TypeError):
        return CLOSED


def address_of_hall() -> str | None:
    """Return where phones reach this laptop, such as http://192.168.1.20:8000; None while they are not let in.

    Where the director chose so it is the laptop's name instead of the number.
    """
    return current_phone_access().chosen_address


def phone_access_file() -> Path:
    """Where the state of the door is written down, so that every process and the next start know it."""
    return Path(settings.NINETIMER_DATA_DIR) / FILE


@dataclass(frozen=True)
class Network:
    """A network this laptop is in: its key, such as 192.168.1.0/24, the laptop's address there, and its name."""

    key: str
    host: str
    adapter: str
    is_virtual: bool = False
    """Whether it is one that programs make inside this computer, which no phone is in."""


@dataclass(frozen=True)
class Caller:
    """An address that holds others up, or would: what it does, how often, and how long ago (seconds).

    `complaint` is "slow" (does not read what it is sent), "silent" (opens connections and asks nothing),
    "flood" (asks faster than it can be answered) or "guess" (types wrong codes again and again).
    """

    address: str
    complaint: str
    times: int
    ago: float


class Listener(Protocol):
    """The running server, as the desk sees it."""

    @property
    def is_everywhere(self) -> bool:
        """Whether it listens on every network anyway, because it was started so."""

    def networks(self) -> Sequence[Network]:
        """The networks this laptop is in now, those phones are likely in first."""

    def open(self, network: Network) -> PhoneAccess:
        """Begin to listen in a network. Raises `OSError`."""

    def close(self) -> None:
        """Listen on this computer only."""

    def visitors(self) -> int:
        """How many addresses have come through the door since it was opened."""

    def callers(self) -> Sequence[Caller]:
        """Who held others up in the last minutes, the latest first."""

    def guessed(self, address: str) -> None:
        """Note that an address typed one wrong code too many."""


_listener: list[Listener] = []


def listen_with(listener: Listener | None) -> None:
    """From now on the desk opens and closes the door of this server; with None, of no server."""
    _listener[:] = [listener] if listener else []


def listener() -> Listener | None:
    """Return the running server; None in a command and under another server, which lets in whom it will."""
    return _listener[0] if _listener else None
