"""Why not these two against each other? The round paired anew with the two fixed, and its price."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from tournament.engine.pairing.comparing import Weighed, changed_boards, what_changes
from tournament.engine.pairing.method import CannotPair, Method, all_methods
from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import Request

BY_HAND = "manual"
IN_ITS_PLACE = "swiss"
"""What pairs the others where the round was made by hand."""

OUT_OF_TURN = (
    "The round follows a table in which everybody's turn comes: whoever leaves it meets somebody "
    "twice or not at all later on."
)


@dataclass(frozen=True, slots=True)
class Instead:
    """The answer: the best round in which the two meet, and what it costs, or why there is none."""

    one: int
    other: int
    plan: Plan | None
    sentences: tuple[str, ...]

    @property
    def is_possible(self) -> bool:
        """Whether there is such a round."""
        return self.plan is not None


def instead_of(
    request: Request,
    method: str,
    options: Mapping[str, Any],
    now: Plan,
    one: int,
    other: int,
) -> Instead:
    """What it would take that `one` meets `other` in the round that is paired as `now` says."""
    name = request.name
    two = frozenset((one, other))
    if one == other:
        return Instead(one, other, None, ("Choose two different players.",))
    if absent := [number for number in (one, other) if number not in request.present]:
        told = tuple(f"{name(number)} does not play in this round." for number in absent)
        return Instead(one, other, None, told)
    if any(pair.numbers == two for pair in now.pairs):
        return Instead(one, other, None, (f"{name(one)} meets {name(other)} in this round.",))
    if two in request.apart:
        told = (f"{name(one)} and {name(other)} are kept apart and never meet.",)
        return Instead(one, other, None, told)
    kept = tuple(pair for pair in request.fixed_pairs if not two & set(pair))
    free = tuple(number for number in request.fixed_byes if number not in two)
    fixed = replace(request, fixed_pairs=(*kept, (one, other)), fixed_byes=free)
    try:
        plan, problems = plan_round(fixed, IN_ITS_PLACE if method == BY_HAND else method, options)
    except CannotPair as reason:
        return Instead(one, other, None, (f"With the two fixed: {reason}",))
    if blocking := [problem.sentence(request.names) for problem in problems if problem.blocks]:
        return Instead(one, other, None, tuple(blocking))
    return Instead(one, other, plan, _price(request, all_methods()[method], now, plan, two))


def _price(
    request: Request, method: Method, now: Plan, plan: Plan, two: frozenset[int]
) -> tuple[str, ...]:
    others = len(changed_boards(now, plan)) - 1
    told = [
        f"{others} other board{'s' * (others != 1)} would change."
        if others > 0
        else "No other board would change."
    ]
    left = sorted(
        number for pair in now.pairs if pair.numbers & two for number in pair.numbers - two
    )
    partner = {n: m for p in plan.pairs for n, m in ((p.first, p.second), (p.second, p.first))}
    for number in left:
        then = f"meet {request.name(partner[number])}" if number in partner else "have the bye"
        told.append(f"{request.name(number)} would {then}.")
    ranked = method.uses_standings or method.is_list
    changes = what_changes(Weighed(request, now), Weighed(request, plan), ranked=ranked)
    if "field" in {item.name for item in fields(method.Options)}:
        changes = (*changes, OUT_OF_TURN)
    return (*changes, *told) if changes else ("It would cost nothing that counts.", *told)
