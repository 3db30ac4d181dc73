"""What comes of proposed plans: `python -m tests.benchmarks.plans [--events N] [--large N] [--only 24x12]`.

N events (200 unless told) of each size are played on the proposed plan and judged round by round: repeats, those
and second byes that could have been avoided, floats, firsts and seconds, whom the first three met in the last
third of the rounds, and what the judge of sense says. Then as many of 1,000 players and 30 rounds as are asked for.

Beside what was done stands the bound: the fewest same floats that any pairings with as few repeats had, and how many
could not come level because king of the hill has two neighbours meet who are both owed the same.

`--workers` plays events side by side. With `--keep FILE` every event is written down as soon as it is played, and
played no more the next time, so that a long run can be stopped and goes on; begin a new file where the engine
has changed.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from tests.benchmarks import benchmark_parser
from tests.tournament.engine.pairing.events import PAIRED_AS, PlayedEvent, as_proposed, play
from tournament.engine.pairing.avoidable import judge
from tournament.engine.pairing.matching import cheapest
from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.request import Request
from tournament.engine.pairing.sense import what_is_unusual
from tournament.engine.pairing.wishes import LEADERS, not_the_same_float, within_reach

SIZES = (
    (8, 5), (10, 8), (13, 8), (16, 10), (24, 7), (24, 12), (31, 12), (40, 14), (60, 18), (80, 20), (120, 28),
)  # fmt: skip
"""Players and rounds."""
LARGE = (1_000, 30)
BOUNDED = 200
"""In larger fields the bounds are not worked out."""
REPEAT = 10_000
"""A repeat costs more than all floats of a round."""
SHORT = ((8, 5), (13, 8), (24, 12))


@dataclass
class Figures:
    """What was counted in the events of one size."""

    events: int = 0
    repeats: int = 0
    avoidable: Counter[str] = field(default_factory=Counter)
    floats: int = 0
    same_floats: int = 0
    least_same_floats: int = 0
    """The fewest that pairings with as few repeats could have had, round by round."""
    swiss_starts: Counter[bool] = field(default_factory=Counter)
    """After every Swiss round, of those with an even number of starts: whether they are level."""
    last_starts: Counter[bool] = field(default_factory=Counter)
    """The same after the last round."""
    forced_uneven: int = 0
    """Not level after the last round, because neighbours at the top both were owed the same."""
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
            self._add_starts(request, plan)

    def merge(self, other: "Figures") -> None:
        """Count what another has counted, too."""
        for item in fields(self):
            mine, theirs = getattr(self, item.name), getattr(other, item.name)
            is_worst = item.name.startswith("worst")
            setattr(self, item.name, max(mine, theirs) if is_worst else mine + theirs)

    def as_dict(self) -> dict[str, Any]:
        """Plain values; `of` reads them back."""
        values = {item.name: getattr(self, item.name) for item in fields(self)}
        return {
            name: sorted(value.items()) if isinstance(value, Counter) else value
            for name, value in values.items()
        }

    @classmethod
    def of(cls, values: dict[str, Any]) -> "Figures":
        """The figures in plain values."""
        return cls(
            **{
                name: Counter(dict(map(tuple, value))) if isinstance(value, list) else value
                for name, value in values.items()
            }
        )

    def _add_starts(self, request: Request, plan: Plan) -> None:
        owed = {number: starts.owed for number, starts in request.starts.items()}
        place = {number: index for index, number in enumerate(request.ranked)}
        for pair in plan.pairs:
            even = [number for number in (pair.first, pair.second) if owed[number] % 2]
            level = Counter((owed[n] + (1 if n == pair.first else -1)) == 0 for n in even)
            if plan.method == "swiss":
                self.swiss_starts += level
            if request.round == request.rounds_total:
                self.last_starts += level
                top = min(place[pair.first], place[pair.second]) < within_reach(len(place))
                forced = plan.method == "king_of_the_hill" and top and len(even) == 2
                self.forced_uneven += forced and owed[pair.first] * owed[pair.second] > 0

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
        if plan.method == "swiss" and len(order) <= BOUNDED:
            self.least_same_floats += least_same_floats(request, order)
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


def least_same_floats(request: Request, order: list[int]) -> int:
    """How many float the same way twice running in the pairing with as few repeats that has the fewest."""
    same, met = not_the_same_float(request, tuple(order)), request.meetings

    def price(one: int, other: int) -> int:
        again = len(met.get(frozenset((order[one], order[other])), ()))
        return again * REPEAT + same.price(one, other)

    matching = cheapest(len(order), price)
    return 0 if matching is None else matching.cost % REPEAT


def figures(players: int, rounds: int, events: int, how: PAIRED_AS | None = None) -> Figures:
    """The figures of so many events, on the plan proposed for these numbers unless told otherwise."""
    counted = Figures()
    for seed in range(events):
        counted.add(play(players, rounds, seed, how or as_proposed(rounds)))
    return counted


def one_event(players: int, rounds: int, seed: int) -> dict[str, Any]:
    """The figures of one event as they are written down."""
    counted = Figures()
    counted.add(play(players, rounds, seed, as_proposed(rounds)))
    return counted.as_dict()


def side_by_side(
    players: int, rounds: int, events: int, *, workers: int = 1, record: Path | None = None
) -> Figures:
    """As `figures`, with the events of a file not played again."""
    counted = Figures()
    played = {
        seed: values for seed, values in _played_before(record, players, rounds) if seed < events
    }
    for values in played.values():
        counted.merge(Figures.of(values))
    with ProcessPoolExecutor(workers) as pool:
        coming = {
            pool.submit(one_event, players, rounds, seed): seed
            for seed in range(events)
            if seed not in played
        }
        for event in as_completed(coming):
            values = event.result()
            counted.merge(Figures.of(values))
            if record is not None:
                with record.open("a") as file:
                    file.write(json.dumps([players, rounds, coming[event], values]) + "\n")
    return counted


def _played_before(
    file: Path | None, players: int, rounds: int
) -> Iterator[tuple[int, dict[str, Any]]]:
    if file is None or not file.exists():
        return
    for line in file.read_text().splitlines():
        its_players, its_rounds, seed, values = json.loads(line)
        if (its_players, its_rounds) == (players, rounds):
            yield seed, values


def in_a_line(players: int, rounds: int, counted: Figures) -> str:
    """The figures as they are printed."""
    people = counted.imbalances.total()
    within = [
        100 * sum(n for apart, n in counted.imbalances.items() if apart <= most) / people
        for most in (1, 2)
    ]
    swiss, last = (
        _percent(c[True], c.total()) for c in (counted.swiss_starts, counted.last_starts)
    )
    forced = _percent(counted.forced_uneven, counted.last_starts.total())
    floats = max(counted.floats, 1)
    return (
        f"{players:5} x {rounds:2}, {counted.events} events: repeats {counted.repeats / counted.events:.1f} an event, "
        f"avoidable {dict(+counted.avoidable) or 0}; leaders at worst {counted.worst_places} places "
        f"(reach {within_reach(players)}) and {counted.worst_wins / 2:g} wins off, out of reach without need "
        f"{counted.out_of_reach}; same float twice {100 * counted.same_floats / floats:.1f} % "
        f"(bound {100 * counted.least_same_floats / floats:.1f}); "
        f"three in a row {100 * counted.thirds / counted.starts:.2f} % of starts; level after Swiss {swiss}, "
        f"at the end {last} (forced {forced}); within 1 {within[0]:.1f} %, within 2 {within[1]:.2f} %; "
        f"unusual {dict(counted.unusual) or 0}"
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "none"


def main() -> None:
    """Play and print, size by size."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--events", type=int, default=200)
    parser.add_argument("--large", type=int, default=0)
    parser.add_argument("--only", help="a size such as 24x12, several with commas")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    sizes = [(*size, options.events) for size in SIZES]
    if options.large:
        sizes.append((*LARGE, options.large))
    if options.only:
        chosen = options.only.split(",")
        sizes = [size for size in sizes if f"{size[0]}x{size[1]}" in chosen]
    if options.short:
        sizes = [(*size, 1) for size in SHORT]
    for players, rounds, events in sizes:
        begun = time.perf_counter()
        counted = side_by_side(
            players, rounds, events, workers=options.workers, record=options.keep
        )
        line = in_a_line(players, rounds, counted)
        print(f"{line} ({time.perf_counter() - begun:.0f} s)")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
