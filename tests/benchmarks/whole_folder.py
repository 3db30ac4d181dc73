"""How long the folder of a whole event takes: `python -m tests.benchmarks.whole_folder [PLAYERS ROUNDS]`.

Makes a practice event (300 players, 20 rounds) in a database of its own and writes every report of it.
Aims for that size: under 10 s on two processors that nobody else uses (elsewhere 20 s of the processors), and 300 MB.
Prints seconds, seconds of the processors, memory and files.
"""

import os
import resource
import sys
import tempfile
import time
from pathlib import Path

import django

from tests.benchmarks import benchmark_parser
from tests.installation import Installation

PLAYERS, ROUNDS = 300, 20
SECONDS, BUSY, MEGABYTES = 10, 20, 300


def processor_seconds():
    """What this process and those it started have used."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def main(players, rounds):
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NINETIMER_DATA_DIR"] = folder
        os.environ.pop("DATABASE_URL", None)
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
        django.setup()
        from django.core.management import call_command

        from scoring.actions.activity import Actor
        from tournament.actions.event.practice import MadeUp, Stage, make_practice_event
        from tournament.actions.standings.prizes import add_prizes

        Installation(Path(folder)).prepare()
        actor = Actor("benchmark")
        event = make_practice_event(actor, MadeUp(players, rounds, 1, Stage.FINISHED))
        add_prizes(actor, event, "1-10 = 50\nhigh win 20\nhigh loss 10\nupset 10\nlower half 30")
        start, busy = time.perf_counter(), processor_seconds()
        call_command("export_report", event.slug, "--all", "--to", f"{folder}/all")
        taken, busy = time.perf_counter() - start, processor_seconds() - busy
        files = sum(1 for path in Path(folder, "all").rglob("*") if path.is_file())
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{players} players, {rounds} rounds: {files} files, {taken:.1f} s ({busy:.1f} s of the "
        f"processors), {memory:.0f} MB  (aims {SECONDS} s, {BUSY} s of the processors, {MEGABYTES} MB)"
    )
    slow = taken > SECONDS and busy > BUSY
    return int((players, rounds) == (PLAYERS, ROUNDS) and (slow or memory > MEGABYTES))


if __name__ == "__main__":
    parser = benchmark_parser(__doc__)
    parser.add_argument("players", type=int, nargs="?", default=PLAYERS)
    parser.add_argument("rounds", type=int, nargs="?", default=ROUNDS)
    arguments = parser.parse_args()
    sys.exit(main(8, 2) if arguments.short else main(arguments.players, arguments.rounds))
