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
@pytest.mark.parametrize("program", [(sys.executable, "standings.py"), ("node", "standings.mjs")])
def test_example_prints_the_standings_or_the_reason_for_failure(address, program):
    if which(program[0]) is None:
        pytest.skip("without Node.js the browser test runs it")
    status, lines, errors = run(*program, address, "autumn-open", "a")
    assert (status, errors) == (0, "")
    assert len(lines.splitlines()) == 4
    assert "Ana Lopez" in lines
    status, _lines, errors = run(*program, address, "autumn-open", "z")
    assert status != 0
    assert "There is no division “z”. There is: a." in errors
