"""How long COP takes, and that it and Chew pair whole events: `python -m tests.benchmarks.cop`.

With `--events N` it plays N simulated events of 8 to 40 players instead, every round of each paired
by Chew or COP, and counts what went wrong.
"""

import resource
import time
from collections import Counter
from random import Random

from tests.benchmarks import benchmark_parser
from tournament.engine.entrants import Entrant
from tournament.engine.pairing.avoidable import judge
from tournament.engine.pairing.method import CannotPair
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PrizeBand, Request
from tournament.engine.results import NOBODY, Outcome, Result
from tournament.engine.standings import standings

SIZES = [(50, 20, 10), (50, 20, 5), (50, 20, 1), (300, 20, 10), (300, 20, 5), (300, 20, 1)]
"""Players, rounds of the event, rounds left."""
WHOLE = {"simulations": 100_000, "control_loss_simulations": 10_000, "control_loss_from": 1}
"""Loss of control is looked for in every round, which is the slowest there can be."""
SHORT = {"simulations": 2_000, "control_loss_simulations": 2_000}
PRIZES = (PrizeBand(1, 1), PrizeBand(2, 2), PrizeBand(3, 4), PrizeBand(1, 1, "B"))


class Division:
    """A made-up division that is played round by round."""

    def __init__(self, players: int, rounds: int, seed: int) -> None:
        self.draw = Random(seed)
        self.rounds = rounds
        self.results: list[Result] = []
        self.entrants = tuple(Entrant(n, n) for n in range(1, players + 1))
        self.classes = {n: "B" for n in range(1, players + 1) if n > players // 2}
        self.seed = seed

    def request(self, number: int, **more) -> Request:
        """The request for a round after everything before it."""
        return Request(
            number,
            self.entrants,
            tuple(self.results),
            standing=standings(self.entrants, self.results, after=number - 1).order,
            rounds_total=self.rounds,
            prizes=PRIZES,
            classes=self.classes,
            gibson_spread=(500,),
            seed=self.seed,
            **more,
        )

    def play(self, number: int, pairs, byes=()) -> None:
        """Enter results of a round: even players, margins as in real games."""
        for one, other in pairs:
            margin = abs(round(self.draw.gauss(0, 104)))
            first, second = (400 + margin, 400) if self.draw.random() < 0.5 else (400, 400 + margin)
            self.results.append(Result(number, one, other, first, second))
        for number_ in byes:
            self.results.append(Result(number, number_, NOBODY, 50, 0, Outcome.BYE))

    def play_at_random(self, rounds: int) -> None:
        """Rounds of random pairings, so that records spread as they do."""
        for number in range(1, rounds + 1):
            order = [entrant.number for entrant in self.entrants]
            self.draw.shuffle(order)
            self.play(number, zip(order[::2], order[1::2], strict=True))


def times(sizes: list[tuple[int, int, int]], options: dict[str, int]) -> None:
    """Print a line for each size: request to checked plan."""
    for players, rounds, left in sizes:
        division = Division(players, rounds, 1)
        division.play_at_random(rounds - left)
        request = division.request(rounds - left + 1)
        begun, worked = time.perf_counter(), time.process_time()
        plan, _ = plan_round(request, "cop", options)
        took, worked = time.perf_counter() - begun, time.process_time() - worked
        looked = sum("control" in note.code for note in plan.notes)
        print(
            f"{players:4} players, {left:2} rounds left: {took:6.2f} s, "
            f"{worked:5.2f} s of the processor "
            f"({options['simulations']:,} futures; {looked} looked at for loss of control)"
        )
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"most memory: {most} MB")


def events(count: int) -> None:
    """Play whole events and print what went wrong: crashes, refusals, faults, other plans."""
    seen: Counter[str] = Counter()
    for seed in range(count):
        draw = Random(f"event {seed}")
        players, rounds = draw.randint(8, 40), draw.randint(5, 15)
        method = ("chew", "cop")[seed % 2]
        options = SHORT if method == "cop" else {}
        division = Division(players, rounds, seed)
        for number in range(1, rounds + 1):
            gone = frozenset(n for n in range(1, players + 1) if draw.random() < 0.02)
            apart = frozenset({frozenset(draw.sample(range(1, players + 1), 2))})
            request = division.request(number, absent=gone, apart=apart)
            try:
                plan, problems = plan_round(request, method, options)
            except CannotPair as reason:
                seen[f"{method}: refused"] += 1
                print(f"seed {seed}, round {number}: {reason.messages}")
                break
            seen[f"{method}: rounds"] += 1
            seen[f"{method}: with a fault"] += any(problem.blocks for problem in problems)
            if seed % 11 == 0:
                verdict = judge(request, plan)
                seen[f"{method}: rounds judged"] += 1
                seen[f"{method}: repeats"] += verdict.given_up.repeats
                seen[f"{method}: repeats another pairing would avoid"] += verdict.avoidable.repeats
                seen[f"{method}: second byes that could be avoided"] += verdict.avoidable.byes
            division.play(
                number,
                [(pair.first, pair.second) for pair in plan.pairs],
                [bye.number for bye in plan.byes],
            )
            for number_ in gone:
                division.results.append(Result(number, number_, NOBODY, 0, 0, Outcome.VOID))
        seen[f"{method}: events"] += 1
    for what, often in sorted(seen.items()):
        print(f"{what:45} {often:7}")


if __name__ == "__main__":
    parser = benchmark_parser(__doc__)
    parser.add_argument("--events", type=int, default=0)
    arguments = parser.parse_args()
    if arguments.short:
        times([(20, 8, 1)], SHORT)
        events(2)
    elif arguments.events:
        events(arguments.events)
    else:
        times(SIZES, WHOLE)
