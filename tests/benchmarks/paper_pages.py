"""How many pages each report takes: `python -m tests.benchmarks.paper_pages [PLAYERS ...]`.

Makes practice events (24 players and 7 rounds, 120 and 12, 300 and 20) in a database of its own, with prizes and one
division, and prints a line for each report of which there is one, on A4: its pages for each event. Cards to be cut
apart, papers of one game and packs are left out where they need an answer first.

Fails where the wall chart of 300 x 20 takes more than 24 pages, or 20 rounds of scorecards more than a sheet for two.
"""

import os
import sys
import tempfile
from pathlib import Path

import django

from tests.benchmarks import benchmark_parser
from tests.installation import Installation

SIZES = {24: 7, 120: 12, 300: 20}
"""Rounds by players."""
MOST = {"wall_chart": 24, "scorecards": 150}
"""The most pages for 300 players and 20 rounds."""
PRIZES = "1-10 = 50\nhigh win 20\nhigh loss 10\nupset 10\nlower half 30"


def page_table(players, rounds):
    """Return the pages of each report of a finished event; a report with nothing to say has none."""
    from scoring.actions.activity import Actor
    from tournament.actions.event.practice import MadeUp, Stage, make_practice_event
    from tournament.actions.standings.prizes import add_prizes
    from tournament.queries.cache import cached_reads
    from tournament.reports.definition import all_reports
    from tournament.reports.delivery import as_of, build, page_counts
    from tournament.reports.everything import says_nothing
    from tournament.reports.packs import READY, can_be_packed
    from tournament.reports.request import CannotReport

    actor = Actor("benchmark")
    event = make_practice_event(actor, MadeUp(players, rounds, 1, Stage.FINISHED))
    add_prizes(actor, event, PRIZES)
    moment, pages = as_of(event).moment, {}
    with cached_reads():
        for key, chosen in all_reports().items():
            if not can_be_packed(chosen) and key not in READY:
                continue
            try:
                report = build(chosen, event, chosen.Options(), moment, "pdf")
            except CannotReport:
                continue
            if not says_nothing(report):
                pages[key] = sum(page_counts(report, "a4"))
    return pages


def main(sizes):
    """Print the table; return 1 where a report takes more pages than it may."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NINETIMER_DATA_DIR"] = folder
        os.environ.pop("DATABASE_URL", None)
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
        django.setup()
        Installation(Path(folder)).prepare()
        tables = {players: page_table(players, rounds) for players, rounds in sizes.items()}
    print(f"{'pages on A4':24}" + "".join(f"{f'{p} x {r}':>10}" for p, r in sizes.items()))
    for key in sorted({key for table in tables.values() for key in table}):
        print(f"{key:24}" + "".join(f"{table.get(key, '–'):>10}" for table in tables.values()))
    full = tables.get(300, {})
    missed = [f"{key}: {full[key]} pages, at most {most}" for key, most in MOST.items()
              if full.get(key, 0) > most]  # fmt: skip
    print(*missed, sep="\n")
    return int(bool(missed))


if __name__ == "__main__":
    parser = benchmark_parser(__doc__)
    parser.add_argument("players", type=int, nargs="*", help="24, 120 or 300")
    arguments = parser.parse_args()
    chosen = {8: 2} if arguments.short else {p: SIZES[p] for p in arguments.players or SIZES}
    sys.exit(main(chosen))
