"""Standings: worked cases and invariants."""

import tomllib
from pathlib import Path
from random import Random

import pytest

from tournament.engine.entrants import Entrant, draw_lots, seeds_by_number
from tournament.engine.results import Outcome, Result, SpreadCap, SpreadPenalty
from tournament.engine.standings import BadPrecedence, UnknownEntry, standings
from tournament.wording.sentences import sentence

CASES = sorted((Path(__file__).parent / "cases").glob("*.toml"))


def field(count: int) -> list[Entrant]:
    return [Entrant(number, number) for number in range(1, count + 1)]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_standings_match_the_worked_case(path):
    case = tomllib.loads(path.read_text(encoding="utf-8"))
    left = {int(number): after for number, after in case.get("withdrawn_after", {}).items()}
    caps = case.get("spread_caps", [])
    table = standings(
        [Entrant(n, n, withdrawn_after=left.get(n)) for n in case["entrants"]],
        [Result(*row) for row in case["results"]],
        after=max(row[0] for row in case["results"]),
        keys=case["precedence"],
        cap=SpreadCap(caps[-1], dict(enumerate(caps[:-1], start=1))) if caps else SpreadCap(),
        penalties=[SpreadPenalty(*row) for row in case.get("penalties", [])],
    )
    rows = [
        [
            line.rank, line.number, line.half_wins / 2, line.half_losses / 2, line.capped_spread,
            line.decided_by or "",
        ]
        for line in table.lines
    ]  # fmt: skip
    assert rows == case["table"], case["rule"]


def test_unplayed_event_ranks_all_entries_first_in_seed_order():
    table = standings([Entrant(1, 3), Entrant(2, 1), Entrant(3, 2)], [], after=0)
    assert table.order == (2, 3, 1)
    assert {(line.rank, line.shared) for line in table.lines} == {(1, True)}
    assert standings([], [], after=0).lines == ()
    by_seed = standings(field(5), [], after=0, keys=["wins", "seed"])
    assert [line.rank for line in by_seed.lines] == [1, 2, 3, 4, 5]
    assert by_seed.lines[1].decided_by == "seed"


def test_standings_after_a_past_round_are_unchanged_by_later_results_penalties_and_withdrawals():
    results = [Result(1, 1, 2, 400, 300), Result(2, 2, 1, 500, 300)]
    assert standings(field(2), results, after=1).order == (1, 2)
    assert standings(field(2), results, after=2).order == (2, 1)
    fined = {"penalties": [SpreadPenalty(2, 1, -120)]}
    for after, spread in ((1, 100), (2, -20)):
        assert standings(field(2), results[:1], after=after, **fined).line(1).spread == spread
    left = [Entrant(1, 1, withdrawn_after=1), Entrant(2, 2)]
    results = [Result(1, 1, 2, 400, 300), Result(2, 2, 0, 50, 0, Outcome.BYE)]
    assert standings(left, results, after=1).order == (1, 2)
    assert standings(left, results, after=2).order == (2, 1)


def ranked(results, count, *keys):
    """Return rank, number and values of each line."""
    after = max(result.round for result in results)
    table = standings(field(count), results, after=after, keys=keys)
    return [(line.rank, line.number, line.values) for line in table.lines]


def test_head_to_head_starts_and_points_for_rank_by_their_games():
    games = ((1, 1, 2, 400, 300), (1, 3, 4, 400, 300), (2, 1, 3, 500, 300), (2, 2, 4, 500, 300))
    rows = ranked([Result(*game) for game in games], 4, "wins", "head_to_head_spread")
    assert rows == [(1, 1, (4, 0)), (2, 2, (2, 0)), (2, 3, (2, 0)), (4, 4, (0, 0))]
    results = [Result(1, 1, 2, 400, 400), Result(2, 1, 2, 400, 400)]
    assert ranked(results, 2, "wins", "starts") == [(1, 2, (2, 0)), (2, 1, (2, 2))]
    results = [Result(1, 1, 2, 410, 300), Result(2, 3, 0, 50, 0, Outcome.BYE)]
    points = {number: values[1] for _, number, values in ranked(results, 3, "wins", "points_for")}
    assert points == {1: 410, 2: 300, 3: 0}


def test_seeds_follow_ratings_and_lots_their_seed():
    lots = draw_lots([1, 2, 3, 4], Random(20))
    entrants = [Entrant(n, n, lot=lots[n]) for n in (1, 2, 3, 4)]
    table = standings(entrants, [], after=0, keys=["wins", "lot"])
    assert table.order == (3, 1, 4, 2)
    assert lots == draw_lots([4, 3, 2, 1], Random(20))
    assert seeds_by_number([(1, None), (2, 1500), (3, 1800), (4, 1500)]) == {3: 1, 2: 2, 4: 3, 1: 4}


def test_unknown_entry_and_every_fault_of_a_precedence_are_named():
    with pytest.raises(UnknownEntry, match=r"Round 3: entry 9 has a result"):
        standings(field(2), [Result(3, 1, 9, 400, 300)], after=3)
    with pytest.raises(BadPrecedence) as caught:
        standings(field(2), [], after=0, keys=["wins", "wins", "luck"])
    assert 'There is no metric "luck"' in sentence(caught.value.message)
    assert '"wins" is named more than once' in sentence(caught.value.message)


def test_ties_are_counted_apart_from_wins_and_losses():
    scores = ((400, 300), (350, 350), (300, 380), (360, 360), (410, 400))
    results = [Result(number, 1, 2, *pair) for number, pair in enumerate(scores, start=1)]
    table = standings(field(2), results, after=5)
    first, second = table.line(1), table.line(2)
    assert (first.wins, first.losses, first.ties, first.record) == (2, 1, 2, "3-2")
    assert (second.wins, second.losses, second.ties, second.record) == (1, 2, 2, "2-3")
