"""Files of events to read: the Harbour Open, and lines written down in a test."""

from pathlib import Path

import pytest

from tournament.exchange.event_files import NamedFile, event_formats, read_bundle

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "events"


@pytest.fixture
def harbour():
    """The files of the Harbour Open."""
    return [NamedFile(name, (FOLDER / name).read_bytes()) for name in ("config.tsh", "a.t", "b.t")]


@pytest.fixture
def harbour_event(harbour):
    """The Harbour Open as it is read."""
    return read_bundle(harbour)


@pytest.fixture
def read_t():
    """Read lines as a division's file."""
    return lambda text, name="a.t": read_bundle([NamedFile(name, text.encode("latin-1"))])


@pytest.fixture
def write():
    """Write an event in a format."""
    return lambda key, event: list(event_formats()[key].write(event))
