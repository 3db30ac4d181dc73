"""How long reports take: `python -m tests.benchmarks.reports`.

Prints the best of several runs, in milliseconds of the processor's time (what else the computer does
at the time is not counted), and the most memory the process has taken. Aims:
standings of 500 rows as PDF under 500 ms and as xlsx under 300 ms, 500 scorecards of 30 rounds with
their QR codes under 3 s, a wall chart of 300 players and 30 rounds under 2 s, the first PDF of a
process (which reads the typeface) included; at most 300 MB; time grows linearly to 2,000 players.
Scorecards and wall chart are measured with the report built from what was played, the first time.
"""

import resource
import sys
import time

import django

from tests.benchmarks import benchmark_parser

django.setup()

from tests.tournament.reports.samples import (  # noqa: E402
    scorecards_report,
    sheet_report,
    standings_report,
    wall_chart_report,
)
from tournament.reports.delivery import render  # noqa: E402

SIZE, SMALL = 500, 10
AIMS = {"pdf": 500, "xlsx": 300}
"""Milliseconds for the standings of 500."""
SCORECARDS_AIM, WALL_CHART_AIM = 3000, 2000
ADDRESS = "http://192.168.1.20:8000"
MOST_MEMORY = 300
MOST_GROWTH = 6.0
"""2,000 are four times 500; a little more than four times as long is still linear."""


def milliseconds(action, runs):
    """The shortest of several runs."""
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        action()
        best = min(best, time.process_time() - start)
    return best * 1000


def print_time(name, file_format, taken, aim=None):
    """Print a line and return whether it took too long."""
    print(f"{name:28} {file_format:5} {taken:8.1f} ms{f'  (aim {aim} ms)' if aim else ''}")
    return aim is not None and taken > aim


def main(size):
    """Measure for so many players and for four times as many; return 1 where an aim is missed, else 0."""
    rounds, field = min(30, size), size * 3 // 5
    papers = {
        f"{size} scorecards of {rounds} rounds": (
            SCORECARDS_AIM,
            lambda: scorecards_report(size, rounds, address=ADDRESS),
        ),
        f"wall chart of {field} x {rounds}": (
            WALL_CHART_AIM,
            lambda: wall_chart_report(field, rounds),
        ),
    }
    usual, large = f"standings of {size:,}", f"standings of {4 * size:,}"
    reports = {
        usual: standings_report(people=size),
        large: standings_report(people=4 * size),
        "score sheet": sheet_report(),
    }
    first = milliseconds(lambda: render(reports[usual], "pdf"), 1)
    late = print_time("first PDF of a process", "pdf", first, AIMS["pdf"])
    for name, (aim, make) in papers.items():
        taken = milliseconds(lambda m=make: render(m(), "pdf"), 1)
        late = print_time(name, "pdf", taken, aim) or late
    times = {}
    for name, report in reports.items():
        for file_format in ("pdf", "xlsx", "csv", "json", "html"):
            taken = milliseconds(lambda f=file_format, r=report: render(r, f), 3)
            times[name, file_format] = taken
            aim = AIMS.get(file_format) if name == usual else None
            late = print_time(name, file_format, taken, aim) or late
    for file_format in ("pdf", "xlsx"):
        growth = times[large, file_format] / times[usual, file_format]
        print(f"{4 * size:,} against {size} rows       {file_format:5} {growth:8.1f} times")
        late = late or growth > MOST_GROWTH
    cards = {}
    for people in (size, 4 * size):
        report = scorecards_report(people, 7)
        cards[people] = milliseconds(lambda r=report: render(r, "pdf"), 1)
        print_time(f"{people:,} scorecards of 7 rounds", "pdf", cards[people])
    late = late or cards[4 * size] / cards[size] > MOST_GROWTH
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"most memory                        {memory:8.1f} MB  (aim {MOST_MEMORY} MB)")
    return int(late or memory > MOST_MEMORY)


if __name__ == "__main__":
    if benchmark_parser(__doc__).parse_args().short:
        main(SMALL)  # says nothing about the aims
    else:
        sys.exit(main(SIZE))
