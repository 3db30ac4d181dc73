"""Pairing a round: the method proposes; what the director fixed, firsts, boards and checks are the same for all."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.checker import Problem, check
from tournament.engine.pairing.firsts import First, Why, decide_first, meetings_between
from tournament.engine.pairing.method import CannotPair, Method, all_methods
from tournament.engine.pairing.plan import Bye, Pair, Plan, Proposal
from tournament.engine.pairing.request import Request
from tournament.engine.pairing.seating import assign_boards
from tournament.engine.pairing.solver import MatchingFault


def plan_round(
    request: Request, method: str, options: Mapping[str, Any] | None = None
) -> tuple[Plan, tuple[Problem, ...]]:
    """The plan of the round by `method`, and everything the checker finds in it.

    Problems that block a list made by hand are returned, not raised, so that a draft can be shown
    with them. Raises `CannotPair` for an unknown method or option, for fixed pairings that cannot
    be kept, or when the method has no answer that may be saved.
    """
    found = all_methods().get(method)
    if found is None:
        raise CannotPair(
            f'There is no pairing method "{method}"; there are {", ".join(all_methods())}.'
        )
    chosen = found.options_from(options or {})
    if reasons := [*why_not_fixed(request), *_missing_results(request, found)]:
        raise CannotPair(" ".join(reasons))
    try:
        proposal = found.propose(request, chosen)
    except MatchingFault as fault:
        raise CannotPair(
            f"{found.label} could not pair this round, by a fault of the program. {fault} "
            "Choose another method or other options, or pair the round by hand."
        ) from fault
    plan = _arrange(request, method, with_fixed(request, proposal))
    plan = replace(
        plan,
        repeats_meant=found.means_repeats(chosen),
        repeats_allowed=found.repeats_allowed(chosen),
    )
    problems = check(request, plan)
    if not found.is_list and (blocking := [p for p in problems if p.blocks]):
        told = " ".join(problem.sentence(request.names) for problem in blocking)
        raise CannotPair(f"{found.label} gives a round that cannot be saved. {told}")
    return plan, problems


def _missing_results(request: Request, method: Method) -> list[str]:
    """Why the standings the method needs do not exist yet."""
    if not method.uses_standings:
        return []
    if request.after >= request.round:
        asked = (
            f"Round {request.round} cannot be paired on the standings after round {request.after}"
        )
        return [f"{asked}. Choose an earlier round."]
    open_ = sorted(row for row in request.arranged if row[0] <= request.after)
    if not open_:
        return []
    names = [f"{request.name(one)} against {request.name(other)}" for _, one, other in open_[:5]]
    more = f" and {len(open_) - 5} more" if len(open_) > 5 else ""
    back = f" or pair on the standings after round {open_[0][0] - 1}" if open_[0][0] > 1 else ""
    missing = f"Results are missing in round {open_[0][0]}: {', '.join(names)}{more}."
    return [f"{missing} Enter them{back or ' or pair on the order of seeds'}."]


def _arrange(request: Request, method: str, proposal: Proposal) -> Plan:
    lots = Random(request.seed)
    ordered: list[tuple[int, int, Why]] = []
    for one, other in proposal.pairs:
        first = _first(request, one, other, lots, proposal)
        ordered.append((first.number, other if first.number == one else one, first.why))
    boards = assign_boards(
        [(one, other) for one, other, _ in ordered],
        request.fixed_boards,
        first_board=request.first_board,
        stays=_where_they_stay(request, [(one, other) for one, other, _ in ordered]),
    )
    pairs = [
        Pair(
            board=board,
            first=first,
            second=second,
            repeat=len(request.meetings.get(frozenset((first, second)), ())),
            reasons=(
                *filter(None, [proposal.pair_reason]),
                *proposal.reasons.get(frozenset((first, second)), ()),
                _why_first(request, first, second, why),
            ),
        )
        for board, (first, second, why) in zip(boards, ordered, strict=True)
    ]
    byes = [
        Bye(
            number,
            (*filter(None, [proposal.bye_reason]), *proposal.bye_reasons.get(number, ())),
        )
        for number in proposal.byes
    ]
    return Plan(
        request.round,
        method,
        tuple(sorted(pairs, key=lambda p: p.board)),
        tuple(byes),
        request.seed,
        proposal.warnings,
        proposal.notes,
    )


def _first(request: Request, one: int, other: int, lots: Random, proposal: Proposal) -> First:
    starts = request.starts
    settled = proposal.firsts_settled and frozenset((one, other)) not in proposal.by_starts
    if settled or one not in starts or other not in starts:
        return First(one, Why.LISTED)
    met = (
        meetings_between(one, other, request.results, request.start_rules)
        if request.head_to_head_firsts
        else ()
    )
    return decide_first(starts[one], starts[other], lots, met=met)


def _why_first(request: Request, first: int, second: int, why: Why) -> Message:
    """Why the one goes first, with the figures where figures decide."""
    one, other = request.starts.get(first), request.starts.get(second)
    told = First(first, why).reason
    if not (one and other):
        return told
    reason = told.params["why"]
    if why is Why.FEWER_FIRSTS:
        return Message("first_counts", why=reason, one=one.firsts, other=other.firsts)
    if why is Why.MORE_SECONDS:
        return Message("first_counts", why=reason, one=one.seconds, other=other.seconds)
    if why is Why.BALANCE:
        return Message(
            "first_starts",
            why=reason,
            one=(one.firsts, one.seconds),
            other=(other.firsts, other.seconds),
        )
    return told


def _where_they_stay(request: Request, pairs: list[tuple[int, int]]) -> list[int | None]:
    """The board at which the higher-ranked of each pair sat in the round before."""
    if not request.sat_at:
        return []
    place = {number: index for index, number in enumerate(request.ranked)}
    last = len(place)
    return [
        request.sat_at.get(min(pair, key=lambda number: (place.get(number, last), number)))
        for pair in pairs
    ]


BY_DIRECTOR = Message("by_director")


def why_not_fixed(request: Request) -> list[str]:
    """Every reason why what the director has set cannot be kept, a sentence each."""
    placed = [number for pair in request.fixed_pairs for number in pair]
    placed += request.fixed_byes
    there, entered = set(request.present), {entrant.number for entrant in request.entrants}
    reasons = [
        f"There is no number {number} in this division. Take it out of what you set."
        for number in sorted(set(placed) - entered)
    ]
    reasons += [
        f"{request.name(number)} is withdrawn or absent in round {request.round} and was given "
        "a place in it. Take that back, or let the player in."
        for number in sorted((set(placed) & entered) - there)
    ]
    reasons += [
        f"{request.name(number)} is placed more than once in what you set. Keep one of them."
        for number, times in sorted(Counter(placed).items())
        if times > 1
    ]
    reasons += [
        f"{request.name(one)} and {request.name(other)} are kept apart and cannot be paired. "
        "Take the pairing back, or let them meet."
        for one, other in request.fixed_pairs
        if frozenset((one, other)) in request.apart
    ]
    if request.fixed_byes and not request.byes_allowed:
        names = ", ".join(request.name(number) for number in request.fixed_byes)
        reasons.append(f"Nobody may have a bye, and you set one: {names}. Allow byes.")
    return reasons


def with_fixed(request: Request, proposal: Proposal) -> Proposal:
    """The proposal with what the director has set, unless it is there already.

    All pairs are then in the order of the standings again, the best pair first.
    """
    if not (request.fixed_pairs or request.fixed_byes):
        return proposal
    there = {frozenset(pair) for pair in proposal.pairs}
    added = [pair for pair in request.fixed_pairs if frozenset(pair) not in there]
    place = {number: index for index, number in enumerate(request.ranked)}
    pairs = [*added, *proposal.pairs]
    if added:
        pairs.sort(key=lambda pair: min(place.get(number, len(place)) for number in pair))
    byes = tuple(number for number in request.fixed_byes if number not in proposal.byes)
    reasons = dict(proposal.reasons)
    for pair in request.fixed_pairs:
        reasons[frozenset(pair)] = (BY_DIRECTOR,)
    return replace(
        proposal,
        pairs=tuple(pairs),
        by_starts=proposal.by_starts | {frozenset(pair) for pair in added},
        byes=(*byes, *proposal.byes),
        reasons=reasons,
        bye_reasons={**proposal.bye_reasons, **dict.fromkeys(request.fixed_byes, (BY_DIRECTOR,))},
    )
