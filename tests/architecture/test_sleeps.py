"""No test sleeps for a fixed time: tests poll every 50 milliseconds or more often."""

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
MAX_SECONDS = 0.05
MAY_SLEEP = ("benchmarks", "reliability", "running")
SLOW_ON_PURPOSE = {
    "browser/test_two_people.py": "a server that answers later than the page asks again",
    "packaging/test_service.py": "a service under load for some seconds; messages between busy processes",
}


def sleeps() -> Iterator[tuple[str, int, float]]:
    """Yield every fixed sleep: file, line and seconds."""
    for path in TESTS.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "sleep(" not in text:
            continue
        for call in ast.walk(ast.parse(text)):
            if (
                isinstance(call, ast.Call)
                and getattr(call.func, "attr", "") == "sleep"
                and isinstance(call.args[0], ast.Constant)
            ):
                yield path.relative_to(TESTS).as_posix(), call.lineno, call.args[0].value


def test_nothing_sleeps_longer_than_50_milliseconds():
    long = [
        (name, line, seconds)
        for name, line, seconds in sleeps()
        if seconds > MAX_SECONDS and not name.startswith(MAY_SLEEP) and name not in SLOW_ON_PURPOSE
    ]
    assert long == []
