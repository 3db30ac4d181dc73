"""Checking a pairing by hand: errors and warnings."""

from dataclasses import replace

import pytest

from tournament.engine.entrants import Entrant
from tournament.engine.pairing.checker import Fault, Problem, check_round, messages_of
from tournament.engine.pairing.plan import Bye, Pair, Plan
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import Outcome, Result
from tournament.wording.sentences import sentence, sentences

FOUR = tuple(Entrant(n, n) for n in (1, 2, 3, 4))


def plan(*pairs, byes=()):
    return Plan(
        2,
        "manual",
        tuple(Pair(board, one, other) for board, (one, other) in enumerate(pairs, start=1)),
        tuple(Bye(number) for number in byes),
    )


def faults(request, made):
    return [(problem.fault, problem.numbers) for problem in check_round(request, made)]


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
    assert faults(request, plan(*pairs, byes=byes)) == problems


def test_board_seats_only_one_pair():
    made = Plan(2, "manual", (Pair(3, 1, 2), Pair(3, 3, 4)))
    assert [
        sentence(problem.message, {}) for problem in check_round(PairingRequest(2, FOUR), made)
    ] == ["Board 3 has more than one pairing."]


def test_repeat_is_a_warning_that_names_its_round():
    request = PairingRequest(2, FOUR, results=(Result(1, 2, 1, 400, 300),))
    (problem,) = check_round(request, plan((1, 2), (3, 4)))
    assert not problem.is_blocking
    assert (
        sentence(problem.message, {1: "Ana", 2: "Ben"})
        == "Ana and Ben have met before, in round 1."
    )


def test_list_that_breaks_the_directors_settings_is_reported():
    request = PairingRequest(2, FOUR, fixed_pairs=((1, 2),), fixed_byes=(3,))
    made = plan((1, 3), byes=[2, 4])
    assert [sentence(problem.message, {}) for problem in check_round(request, made)] == [
        "number 1 and number 2 were set to meet but do not.",
        "number 3 was set to have the bye but does not.",
        "Several players have the bye in this round: number 2 and number 4. Two of them could meet.",
    ]
    assert not any(problem.is_blocking for problem in check_round(request, made))


def test_void_game_is_not_a_meeting():
    request = PairingRequest(2, FOUR, results=(Result(1, 2, 1, 0, 0, Outcome.VOID),))
    assert check_round(request, plan((1, 2), (3, 4))) == ()


def test_second_bye_is_a_warning_and_a_forfeit_win_counts_as_a_bye():
    three = FOUR[:3]
    for result in (
        Result(1, 3, 0, 50, 0, Outcome.BYE),
        Result(1, 2, 3, -50, 50, Outcome.FIRST_FORFEITS),
    ):
        request = PairingRequest(2, three, results=(result,))
        problems = [
            p for p in check_round(request, plan((1, 2), byes=[3])) if p.fault != Fault.REPEAT
        ]
        assert [sentence(problem.message, {}) for problem in problems] == [
            "number 3 has already had a bye, in round 1."
        ]


def test_several_byes_given_by_hand_are_a_warning_if_two_of_the_players_could_meet():
    request = PairingRequest(2, FOUR)
    (problem,) = check_round(request, plan((1, 2), byes=[3, 4]))
    assert not problem.is_blocking
    assert sentence(problem.message, {3: "Cleo", 4: "Dai"}) == (
        "Several players have the bye in this round: Cleo and Dai. Two of them could meet."
    )
    assert not check_round(
        replace(request, forbidden_pairs=frozenset({frozenset({3, 4})})), plan((1, 2), byes=[3, 4])
    )
    assert not check_round(replace(request, fixed_byes=(3,)), plan((1, 2), byes=[3, 4]))
    assert not check_round(request, replace(plan((1, 2), byes=[3, 4]), method="bracket"))


def test_manual_list_is_balanced_by_the_rule_of_firsts():
    request = PairingRequest(
        2, FOUR, results=(Result(1, 1, 3, 400, 300), Result(1, 4, 2, 400, 300))
    )
    made, problems = plan_round(request, "manual", {"pairs": ((1, 2), (3, 4))})
    assert [(pair.first, pair.second) for pair in made.pairs] == [(2, 1), (3, 4)]
    assert sentences(made.pairs[0].reasons, {}) == (
        "by hand",
        "first: has gone first less often (0 to 1)",
    )
    assert problems == ()


def test_manual_list_keeps_its_firsts_on_request():
    request = PairingRequest(2, FOUR, results=(Result(1, 1, 3, 400, 300),))
    made, _ = plan_round(request, "manual", {"pairs": ((1, 2), (3, 4)), "firsts_as_listed": True})
    assert [(pair.first, pair.second) for pair in made.pairs] == [(1, 2), (3, 4)]


SAT_AT = {1: 2, 2: 1, 3: 1, 4: 2}


@pytest.mark.parametrize(
    ("more", "boards"),
    [
        ({"fixed_boards": {4: 1}}, {1: [3, 4], 2: [1, 2]}),
        ({"fixed_boards": {1: 1, 4: 1}}, {1: [1, 2], 2: [3, 4]}),
        ({"first_board": 11}, {11: [1, 2], 12: [3, 4]}),
        ({"previous_boards": SAT_AT}, {2: [1, 2], 1: [3, 4]}),
        ({"previous_boards": SAT_AT, "standing": (2, 1, 4, 3)}, {1: [1, 2], 2: [3, 4]}),
        ({"previous_boards": {1: 2, 3: 1}, "fixed_boards": {4: 2}}, {1: [1, 2], 2: [3, 4]}),
    ],
    ids=["one who keeps a board is met there", "two who keep the same board do not share it",
         "boards begin after those of another division", "the higher ranked stays put",
         "by the standing", "a board kept for somebody is not for one who would stay put"],
)  # fmt: skip
def test_boards_follow_the_events_settings(more, boards):
    made, problems = plan_round(
        PairingRequest(2, FOUR, **more), "manual", {"pairs": ((1, 2), (3, 4))}
    )
    assert {pair.board: sorted(pair.numbers) for pair in made.pairs} == boards
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


def test_problem_carries_its_board_or_zero():
    assert Problem(Fault.BOARD_TWICE, (1, 2), board=3).message.params["board"] == 3
    assert Problem(Fault.LEFT_OUT, (1,)).message.params["board"] == 0


def test_reason_for_going_first_names_the_table_or_the_list():
    request = PairingRequest(1, FOUR)
    for method, options, why in (
        ("manual", {"pairs": ((1, 2), (3, 4)), "firsts_as_listed": True}, "by_list"),
        ("round_robin", {"field": (1, 2, 3, 4)}, "by_table"),
    ):
        made, _ = plan_round(request, method, options)
        whys = {pair.reasons[-1].params["why"].code for pair in made.pairs}
        assert whys == {why}, method
