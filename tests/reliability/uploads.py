"""Measure whether an upload delays other requests: `python -m tests.reliability.uploads`.

A 42 KB workbook that unpacks to millions of cells is uploaded again and again to a shipped
server. Meanwhile, other clients request the tiny health page, and their waiting times are
measured.
"""

from __future__ import annotations

import argparse
import threading
import time
import uuid
from dataclasses import dataclass
from urllib.request import Request

from tests.crafted import heavy_workbook
from tests.helping import Browser
from tests.installation import Installation, Server, running, short_lived

MAX_SECONDS = 0.2
"""Maximum waiting time in seconds on a quiet machine."""


@dataclass(frozen=True)
class Waiting:
    """Waiting times in seconds before and during the uploads, and the responses to the uploads."""

    before: tuple[float, ...]
    during: tuple[float, ...]
    answers: tuple[int, ...]
    upload_seconds: tuple[float, ...]

    def __str__(self) -> str:
        return (
            f"longest wait of others {max(self.before) * 1000:.0f} ms without uploads, "
            f"{max(self.during) * 1000:.0f} ms during {len(self.answers)} uploads of "
            f"{max(self.upload_seconds):.1f} s (aim: below {MAX_SECONDS * 1000:.0f} ms more)"
        )


def send_file(browser: Browser, address: str, content: bytes) -> tuple[int, str]:
    """Upload a roster as a browser does."""
    token = next(cookie.value for cookie in browser.cookies if cookie.name == "ninetimer_csrf")
    mark = uuid.uuid4().hex
    parts = [
        f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in (("step", "file"), ("csrfmiddlewaretoken", token))
    ]
    head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="list.xlsx"\r\n\r\n'
    body = "".join(parts).encode() + head.encode() + content + f"\r\n--{mark}--\r\n".encode()
    request = Request(address, body, {"Content-Type": f"multipart/form-data; boundary={mark}"})
    return browser.send(request, timeout=120)


def measure(installation: Installation, seconds: float) -> Waiting:
    """Measure without uploads, then for the same time with uploads in sequence."""
    slug = installation.manage(
        "simulate_event", "--players", "8", "--rounds", "3", "--stage", "paired"
    ).split()[-1]
    content = heavy_workbook()
    with running(installation) as server:
        browser = Browser()
        browser.log_in(server.address)
        address = f"{server.address}/events/{slug}/a/players/"
        browser.get(address)
        # The first upload starts the process from which later ones are forked.
        send_file(browser, address, content)
        before = _asked(server, lambda: None, seconds)
        answers: list[tuple[int, float]] = []

        def send() -> None:
            ends = time.monotonic() + seconds
            while time.monotonic() < ends:
                began = time.monotonic()
                status, _page = send_file(browser, address, content)
                answers.append((status, time.monotonic() - began))

        during = _asked(server, send, seconds)
    statuses, took = zip(*answers, strict=True)
    return Waiting(before, during, statuses, took)


def _asked(server: Server, meanwhile: object, seconds: float) -> tuple[float, ...]:
    assert callable(meanwhile)
    thread = threading.Thread(target=meanwhile)
    thread.start()
    other, times = Browser(), []
    ends = time.monotonic() + seconds
    while time.monotonic() < ends or thread.is_alive():
        began = time.monotonic()
        status, _page = other.get(f"{server.address}/alive/")
        assert status < 400
        times.append(time.monotonic() - began)
        time.sleep(0.01)
    thread.join()
    return tuple(times)


def main(seconds: float) -> Waiting:
    """Measure on a fresh installation and print the waiting times."""
    with short_lived("uploads") as installation:
        waiting = measure(installation, seconds)
    print(waiting, flush=True)
    return waiting


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=20.0)
    main(parser.parse_args().seconds)
