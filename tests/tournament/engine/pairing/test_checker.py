"""Checking a pairing by hand: errors and warnings."""

from dataclasses import replace
from functools import partial

import pytest

from tests.tournament.engine.pairing.situations import apart, entrants, made
from tournament.engine.pairing.checker import Fault, Problem, check_round, messages_of
from tournament.engine.pairing.plan import Pair, Plan
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import Outcome, Result
from tournament.wording.sentences import sentence, sentences

FOUR = entrants(4)
plan = partial(made, 2)


@pytest.mark.parametrize(
    ("pairs", "byes", "absent", "problems"),
    [
        ([(1, 2), (3, 4)], [], [], []),
        ([(1, 2), (1, 3)], [], [], [(Fault.TWICE, (1,)), (Fault.LEFT_OUT, (4,))]),
        ([(1, 1), (3, 4)], [], [], [(Fault.HIMSELF, (1,)), (Fault.LEFT_OUT, (2,))]),
        ([(1, 7), (3, 4)], [2], [], [(Fault.UNKNOWN, (7,))]),
        ([(1, 2), (3, 4)], [], [4], [(Fault.NOT_THERE, (4,))]),
        ([(1, 2), (3, 4)], [4], [], [(Fault.TWICE, (4,))]),
    ],
    ids=["complete", "in two pairs", "himself", "nobody's number", "absent", "bye and opponent"],
)
def test_checker_names_errors_and_left_out_entries(pairs, byes, absent, problems):
    request = PairingRequest(2, FOUR, absent=frozenset(absent))
    matches = check_round(request, plan(*pairs, byes=byes))
    assert [(problem.fault, problem.numbers) for problem in matches] == problems


def text_shown(request, plan, names=None):
    """Return the sentences about a round, none of which is an error."""
    problems = check_round(request, plan)
    assert not any(problem.is_blocking for problem in problems)
    return [sentence(problem.message, names or {}) for problem in problems]


def test_board_seats_only_one_pair():
    twice = Plan(2, "manual", (Pair(3, 1, 2), Pair(3, 3, 4)))
    messages = [problem.message for problem in check_round(PairingRequest(2, FOUR), twice)]
    assert sentences(messages, {}) == ("Board 3 has more than one pairing.",)
    assert Problem(Fault.BOARD_TWICE, (1, 2), board=3).message.params["board"] == 3
    assert Problem(Fault.LEFT_OUT, (1,)).message.params["board"] == 0


def test_repeat_is_a_warning_that_names_its_round_unless_the_game_was_void():
    pairs = plan((1, 2), (3, 4))
    request = PairingRequest(2, FOUR, results=(Result(1, 2, 1, 400, 300),))
    again = "Ana and Ben have met before, in round 1."
    assert text_shown(request, pairs, {1: "Ana", 2: "Ben"}) == [again]
    void = Result(1, 2, 1, 0, 0, Outcome.VOID)
    assert text_shown(PairingRequest(2, FOUR, results=(void,)), pairs) == []


def test_broken_settings_and_byes_of_players_who_could_meet_are_warnings():
    request, two_byes = PairingRequest(2, FOUR), plan((1, 2), byes=[3, 4])
    fixed = replace(request, fixed_pairs=((1, 2),), fixed_byes=(3,))
    assert text_shown(fixed, plan((1, 3), byes=[2, 4])) == [
        "number 1 and number 2 were set to meet but do not.",
        "number 3 was set to have the bye but does not.",
        "Several players have the bye in this round: number 2 and number 4. Two of them could meet.",
    ]
    assert text_shown(replace(request, forbidden_pairs=apart((3, 4))), two_byes) == []
    assert text_shown(replace(request, fixed_byes=(3,)), two_byes) == []
    assert text_shown(request, replace(two_byes, method="bracket")) == []


def test_manual_list_is_balanced_by_the_rule_of_firsts_or_keeps_its_own_on_request():
    results = (Result(1, 1, 3, 400, 300), Result(1, 4, 2, 400, 300))
    request, pairs = PairingRequest(2, FOUR, results=results), {"pairs": ((1, 2), (3, 4))}
    balanced, problems = plan_round(request, "manual", pairs)
    assert [(pair.first, pair.second) for pair in balanced.pairs] == [(2, 1), (3, 4)]
    assert problems == ()
    listed, _ = plan_round(request, "manual", {**pairs, "firsts_as_listed": True})
    assert [(pair.first, pair.second) for pair in listed.pairs] == [(1, 2), (3, 4)]
    assert {pair.reasons[-1].params["why"].code for pair in listed.pairs} == {"by_list"}


SAT_AT = {1: 2, 2: 1, 3: 1, 4: 2}
BOARDS = {
    "one who keeps a board is met there": ({"fixed_boards": {4: 1}}, {1: [3, 4], 2: [1, 2]}),
    "two who keep the same board do not share it": (
        {"fixed_boards": {1: 1, 4: 1}}, {1: [1, 2], 2: [3, 4]},
    ),
    "boards begin after those of another division": (
        {"first_board": 11}, {11: [1, 2], 12: [3, 4]},
    ),
    "the higher ranked stays put": ({"previous_boards": SAT_AT}, {2: [1, 2], 1: [3, 4]}),
    "by the standing": (
        {"previous_boards": SAT_AT, "standing": (2, 1, 4, 3)}, {1: [1, 2], 2: [3, 4]},
    ),
    "a board kept for somebody is not for one who would stay put": (
        {"previous_boards": {1: 2, 3: 1}, "fixed_boards": {4: 2}}, {1: [1, 2], 2: [3, 4]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BOARDS)
def test_boards_follow_the_events_settings(name):
    more, boards = BOARDS[name]
    request = PairingRequest(2, FOUR, **more)
    plan, problems = plan_round(request, "manual", {"pairs": ((1, 2), (3, 4))})
    assert {pair.board: sorted(pair.numbers) for pair in plan.pairs} == boards
    assert problems == ()


def test_many_left_out_entries_share_a_sentence():
    names = {n: f"P{n}" for n in range(1, 10)}
    left = [Problem(Fault.LEFT_OUT, (n,)) for n in range(1, 10)]
    again = Problem(Fault.REPEAT, (1, 2), (1,))
    assert sentences(messages_of([*left, again]), names) == (
        "P1 and P2 have met before, in round 1.",
        "9 players have neither an opponent nor the bye: P1, P2, P3, P4, P5 and 4 more.",
    )
    assert sentences(messages_of(left[:2]), names) == (
        "P1 has neither an opponent nor the bye.",
        "P2 has neither an opponent nor the bye.",
    )
