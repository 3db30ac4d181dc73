"""What every address takes on a federation's server: `python -m tests.benchmarks.every_address`.

An owner opens the federation of `tests.federation` (`--percent`, 10 where nothing is said; with `--there` the one that
the environment names) and follows every link and every form that asks, one address of each kind of page, the
championship first. Printed is of each the time of the processor, this program's and the database's, the queries and
the bytes, the dearest first; pages above 200 ms or 200 KB have a star, files are not held to it. Then what was
answered otherwise, and which pages no link leads to.
"""

from __future__ import annotations

import json
import re
from collections import deque
from html import unescape
from typing import Any
from urllib.parse import urljoin, urlsplit

from tests.benchmarks import benchmark_parser
from tests.benchmarks.scale import (
    ASK,
    MOST_BYTES,
    MOST_MS,
    answered_by,
    printed,
    what_is_there,
    years,
)

TIMES = 3
BEGIN = (
    "/events/{big}/a/",
    "/events/{big}/",
    "/hall/{big}/",
    "/season/club-1/",
    "/members/",
    "/ratings/",
    "/",
)
NOT_OPENED = {"logout", "choose_organisation"}
"""What would send the owner elsewhere."""
WAYS = re.compile(r'(?:href|hx-get|src|action)="([^"#]+)')


def measure(percent: int, _only: tuple[str, ...] = ()) -> None:
    """Print a line of JSON for each page that can be reached, and one for those that cannot."""
    from django.contrib.auth.models import User
    from django.test import Client
    from django.urls import Resolver404, resolve

    filled = what_is_there()
    owner = Client(SERVER_NAME="localhost", raise_request_exception=False)
    owner.force_login(User.objects.filter(is_superuser=True).first())
    owner.get("/help/components/")
    waiting = deque(address.format(**filled) for address in BEGIN)
    seen: set[str] = set()
    while waiting:
        address = waiting.popleft()
        try:
            name = resolve(urlsplit(address).path).view_name
        except Resolver404:
            continue
        if name in seen or name in NOT_OPENED:
            continue
        seen.add(name)
        answer = owner.get(address)
        kind = answer.get("Content-Type", "").partition(";")[0]
        if answer.streaming:
            size = sum(map(len, answer.streaming_content))
            _say(name=name, address=address, kind=kind, bytes=size)
        elif answer.status_code != 200:
            _say(name=name, address=address, answered=answer.status_code)
            if answer.has_header("Location"):
                waiting.append(urljoin(address, answer["Location"]))
        else:
            if kind == "text/html":
                links = WAYS.findall(answer.content.decode())
                waiting.extend(urljoin(address, unescape(link)) for link in links)
            _say(name=name, address=address, kind=kind, **answered_by(owner, address, TIMES))
    _say(unreached=sorted({name for name, _pattern in _patterns()} - seen - NOT_OPENED))


def _patterns(resolver: Any = None, prefix: str = "") -> Any:
    from django.urls import URLPattern, get_resolver

    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{prefix}{pattern.name}", pattern
        else:
            yield from _patterns(pattern, f"{pattern.namespace}:" if pattern.namespace else prefix)


def _say(**figures: Any) -> None:
    print(json.dumps(figures), flush=True)


def show(lines: list[dict[str, Any]]) -> None:
    """Print what was measured, the dearest first, then the rest."""
    measured = [line for line in lines if "processor" in line]
    for line in sorted(measured, key=lambda line: -line["processor"] - line["database"]):
        is_page = line["kind"] == "text/html"
        total = line["processor"] + line["database"]
        above = is_page and (total > MOST_MS or line["bytes"] > MOST_BYTES)
        what = "" if is_page else line["kind"]
        print(
            f"{line['name']:34}{line['processor']:7.0f} +{line['database']:5.0f} ms {line['queries']:4} queries "
            f"{line['bytes'] / 1024:8.1f} KB  {what} {line['address']}{' *' if above else ''}"
        )
    for line in lines:
        if "answered" in line:
            print(f"{line['name']:34} answered {line['answered']}: {line['address']}")
        elif "unreached" in line:
            print(
                f"No link leads to {len(line['unreached'])} pages: {', '.join(line['unreached'])}"
            )
        elif "processor" not in line:
            print(f"{line['name']:34} a file of {line['bytes'] / 1024:.0f} KB: {line['address']}")
    print(f"{len(measured)} measured")


def main(percent: int, *, there: bool) -> None:
    """Make the years where they are not there, open everything, and print what it takes."""
    code = ASK.replace("benchmarks.scale", "benchmarks.every_address")
    code = code.replace("{percent}", str(percent)).replace("{only}", "()")
    with years(percent, there=there) as environment:
        show([json.loads(line) for line in printed(code, environment)])


if __name__ == "__main__":
    parser = benchmark_parser(__doc__)
    parser.add_argument("--percent", type=int, default=10, help="the size of the federation")
    parser.add_argument(
        "--there", action="store_true", help="the database of the environment has such years"
    )
    options = parser.parse_args()
    main(1 if options.short else options.percent, there=options.there)
