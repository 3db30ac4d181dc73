"""The files of the program that tests read."""

import re
from functools import cache
from pathlib import Path

from django.conf import settings

from tournament.environment import ROOMS

SOURCE = Path(__file__).resolve().parents[1]


@cache
def templates() -> tuple[Path, ...]:
    """Return every template, those of the rooms included."""
    folders = [SOURCE / "templates", *(SOURCE / "tournament").glob("*/templates")]
    return tuple(sorted(path for folder in folders for path in folder.rglob("*.html")))


NAMED_ADDRESS = re.compile(
    r"""\bpath\([^()]*(?:\([^()]*\)[^()]*)*\bname=["'](\w+)["']|\burl_name=["'](\w+)["']"""
)


@cache
def rooms_of_addresses() -> dict[str, str]:
    """Return the room of every address that a room has, by its name, also of rooms that are switched off."""
    return {
        match[1] or match[2]: room
        for room in ROOMS
        for module in (SOURCE / "tournament" / room / "web").rglob("*.py")
        for match in NAMED_ADDRESS.finditer(module.read_text(encoding="utf-8"))
    }


def is_on(screen: str) -> bool:
    """Return whether the address of that name is there: one of the core, or of a room that is switched on."""
    return rooms_of_addresses().get(screen) not in settings.ROOMS_OFF
