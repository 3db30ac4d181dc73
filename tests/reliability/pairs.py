"""Try every pair of actions from two processes at the same moment: `python -m tests.reliability.pairs`.

Each pair has its own event. Both people open their pages, then send their forms at the same
time. Afterwards there must be no internal error, each acknowledged action must be in the log
exactly once, and `recheck` must find nothing.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

from tests.installation import SOURCE, Installation, PostgresInstallation
from tests.on_postgres import private_cluster, server_programs

ACTIONS = (
    "result", "turn", "undo", "correction", "make", "publish", "re-pair", "rules", "player", "prize",
    "close", "restore", "import",
)  # fmt: skip
VERBS = {
    "result": "enter_result", "turn": "record_turn", "undo": "undo", "correction": "correct_result",
    "make": "make_rounds", "publish": "publish_round", "re-pair": "pair_round",
    "rules": "change_rules", "player": "describe_entry", "prize": "change_prize",
    "add": "add_players", "close": "close_event", "restore": "restore_snapshot", "import": "import_event",
}  # fmt: skip
AHEAD = 0.05
"""Seconds from the order until both send."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a pair: a mark for each action, and the errors, if any."""

    first: str
    second: str
    marks: tuple[str, str]
    faults: tuple[str, ...]
    slowest: int
    """Milliseconds of the slower response."""


class PersonProcess:
    """A process for one person."""

    def __init__(self, name: str, environment: dict[str, str]) -> None:
        self.name = name
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.reliability.person", name],
            cwd=SOURCE,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def order(self, do: str, **values: Any) -> None:
        """Send an order without waiting for the answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": do, **values}) + "\n")
        self.process.stdin.flush()

    def answer(self) -> Any:
        """Return the answer to the oldest order."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, f"the process of {self.name} ended"
        return json.loads(line)

    def ask(self, do: str, **values: Any) -> Any:
        """Send an order and wait for its answer."""
        self.order(do, **values)
        return self.answer()

    def end(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=30)
        if self.process.stdout is not None:
            self.process.stdout.close()


@contextmanager
def two_people(database: str = "") -> Iterator[tuple[PersonProcess, PersonProcess]]:
    """Yield two processes on one fresh installation, on SQLite or a PostgreSQL database."""
    with tempfile.TemporaryDirectory(prefix="ninetimer-pairs-") as folder, ExitStack() as stack:
        installation = Installation(Path(folder))
        if database:
            installation = PostgresInstallation(Path(folder), database)
        installation.prepare()
        environment = {**installation.environment(), "NINETIMER_DEBUG": "1"}
        people = [PersonProcess(name, environment) for name in ("ana", "ben")]
        for person in people:
            stack.callback(person.end)
        for person in people:
            person.ask("log_in")
        yield people[0], people[1]


def try_pair(
    people: tuple[PersonProcess, PersonProcess], first: str, second: str, number: int
) -> Outcome:
    """Run the two actions at the same moment in a new event."""
    event = people[0].ask("make_event", number=number)
    for person, action in zip(people, (first, second), strict=True):
        person.ask("open", action=action, event=event)
    since = people[0].ask("last_entry")
    at = time.time() + AHEAD
    for person in people:
        person.order("send", at=at)
    answers = [person.answer() for person in people]
    seen = people[0].ask("look", event=event, since=since)
    faults = [f"recheck: {difference}" for difference in seen["differences"]]
    marks = []
    for person, action, answer in zip(people, (first, second), answers, strict=True):
        verbs = [verb for actor, verb in seen["log"] if actor == person.name]
        done = verbs.count(VERBS[action])
        if max(answer["status"], answer["then"]) >= 500 and answer["status"] != 503:
            faults.append(f"{action} was answered with {answer['status']}")
        if done > 1:
            faults.append(f"{action} was done {done} times")
        if not done and not answer["said"]:
            faults.append(f"{action} was not done, and nobody was told ({answer['status']})")
        marks.append("done" if done else "busy" if answer["status"] == 503 else "told")
    return Outcome(
        first, second, (marks[0], marks[1]), tuple(faults), max(row["ms"] for row in answers)
    )


def run(pairs: Iterable[tuple[str, str]], database: str = "") -> list[Outcome]:
    """Try these pairs one after the other."""
    with two_people(database) as people:
        outcomes = []
        for number, pair in enumerate(pairs, 1):
            outcomes.append(try_pair(people, *pair, number))
            for fault in outcomes[-1].faults:
                print(f"  {pair[0]} with {pair[1]}: {fault}", flush=True)
        return outcomes


def main(arguments: list[str]) -> int:
    """Run all pairs on SQLite and PostgreSQL and print their outcomes; return 1 after an error."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--on", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--of", nargs="+", choices=ACTIONS, default=list(ACTIONS))
    chosen = parser.parse_args(arguments)
    wrong = 0
    for database in ("sqlite", "postgresql"):
        if chosen.on not in (database, "both"):
            continue
        with ExitStack() as stack:
            address = ""
            if database == "postgresql":
                programs = server_programs()
                if programs is None:
                    print("PostgreSQL: no server program on this computer")
                    continue
                address = stack.enter_context(private_cluster(programs))
            outcomes = run(combinations_with_replacement(chosen.of, 2), address)
        slowest = sorted(outcomes, key=lambda outcome: -outcome.slowest)[:3]
        shown = ", ".join(f"{row.slowest} ms {row.first} with {row.second}" for row in slowest)
        print(f"\n{database}: {len(outcomes)} pairs, slowest answers {shown}")
        for row in outcomes:
            print(f"{row.first:>10} with {row.second:10} {' / '.join(row.marks)}")
        faults = sum(len(row.faults) for row in outcomes)
        wrong += faults
        print(f"{database}: {faults} faults", flush=True)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
