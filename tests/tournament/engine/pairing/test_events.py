"""Simulated events: no refusals, no avoidable concessions, balanced starts, reproducible plans."""

import json
from pathlib import Path
from random import Random

import pytest

from tests.tournament.engine.pairing.events import as_proposed, play
from tournament.engine.pairing.avoidable_concessions import judge_round

GOLDEN = Path(__file__).parent / "cases" / "golden_plans.json"
"""Golden plans, the same on any machine and any Python. `written` creates them."""
EVENTS = {
    "swiss": (23, 9, lambda *_: ("swiss", {"repeats": 9})),
    "swiss by halves": (16, 7, lambda *_: ("swiss", {"repeats": 9, "opponents": "halves"})),
    "king of the hill": (14, 6, lambda *_: ("king_of_the_hill", {"repeats": 9})),
    "queen of the hill": (13, 6, lambda *_: ("queen_of_the_hill", {"repeats": 9})),
    "factor": (18, 6, lambda *_: ("factor", {"repeats": 9})),
    "quartiles": (15, 5, lambda *_: ("quartiles", {"repeats": 9})),
    "australian": (11, 8, lambda *_: ("australian", {"repeats": 9})),
    "random": (12, 6, lambda *_: ("random", {"repeats": 9})),
    "as proposed": (31, 12, as_proposed(12)),
    "a large field": (220, 3, lambda *_: ("swiss", {"repeats": 9})),
}


def written(name):
    """Return the plans of one event, one line per round."""
    players, rounds, how = EVENTS[name]
    return [
        " ".join(
            [f"{pair.first}-{pair.second}" for pair in plan.pairs]
            + [f"bye:{bye.number}" for bye in plan.byes]
        )
        for _, plan in play(players, rounds, 7, how).rounds
    ]


@pytest.mark.parametrize("name", EVENTS)
def test_event_is_paired_identically_on_any_machine(name):
    assert written(name) == json.loads(GOLDEN.read_text(encoding="utf-8"))[name]


@pytest.mark.parametrize("seed", range(30))
def test_swiss_event_is_never_refused_and_concedes_nothing_needlessly(seed):
    draw = Random(seed)
    players, rounds = draw.randint(8, 40), draw.randint(5, 15)
    verdicts = [judge_round(*row) for row in play(players, rounds, seed).rounds]
    assert [verdict.round for verdict in verdicts] == list(range(1, rounds + 1))
    assert [verdict for verdict in verdicts if not verdict.is_clean] == []
