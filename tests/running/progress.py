"""A pytest plugin that writes the progress of a run to the file named by NINETIMER_PROGRESS."""

import json
import os
from pathlib import Path

import pytest

FILE = "NINETIMER_PROGRESS"


class Progress:
    """Counter of completed tests."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.collected = self.ended = self.failed = 0

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Store the number of tests."""
        self.collected = len(session.items)
        self.write()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count failures and completed tests."""
        self.failed += report.failed
        if report.when == "teardown":
            self.ended += 1
            self.write()

    def write(self) -> None:
        """Append the figures; a reader uses the last complete line."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([self.ended, self.collected, self.failed]) + "\n")


def pytest_configure(config: pytest.Config) -> None:
    """Start counting if a file is named."""
    if path := os.environ.get(FILE):
        config.pluginmanager.register(Progress(Path(path)))
