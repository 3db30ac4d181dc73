"""How long reports take: `python tests/benchmarks/reports.py`.

Prints the best of several runs, in milliseconds. Aims: standings of 500 rows as PDF under 500 ms
and as xlsx under 300 ms, the first PDF of a process (which reads the typeface) included; time grows
linearly to 2,000 rows.
"""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from tests.tournament.reports.samples import sheet_report, standings_report  # noqa: E402
from tournament.reports.delivery import render  # noqa: E402

AIMS = {("standings of 500", "pdf"): 500, ("standings of 500", "xlsx"): 300}


def milliseconds(action, runs):
    """The shortest of several runs."""
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        action()
        best = min(best, time.perf_counter() - start)
    return best * 1000


def main():
    late = False
    reports = {
        "standings of 500": standings_report(people=500),
        "standings of 2,000": standings_report(people=2000),
        "score sheet": sheet_report(),
    }
    first = milliseconds(lambda: render(reports["standings of 500"], "pdf"), 1)
    print(f"{'first PDF of a process':24} {'pdf':5} {first:8.1f} ms")
    for name, report in reports.items():
        for file_format in ("pdf", "xlsx", "csv", "json", "html"):
            taken = milliseconds(lambda f=file_format, r=report: render(r, f), 3)
            aim = AIMS.get((name, file_format))
            late = late or (aim is not None and taken > aim)
            print(f"{name:24} {file_format:5} {taken:8.1f} ms{f'  (aim {aim} ms)' if aim else ''}")
    return int(late or first > AIMS["standings of 500", "pdf"])


if __name__ == "__main__":
    sys.exit(main())
