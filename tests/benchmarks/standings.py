"""How long standings take: `python -m tests.benchmarks.standings`."""

import time
from random import Random

from tests.benchmarks import benchmark_parser
from tests.installation import short_lived
from tournament.engine.entrants import Entrant
from tournament.engine.results import Result
from tournament.engine.standings import DEFAULT, all_metrics, standings

SIZES = [(300, 20), (500, 30), (1000, 30)]
"""Players and rounds; the first and the last are read from a database too."""
PREPARE = """
from random import Random
from django.contrib.auth.models import User
from django.utils import timezone
from scoring.actions.activity import Actor
from tournament.actions.event.events import create_division, create_event
from tournament.models import Entry, Pairing, Player, ResultEntry, Round
from tournament.queries.standings.standings import division_standings
from tests.benchmarks.standings import an_event, best_of

desk = Actor.of(User.objects.get())
event = create_event(desk, name="Benchmark", preset="naspa_nwl")
for name, (players, rounds) in zip("AB", {sizes}):
    division = create_division(desk, event, name=name)
    now = timezone.now()
    people = Player.objects.bulk_create(
        Player(name=f"{name}{n}", sort_name=f"{name}{n}", name_key=f"{name}{n}", created_at=now)
        for n in range(1, players + 1)
    )
    entries = Entry.objects.bulk_create(
        Entry(division=division, player=player, number=n, added_at=now)
        for n, player in enumerate(people, start=1)
    )
    made = Round.objects.bulk_create(
        Round(division=division, number=n, method="manual", phase="closed", created_at=now)
        for n in range(1, rounds + 1)
    )
    rows = an_event(players, rounds)[1]
    pairings = Pairing.objects.bulk_create(
        Pairing(round=made[r - 1], board=i % (players // 2) + 1, first=entries[a - 1], second=entries[b - 1])
        for i, (r, a, b, *_) in enumerate(rows)
    )
    ResultEntry.objects.bulk_create(
        ResultEntry(pairing=pairing, first_score=row[3], second_score=row[4], entered_at=now)
        for pairing, row in zip(pairings, rows, strict=True)
    )
    took = best_of(5, lambda: division_standings(division))
    print(f"{players:5} players, {rounds} rounds, read from the database and ranked: {took:7.1f} ms")
"""


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


def main(sizes: list[tuple[int, int]]) -> None:
    """Print a line for each size and precedence."""
    everything = (*DEFAULT, *(key for key in all_metrics() if key not in DEFAULT))
    for players, rounds in sizes:
        entrants, rows = an_event(players, rounds)
        for name, keys in (("wins, losses, spread", DEFAULT), ("every metric", everything)):

            def work(entrants=entrants, rows=rows, rounds=rounds, keys=keys):
                return standings(entrants, map(Result._make, rows), after=rounds, keys=keys)

            print(
                f"{players:5} players, {rounds} rounds, {len(rows):6,} games, {name:21}"
                f"{best_of(7, work):7.1f} ms"
            )
    print(from_database([sizes[0], sizes[-1]]), end="")


def from_database(sizes: list[tuple[int, int]]) -> str:
    """The same through the query, on a database in a file of its own."""
    with short_lived("standings") as installation:
        script = PREPARE.replace("{sizes}", repr(sizes))
        return installation.manage("shell", "--no-imports", "--command", script)


if __name__ == "__main__":
    short = benchmark_parser(__doc__).parse_args().short
    main([(20, 4)] if short else SIZES)
