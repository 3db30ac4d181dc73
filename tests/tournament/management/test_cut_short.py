"""The output of a command may be cut off, as by `| head -3`, without a traceback."""

import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[3]


def test_early_closing_reader_sees_no_traceback(tmp_path):
    output = tmp_path / "told"
    with output.open("wb") as errors:
        running = subprocess.Popen(
            [sys.executable, "manage.py", "diffsettings"],
            cwd=HOUSE,
            stdout=subprocess.PIPE,
            stderr=errors,
        )
        running.stdout.close()
        assert running.wait(timeout=60) == 1
    assert output.read_text() == ""
