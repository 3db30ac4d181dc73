"""Find the contributions of rooms to the tests of the core, and their commands."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings

from tests.sources import SOURCE


def of_rooms(name: str) -> list[Any]:
    """Return the value of this name from `everything.py` in the tests of each enabled room."""
    modules = (f"tournament.{room}.tests.everything" for room in settings.NINETIMER_ROOMS)
    there = [import_module(module) for module in modules if find_spec(module)]
    return [getattr(module, name) for module in there if hasattr(module, name)]


def commands_off() -> set[str]:
    """Return the commands of the disabled rooms."""
    folders = [SOURCE / "tournament" / room / "management/commands" for room in settings.ROOMS_OFF]
    return {Path(path).stem for folder in folders for path in folder.glob("[a-z]*.py")}
