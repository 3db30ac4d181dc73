"""Rounds by every method and option in random divisions, with their reasons, warnings and alternatives.

The divisions have everything that affects a round: classes, teams, prizes, absences, fixed pairs and boards.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.approved import check_approved
from tests.tournament.engine.pairing.situations import NAMED, apart, entrants, made, played_event
from tests.tournament.engine.pairing.test_largest_field import ways
from tournament.engine.message import Message
from tournament.engine.pairing.avoidable_concessions import judge_round
from tournament.engine.pairing.checker import check_round, messages_of
from tournament.engine.pairing.comparison import RoundFigures, describe_changes, round_with_pair
from tournament.engine.pairing.method import CannotPair
from tournament.engine.pairing.oddity_warnings import oddity_warnings
from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest, PrizeBand
from tournament.engine.pairing.seating import ByeOrder
from tournament.engine.results import NOBODY, Outcome, Result, SpreadCap
from tournament.engine.starts import StartRules
from tournament.wording.sentences import refusal_sentence, sentences

DIVISIONS, LATE_DIVISIONS = 30, 30
METHODS = 4
"""Number of methods tried in each division."""
LATE = ("swiss", "king_of_the_hill", "queen_of_the_hill", "chew", "cop", "factor", "quartiles")
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("bracket", {"games": 1, "seeding": "halves"}), ("bracket", {"games": 2, "seeding": "drawn"}), ("bracket", {}),
    ("double_elimination", {}), ("double_elimination", {"games": 2}), ("ladder", {"size": 4, "moving": 1}),
    ("ladder", {"size": 3, "moving": 2}), ("initial_fontes", {"rounds": 3}), ("initial_fontes", {"rounds": 5}),
    ("round_robin", {"cycles": 2}), ("round_robin", {"top_last": True}), ("round_robin", {"drawn": True, "draw": 3}),
    ("interleaved", {}), ("team_round_robin", {"games": 2}), ("team_round_robin", {}), ("parts", {"size": 4}),
]  # fmt: skip


def division(draw: Random, *, late: bool = False) -> PairingRequest:
    """Return a random division, with `late` shortly before the end of an event with prizes and gibsonized leaders."""
    count, played, left = draw.randint(5, 14), draw.randint(0, 7), draw.randint(1, 4)
    if late:
        count, played, left = draw.randint(8, 13), draw.randint(6, 12), draw.randint(1, 3)
    numbers = list(range(1, count + 1))

    def sometimes(value: Any, otherwise: Any = ()) -> Any:
        return value if draw.random() < (0.1 if late else 0.4) else otherwise

    absent = frozenset(sometimes(draw.sample(numbers, 2)))
    byes_allowed = draw.random() < 0.95
    bands = (
        PrizeBand(1, 1),
        PrizeBand(2, 3),
        PrizeBand(4, draw.randint(4, 7)),
        PrizeBand(1, 2, "B"),
    )
    order = draw.sample([n for n in numbers if n not in absent or draw.random() < 0.1], 3)

    def pairs() -> frozenset[frozenset[int]]:
        return apart(*(draw.sample(numbers, 2) for _ in range(3)))

    return played_event(
        count,
        played,
        played + left,
        draw,
        seed=draw.randint(0, 9),
        names=NAMED,
        forbidden_pairs=sometimes(pairs(), frozenset()),
        unwanted_pairs=sometimes(pairs(), frozenset()),
        absent=absent,
        fixed_pairs=sometimes((tuple(order[:2]),)),
        fixed_byes=sometimes((order[2],)) if byes_allowed or draw.random() < 0.1 else (),
        byes_allowed=byes_allowed,
        bye_order=ByeOrder(top_down=draw.random() < 0.2, spared=draw.randrange(3)),
        classes={number: draw.choice("AB") for number in numbers},
        teams={number: draw.choice(("North", "South", "East")) for number in numbers},
        prizes=sometimes(bands, bands if late else ()),
        gibson_spread=sometimes((150, 80), (120,) if late else ()),
        spread_cap=SpreadCap(sometimes(90, None)),
        fixed_boards=sometimes({draw.choice(numbers): draw.randint(1, 4)}, {}),
        first_board=sometimes(11, 1),
        previous_boards=sometimes({number: number // 2 + 1 for number in numbers}, {}),
        start_rules=StartRules(byes_charged=draw.random() < 0.3),
        head_to_head_firsts=draw.random() < 0.2,
        source_round=sometimes(max(played - 1, 0), None),
    )


def as_text(plan: Plan) -> Iterator[str]:
    """Yield a round as lines: every pair and bye with its reasons, then warnings and notes."""
    for pair in plan.pairs:
        yield f"{pair}: {'; '.join(sentences(pair.reasons, NAMED))}"
    for bye in plan.byes:
        yield f"bye {bye.number}: {'; '.join(sentences(bye.reasons, NAMED))}"
    yield from sentences((*plan.warnings, *plan.notes), NAMED)


def judged(request: PairingRequest, plan: Plan) -> Iterator[str]:
    """Yield what the director reads about a round, whoever made it."""
    messages: list[Message] = [
        *messages_of(check_round(request, plan)),
        *oddity_warnings(request, plan),
    ]
    messages += judge_round(request, plan).messages
    yield from sentences(messages, NAMED)


@pytest.mark.parametrize("seed", range(DIVISIONS + LATE_DIVISIONS))
def test_rounds_are_paired_as_approved(request, seed):
    draw, late = Random(seed), seed >= DIVISIONS
    now = division(draw, late=late)
    count = len(now.entrants)
    order = draw.sample(range(1, count + 1), count)
    by_hand = made(
        now.round, *zip(order[::2], order[1::2], strict=False), byes=order[count - count % 2 :]
    )
    lines = {f"{seed} by hand": " | ".join(judged(now, by_hand))}
    for method, usual in draw.sample(
        [way for way in ways(count) if not late or way[0] in LATE], METHODS
    ):
        options = {"size": 4} | usual if method == "parts" else dict(usual)
        if "start_round" in options:
            options |= {"start_round": max(now.round - draw.randrange(2), 1)}
        written = " ".join(
            [str(seed), method, *(f"{key}={value}" for key, value in options.items())]
        )
        try:
            plan, _ = plan_round(now, method, options)
        except CannotPair as refusal:
            lines[written] = refusal_sentence(refusal)
            continue
        figures = RoundFigures(now, plan)
        changes = describe_changes(figures, RoundFigures(now, by_hand))
        instead = round_with_pair(now, method, options, plan, *draw.sample(now.present, 2))
        parts = [
            [*as_text(plan), *judged(now, plan)],
            [
                f"{figures.leader_distance} places to the leader's opponent",
                *sentences(changes, NAMED),
            ],
            [f"{instead.one}-{instead.other}", *sentences(instead.messages, NAMED)],
        ]
        lines[written] = " || ".join(" | ".join(part) for part in parts)
    check_approved(request, lines)


@pytest.mark.parametrize("seed", range(100, 220))
def test_pairs_of_more_divisions_are_those_approved(request, seed):
    """The pairs alone, without their reasons."""
    draw = Random(seed)
    now = division(draw, late=seed % 3 > 0)
    lines = []
    for method, usual in draw.sample(ways(len(now.entrants)), METHODS):
        options = usual | ({"start_round": now.round} if "start_round" in usual else {})
        try:
            plan, _ = plan_round(now, method, options)
        except CannotPair as refusal:
            lines.append(f"{method} {[message.code for message in refusal.messages]}")
        else:
            byes = [f"bye {bye.number}" for bye in plan.byes]
            lines.append(f"{method} {options} {', '.join([*map(str, plan.pairs), *byes])}")
    check_approved(request, {f"pairs {seed}": " | ".join(lines)})


@pytest.mark.parametrize("count", [5, 8, 13])
@pytest.mark.parametrize("at", range(len(TABLES)))
def test_rounds_by_tables_are_paired_as_approved(request, at, count):
    """Every round depends on the results of those before it; two players leave, and a game is forfeited."""
    method, options = TABLES[at]
    draw, results = Random(count), list[Result]()
    lines = []
    left = {} if count == 8 else {3: 2, 4: 4}
    teams = {number: "North" if number <= count // 2 else "South" for number in range(1, count + 1)}
    for number in range(1, 8):
        now = PairingRequest(
            number, entrants(count, left), tuple(results), names=NAMED, teams=teams
        )
        try:
            plan, _ = plan_round(
                now, method, {"field": tuple(range(1, count + 1)), "start_round": 1} | options
            )
        except CannotPair as refusal:
            lines.append(refusal_sentence(refusal))
            break
        reasons = [reason for pair in plan.pairs for reason in pair.reasons]
        reasons += [reason for bye in plan.byes for reason in bye.reasons]
        seats = [*map(str, plan.pairs), *(f"bye {bye.number}" for bye in plan.byes)]
        lines.append(
            " | ".join([*seats, *dict.fromkeys(sentences([*reasons, *plan.notes], NAMED))])
        )
        for pair in plan.pairs:
            first, second = draw.choices((350, 380, 400, 425), k=2)
            outcome = Outcome.SECOND_FORFEITS if draw.random() < 0.05 else Outcome.PLAYED
            results.append(Result(number, pair.first, pair.second, first, second, outcome))
        results += [Result(number, bye.number, NOBODY, 50, 0, Outcome.BYE) for bye in plan.byes]
    written = " ".join([method, str(count), *(f"{key}={value}" for key, value in options.items())])
    check_approved(request, {written: " || ".join(lines)})
