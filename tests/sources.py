"""Find the program files that tests read."""

import re
from functools import cache
from pathlib import Path

from django.conf import settings

from tournament.environment import ROOMS

SOURCE = Path(__file__).resolve().parents[1]


@cache
def templates() -> tuple[Path, ...]:
    """Return all templates, including those of the rooms."""
    folders = [SOURCE / "templates", *(SOURCE / "tournament").glob("*/templates")]
    return tuple(sorted(path for folder in folders for path in folder.rglob("*.html")))


NAMED_ADDRESS = re.compile(
    r"""\bpath\([^()]*(?:\([^()]*\)[^()]*)*\bname=["'](\w+)["']|\burl_name=["'](\w+)["']"""
)


@cache
def rooms_of_addresses() -> dict[str, str]:
    """Return the room of every URL name in a room, including disabled rooms."""
    return {
        match[1] or match[2]: room
        for room in ROOMS
        for module in (SOURCE / "tournament" / room / "web").rglob("*.py")
        for match in NAMED_ADDRESS.finditer(module.read_text(encoding="utf-8"))
    }


def is_on(screen: str) -> bool:
    """Return whether the URL name exists: in the core or in an enabled room."""
    return rooms_of_addresses().get(screen) not in settings.ROOMS_OFF
