"""What the tests of rooms add to tests of the core that walk everything."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.conf import settings


def of_rooms(name: str) -> list[Any]:
    """Return what is called so in `everything.py` among the tests of each room that is on."""
    modules = (f"tournament.{room}.tests.everything" for room in settings.NINETIMER_ROOMS)
    there = [import_module(module) for module in modules if find_spec(module)]
    return [getattr(module, name) for module in there if hasattr(module, name)]
