"""Measure every page on a federation's server: `python -m tests.benchmarks.scale`.

The years of `tests.federation` are generated at each size, on PostgreSQL if it is installed,
otherwise in a SQLite file. Every page is requested in one process by a permitted user: the
median in milliseconds of wall and CPU time (of this process, and on PostgreSQL of the
database process, so that other load matters little), queries and bytes. The searches, the
rating of a year's events and a complete `recheck` follow.

`--percent 1` measures one size; `--there` measures the database named in the environment.
Targets: 200 ms at the median, 200 KB, and a constant number of queries; figures above a
target have a star.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.benchmarks import benchmark_parser, in_program
from tests.installation import SOURCE, Installation, PostgresInstallation
from tests.on_postgres import private_cluster, server_programs

PERCENTS = (1, 10)
MAX_MS, MAX_BYTES, MAX_SEARCH_MS = 200, 200 * 1024, 100
AGAIN = 7
HALL, EVENT = "/hall/{event}/", "/events/{event}/"
PAGES: dict[str, tuple[str, str]] = {
    "events": ("owner", "/"),
    "events, page 5": ("owner", "/?page=5"),
    "events that are on": ("everybody", "/hall/"),
    "new event": ("owner", "/events/new/"),
    "people": ("owner", "/people/"),
    "people by entries": ("owner", "/people/?sort=-entry_count"),
    "people, page 50": ("owner", "/people/?page=50"),
    "erase a person": ("owner", "/people/{person}/erase/"),
    "clubs": ("owner", "/clubs/"),
    "club": ("owner", "/clubs/club-1/"),
    "season of a big club": ("everybody", "/season/club-1/"),
    "season of a player": ("everybody", "/season/club-1/{person}/"),
    "members": ("owner", "/members/"),
    "members, page 50": ("owner", "/members/?page=50"),
    "members by rating": ("owner", "/members/?sort=-list_{list}"),
    "rating runs": ("owner", "/ratings/runs/?list={list}"),
    "rating lists": ("owner", "/ratings/"),
    "rating list": ("owner", "/ratings/{list}/"),
    "library": ("owner", "/games/"),
    "library, page 100": ("owner", "/games/?page=100"),
    "library, a player": ("owner", "/games/?player={name}"),
    "turns of a player": ("owner", "/games/turns/?player={name}"),
    "organisation": ("owner", "/organisation/"),
    "organisation, activity": ("owner", "/organisation/activity/"),
    "organisations": ("owner", "/organisations/"),
    "organisation, activity, page 500": ("owner", "/organisation/activity/?page=500"),
    "activity of all": ("owner", "/activity/"),
    "record a game": ("owner", "/games/new/"),
    "big event": ("director", EVENT.replace("{event}", "{big}")),
    "desk": ("director", EVENT.replace("{event}", "{big}") + "a/"),
    "players": ("director", EVENT.replace("{event}", "{big}") + "players/"),
    "player": ("director", EVENT.replace("{event}", "{big}") + "a/players/1/"),
    "results": ("director", EVENT.replace("{event}", "{big}") + "a/results/"),
    "all results": ("director", EVENT.replace("{event}", "{big}") + "results/"),
    "standings": ("director", EVENT.replace("{event}", "{big}") + "a/standings/"),
    "games": ("director", EVENT.replace("{event}", "{big}") + "games/"),
    "activity": ("director", EVENT.replace("{event}", "{big}") + "activity/"),
    "add players": ("director", EVENT.replace("{event}", "{big}") + "a/players/"),
    "ratings": ("director", EVENT.replace("{event}", "{big}") + "a/ratings/"),
    "small event": ("director", EVENT.replace("{event}", "{small}")),
    "desk of it": ("director", EVENT.replace("{event}", "{small}") + "a/"),
    "standings of it": ("director", EVENT.replace("{event}", "{small}") + "a/standings/"),
    "player of it": ("director", EVENT.replace("{event}", "{small}") + "a/players/1/"),
    "site": ("everybody", HALL.replace("{event}", "{big}")),
    "site, standings": ("everybody", HALL.replace("{event}", "{big}") + "a/standings/"),
    "API, events": ("everybody", "/api/v1/events"),
    "API, standings": ("everybody", "/api/v1/events/{big}/divisions/a/standings"),
    "API, games": ("everybody", "/api/v1/events/{big}/divisions/a/games"),
}
"""User and address of each page; braces are filled from the data."""
SEARCHES = {
    "people, a name": "/people/?find={family}",
    "people, two parts": "/people/?find={given}+{part}",
    "people, two letters": "/people/?find=li",
    "people, nobody": "/people/?find=xyzzy",
    "members, a name": "/members/?find={family}",
    "events, a name": "/?find=championship",
    "events, a place": "/?find={town}",
    "events, none": "/?find=xyzzy",
    "everything, of an event": "/events/{big}/find/?q={part}",
}


def measure(percent: int, only: tuple[str, ...] = ()) -> None:
    """Print a line of JSON for each page and search, for rating and for `recheck`; `only` filters by name."""
    from django.contrib.auth.models import User
    from django.test import Client

    filled = what_is_there()
    browsers = {"everybody": Client(SERVER_NAME="localhost")}
    for who, account in (
        ("owner", User.objects.filter(is_superuser=True).first()),
        ("director", User.objects.get(username=filled["director"])),
    ):
        browsers[who] = Client(SERVER_NAME="localhost")
        browsers[who].force_login(account)
    browsers["owner"].get("/help/components/")
    pages = {name: (who, path, MAX_MS) for name, (who, path) in PAGES.items()}
    pages |= {f"find {name}": ("owner", path, MAX_SEARCH_MS) for name, path in SEARCHES.items()}
    for name, (who, path, most) in pages.items():
        if not only or any(word in name for word in only):
            _say(percent, name, most, **answered_by(browsers[who], path.format(**filled)))
    for name, measured in (("rating of a year", _measure_ratings), ("recheck", _measure_recheck)):
        if not only or name in only:
            measured(percent)


def answered_by(browser: Any, address: str, times: int = AGAIN) -> dict[str, Any]:
    """Return the figures of an address: one request with counted queries, then timed ones."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    begun = time.perf_counter()
    with CaptureQueriesContext(connection) as queries:
        answer = browser.get(address)
    first = (time.perf_counter() - begun) * 1000
    if answer.status_code != 200:
        return {"failed": f"{address} answered {answer.status_code}"}
    queried = len(queries)
    walls, processor, database = [], [], []
    backend = _process_of_the_database()
    for _time in range(times):
        begun, worked, served = time.perf_counter(), time.process_time(), _worked(backend)
        answer = browser.get(address)
        walls.append((time.perf_counter() - begun) * 1000)
        processor.append((time.process_time() - worked) * 1000)
        database.append((_worked(backend) - served) * 1000)
    return {
        "first": first,
        "ms": statistics.median(walls),
        "best": min(walls),
        "processor": statistics.median(processor),
        "database": statistics.median(database),
        "queries": queried,
        "bytes": len(answer.content),
    }


