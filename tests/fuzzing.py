"""Property tests at random, again and again: `python -m tests.fuzzing --minutes 20`.

The gate tries the same examples in every run (see `tests/conftest.py`), so that it never fails on a
change that is innocent. Here every pass draws new ones, with a seed that is printed; the first pass
that fails ends the run, and its seed repeats it:

    python -m pytest -m hypothesis --hypothesis-profile=fuzz --hypothesis-seed=SEED

**Every failure found becomes a case.** Hypothesis prints the smallest example it knows as "Falsifying
example". Where the folder of the test has a file of cases (`cases/*.toml`, `cases/*.csv`), the example
is added there under a name that says what went wrong; elsewhere it becomes an `@example(...)` above
the property. Then the fault is mended, and the gate tries that example for ever.
"""

import argparse
import subprocess
import sys
import time
from random import SystemRandom

PROPERTIES = ["-m", "hypothesis", "--hypothesis-profile=fuzz", "-q", "-p", "no:cacheprovider"]


def main(arguments: list[str]) -> int:
    """Run passes until the time is over; return 1 as soon as one fails, else 0."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--minutes", type=float, default=20, help="begin no pass after so long (20)"
    )
    parser.add_argument("paths", nargs="*", help="files or folders of tests (all)")
    chosen = parser.parse_args(arguments)
    ends = time.monotonic() + 60 * chosen.minutes
    passes = 0
    while passes == 0 or time.monotonic() < ends:
        seed = SystemRandom().randrange(2**32)
        passes += 1
        print(f"Pass {passes}, seed {seed}", flush=True)
        command = [sys.executable, "-m", "pytest", *PROPERTIES, f"--hypothesis-seed={seed}"]
        if subprocess.run([*command, *chosen.paths], check=False).returncode:
            print(f"Pass {passes} failed. Again: --hypothesis-seed={seed}")
            return 1
    print(f"{passes} passes, nothing found.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
