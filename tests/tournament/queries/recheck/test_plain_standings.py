"""The plain standings and the engine's, worked out by different code, agree on anything thrown at them."""

from random import Random

import pytest

from tournament.engine.entrants import Entrant, draw_lots, seed_list
from tournament.engine.results import Penalty, Result, SpreadCap
from tournament.engine.standings import all_metrics, standings
from tournament.engine.starts import StartRules
from tournament.queries.recheck.plain_standings import Given, plain_standings

KNOWN = {
    "wins",
    "losses",
    "spread",
    "capped_spread",
    "points_for",
    "opponents_wins",
    "opponents_spread",
    "seed",
    "lot",
    "starts",
    "head_to_head_wins",
    "head_to_head_spread",
}


def scene(rng):
    """A made-up division in which everything that can happen happens."""
    size = rng.randint(2, 9)
    players = [
        (n, rng.choice([None, rng.randint(1, 3) * 500]), rng.choice([None] * 4 + [0, 1, 2]))
        for n in range(1, size + 1)
    ]
    games = []
    for round_ in range(1, rng.randint(1, 5) + 1):
        order = [n for n, _, _ in players]
        rng.shuffle(order)
        for one, other in zip(order[::2], order[1::2], strict=False):
            outcome = rng.choice(
                ["played"] * 6
                + ["first_wins", "second_wins"]
                + ["first_forfeits", "second_forfeits", "both_forfeit", "void"]
            )
            scores = (rng.choice([350, 400, 500]), rng.choice([350, 400, 420]))
            if outcome.endswith("forfeits") or outcome in ("both_forfeit", "void"):
                scores = (rng.choice([-50, 50]), rng.choice([-50, 50]))
            games.append((round_, one, other, *scores, outcome))
        if size % 2:
            games.append((round_, order[-1], 0, 50, 0, rng.choice(["bye", "first_forfeits"])))
    penalties = [(rng.randint(1, 3), rng.randint(1, size), -10) for _ in range(rng.randint(0, 2))]
    keys = rng.sample(sorted(KNOWN), rng.randint(1, 5))
    caps = rng.choice([(), (100,), (200, 60)])
    return players, games, penalties, keys, caps, rng.random() < 0.5, rng.random() < 0.5


@pytest.mark.parametrize("seed", range(300))
def test_both_agree(seed):
    rng = Random(seed)
    players, games, penalties, keys, caps, byes, forfeits = scene(rng)
    after = rng.randint(0, 5)
    given = Given(
        players, games, penalties, keys,
        lambda number: caps[min(number, len(caps)) - 1] if caps else None,
        seed, byes, forfeits,
    )  # fmt: skip
    seeds = seed_list([(n, rating) for n, rating, _ in players])
    lots = draw_lots([n for n, _, _ in players], Random(seed))
    entrants = [Entrant(n, seeds[n], rating, left, lots[n]) for n, rating, left in players]
    cap = SpreadCap(caps[-1], dict(enumerate(caps[:-1], 1))) if caps else SpreadCap()
    engine = standings(
        entrants, [Result(*game) for game in games], after=after, keys=keys, cap=cap,
        penalties=[Penalty(*penalty) for penalty in penalties],
        start_rules=StartRules(byes, forfeits),
    )  # fmt: skip
    plain = plain_standings(given, after)
    assert [
        (line.rank, line.number, line.won, line.lost, line.spread, line.capped, line.values)
        for line in plain
    ] == [
        (
            line.rank, line.number, line.half_wins, line.half_losses, line.spread,
            line.capped_spread, line.values,
        )
        for line in engine.lines
    ]  # fmt: skip


def test_it_knows_every_metric_or_says_so():
    """A metric added later is taken as shown (its value is None) until it is written down here too."""
    given = Given([(1, None, None)], [], [], list(all_metrics()), lambda _: None, 1, False, False)
    (line,) = plain_standings(given, 0)
    unknown = {key for key, value in zip(all_metrics(), line.values, strict=True) if value is None}
    assert unknown == set(all_metrics()) - KNOWN
