"""Run the examples for programmers unchanged against a running server."""

import subprocess
import sys
from shutil import which

import pytest

from tests.architecture.modules import SOURCE

pytestmark = pytest.mark.full

EXAMPLES = SOURCE / "fixtures" / "api"


@pytest.fixture
def address(live_server, whole_robin):
    return live_server.url


def run(*words):
    done = subprocess.run(
        words, cwd=EXAMPLES, capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.django_db(transaction=True)
def test_the_example_in_python_prints_the_standings(address):
    status, lines, _errors = run(sys.executable, "standings.py", address, "autumn-open", "a")
    assert status == 0
    assert len(lines.splitlines()) == 4
    assert "Ana Lopez" in lines
    status, _lines, errors = run(sys.executable, "standings.py", address, "autumn-open", "z")
    assert status != 0
    assert "There is no division “z”. There is: a." in errors


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(which("node") is None, reason="without Node.js the browser test runs it")
def test_the_example_in_javascript_prints_the_standings(address):
    status, lines, errors = run("node", "standings.mjs", address, "autumn-open", "a")
    assert (status, errors) == (0, "")
    assert len(lines.splitlines()) == 4
    assert "Ana Lopez" in lines
    status, _lines, errors = run("node", "standings.mjs", address, "autumn-open", "z")
    assert status != 0
    assert "There is no division “z”. There is: a." in errors
