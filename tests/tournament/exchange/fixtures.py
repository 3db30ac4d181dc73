"""Files of events for tests: the Harbour Open, and hand-written lines."""

from pathlib import Path

import pytest

from tournament.exchange.event_files import NamedFile, event_formats, read_bundle

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "events"


@pytest.fixture
def harbour():
    """Return the files of the Harbour Open."""
    return [NamedFile(name, (FOLDER / name).read_bytes()) for name in ("config.tsh", "a.t", "b.t")]


@pytest.fixture
def harbour_event(harbour):
    """Return the Harbour Open as read from its files."""
    return read_bundle(harbour)


@pytest.fixture
def read_t():
    """Return a function that reads lines as the file of a division."""
    return lambda text, name="a.t": read_bundle([NamedFile(name, text.encode("latin-1"))])


@pytest.fixture
def write():
    """Return a function that writes an event in a format."""
    return lambda key, event: list(event_formats()[key].write(event))
