"""The door of the hall: whether phones are let in, and at which address they reach this laptop.

What is open is kept in a file of the data folder, not in the database: it is about this computer on its
network and not about an event, and going back to a snapshot must not move it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

FILE = "door.json"


@dataclass(frozen=True)
class Door:
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
    before: str = ""
    """The address before the network changed; empty where it never did since the door was opened."""

    @property
    def address(self) -> str | None:
        """What a phone types, without a slash at the end; None while nobody is let in."""
        return f"http://{self.host}:{self.port}" if self.is_open and self.host else None

    @property
    def address_by_name(self) -> str | None:
        """The same by the laptop's name, which stays when the address changes; None without one."""
        return f"http://{self.name}:{self.port}" if self.address and self.name else None


CLOSED = Door()


def door() -> Door:
    """Return the door as it is now; closed where nothing that can be read says otherwise."""
    try:
        written = json.loads(door_file().read_text(encoding="utf-8"))
        return Door(**written)
    except (OSError, ValueError, TypeError):
        return CLOSED


def address_of_hall() -> str | None:
    """Return where phones reach this laptop, such as http://192.168.1.20:8000; None while they are not let in."""
    return door().address


def door_file() -> Path:
    """Where the state of the door is written down, so that every process and the next start know it."""
    return Path(settings.NINETIMER_DATA_DIR) / FILE
