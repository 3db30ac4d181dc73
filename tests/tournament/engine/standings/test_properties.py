"""What holds for every division, whatever was played: seeded events against a plain second way."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.engine.entrants import Entrant
from tournament.engine.results import GAMES, Outcome, Result, SpreadCap
from tournament.engine.standings import all_metrics, standings

OUTCOMES = [Outcome.PLAYED] * 12 + [
    Outcome.FIRST_WINS,
    Outcome.SECOND_WINS,
    Outcome.VOID,
    Outcome.FIRST_FORFEITS,
    Outcome.SECOND_FORFEITS,
    Outcome.BOTH_FORFEIT,
]


def an_event(seed, players, rounds):
    """Entrants and results of an event nobody planned: odd fields, forfeits, voids, withdrawals."""
    draw = Random(seed)
    entrants = [
        Entrant(n, n, withdrawn_after=draw.randint(0, rounds) if draw.random() < 0.1 else None)
        for n in range(1, players + 1)
    ]
    results = []
    for round_ in range(1, rounds + 1):
        order = [e.number for e in entrants if e.active_in(round_)]
        draw.shuffle(order)
        if len(order) % 2:
            results.append(Result(round_, order.pop(), 0, 50, 0, Outcome.BYE))
        for one, other in zip(order[::2], order[1::2], strict=True):
            outcome = draw.choice(OUTCOMES)
            scores = (draw.randint(380, 420), draw.randint(380, 420))
            figures = {
                Outcome.VOID: (0, 0),
                Outcome.FIRST_FORFEITS: (-50, 50),
                Outcome.SECOND_FORFEITS: (50, -50),
                Outcome.BOTH_FORFEIT: (-50, -50),
            }.get(outcome, scores)
            results.append(Result(round_, one, other, *figures, outcome))
    return entrants, results


def plain_order(entrants, results, after, cap):
    """The default order worked the slow way: one tuple a player, straight from the definition."""

    def key(entrant):
        wins = losses = spread = 0.0
        for r in results:
            if r.round > after or entrant.number not in (r.first, r.second):
                continue
            first = r.first == entrant.number
            if r.outcome == Outcome.VOID:
                continue
            if r.outcome in GAMES:
                margin = r.first_score - r.second_score if first else r.second_score - r.first_score
                won = (margin > 0) + (margin == 0) / 2
                if r.outcome != Outcome.PLAYED:
                    won = int(first == (r.outcome == Outcome.FIRST_WINS))
            else:
                margin = r.first_score if first else r.second_score
                won = 1 if margin > 0 else 0
            wins, losses = wins + won, losses + 1 - won
            spread += max(-cap, min(cap, margin))
        return (not entrant.active_in(after), -wins, losses, -spread)

    keys = {entrant.number: key(entrant) for entrant in entrants}
    better = {n: sum(other < mine for other in keys.values()) for n, mine in keys.items()}
    return {number: count + 1 for number, count in better.items()}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 14), st.integers(0, 7), st.sampled_from([12, 5000]))
def test_ranks_are_those_of_the_definition_after_every_round(seed, players, rounds, cap):
    entrants, results = an_event(seed, players, rounds)
    for after in range(rounds + 1):
        table = standings(
            entrants,
            results,
            after=after,
            keys=("wins", "losses", "capped_spread"),
            cap=SpreadCap(cap),
        )
        assert {line.number: line.rank for line in table.lines} == plain_order(
            entrants, results, after, cap
        )


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(1, 14),
    st.integers(0, 7),
    st.lists(st.sampled_from(sorted(all_metrics())), min_size=1, max_size=6, unique=True),
)
def test_any_precedence_ranks_everybody_once_and_names_what_decided(seed, players, rounds, keys):
    entrants, results = an_event(seed, players, rounds)
    lines = standings(entrants, results, after=rounds, keys=keys).lines
    assert sorted(line.number for line in lines) == [e.number for e in entrants]
    for place, line in enumerate(lines, start=1):
        above = lines[place - 2] if place > 1 else None
        if above is None or line.decided_by is not None:
            assert line.rank == place
        else:
            assert (line.rank, line.values) == (above.rank, above.values)
            assert line.shared
            assert above.shared
    games = sum(r.outcome in GAMES for r in results)
    assert sum(line.games for line in lines) == 2 * games