def _process_of_the_database() -> int | None:
    """Return the PostgreSQL process of this connection, if any."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (process,) = cursor.fetchone()
    return int(process)


def _worked(process: int | None) -> float:
    """Return the CPU seconds of a process so far, or 0 on systems other than Linux."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9
    except OSError:
        return 0.0


def what_is_there() -> dict[str, Any]:
    """Return the values for the braces in addresses: the latest championship, a club event, a player, a list."""
    from tournament.models import Entry, Event, Membership, Player, RatingList

    big = Event.everywhere.filter(name__startswith="Championship").order_by("-pk").first()
    small = Event.everywhere.filter(
        name__startswith="Evening", organisation=big.organisation_id
    ).order_by("-pk")[0]
    person = Player.everywhere.filter(entries__division__event__club__slug="club-1").first()
    given, _space, family = person.name.partition(" ")
    # Club events of the same organisation: a director of the federation directs them all.
    director = Membership.objects.filter(organisation=big.organisation_id, role="director").first()
    return {
        "big": big.slug,
        "small": small.slug,
        "person": person.pk,
        "name": person.name.replace(" ", "+"),
        "given": given,
        "family": family,
        "part": family[:4],
        "town": big.place,
        "entry": Entry.objects.filter(division__event=big).first().number,
        "list": RatingList.everywhere.order_by("pk").first().pk,
        "director": director.user.get_username(),
    }


