"""Every benchmark runs from a plain clone without any environment variables."""

import importlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.browser.windows import chromium_path
from tests.installation import SOURCE

BENCHMARKS = sorted(
    path.stem for path in (SOURCE / "tests/benchmarks").glob("*.py") if path.stem != "__init__"
)
SET_BY_NOBODY = ("DJANGO_", "NINETIMER_", "DATABASE_URL", "PYTHONPATH")


def test_make_bench_runs_a_single_benchmark():
    command = ["make", "--no-print-directory", "--dry-run", "bench"]
    finished = subprocess.run(command, cwd=SOURCE, capture_output=True, text=True, check=True)
    module = finished.stdout.split(" -m ")[-1].strip()
    assert module.removeprefix("tests.benchmarks.") in BENCHMARKS


def test_every_benchmark_can_be_loaded():
    """Loading does not test later calls into the program; `make long` runs the short form of each."""
    for name in BENCHMARKS:
        importlib.import_module(f"tests.benchmarks.{name}")


@pytest.fixture
def short_folder():
    """Yield a folder with a short path, for Chromium's socket, whose path may have at most 107 characters.

    The user of PostgreSQL may enter it.
    """
    with tempfile.TemporaryDirectory(prefix="b") as folder:
        Path(folder).chmod(0o755)
        yield folder


@pytest.mark.long
@pytest.mark.parametrize("name", BENCHMARKS)
def test_benchmark_runs_in_its_short_form(name, short_folder):
    source = (SOURCE / f"tests/benchmarks/{name}.py").read_text()
    if "tests.browser" in source and chromium_path() is None:
        pytest.skip("no Chromium on this computer")
    given = {key: value for key, value in os.environ.items() if not key.startswith(SET_BY_NOBODY)}
    command = [sys.executable, "-m", f"tests.benchmarks.{name}", "--short"]
    given["TMPDIR"] = short_folder
    done = subprocess.run(
        command, cwd=SOURCE, env=given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip(), "a benchmark prints what it measured"
