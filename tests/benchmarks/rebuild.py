"""Measure rebuilding an event from its log: `python -m tests.benchmarks.rebuild`.

An event of 120 players and 15 rounds is rebuilt with the command in a new data folder
(target: 20 s of wall time). The benchmark fails if a row differs or it takes longer.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time

from tests.benchmarks import benchmark_parser
from tests.installation import SOURCE, short_lived

PLAYERS, ROUNDS = 120, 15
AIM_SECONDS = 20


def main(players: int, rounds: int) -> int:
    """Measure one event; return 1 if it took too long or differs."""
    with short_lived("rebuild") as installation:
        made = installation.manage(
            "simulate_event", "--players", str(players), "--rounds", str(rounds)
        )
        slug = made.splitlines()[-1]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.monotonic()
        rebuilt = subprocess.run(
            [sys.executable, "manage.py", "rebuild", slug, "--to", installation.folder / "rebuilt"],
            cwd=SOURCE,
            env=installation.environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        seconds = time.monotonic() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(rebuilt.stdout + rebuilt.stderr, end="")
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(
        f"{players} players, {rounds} rounds: {seconds:.1f} s (aim: {AIM_SECONDS} s), "
        f"{processor:.1f} s of the processor"
    )
    return int(rebuilt.returncode != 0 or seconds > AIM_SECONDS)


if __name__ == "__main__":
    short = benchmark_parser(__doc__).parse_args().short
    sys.exit(main(*((4, 1) if short else (PLAYERS, ROUNDS))))
