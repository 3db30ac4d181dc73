"""Kill the server at many random moments during entry: `python -m tests.benchmarks.killed`.

On SQLite; with `--on postgresql` on a private cluster, which goes on while the server is killed, or on `both`.
"""

import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.benchmarks import benchmark_parser
from tests.installation import Installation, PostgresInstallation
from tests.killing import HELPERS, kills
from tests.on_postgres import private_cluster, server_programs


def main(number: int, seed: int, database: str = "sqlite") -> None:
    """Print how it went; an entry that was acknowledged and is not there ends it with an error."""
    began = time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ninetimer-killed-")))
        installation = Installation(folder)
        if database == "postgresql":
            programs = server_programs()
            if programs is None:
                print("PostgreSQL: no server program on this computer")
                return
            address = stack.enter_context(private_cluster(programs))
            installation = PostgresInstallation(folder, address)
        installation.prepare()
        for done, kill in enumerate(kills(installation, number, seed), 1):
            print(
                f"kill {done}: after {kill.after:.3f} s, {kill.acknowledged} entries acknowledged so "
                f"far, {kill.under_way} cut off, {kill.kept_though_unanswered} of them kept",
                flush=True,
            )
    print(
        f"{database}: {number} kills during entry by {HELPERS} clients in "
        f"{time.monotonic() - began:.0f} s: {kill.acknowledged} acknowledged entries, every one "
        "there; recheck clean after each."
    )


if __name__ == "__main__":
    parser = benchmark_parser(__doc__.partition("\n")[0])
    parser.add_argument("kills", type=int, nargs="?", default=100, help="how often (100)")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="any whole number (1)")
    parser.add_argument("--on", choices=["sqlite", "postgresql", "both"], default="sqlite")
    arguments = parser.parse_args()
    databases = ["sqlite", "postgresql"] if arguments.on == "both" else [arguments.on]
    for chosen in databases:
        main(1 if arguments.short else arguments.kills, arguments.seed, chosen)
