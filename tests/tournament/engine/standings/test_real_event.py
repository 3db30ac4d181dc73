"""The standings of a real event, as printed by another program after each of 18 rounds."""

import re

import pytest

from tests.samples import TSH
from tournament.engine.entrants import Entrant
from tournament.engine.results import Outcome, Result, SpreadCap
from tournament.engine.standings import standings

RECORD = TSH / "a.t"
CAP = SpreadCap(700, {1: 200})
"""The `spread_cap` of the event: 200 in round 1, 700 later."""


def read_record():
    """Return entrants, results and the printed ranks by entry number."""
    rows = []
    for number, line in enumerate(RECORD.read_text(encoding="utf-8").splitlines(), start=1):
        head, scores, *extras = line.split(";")
        opponents = [int(n) for n in re.split(r"\s{2,}", head, maxsplit=1)[1].split()[1:]]
        printed = next((e.split()[1:] for e in extras if e.split()[:1] == ["rcrank"]), [])
        rows.append((number, opponents, [int(n) for n in scores.split()], printed))
    results = []
    for number, opponents, scores, _ in rows:
        for round_, (opponent, score) in enumerate(zip(opponents, scores, strict=False), start=1):
            if opponent == 0:
                outcome = (
                    Outcome.BYE
                    if score > 0
                    else Outcome.FIRST_FORFEITS
                    if score < 0
                    else Outcome.VOID
                )
                results.append(Result(round_, number, 0, score, 0, outcome))
            elif number < opponent:
                theirs = rows[opponent - 1][2][round_ - 1]
                results.append(Result(round_, number, opponent, score, theirs))
    ranks = {number: [int(rank) for rank in printed] for number, _, _, printed in rows}
    return [Entrant(number, number) for number, *_ in rows], results, ranks


@pytest.mark.parametrize("after", range(1, 19))
def test_every_rank_of_a_real_division_is_the_one_that_was_printed(after):
    entrants, results, printed = read_record()
    table = standings(
        entrants, results, after=after, keys=("wins", "losses", "capped_spread"), cap=CAP
    )
    ours = {line.number: line.rank for line in table.lines}
    theirs = {number: ranks[after] for number, ranks in printed.items() if after < len(ranks)}
    assert len(theirs) == 38
    assert {number: ours[number] for number in theirs} == theirs
