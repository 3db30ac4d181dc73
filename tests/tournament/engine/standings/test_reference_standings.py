"""The fast and the plain implementation of every metric agree on random data.

All metrics in the folder are covered, including new ones.
"""

import re
from operator import attrgetter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.engine.entrants import Entrant, draw_lots, seeds_by_number
from tournament.engine.results import GAMES, Outcome, Result, SpreadCap, SpreadPenalty
from tournament.engine.standings import BadPrecedence, all_metrics, standings
from tournament.engine.standings.reference_ranking import reference_ranking
from tournament.engine.standings.reference_standings import ReferenceDivision
from tournament.engine.starts import StartRules
from tournament.wording.sentences import sentence

AWARDED = [outcome for outcome in Outcome if "forfeit" in outcome or outcome == "void"]
ALONE = [Outcome.BYE, Outcome.HALF_BYE, Outcome.FIRST_FORFEITS]
TABLED = [Outcome.PLAYED] * 6 + [Outcome.FIRST_WINS, Outcome.SECOND_WINS, *AWARDED]


def made_up(rng):
    """Return a random division with every kind of result, and its caps."""
    size = rng.randint(2, 9)
    players = [
        (n, rng.choice([None, rng.randint(1, 3) * 500]), rng.choice([None] * 4 + [0, 1, 2]))
        for n in range(1, size + 1)
    ]
    games, unknown = [], set()
    for round_ in range(1, rng.randint(1, 5) + 1):
        order = [n for n, _, _ in players]
        rng.shuffle(order)
        for one, other in zip(order[::2], order[1::2], strict=False):
            outcome = rng.choice(TABLED)
            scores = (rng.choice([350, 400, 500]), rng.choice([350, 400, 420]))
            if outcome in AWARDED:
                scores = (rng.choice([-50, 50]), rng.choice([-50, 50]))
            games.append((round_, one, other, *scores, str(outcome)))
            if rng.random() < 0.1:
                unknown.add((round_, one))
        if size % 2:
            games.append((round_, order[-1], 0, 50, 0, str(rng.choice(ALONE))))
    caps = rng.choice([(), (100,), (200, 60)])
    division = ReferenceDivision(
        players,
        games,
        penalties=[
            (rng.randint(1, 3), rng.randint(1, size), -10) for _ in range(rng.randint(0, 2))
        ],
        cap_of=lambda number: caps[min(number, len(caps)) - 1] if caps else None,
        lots_seed=rng.randint(0, 10**6),
        byes_are_starts=rng.random() < 0.5,
        forfeits_are_starts=rng.random() < 0.5,
        firsts_unknown=unknown,
    )
    return division, caps


def fast(division, caps, keys, after):
    """Return the standings of the division computed by the engine from its own values."""
    seeds = seeds_by_number([(n, rating) for n, rating, _ in division.players])
    lots = draw_lots([n for n, _, _ in division.players], Random(division.lots_seed))
    return standings(
        [Entrant(n, seeds[n], rating, left, lots[n]) for n, rating, left in division.players],
        [Result(*game) for game in division.games],
        after=after,
        keys=keys,
        cap=SpreadCap(caps[-1], dict(enumerate(caps[:-1], 1))) if caps else SpreadCap(),
        penalties=[SpreadPenalty(*penalty) for penalty in division.penalties],
        start_rules=StartRules(
            division.byes_are_starts,
            division.forfeits_are_starts,
            frozenset(division.firsts_unknown),
        ),
    )


def assert_agreement(division, caps, keys, after):
    """Fail unless the plain standings are the fast ones."""
    names = ["rank", "number", "half_wins", "half_losses", "spread", "capped_spread", "values"]
    assert [
        (line.rank, line.number, line.won, line.lost, line.spread, line.capped, line.values)
        for line in reference_ranking(division, keys, after)
    ] == [attrgetter(*names)(line) for line in fast(division, caps, keys, after).lines]


@pytest.mark.full
@settings(max_examples=400, deadline=None)
@given(
    st.integers(0, 10**9),
    st.integers(0, 5),
    st.permutations(sorted(all_metrics())),
    st.integers(1, len(all_metrics())),
)
def test_fast_and_plain_standings_agree_on_any_precedence(seed, after, order, many):
    assert_agreement(*made_up(Random(seed)), order[:many], after)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**9),
    st.integers(0, 5),
    st.lists(st.sampled_from(sorted(all_metrics())), min_size=1, max_size=6, unique=True),
)
def test_any_precedence_ranks_every_entry_once_and_names_the_deciding_metric(seed, after, keys):
    division, caps = made_up(Random(seed))
    assert_agreement(division, caps, keys, after)
    lines = fast(division, caps, keys, after).lines
    assert sorted(line.number for line in lines) == [number for number, *_ in division.players]
    for place, line in enumerate(lines, start=1):
        above = lines[place - 2] if place > 1 else None
        if above is None or line.decided_by is not None:
            assert line.rank == place
        else:
            assert (line.rank, line.values) == (above.rank, above.values)
            assert line.shared
            assert above.shared
    games = sum(game[-1] in GAMES and game[0] <= after for game in division.games)
    assert sum(line.games for line in lines) == 2 * games


@pytest.mark.parametrize("key", all_metrics())
def test_no_metric_is_always_zero(key):
    """Two implementations that always return zero would pass the test above."""
    keys = list(dict.fromkeys(["wins", key]))  # players equal on wins may be separated by games
    values = {
        line.values[-1]
        for seed in range(40)
        for line in reference_ranking(made_up(Random(seed))[0], keys, 5)
    }
    assert len(values) > 2


def test_unknown_metric_cannot_rank():
    division, _ = made_up(Random(1))
    with pytest.raises(BadPrecedence) as caught:
        reference_ranking(division, ["luck"], 1)
    assert re.search('There is no metric "luck"', sentence(caught.value.message))
