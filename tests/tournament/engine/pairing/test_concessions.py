"""Concessions of a round: planner, bye order and judge agree with exhaustive search."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.engine.pairing.situations import BY_RULE, entrants
from tests.tournament.engine.pairing.situations import apart as kept_apart
from tests.tournament.engine.pairing.test_matching import pairings
from tournament.engine.message import Message
from tournament.engine.pairing.avoidable_concessions import judge_round
from tournament.engine.pairing.concessions import NO_CONCESSIONS, Concessions, concessions_of_round
from tournament.engine.pairing.method import CannotPair
from tournament.engine.pairing.plan import Pair, Plan
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.repeat_price import RepeatPrice
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import NOBODY, Outcome, Result
from tournament.wording.sentences import sentences

NAMES = {1: "Ana", 2: "Ben", 3: "Cy", 4: "Dai", 5: "Eve", 6: "Flo"}
BYE = 0


def field_of(count, *, met=None, had_bye=None, wished=(), apart=(), absent=()):
    """Return a request for a field; `met` and `had_bye` count meetings by pair and byes by number."""
    games = [pair for pair, times in (met or {}).items() for _ in range(times)]
    byes = [number for number, times in (had_bye or {}).items() for _ in range(times)]
    results = [Result(turn, *pair, 400, 390) for turn, pair in enumerate(games, start=1)]
    results += [
        Result(turn, number, NOBODY, 50, 0, Outcome.BYE)
        for turn, number in enumerate(byes, start=len(games) + 1)
    ]
    return PairingRequest(
        len(results) + 1, entrants(count), tuple(results), standing=tuple(range(1, count + 1)),
        absent=frozenset(absent), forbidden_pairs=kept_apart(*apart),
        unwanted_pairs=kept_apart(*wished), names=NAMES,
    )  # fmt: skip


def wish_lost_to(weighs_more):
    """Return the warning for Ana and Ben."""
    met = "Ana and Ben meet although they should be kept apart if possible"
    return (
        f"{met}: in every pairing with as few {weighs_more}, some players meet who should be kept "
        "apart."
    )


CASES = {
    "the wish of the pair that met least gives way, and nobody calls that needless": (
        field_of(
            4,
            met={(1, 2): 1, (1, 3): 2, (2, 3): 2, (1, 4): 2, (2, 4): 2, (3, 4): 1},
            wished=[(1, 2)],
            absent=[4],
        ),
        Concessions(repeats=1, meetings=1, wishes=1),
        (
            "Ana and Ben meet again after round 1: Ana has met all available opponents.",
            wish_lost_to("repeats, earlier meetings and second byes"),
        ),
    ),
    "a wish gives way to a second bye": (
        field_of(3, had_bye={1: 1, 2: 1}, wished=[(1, 2)]),
        Concessions(wishes=1),
        (wish_lost_to("repeats and second byes"),),
    ),
    "a wish gives way to a third meeting": (
        field_of(
            4,
            met={(1, 2): 1, (3, 4): 1, (1, 3): 2, (2, 4): 2, (1, 4): 2, (2, 3): 2},
            wished=[(1, 2)],
        ),
        Concessions(repeats=2, meetings=2, wishes=1),
        (
            "Ana and Ben meet again after round 1: Ana has met all available opponents.",
            wish_lost_to("repeats and earlier meetings"),
            "Cy and Dai meet again after round 2: Cy has met all available opponents.",
        ),
    ),
    "a wish gives way to a repeat": (
        field_of(4, met={(1, 3): 1, (1, 4): 1}, wished=[(1, 2)]),
        Concessions(wishes=1),
        (wish_lost_to("repeats"),),
    ),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("method", ["swiss", "king_of_the_hill", "random"])
def test_unavoidable_concession_is_announced_but_not_called_needless(name, method):
    request, least, warnings = CASES[name]
    plan, _ = plan_round(request, method, {"again": "none"})
    assert sentences(plan.warnings, NAMES) == warnings
    verdict = judge_round(request, plan)
    assert (verdict.given_up, verdict.least) == (least, least)
    assert verdict.messages == ()


@st.composite
def fields(draw):
    """Draw a small field with many repeats, byes, and players kept or wished apart."""
    count = draw(st.integers(2, 6))
    numbers = range(1, count + 1)
    pairs = [*combinations(numbers, 2)]
    some_pairs = st.lists(st.sampled_from(pairs), max_size=4, unique=True)
    return field_of(
        count,
        met=dict(zip(pairs, draw(st.tuples(*[st.integers(0, 3)] * len(pairs))), strict=True)),
        had_bye=dict(zip(numbers, draw(st.tuples(*[st.integers(0, 2)] * count)), strict=True)),
        wished=draw(some_pairs),
        apart=draw(some_pairs)[:2],
        absent=draw(st.lists(st.sampled_from(numbers), max_size=1)),
    )


def least_of_all(request, allowed, free):
    """Return the fewest concessions of all possible rounds, or None. An independent count."""
    players = [*request.present, *([BYE] if len(request.present) % 2 else [])]
    best = None
    for pairing in pairings(players):
        met, byes, wishes = [], 0, 0
        for one, other in pairing:
            pair = frozenset((one, other))
            if pair in request.forbidden_pairs:
                break
            if BYE in pair:
                byes += len(request.byes.get(one + other, ()))
            times = len(request.meetings.get(pair, ()))
            if times > allowed:
                break
            met += [times - free] if times > free else []
            wishes += pair in request.unwanted_pairs
        else:
            counted = (len(met), sum(met), byes, wishes)
            best = counted if best is None else min(best, counted)
    return best


def said_by(plan, free):
    """Return the totals of the planner's warnings: repeats, earlier meetings, earlier byes, wishes."""
    meet_again = [note for note in plan.warnings if note.code == "meet_again"]
    again = [note for note in meet_again if len(note.params["rounds"]) > free]
    byes = [note for note in plan.warnings if note.code == "bye_again"]
    wishes = [note for note in plan.warnings if note.code.startswith("wish_broken")]
    return (
        len(again),
        sum(len(note.params["rounds"]) - free for note in again),
        sum(len(note.params["rounds"]) for note in byes),
        len(wishes),
    )


