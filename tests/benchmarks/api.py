"""Answers of the API a second: `python -m tests.benchmarks.api`.

A server of its own, as it is shipped, with a practice event of 300 players in the middle of its eighth round. So many
programs, each with a connection that it keeps, ask as fast as they are answered, with keys that allow it: the
standings again and again, the same with the ETag they have (304), and a list of addresses of which each is made anew
after a result that is entered every second. Those who ask use the same processors.
"""

import asyncio
import itertools
import threading
import time
from urllib.parse import urlsplit

from tests.benchmarks import benchmark_parser
from tests.helping import Browser
from tests.installation import Server, running, short_lived

BEGIN = """
from django.contrib.auth.models import User
from scoring.actions.activity import Actor
from tournament.models import Event, Pairing
from tournament.actions.event.api_keys import MOST_KEYS, MOST_PER_SECOND, make_api_key
event = Event.objects.get()
actor = Actor.of(User.objects.get())
keys = [make_api_key(actor, event, "benchmark", per_second=MOST_PER_SECOND)[1] for _ in range({programs})]
boards = Pairing.objects.filter(replaced_at=None, results=None, second__isnull=False, round__division__event=event)
number = boards.latest("round__number").round.number
print("EVENT", event.slug, number, *keys)
print("BOARDS", *boards.filter(round__number=number).values_list("board", flat=True))
"""


async def program(
    server: Server, paths: list[str], key: str, *, with_tag: bool, ends: float
) -> int:
    """Ask for these addresses in turn until the clock is at `ends`; return how many answers came."""
    split = urlsplit(server.address)
    reader, writer = await asyncio.open_connection(split.hostname, split.port)
    answers, tags = 0, dict.fromkeys(paths, "")
    for path in itertools.cycle(paths):
        if time.monotonic() >= ends:
            break
        tag = f"If-None-Match: {tags[path]}\r\n" if with_tag and tags[path] else ""
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {split.netloc}\r\nX-API-Key: {key}\r\n"
            f"Accept-Encoding: gzip\r\n{tag}\r\n".encode()
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        fields = {
            name.lower(): value
            for name, _colon, value in (line.partition(": ") for line in head.split("\r\n")[1:])
        }
        await reader.readexactly(int(fields.get("content-length", 0)))
        assert head.split()[1] in ("200", "304"), head
        tags[path] = fields.get("etag", "")
        answers += 1
    writer.close()
    return answers


def measure(
    what: str, server: Server, paths: list[str], keys: list[str], seconds: float, *, with_tag: bool
) -> None:
    """Let every program ask for some seconds and print how many answers a second there were."""

    async def all_of_them() -> int:
        ends = time.monotonic() + seconds
        return sum(
            await asyncio.gather(
                *(program(server, paths, key, with_tag=with_tag, ends=ends) for key in keys)
            )
        )

    answers = asyncio.run(all_of_them())
    print(f"{what:44}{answers / seconds:9,.0f} a second", flush=True)


def main(programs: int, players: int, rounds: int, seconds: float) -> None:
    """Measure the three ways of asking."""
    with short_lived("api") as installation:
        installation.manage(
            *("simulate_event", "--players", str(players), "--rounds", str(rounds)),
            *("--stage", "half"),
        )
        made = installation.manage("shell", "--no-imports", "-c", BEGIN.format(programs=programs))
        lines = {words[0]: words[1:] for line in made.splitlines() if (words := line.split())}
        event, number, *keys = lines["EVENT"]
        division = f"/api/v1/events/{event}/divisions/a"
        standings = [f"{division}/standings?per_page=100"]
        each = [
            f"{division}/{path}"
            for path in (
                "rounds",
                "results",
                "standings",
                "players",
                "highlights",
                "ratings",
                "live",
            )
        ]
        with running(installation) as server:
            measure("100 lines of standings", server, standings, keys, seconds, with_tag=False)
            measure("the same, not changed (304)", server, standings, keys, seconds, with_tag=True)
            desk = Browser()
            desk.log_in(server.address)
            ended = threading.Event()
            entered: list[bool] = []

            def enter() -> None:
                for board in lines["BOARDS"]:
                    if ended.wait(1.0):
                        return
                    _status, page = desk.post(
                        f"{server.address}/events/{event}/a/rounds/{number}/results/line/",
                        {"line": f"{board} 402 350", "mode": "scores", "by": "board"},
                    )
                    entered.append(f"Board {board}: " in page)

            busy = threading.Thread(target=enter)
            busy.start()
            measure(
                "seven lists in turn, a result every second",
                server,
                each,
                keys,
                seconds,
                with_tag=True,
            )
            ended.set()
            busy.join()
            assert all(entered), entered
            print(f"{'results entered meanwhile':44}{len(entered):9,}", flush=True)


if __name__ == "__main__":
    short = benchmark_parser(__doc__).parse_args().short
    main(*((2, 8, 3, 1.0) if short else (20, 300, 15, 10.0)))
