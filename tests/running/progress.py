"""A pytest plugin that writes how far a run is into the file named by NINETIMER_PROGRESS."""

import json
import os
from pathlib import Path

import pytest

FILE = "NINETIMER_PROGRESS"


class Progress:
    """Counts tests as they end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.collected = self.ended = self.failed = 0

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note how many there are."""
        self.collected = len(session.items)
        self.write()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure, and the end of each test."""
        self.failed += report.failed
        if report.when == "teardown":
            self.ended += 1
            self.write()

    def write(self) -> None:
        """Write the figures; a reader finds the last whole line."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([self.ended, self.collected, self.failed]) + "\n")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to count where a file is named."""
    if path := os.environ.get(FILE):
        config.pluginmanager.register(Progress(Path(path)))
