"""Measure what projected ratings add to the standings: `python -m tests.benchmarks.projection`.

A practice event of 300 players and 10 rounds is read in one process: milliseconds of CPU time, for each
rating system, to project everybody's rating once the standings are read. The first figure is the first
reading; the second is the best of the next ones.

Target: at most 10 ms; figures above it have a star.
"""

import time
from dataclasses import replace

from tests.benchmarks import benchmark_parser, in_program
from tests.installation import short_lived

MAX_MS = 10
AGAIN = 20


def measure(slug: str) -> None:
    """Print a line for each rating system."""
    from tournament.engine.ratings.system import all_systems
    from tournament.models import Division
    from tournament.queries.cache import cache_reads
    from tournament.queries.standings.rating_preview import projected_ratings
    from tournament.queries.standings.standings import division_standings

    for key, rating_system in all_systems().items():
        times = []
        for _ in range(1 + AGAIN):
            division = Division.objects.select_related("event").get(event__slug=slug)
            vars(division.event)["rules"] = replace(division.event.rules, rating_system=key)
            with cache_reads():
                table = division_standings(division)
                begun = time.process_time()
                projected = projected_ratings(division, table.after)
                times.append((time.process_time() - begun) * 1000)
            assert projected is not None
        first, *others = times
        above = " *" if min(others) > MAX_MS else ""
        print(f"{rating_system.label:8}{first:8.1f} ms{min(others):8.1f} ms{above}")


def main(players: int, rounds: int) -> None:
    """Create an event in its own data folder and measure it."""
    with short_lived("projection") as installation:
        wanted = ("--players", str(players), "--rounds", str(rounds))
        slug = installation.manage("simulate_event", *wanted).split()[-1]
        script = in_program("projection.measure", slug)
        print(installation.manage("shell", "--no-imports", "--command", script), end="", flush=True)


if __name__ == "__main__":
    short = benchmark_parser(__doc__).parse_args().short
    main(*((8, 3) if short else (300, 10)))
