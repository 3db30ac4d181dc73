"""How long reports take: `python tests/benchmarks/reports.py`.

Prints the best of several runs, in milliseconds of the processor's time (what else the computer does
at the time is not counted), and the most memory the process has taken. Aims:
standings of 500 rows as PDF under 500 ms and as xlsx under 300 ms, 500 scorecards of 30 rounds with
their QR codes under 3 s, a wall chart of 300 players and 30 rounds under 2 s, the first PDF of a
process (which reads the typeface) included; at most 300 MB; time grows linearly to 2,000 players.
Scorecards and wall chart are measured with the report built from what was played, the first time.
"""

import os
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from tests.tournament.reports.samples import (  # noqa: E402
    scorecards_report,
    sheet_report,
    standings_report,
    wall_chart_report,
)
from tournament.reports.delivery import render  # noqa: E402

AIMS = {("standings of 500", "pdf"): 500, ("standings of 500", "xlsx"): 300}
ADDRESS = "http://192.168.1.20:8000"
PAPERS = {
    "500 scorecards of 30 rounds": (3000, lambda: scorecards_report(500, 30, address=ADDRESS)),
    "wall chart of 300 x 30": (2000, lambda: wall_chart_report(300, 30)),
}
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


def told(name, file_format, taken, aim=None):
    """Print a line and return whether it took too long."""
    print(f"{name:28} {file_format:5} {taken:8.1f} ms{f'  (aim {aim} ms)' if aim else ''}")
    return aim is not None and taken > aim


def main():
    reports = {
        "standings of 500": standings_report(people=500),
        "standings of 2,000": standings_report(people=2000),
        "score sheet": sheet_report(),
    }
    first = milliseconds(lambda: render(reports["standings of 500"], "pdf"), 1)
    late = told("first PDF of a process", "pdf", first, AIMS["standings of 500", "pdf"])
    for name, (aim, make) in PAPERS.items():
        taken = milliseconds(lambda m=make: render(m(), "pdf"), 1)
        late = told(name, "pdf", taken, aim) or late
    times = {}
    for name, report in reports.items():
        for file_format in ("pdf", "xlsx", "csv", "json", "html"):
            taken = milliseconds(lambda f=file_format, r=report: render(r, f), 3)
            times[name, file_format] = taken
            late = told(name, file_format, taken, AIMS.get((name, file_format))) or late
    for file_format in ("pdf", "xlsx"):
        growth = times["standings of 2,000", file_format] / times["standings of 500", file_format]
        print(f"2,000 against 500 rows       {file_format:5} {growth:8.1f} times")
        late = late or growth > MOST_GROWTH
    for people in (500, 2000):
        report = scorecards_report(people, 7)
        times[people] = milliseconds(lambda r=report: render(r, "pdf"), 1)
        told(f"{people:,} scorecards of 7 rounds", "pdf", times[people])
    late = late or times[2000] / times[500] > MOST_GROWTH
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"most memory                        {memory:8.1f} MB  (aim {MOST_MEMORY} MB)")
    return int(late or memory > MOST_MEMORY)


if __name__ == "__main__":
    sys.exit(main())
