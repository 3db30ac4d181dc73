"""What tests of rooms add to those of the core that walk everything, and which commands are there."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings

from tests.sources import SOURCE


def of_rooms(name: str) -> list[Any]:
    """Return what is called so in `everything.py` among the tests of each room that is on."""
    modules = (f"tournament.{room}.tests.everything" for room in settings.NINETIMER_ROOMS)
    there = [import_module(module) for module in modules if find_spec(module)]
    return [getattr(module, name) for module in there if hasattr(module, name)]


def commands_off() -> set[str]:
    """Return the commands of the rooms that are off."""
    folders = [SOURCE / "tournament" / room / "management/commands" for room in settings.ROOMS_OFF]
    return {Path(path).stem for folder in folders for path in folder.glob("[a-z]*.py")}
