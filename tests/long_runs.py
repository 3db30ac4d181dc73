"""What is too long for the gate: `python -m tests.long_runs [NAME ...]`, all without a name.

Each is the long form of something that the gate does briefly. When each last passed, and how long it
took, stands in `.long-runs.json` in the project's folder, which is not under version control;
`--last` prints that and runs nothing.
"""

import argparse
import datetime as dt
import json
import subprocess
import sys
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1]
LAST = SOURCE / ".long-runs.json"

FORMS = {
    "marked": ["pytest", "-m", "long"],
    "fuzz": ["tests.fuzzing", "--minutes", "20"],
    "simulated-events": ["tests.benchmarks.pairing", "--events", "1000"],
    "simulated-plans": ["tests.benchmarks.plans", "--events", "200", "--large", "2"],
    "simulated-cop-events": ["tests.benchmarks.cop", "--events", "300"],
    "kills": ["tests.benchmarks.killed", "100"],
    "load": ["tests.benchmarks.results_entry"],
    "other-pythons": ["tests.other_pythons"],
}
"""What is run, by name: a module with its arguments, which ends with a status other than 0 when it fails.

`marked`: the tests with the mark `long`. `fuzz`: property tests at random. The two of simulated
events: whole events paired and judged. `kills`: the server killed while results are entered.
`load`: a division of 300 in a real browser. `other-pythons`: engines, actions, queries, pages and files on every other
Python of this computer.
"""


def records() -> dict[str, dict[str, str | int]]:
    """Return by name when a form last passed and the whole seconds it took."""
    return json.loads(LAST.read_text(encoding="utf-8")) if LAST.exists() else {}


def last_passed(name: str) -> str:
    """Return one line: when this form last passed here."""
    last = records().get(name)
    return f"{name}: passed {last['at']}, {last['seconds']} s" if last else f"{name}: never here"


def run(name: str) -> bool:
    """Run one form and note that it passed; return whether it did."""
    print(f"--- {last_passed(name)}", flush=True)
    began = time.monotonic()
    if subprocess.run([sys.executable, "-m", *FORMS[name]], cwd=SOURCE, check=False).returncode:
        print(f"--- {name} failed", flush=True)
        return False
    at = dt.datetime.now(dt.UTC).strftime("%Y-%m-%d %H:%M UTC")
    passed = {**records(), name: {"at": at, "seconds": round(time.monotonic() - began)}}
    LAST.write_text(json.dumps(passed, indent=1) + "\n", encoding="utf-8")
    print(f"--- {last_passed(name)}", flush=True)
    return True


def main(arguments: list[str]) -> int:
    """Run the forms named; return 1 where one failed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "names", nargs="*", choices=[*FORMS, []], metavar="NAME", help=", ".join(FORMS)
    )
    parser.add_argument("--last", action="store_true", help="print when each last passed")
    chosen = parser.parse_args(arguments)
    names = chosen.names or list(FORMS)
    if chosen.last:
        print("\n".join(last_passed(name) for name in names))
        return 0
    failed = [name for name in names if not run(name)]
    print(f"Failed: {', '.join(failed)}" if failed else "All long forms passed.")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
