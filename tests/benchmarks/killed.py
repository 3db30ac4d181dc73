"""Kill the server at many random moments during entry: `python -m tests.benchmarks.killed [KILLS] [SEED]`."""

import sys
import tempfile
import time
from pathlib import Path

from tests.killing import HELPERS, kills


def main(number: int = 100, seed: int = 1) -> None:
    """Print how it went; an entry that was acknowledged and is not there ends it with an error."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="ninetimer-killed-") as folder:
        for done, kill in enumerate(kills(Path(folder), number, seed), 1):
            print(
                f"kill {done}: after {kill.after:.3f} s, {kill.acknowledged} entries acknowledged so "
                f"far, {kill.under_way} cut off, {kill.kept_though_unanswered} of them kept",
                flush=True,
            )
    print(
        f"{number} kills during entry by {HELPERS} clients in {time.monotonic() - began:.0f} s: "
        f"{kill.acknowledged} acknowledged entries, every one there; recheck clean after each."
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
