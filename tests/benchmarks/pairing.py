"""Measure speed and quality of pairing: `python -m tests.benchmarks.pairing [--events N]`.

Times are CPU seconds on one core from the request to the checked plan, for the best and the
worst round of an event. Memory is the maximum of the process with 1,000 players. Then N Swiss
events (1,000 by default) of 8 to 40 players and 5 to 15 rounds are simulated and judged, and
a season on proposed plans.
"""

import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from tests.benchmarks import benchmark_parser
from tests.tournament.engine.pairing.events import SWISS, as_proposed, outcomes, play
from tournament.engine.entrants import Entrant
from tournament.engine.pairing.avoidable_concessions import judge_round
from tournament.engine.pairing.method import CannotPair
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest, PrizeBand
from tournament.engine.standings import standings

ALLOWED = {30: 0.02, 300: 0.3, 1000: 8.0}
"""Maximum seconds from request to checked plan, by number of players."""
TIMED = (("swiss", {}), ("swiss", {"opponents": "halves"}), ("king_of_the_hill", {}))


def times_of(players: int, rounds: int, method: str, options: dict[str, object]) -> list[float]:
    """Return the seconds for each round of one event."""
    draw = Random(1)
    entrants = tuple(Entrant(n, n) for n in range(1, players + 1))
    results: list = []
    took = []
    # The methods are discovered once per process.
    plan_round(PairingRequest(1, entrants[:4]), method, options)
    for number in range(1, rounds + 1):
        order = standings(entrants, results, after=number - 1).order
        request = PairingRequest(number, entrants, tuple(results), standing=order, seed=number)
        start = time.process_time()
        plan, _ = plan_round(request, method, options)
        took.append(time.process_time() - start)
        results += outcomes(plan, draw)
    return took


def in_its_own_process(code: str) -> str:
    """Return the output of a new process, whose memory is not shared."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()


def most_memory(players: int, rounds: int, method: str) -> None:
    """Print the maximum memory of this process."""
    times_of(players, rounds, method, {})
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{held:.0f}")


def speed(sizes: Sequence[int], table_of: int) -> None:
    """Print the times of Swiss, king of the hill, a table and the verdict, and the memory."""
    for players in sizes:
        allowed = ALLOWED[players]
        for method, options in TIMED:
            took = times_of(players, 10, method, options)
            name = f"{method} {' '.join(map(str, options.values()))}".strip()
            print(
                f"{players:5} players, {name:18}: best {1000 * min(took):8.1f} ms, "
                f"worst {1000 * max(took):8.1f} ms (allowed {1000 * allowed:.0f} ms)"
            )
    start = time.process_time()
    table = play(table_of, table_of - 1, 1, lambda _, field: ("round_robin", {"field": field}))
    whole = time.process_time() - start
    pairs = {pair.numbers for _, plan in table.rounds for pair in plan.pairs}
    print(
        f"{table_of:5} players, round robin of {table_of - 1} rounds with checks: "
        f"{1000 * whole:.0f} ms, {len(pairs)} pairs"
    )
    middle, most = sizes[len(sizes) // 2], sizes[-1]
    event = play(middle, 2, 1)
    again = replace(event.rounds[0][1], round=2)
    start = time.process_time()
    verdict = judge_round(event.rounds[1][0], again)
    took = 1000 * (time.process_time() - start)
    print(
        f"{middle:5} players, {verdict.avoidable.repeats} avoidable repeats found in {took:.0f} ms"
    )
    for method in ("swiss", "king_of_the_hill"):
        held = in_its_own_process(
            f"from tests.benchmarks.pairing import most_memory; most_memory({most}, 4, {method!r})"
        )
        print(f"{most:5} players, {method}: {held} MB at most (allowed 400 MB)")


def sizes(seed: int) -> tuple[int, int]:
    """Return players and rounds of the event with that seed."""
    draw = Random(seed)
    return draw.randint(8, 40), draw.randint(5, 15)


def judged(events: int) -> bool:
    """Simulate Swiss events; print refusals and avoidable concessions, and return whether there were none."""
    refused, rounds, unclean = [], 0, []
    for seed in range(events):
        players, last = sizes(seed)
        try:
            verdicts = [
                judge_round(*row) for row in play(players, last, seed, lambda *_: SWISS).rounds
            ]
        except CannotPair as no:
            refused.append(f"seed {seed}: {no.messages}")
            continue
        rounds += len(verdicts)
        unclean += [f"seed {seed}, round {v.round}" for v in verdicts if not v.is_clean]
    print(
        f"{events} Swiss events, {rounds} rounds: {len(refused)} refused, "
        f"{len(unclean)} rounds in which something was avoidable"
    )
    for line in [*refused, *unclean][:20]:
        print("   ", line)
    return not refused + unclean


def season(events: int) -> None:
    """Print the final differences between firsts and seconds in events on proposed plans."""
    for name, more in (
        ("no prizes told", {}),
        ("three prizes", {"prizes": (PrizeBand(1, 1), PrizeBand(2, 2), PrizeBand(3, 3))}),
    ):
        imbalances: Counter[int] = Counter()
        for seed in range(events):
            players, rounds = sizes(seed)
            imbalances += play(players, rounds, seed, as_proposed(rounds), **more).imbalances
        shares = ", ".join(
            f"{apart}: {100 * n / imbalances.total():.2f} %"
            for apart, n in sorted(imbalances.items())
        )
        print(
            f"{events} events on proposed plans, {name}: firsts and seconds apart by {shares}; "
            f"at most 1: {100 * (imbalances[0] + imbalances[1]) / imbalances.total():.1f} % "
            "(another program's real events: 84.8 %, worst 7)"
        )


if __name__ == "__main__":
    parser = benchmark_parser(__doc__)
    parser.add_argument("--events", type=int, default=1000)
    arguments = parser.parse_args()
    smallest = min(ALLOWED)
    speed([smallest] if arguments.short else list(ALLOWED), 8 if arguments.short else 50)
    events = 2 if arguments.short else arguments.events
    is_clean = judged(events)
    season(max(events // 5, 1))
    sys.exit(not is_clean)
