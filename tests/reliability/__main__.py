"""Bad days on purpose: `python -m tests.reliability [NAME ...]`, all without a name; prints figures.

`kills`: the server killed while results are entered, on both databases. `pairs`: every pair of actions from two
processes, on both databases. `mutated`: 100,000 sound files with bytes changed, read or refused. `uploads`: how
long others wait while a heavy file is read. `disks`: full ones, and those that may not be written. `soak`:
everybody busy for 20 minutes, and the memory of the server. `writers`: how long eight writers wait for each
other. `tampering`: each kind of change with a database tool, and whether it is found.
"""

import argparse
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
PARTS = {
    "kills": ["pytest", "-q", "-m", "long", "tests/tournament/test_killed.py"],
    "pairs": ["tests.reliability.pairs"],
    "mutated": ["tests.reliability.mutated"],
    "uploads": ["tests.reliability.uploads"],
    "disks": [
        "pytest", "-q", "tests/reliability/test_disks.py", "tests/tournament/web/test_error_pages.py",
    ],
    "soak": ["tests.reliability.soak"],
    "writers": ["tests.reliability.writers"],
    "tampering": [
        "pytest", "-q", "tests/tournament/queries/safety/test_whole.py",
        "tests/tournament/management/test_heads.py", "tests/scoring/management/test_verify_audit.py",
    ],
}  # fmt: skip


def main(arguments: list[str]) -> int:
    """Run the parts named; 1 where one failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "names", nargs="*", choices=[*PARTS, []], metavar="NAME", help=", ".join(PARTS)
    )
    names = parser.parse_args(arguments).names or list(PARTS)
    failed = []
    for name in names:
        print(f"--- {name}", flush=True)
        if subprocess.run([sys.executable, "-m", *PARTS[name]], cwd=SOURCE, check=False).returncode:
            failed.append(name)
    print(f"Failed: {', '.join(failed)}" if failed else "Everything held.")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
