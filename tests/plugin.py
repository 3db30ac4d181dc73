"""The pytest plugin of the project: fixtures and the order of the tests.

The tests of the core are in `tests`, those of each room in its own folder. Their shared
fixtures are in modules that this plugin loads after Django is set up.
"""

import gc
from pathlib import Path

import pytest
from django.conf import settings

FIXTURES = (
    "tests.fixtures",
    "tests.tournament.fixtures",
    "tests.tournament.actions.fixtures",
    "tests.tournament.exchange.fixtures",
    "tests.browser.fixtures",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--write-drawings`; see `tests.drawn`."""
    parser.addoption("--write-drawings", action="store_true", help="keep what is drawn now")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Load the fixtures."""
    for module in FIXTURES:
        config.pluginmanager.import_plugin(module)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Skip the tests of rooms that are switched off, because they import from the room."""
    if collection_path.suffix != ".py":
        return None
    text = collection_path.read_text(encoding="utf-8")
    return True if any(f"from tournament.{room}." in text for room in settings.ROOMS_OFF) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests in `browser` folders and run them last, because they are slow."""
    for item in items:
        if item.path.parent.name == "browser":
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_collection_finish() -> None:
    """Exclude the loaded modules from garbage collection: they stay until the end."""
    gc.freeze()
