"""Make several targets of the Makefile side by side: `python -m tests.side_by_side lint types tests-house`.

One more runs at a time than the computer has cores, for those with a browser wait much of their time; in the
order given: the longest first is best. Each is reported when it ends. What a target printed is shown whole
where it failed; where it passed, its last line and what was skipped. All are run, also after one has failed.
"""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass


@dataclass(frozen=True)
class Ended:
    """A target that was made: the status of `make`, what was printed, and the seconds it took."""

    target: str
    status: int
    printed: str
    seconds: float

    def report(self) -> str:
        """Return what is shown of it."""
        lines = self.printed.splitlines()
        shown = [line for line in lines if line.startswith("SKIPPED")] + lines[-1:]
        word = "failed" if self.status else "passed"
        return "\n".join(
            [
                f"=== {self.target} {word} in {self.seconds:.0f} s",
                *(lines if self.status else shown),
            ]
        )


def make(target: str) -> Ended:
    """Make one target and return how it ended."""
    began = time.monotonic()
    done = subprocess.run(
        ["make", "--no-print-directory", target],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
        env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
    )
    return Ended(target, done.returncode, done.stdout, time.monotonic() - began)


def main(targets: list[str]) -> int:
    """Make all targets; return 1 where one failed, else 0."""
    began = time.monotonic()
    failed = []
    with ThreadPoolExecutor((os.cpu_count() or 1) + 1) as cores:
        for future in as_completed([cores.submit(make, target) for target in targets]):
            ended = future.result()
            print(ended.report(), flush=True)
            if ended.status:
                failed.append(ended.target)
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    took = f"{minutes} min {seconds} s"
    print(
        f"FAILED after {took}: {', '.join(failed)}" if failed else f"Everything passed in {took}."
    )
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
