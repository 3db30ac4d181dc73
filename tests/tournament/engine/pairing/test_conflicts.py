"""Rounds that cannot be paired: the refusal names the cause and a remedy."""

from itertools import combinations
from random import Random

import networkx as nx
import pytest

from tests.tournament.engine.pairing.refusals import refused
from tests.tournament.engine.pairing.situations import NAMED, apart, entrants
from tournament.engine.pairing.method import CannotPair, all_methods
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import Result
from tournament.wording import sentences


def refusal(request, method="swiss", **options):
    with pytest.raises(CannotPair) as caught:
        plan_round(request, method, options)
    return sentences.refusal_sentence(caught.value)


def all_met(count, times=1):
    return tuple(
        Result(round_, *pair, 400, 300)
        for round_ in range(1, times + 1)
        for pair in combinations(range(1, count + 1), 2)
    )


FAMILIES = apart(*((one, other) for one in (1, 2, 3) for other in (4, 5, 6)))
REFUSALS = [
    (
        3, {"byes_allowed": False}, {},
        ("There are 3 players to pair, but no bye is allowed: Ann, Ben and Cleo. Allow a bye, or "
        "add or leave out a player."),
    ),
    (
        4, {"results": all_met(4)}, {"repeats": 0},
        ("No opponent is available for Ann, Ben, Cleo and Dan. Allow repeats between players who "
        "have met once."),
    ),
    (
        2, {"results": all_met(2, times=2)}, {"repeats": 1},
        ("Only Ann and Ben are left to pair, and they have already met twice. Allow repeats "
        "between players who have met twice."),
    ),
    (
        4, {"forbidden_pairs": apart((1, 2), (1, 3), (1, 4))}, {},
        "No opponent is available for Ann. Let Ann and Ben or Ann and Cleo or Ann and Dan meet.",
    ),
    (
        4, {"forbidden_pairs": apart((1, 2), (1, 3), (2, 3))}, {},
        ("Ann, Ben and Cleo can meet only Dan. Let Ann and Ben or Ann and Cleo or Ben and Cleo "
        "meet."),
    ),
    (
        4, {"fixed_pairs": ((1, 2),), "forbidden_pairs": apart((3, 4))}, {},
        ("Only Cleo and Dan are left to pair, and they are kept apart. Let Cleo and Dan meet. "
        "Change the pairings and byes you fixed."),
    ),
    (
        6, {"forbidden_pairs": FAMILIES}, {},
        ("Ann, Ben and Cleo can meet only each other; Dan, Eve and Finn can meet only each other: "
        "one of them is left over. Let Ann and Dan or Ann and Eve or Ann and Finn or Ben and Dan or "
        "Ben and Eve or Ben and Finn or Cleo and Dan or Cleo and Eve meet."),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("count", "more", "options", "sentence"), REFUSALS)
def test_refusal_names_the_cause_and_a_remedy(count, more, options, sentence):
    request = PairingRequest(9, entrants(count), names=NAMED, **more)
    assert refusal(request, **options) == sentence


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"fixed_pairs": ((1, 9),)}, "There is no player number 9 in this division."),
        ({"fixed_pairs": ((1, 4),)}, "Dan is withdrawn or absent in round 2"),
        ({"fixed_byes": (3,), "absent": frozenset({3})}, "Cleo is withdrawn or absent in round 2"),
        ({"fixed_pairs": ((1, 2), (2, 3))}, "Ben has more than one fixed pairing or bye."),
        ({"fixed_pairs": ((1, 1),)}, "Ann has more than one fixed pairing or bye"),
        (
            {"fixed_pairs": ((1, 2),), "forbidden_pairs": apart((1, 2))},
            "Ann and Ben are kept apart",
        ),
        ({"fixed_byes": (1,), "byes_allowed": False}, "No bye is allowed, but you fixed one: Ann."),
    ],
)
@pytest.mark.parametrize("method", ["swiss", "round_robin", "manual"])
def test_impossible_director_setting_is_named(method, more, why):
    assert why in refusal(PairingRequest(2, entrants(4, left={4: 1}), names=NAMED, **more), method)


@pytest.mark.parametrize("method", all_methods())
def test_every_method_names_an_unknown_option(method):
    with refused("has no option colour. Options: |takes no options. Remove colour"):
        plan_round(PairingRequest(1, entrants(4)), method, {"colour": "red"})


def test_empty_field_gives_an_empty_round():
    assert plan_round(PairingRequest(1, ()), "swiss")[0].pairs == ()


@pytest.mark.parametrize("seed", range(25))
def test_refusal_is_true_and_its_remedy_works(seed):
    """An independent matching decides whether the round can be paired before and after the remedy."""
    draw = Random(seed)
    count = draw.choice([4, 6, 7, 8])
    results = [r for r in all_met(count) if draw.random() < 0.6]
    kept_apart = apart(*(p for p in combinations(range(1, count + 1), 2) if draw.random() < 0.25))
    request = PairingRequest(9, entrants(count), tuple(results), forbidden_pairs=kept_apart)

    def possible(limit, kept_apart):
        graph = nx.Graph()
        graph.add_nodes_from(range(count + count % 2))
        for pair in combinations(range(1, count + 1), 2):
            met = len(request.meetings.get(frozenset(pair), ()))
            if met <= limit and frozenset(pair) not in kept_apart:
                graph.add_edge(*(n % (count + 1) if count % 2 else n - 1 for n in pair))
        if count % 2:
            graph.add_edges_from((0, n) for n in range(1, count + 1))
        return len(nx.max_weight_matching(graph, maxcardinality=True)) * 2 == count + count % 2

    try:
        plan_round(request, "swiss", {"repeats": 0})
    except CannotPair as reason:
        why = sentences.refusal_sentence(reason)
        assert not possible(0, kept_apart)
        if "who have met once" in why:
            assert possible(1, kept_apart)
        elif "Let number" in why:
            assert possible(0, frozenset())
    else:
        assert possible(0, kept_apart)


@pytest.mark.full
def test_refusal_of_a_large_field_names_the_leftover_entry():
    kept_apart = apart(*((1, other) for other in range(2, 251)))
    text = refusal(PairingRequest(1, entrants(250), forbidden_pairs=kept_apart))
    assert text.startswith("No pairing includes number 1")
