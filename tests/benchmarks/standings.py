"""How long standings take: `python -m tests.benchmarks.standings`."""

import time
from random import Random

from tournament.engine.entrants import Entrant
from tournament.engine.results import Result
from tournament.engine.standings import DEFAULT, all_metrics, standings

SIZES = [(300, 20), (500, 30), (1000, 30)]


def an_event(players: int, rounds: int) -> tuple[list[Entrant], list[tuple[int, ...]]]:
    """Entrants and rows of results as they come from a database."""
    draw = Random(1)
    numbers = list(range(1, players + 1))
    rows = []
    for round_ in range(1, rounds + 1):
        draw.shuffle(numbers)
        for one, other in zip(numbers[::2], numbers[1::2], strict=True):
            scores = draw.randint(250, 550), draw.randint(250, 550)
            rows.append((round_, one, other, *scores, "played"))
    return [Entrant(n, n) for n in range(1, players + 1)], rows


def best_of(runs: int, work) -> float:
    """The shortest of several runs, in milliseconds."""
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times) * 1000


def main() -> None:
    """Print a line for each size and precedence."""
    everything = (*DEFAULT, *(key for key in all_metrics() if key not in DEFAULT))
    for players, rounds in SIZES:
        entrants, rows = an_event(players, rounds)
        for name, keys in (("wins, losses, spread", DEFAULT), ("every metric", everything)):

            def work(entrants=entrants, rows=rows, rounds=rounds, keys=keys):
                return standings(entrants, map(Result._make, rows), after=rounds, keys=keys)

            print(
                f"{players:5} players, {rounds} rounds, {len(rows):6,} games, {name:21}"
                f"{best_of(7, work):7.1f} ms"
            )


if __name__ == "__main__":
    main()
