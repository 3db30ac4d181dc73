"""What every run of pytest begins with: the fixtures of the whole project, and the order of the tests.

The tests of the core lie in `tests`, those of a room in its own folder; both use the same fixtures, so these are in
modules that are loaded here, once Django is set up.
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
    """Know the option that keeps what is drawn now, as `tests.drawn` describes."""
    parser.addoption("--write-drawings", action="store_true", help="keep what is drawn now")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Load the fixtures."""
    for module in FIXTURES:
        config.pluginmanager.import_plugin(module)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out the tests that are made with a room which is switched off: they import from it."""
    if collection_path.suffix != ".py":
        return None
    text = collection_path.read_text(encoding="utf-8")
    return True if any(f"from tournament.{room}." in text for room in settings.ROOMS_OFF) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests in folders `browser`, and put them last, because they are slow."""
    for item in items:
        if item.path.parent.name == "browser":
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what is loaded by now: it stays until the end."""
    gc.freeze()
