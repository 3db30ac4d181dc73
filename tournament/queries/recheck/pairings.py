"""Every published round once more under the checker, as things were before it was played."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.engine.pairing.checker import Fault, Problem, check
from tournament.engine.pairing.plan import Bye, Pair, Plan
from tournament.engine.pairing.request import Request
from tournament.engine.results import GAMES, up_to
from tournament.models import Division, Event, Pairing, Round
from tournament.models.rounds import Phase
from tournament.queries.field import division_field
from tournament.queries.recheck.difference import Difference
from tournament.queries.standings import results_of


def differences_in_pairings(event: Event) -> Iterator[Difference]:
    """Hold every published round to what no round may have. Four queries a division."""
    for division in Division.objects.filter(event=event).select_related("event"):
        field = division_field(division)
        results = results_of(division)
        unplayed = {
            (result.round, number)
            for result in results
            if result.outcome not in GAMES
            for number in (result.first, result.second)
        }
        by_round: dict[int, list[Pairing]] = {}
        live = Pairing.objects.filter(round__division=division, replaced_at=None)
        for pairing in live.select_related("round", "first", "second"):
            by_round.setdefault(pairing.round.number, []).append(pairing)
        published = Round.objects.filter(division=division).exclude(phase=Phase.DRAFT)
        for round_ in published.order_by("number"):
            request = Request(
                round_.number, field.entrants, tuple(up_to(results, round_.number - 1))
            )
            plan = _plan(round_.number, by_round.get(round_.number, []))
            for problem in check(request, plan):
                if problem.blocks and not _left_meanwhile(problem, round_.number, unplayed):
                    yield Difference(
                        f"Division {division}, round {round_.number}",
                        problem.sentence(field.names),
                    )


def rounds_of_event(event: Event) -> int:
    """How many rounds are published. One query."""
    return Round.objects.filter(division__event=event).exclude(phase=Phase.DRAFT).count()


def _left_meanwhile(problem: Problem, number: int, unplayed: set[tuple[int, int]]) -> bool:
    """Whether somebody was paired, left before playing, and got no game for it."""
    return problem.fault is Fault.NOT_THERE and (number, problem.numbers[0]) in unplayed


def _plan(number: int, pairings: list[Pairing]) -> Plan:
    return Plan(
        number,
        "as published",
        tuple(
            Pair(p.board or 0, p.first.number, p.second.number)
            for p in pairings
            if p.second is not None
        ),
        tuple(Bye(p.first.number) for p in pairings if p.second is None),
    )
