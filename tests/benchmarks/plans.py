"""What comes of proposed plans: `python -m tests.benchmarks.plans [--events N] [--large N]`.

N events (200 unless told) of each size are played on the proposed plan and judged round by round: repeats, those
and second byes that could have been avoided, floats, firsts and seconds, whom the first three met in the last
third of the rounds, and what the judge of sense says. Then as many of 1,000 players and 30 rounds as are asked for.
"""

import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from tests.benchmarks import benchmark_parser
from tests.tournament.engine.pairing.events import PAIRED_AS, PlayedEvent, as_proposed, play
from tournament.engine.pairing.avoidable import judge
from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.request import Request
from tournament.engine.pairing.sense import what_is_unusual
from tournament.engine.pairing.wishes import LEADERS, within_reach

SIZES = (
    (8, 5), (10, 8), (13, 8), (16, 10), (24, 7), (24, 12), (31, 12), (40, 14), (60, 18), (80, 20), (120, 28),
)  # fmt: skip
"""Players and rounds."""
LARGE = (1_000, 30)
SHORT = ((8, 5), (13, 8), (24, 12))


@dataclass
class Figures:
    """What was counted in the events of one size."""

    events: int = 0
    repeats: int = 0
    avoidable: Counter[str] = field(default_factory=Counter)
    floats: int = 0
    same_floats: int = 0
    starts: int = 0
    thirds: int = 0
    imbalances: Counter[int] = field(default_factory=Counter)
    worst_places: int = 0
    worst_wins: int = 0
    out_of_reach: int = 0
    """Leaders too far from their opponents in the last third, while a round as good has somebody nearer."""
    unusual: Counter[str] = field(default_factory=Counter)

    def add(self, event: PlayedEvent) -> None:
        """Count an event."""
        self.events += 1
        self.imbalances += event.imbalances
        for request, plan in event.rounds:
            self._add_round(request, plan)

    def _add_round(self, request: Request, plan: Plan) -> None:
        verdict = judge(request, plan)
        for name in ("repeats", "meetings", "byes"):
            self.avoidable[name] += getattr(verdict.avoidable, name)
        unusual = what_is_unusual(request, plan)
        self.unusual += Counter(message.code for message in unusual)
        reach = within_reach(len(request.ranked))
        self.out_of_reach += sum(
            message.code == "leader_far"
            and abs(message.params["place"] - message.params["other"]) > reach
            for message in unusual
        )
        self.repeats += sum(bool(pair.repeat) for pair in plan.pairs)
        sitting_out = {bye.number for bye in plan.byes}
        order = [number for number in request.ranked if number not in sitting_out]
        place = {number: index for index, number in enumerate(order)}
        for pair in plan.pairs:
            above, below = sorted((place[pair.first], place[pair.second]))
            one, other = order[above], order[below]
            apart = request.records[one].wins2 - request.records[other].wins2
            if request.in_last_third and above < LEADERS:
                self.worst_places = max(self.worst_places, below - above)
                self.worst_wins = max(self.worst_wins, apart)
            if plan.method == "swiss" and apart:
                self.floats += 2
                down, up = (one, other) if apart > 0 else (other, one)
                self.same_floats += request.floats.get(down, 0) == 1
                self.same_floats += request.floats.get(up, 0) == -1
            for number, went_first in ((pair.first, True), (pair.second, False)):
                history = [went for _, went in request.starts[number].history[-2:]]
                self.starts += 1
                self.thirds += history == [went_first] * 2


def figures(players: int, rounds: int, events: int, how: PAIRED_AS | None = None) -> Figures:
    """The figures of so many events, on the plan proposed for these numbers unless told otherwise."""
    counted = Figures()
    for seed in range(events):
        counted.add(play(players, rounds, seed, how or as_proposed(rounds)))
    return counted


def in_a_line(players: int, rounds: int, counted: Figures) -> str:
    """The figures as they are printed."""
    people = counted.imbalances.total()
    within = [
        100 * sum(n for apart, n in counted.imbalances.items() if apart <= most) / people
        for most in (0, 1, 2)
    ]
    return (
        f"{players:5} x {rounds:2}, {counted.events} events: repeats {counted.repeats / counted.events:.1f} an event, "
        f"avoidable {dict(+counted.avoidable) or 0}; leaders at worst {counted.worst_places} places "
        f"(reach {within_reach(players)}) and {counted.worst_wins / 2:g} wins off, out of reach without need "
        f"{counted.out_of_reach}; same float twice {100 * counted.same_floats / max(counted.floats, 1):.1f} %; "
        f"three in a row {100 * counted.thirds / counted.starts:.2f} % of starts; level {within[0]:.1f} %, "
        f"within 1 {within[1]:.1f} %, within 2 {within[2]:.2f} %; unusual {dict(counted.unusual) or 0}"
    )


if __name__ == "__main__":
    parser = benchmark_parser(__doc__)
    parser.add_argument("--events", type=int, default=200)
    parser.add_argument("--large", type=int, default=0)
    asked = parser.parse_args()
    for size in SHORT if asked.short else SIZES:
        begun = time.process_time()
        line = in_a_line(*size, figures(*size, 1 if asked.short else asked.events))
        print(f"{line} ({time.process_time() - begun:.0f} s)")
        sys.stdout.flush()
    if asked.large and not asked.short:
        print(in_a_line(*LARGE, figures(*LARGE, asked.large)))
