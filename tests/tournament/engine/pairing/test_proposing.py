"""Proposed plans for any number of players and rounds: complete, ordered, with existing methods."""

import pytest

from tests.tournament.engine.pairing.refusals import refused
from tournament.engine.pairing.event_plan import SEEDS, CannotPropose, propose_plan
from tournament.engine.pairing.method import all_methods


def spans(players, rounds):
    return [
        (line.from_round, line.to_round, line.method) for line in propose_plan(players, rounds).plan
    ]


def again(plan):
    return [line.options.get("again") for line in plan]


def test_31_players_in_12_rounds_get_the_customary_plan():
    proposed = propose_plan(31, 12)
    assert spans(31, 12) == [
        (1, 3, "initial_fontes"),
        (4, 6, "swiss"),
        (7, 10, "swiss"),
        (11, 11, "factor"),
        (12, 12, "king_of_the_hill"),
    ]
    assert proposed.plan[0].source == SEEDS
    assert again(proposed.plan) == [None, None, "1", "free", "free"]
    assert proposed.plan[3].options["factor"] == 3
    assert len(proposed.reasons) == 5
    for rounds, free in ((17, "1"), (18, "2")):  # from 18 rounds on, two repeats are free
        swiss = [line for line in propose_plan(40, rounds).plan if line.method == "swiss"]
        assert again(swiss) == [None, free]


BIG = [
    (1, 5, "initial_fontes"), (6, 12, "swiss"), (13, 22, "swiss"), (23, 23, "factor"),
    (24, 24, "king_of_the_hill"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("players", "rounds", "expected"),
    [
        (6, 5, [(1, 5, "round_robin")]),
        (6, 10, [(1, 10, "round_robin")]),
        (5, 7, [(1, 5, "round_robin"), (6, 6, "swiss"), (7, 7, "king_of_the_hill")]),
        (2, 3, [(1, 3, "round_robin")]),
        (30, 5, [(1, 4, "swiss"), (5, 5, "king_of_the_hill")]),
        (30, 1, [(1, 1, "random")]),
        (40, 24, BIG),
    ],
)
def test_fields_of_other_sizes_get_suitable_plans(players, rounds, expected):
    assert spans(players, rounds) == expected


def test_short_event_starts_with_halves_and_ends_with_king_of_the_hill_despite_prizes():
    assert propose_plan(30, 5).plan[0].options == {"opponents": "halves"}
    assert [line.options for line in propose_plan(5, 7).plan[1:]] == [{}, {"again": "free"}]
    for players, rounds in ((40, 6), (11, 7), (9, 8)):
        plan = propose_plan(players, rounds, has_prizes=True).plan
        assert plan == propose_plan(players, rounds).plan


def test_every_round_is_planned_once_with_valid_method_and_options():
    methods = all_methods()
    for players in range(2, 42):
        for rounds in range(1, 31):
            plan = propose_plan(players, rounds).plan
            planned = [n for line in plan for n in range(line.from_round, line.to_round + 1)]
            assert planned == list(range(1, rounds + 1))
            for line in plan:
                methods[line.method].options_from(line.options)


@pytest.mark.parametrize(
    ("players", "rounds", "sentence"),
    [
        (1, 5, "Add the players first"),
        (2001, 5, "Split it"),
        (8, 0, "1 to 200"),
        (8, 201, "not 201"),
    ],
)
def test_impossible_numbers_are_refused_with_the_reason(players, rounds, sentence):
    with refused(sentence, CannotPropose):
        propose_plan(players, rounds)


@pytest.mark.parametrize(("rounds", "first"), [(8, 7), (12, 10), (14, 11), (18, 14)])
def test_prizes_give_the_last_quarter_to_cop(rounds, first):
    proposed = propose_plan(40, rounds, has_prizes=True)
    *before, last = proposed.plan
    assert (last.from_round, last.to_round, last.method) == (first, rounds, "cop")
    assert not {"cop", "factor"} & {line.method for line in before}
    planned = [n for line in proposed.plan for n in range(line.from_round, line.to_round + 1)]
    assert planned == list(range(1, rounds + 1))
    assert proposed.reasons[-1].code == "plan_cop"


@pytest.mark.parametrize(
    ("players", "rounds", "begins"),
    [(8, 6, 3), (8, 5, None), (7, 6, None), (24, 19, 3), (23, 20, 3), (24, 20, 5)],
)
def test_number_of_initial_rounds_follows_players_and_rounds(players, rounds, begins):
    """Groups of four from 8 players and 6 rounds, groups of six from 24 players and 20 rounds."""
    first = propose_plan(players, rounds).plan[0]
    assert (first.method == "initial_fontes") is (begins is not None)
    if begins is not None:
        assert (first.to_round, first.options) == (begins, {"rounds": begins})