@pytest.mark.full
@settings(max_examples=150, deadline=None)
@given(
    fields(),
    st.sampled_from(BY_RULE),
    st.none() | st.integers(0, 4),
    st.sampled_from(["none", "1", "2", "free"]),
)
def test_planner_concedes_only_the_unavoidable_by_judge_and_brute_force(
    request, method, most, again
):
    allowed = 9 if most is None else most
    free = min(allowed, {"none": 0, "free": 9}.get(again) or int(again.isdigit() and again))
    least = least_of_all(request, allowed, free)
    try:
        plan, _ = plan_round(request, method, {"repeats": most, "again": again})
    except CannotPair:
        assert least is None
        return
    verdict = judge_round(request, plan)
    assert said_by(plan, free) == least
    assert concessions_of_round(request, plan) == verdict.least == Concessions(*least)
    assert verdict.is_clean
    claims = [*plan.warnings, *(reason for pair in plan.pairs for reason in pair.reasons)]
    assert not any(verdict.refutes(claim) for claim in claims)


def test_repeat_limit_and_counting_round_decide_which_meetings_count():
    """Without the limit, 1-2 could meet a third time and the others for the first: one repeat instead of two."""
    met = {(1, 2): 2, (1, 3): 1, (2, 4): 1, (1, 4): 1, (2, 3): 1}
    request = field_of(4, met=met)
    plan, _ = plan_round(request, "swiss", {"repeats": 1})
    assert concessions_of_round(request, plan) == Concessions(repeats=2, meetings=2)
    assert judge_round(request, plan).is_clean
    by_hand = Plan(request.round, "manual", plan.pairs)
    assert judge_round(request, by_hand).avoidable == Concessions(repeats=1)
    price = RepeatPrice(since=5)
    assert [price.first_counting_round(now) for now in (1, 4, 5, 6, 300)] == [1, 1, 5, 5, 5]
    assert [price.counted_meetings((2, 4, 5, 7), now) for now in (4, 5, 9)] == [4, 2, 2]


def test_claim_that_a_concession_was_needed_is_refuted_if_avoidable():
    request = field_of(4, met={(1, 2): 1, (3, 4): 1}, wished=[(1, 3)])
    repeated = Plan(request.round, "swiss", (Pair(1, 1, 2), Pair(2, 3, 4)))
    verdict = judge_round(request, repeated)
    why = Message("fewest_repeats")
    assert verdict.refutes(Message("meet_again", one=1, other=2, rounds=(1,), why=why))
    assert not verdict.refutes(Message("not_met"))
    wished = judge_round(request, Plan(request.round, "swiss", (Pair(1, 1, 3), Pair(2, 2, 4))))
    assert wished.refutes(Message("wish_broken", one=1, other=3))
    assert not wished.refutes(why)
    assert (
        judge_round(request, Plan(1, "swiss", (Pair(1, 1, 4), Pair(2, 2, 3)))).given_up
        == NO_CONCESSIONS
    )
