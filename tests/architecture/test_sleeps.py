"""No test sleeps for a fixed time: tests poll every 50 milliseconds or more often."""

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
MAX_SECONDS = 0.05
MAY_SLEEP = ("benchmarks", "reliability", "running")
SLOW_ON_PURPOSE = {
    "browser/test_two_people.py": "a server that answers later than the page asks again",
    "packaging/test_service.py": "a service under load for some seconds; messages between busy processes",
}


def test_nothing_sleeps_longer_than_50_milliseconds():
    long = {
        name: seconds
        for path in TESTS.rglob("*.py")
        if not (name := path.relative_to(TESTS).as_posix()).startswith(MAY_SLEEP)
        for seconds in re.findall(r"\bsleep\(([\d.]+)\)", path.read_text(encoding="utf-8"))
        if float(seconds) > MAX_SECONDS
    }
    assert long.keys() == SLOW_ON_PURPOSE.keys()