def _measure_ratings(percent: int) -> None:
    """Rate every event of the last year in order without saving."""
    from tests.federation.years import LAST_DAY
    from tournament.models import Division
    from tournament.queries.standings.ratings import rated_division

    first_day = LAST_DAY.replace(year=LAST_DAY.year - 1)
    divisions = list(Division.objects.filter(event__date__gt=first_day).select_related("event"))
    begun, worked = time.perf_counter(), time.process_time()
    for division in divisions:
        rated_division(division, "naspa")
    _say(percent, f"rating {len(divisions)} events of a year", 60_000, **_taken(begun, worked))


def _measure_recheck(percent: int) -> None:
    """Check everything in this process, like the nightly command with one job."""
    from tournament.queries.safety.recheck_all import check_part, parts_to_check

    begun, worked = time.perf_counter(), time.process_time()
    parts = parts_to_check()
    differences = sum(len(check_part(part).differences) for part in parts)
    name = f"recheck of everything, {differences} differences"
    _say(percent, name, 20 * 60_000, **_taken(begun, worked))


def _taken(begun: float, worked: float) -> dict[str, float]:
    return {
        "ms": (time.perf_counter() - begun) * 1000,
        "processor": (time.process_time() - worked) * 1000,
    }


def _say(percent: int, name: str, most: float, **figures: Any) -> None:
    print(json.dumps({"percent": percent, "name": name, "most": most, **figures}), flush=True)


def show(line: dict[str, Any]) -> str:
    """Return a line of output: name, milliseconds, queries, bytes, and a star above a target."""
    if "failed" in line:
        return f"{line['percent']:4} %  {line['name']:34} {line['failed']} *"
    above = line["ms"] > line["most"] or line.get("bytes", 0) > MAX_BYTES
    page = (
        f"{line['queries']:5} queries {line['bytes'] / 1024:7.1f} KB" if "queries" in line else ""
    )
    best = f"{line['best']:8.0f} ms at best" if "best" in line else ""
    database = f"+{line['database']:6.0f} of the database" if "database" in line else ""
    return (
        f"{line['percent']:4} %  {line['name']:34}{line['ms']:9.0f} ms {best}{line['processor']:9.0f} ms processor "
        f"{database}{page}{' *' if above else ''}"
    )


@contextmanager
def years(percent: int, *, there: bool) -> Iterator[dict[str, str]]:
    """Yield the environment of a program with data of this size: generated, or given by the environment."""
    if there:
        yield dict(os.environ)
        return
    with ExitStack() as stack:
        programs = server_programs()
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="scale-")))
        installation: Installation = (
            PostgresInstallation(folder, stack.enter_context(private_cluster(programs)))
            if programs
            else Installation(folder)
        )
        installation.prepare()
        environment = installation.environment()
        subprocess.run(
            [sys.executable, "-m", "tests.federation", str(percent)],
            cwd=SOURCE,
            env=environment,
            check=True,
        )
        yield environment


def printed(code: str, environment: dict[str, str]) -> Iterator[str]:
    """Yield the output lines of code that runs within the program. Exit if it fails."""
    with subprocess.Popen(
        [sys.executable, "manage.py", "shell", "--no-imports", "--command", code],
        cwd=SOURCE,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        yield from process.stdout
    if process.returncode:
        sys.exit(process.returncode)


def main(
    percents: tuple[int, ...], *, there: bool, only: tuple[str, ...] = (), into: Path | None = None
) -> None:
    """Generate missing data and measure each size."""
    for percent in percents:
        code = in_program("scale.measure", percent, only)
        with years(percent, there=there) as environment:
            for line in printed(code, environment):
                if into is not None:
                    with into.open("a", encoding="utf-8") as file:
                        file.write(line)
                print(show(json.loads(line)), flush=True)


if __name__ == "__main__":
    parser = benchmark_parser(__doc__)
    parser.add_argument("--percent", type=int, action="append", help="a size; may be given again")
    parser.add_argument(
        "--there", action="store_true", help="the database of the environment has such years"
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        help="a part of a name in the table; may be given again",
    )
    parser.add_argument(
        "--into", type=Path, help="a file to which each figure is added as a line of JSON"
    )
    options = parser.parse_args()
    main(
        (1,) if options.short else tuple(options.percent or PERCENTS),
        there=options.there,
        only=tuple(options.only),
        into=options.into,
    )
