"""How long rating takes: `python -m tests.benchmarks.ratings`.

500 players and 30 rounds in every system, half of them with a list's figures and a tenth unrated
(aim: under 1 s each), from values in memory to everybody after.
"""

import time
from random import Random

from tests.benchmarks import benchmark_parser
from tournament.engine.ratings.rated import Before, RatedField, RatedGame
from tournament.engine.ratings.system import all_systems

PLAYERS, ROUNDS = 500, 30


def field(people: int, rounds: int) -> RatedField:
    rng = Random("ratings")
    players = []
    for number in range(1, people + 1):
        rating = None if number % 10 == 0 else rng.randint(400, 2100)
        games, deviation = (
            (rng.randint(0, 2000), rng.uniform(60, 150)) if number % 2 else (None, None)
        )
        players.append(Before(number, rating, games, deviation, idle=rng.randint(0, 300)))
    games = []
    for round_ in range(1, rounds + 1):
        numbers = list(range(1, people + 1))
        rng.shuffle(numbers)
        for one, other in zip(numbers[::2], numbers[1::2], strict=True):
            games.append(RatedGame(round_, one, other, round(rng.gauss(0, 100))))
    return RatedField(tuple(players), tuple(games), rounds)


def main(people: int, rounds: int) -> None:
    for key, system in all_systems().items():
        best = float("inf")
        for _ in range(3):
            players = field(people, rounds)
            start = time.perf_counter()
            system.rate(players, system.options_from({}))
            best = min(best, time.perf_counter() - start)
        print(f"{key:8} {people} players, {rounds} rounds: {best * 1000:6.0f} ms")


if __name__ == "__main__":
    short = benchmark_parser(__doc__).parse_args().short
    main(*((20, 4) if short else (PLAYERS, ROUNDS)))
