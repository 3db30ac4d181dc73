"""Kill the server at many random moments during entry: `python -m tests.benchmarks.killed`."""

import tempfile
import time
from pathlib import Path

from tests.benchmarks import benchmark_parser
from tests.installation import Installation
from tests.killing import HELPERS, kills


def main(number: int, seed: int) -> None:
    """Print how it went; an entry that was acknowledged and is not there ends it with an error."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="ninetimer-killed-") as folder:
        installation = Installation(Path(folder))
        installation.prepare()
        for done, kill in enumerate(kills(installation, number, seed), 1):
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
    parser = benchmark_parser(__doc__)
    parser.add_argument("kills", type=int, nargs="?", default=100, help="how often (100)")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="any whole number (1)")
    arguments = parser.parse_args()
    main(1 if arguments.short else arguments.kills, arguments.seed)
