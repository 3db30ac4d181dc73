"""Pair a round: the method proposes, and fixed pairings, firsts, boards and checks are handled here."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.checker import Problem, check_round
from tournament.engine.pairing.firsts import (
    FirstChoice,
    FirstReason,
    decide_first,
    meetings_between,
)
from tournament.engine.pairing.method import CannotPair, Method, all_methods
from tournament.engine.pairing.plan import Bye, Pair, Plan, Proposal
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.pairing.seating import assign_boards
from tournament.engine.pairing.solver import MatchingFault


def plan_round(
    request: PairingRequest, method: str, options: Mapping[str, Any] | None = None
) -> tuple[Plan, tuple[Problem, ...]]:
    """Return the plan that `method` makes for the round, and every problem the checker finds in it.

    Problems that block a manual list are returned, not raised, so that the draft can be shown with
    them. Raise `CannotPair` for an unknown method or option, for missing results, for fixed pairings that
    are impossible, or if the method fails or gives no round that may be saved.
    """
    try:
        return _plan_round(request, method, options or {})
    except CannotPair as refusal:
        refusal.names = request.names
        raise


def _plan_round(
    request: PairingRequest, method: str, options: Mapping[str, Any]
) -> tuple[Plan, tuple[Problem, ...]]:
    pairing_method = all_methods().get(method)
    if pairing_method is None:
        raise CannotPair(Message("no_such_method", method=method, methods=tuple(all_methods())))
    chosen = pairing_method.options_from(options)
    if reasons := [
        *fixed_pairing_obstacles(request),
        *_standings_obstacles(request, pairing_method),
    ]:
        raise CannotPair(*reasons)
    try:
        proposal = pairing_method.propose(request, chosen)
    except CannotPair:
        raise
    except Exception as fault:  # the director gets a sentence instead of a traceback
        what = str(fault) if isinstance(fault, MatchingFault) else type(fault).__name__ + "."
        raise CannotPair(Message("fault", method=pairing_method.label, fault=what)) from fault
    by_list = pairing_method.is_list
    plan = _plan_from_proposal(
        request, method, add_fixed_pairings(request, proposal), by_list=by_list
    )
    plan = replace(plan, price=pairing_method.repeat_price(chosen))
    problems = check_round(request, plan)
    if not pairing_method.is_list and (blocking := [p for p in problems if p.is_blocking]):
        raise CannotPair(
            Message(
                "cannot_be_saved",
                method=pairing_method.label,
                problems=tuple(problem.message for problem in blocking),
            )
        )
    return plan, problems


def _standings_obstacles(request: PairingRequest, method: Method) -> list[Message]:
    """Return why the standings that the method needs do not exist yet; [] if they do or it needs none."""
    if not method.uses_standings:
        return []
    if request.standings_round >= request.round:
        return [Message("source_too_late", round=request.round, after=request.standings_round)]
    open_ = sorted(row for row in request.arranged if row[0] <= request.standings_round)
    if not open_:
        return []
    boards = tuple(Message("one_against_other", one=one, other=other) for _, one, other in open_)
    first = open_[0][0]
    if first > 1:
        return [Message("results_missing", round=first, boards=boards, before=first - 1)]
    return [Message("results_missing_first", round=first, boards=boards)]


def _plan_from_proposal(
    request: PairingRequest, method: str, proposal: Proposal, *, by_list: bool
) -> Plan:
    lots = Random(request.seed)
    ordered: list[tuple[int, int, FirstReason]] = []
    for one, other in proposal.pairs:
        first = _choose_first(request, one, other, lots, proposal, by_list=by_list)
        ordered.append((first.number, other if first.number == one else one, first.why))
    boards = assign_boards(
        [(one, other) for one, other, _ in ordered],
        request.fixed_boards,
        first_board=request.first_board,
        stays=_previous_boards(request, [(one, other) for one, other, _ in ordered]),
    )
    pairs = [
        Pair(
            board=board,
            first=first,
            second=second,
            earlier_meetings=len(request.meetings.get(frozenset((first, second)), ())),
            reasons=(
                *filter(None, [proposal.pair_reason]),
                *proposal.reasons.get(frozenset((first, second)), ()),
                _first_reason(request, first, second, why),
            ),
        )
        for board, (first, second, why) in zip(boards, ordered, strict=True)
    ]
    byes = [
        Bye(number, (*filter(None, [proposal.bye_reason]), *proposal.bye_reasons.get(number, ())))
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


def _choose_first(
    request: PairingRequest,
    one: int,
    other: int,
    lots: Random,
    proposal: Proposal,
    *,
    by_list: bool,
) -> FirstChoice:
    starts = request.starts
    settled = proposal.firsts_settled and frozenset((one, other)) not in proposal.by_starts
    if settled or one not in starts or other not in starts:
        return FirstChoice(one, FirstReason.BY_LIST if by_list else FirstReason.BY_TABLE)
    met = (
        meetings_between(one, other, request.results, request.start_rules)
        if request.head_to_head_firsts
        else ()
    )
    return decide_first(starts[one], starts[other], lots, met=met)


def _first_reason(request: PairingRequest, first: int, second: int, why: FirstReason) -> Message:
    """Return why an entry goes first, with the figures if figures decide."""
    one, other = request.starts.get(first), request.starts.get(second)
    message = FirstChoice(first, why).reason
    if not (one and other):
        return message
    reason = message.params["why"]
    if why is FirstReason.FEWER_FIRSTS:
        return Message("first_counts", why=reason, one=one.firsts, other=other.firsts)
    if why is FirstReason.MORE_SECONDS:
        return Message("first_counts", why=reason, one=one.seconds, other=other.seconds)
    if why is FirstReason.BALANCE:
        return Message(
            "first_starts",
            why=reason,
            one=(one.firsts, one.seconds),
            other=(other.firsts, other.seconds),
        )
    return message


def _previous_boards(request: PairingRequest, pairs: list[tuple[int, int]]) -> list[int | None]:
    """Return the previous board of the higher-ranked player of each pair, or None for a player without one.

    The list is empty if boards do not stay.
    """
    if not request.previous_boards:
        return []
    place = {number: index for index, number in enumerate(request.ranked)}
    last = len(place)
    return [
        request.previous_boards.get(min(pair, key=lambda number: (place.get(number, last), number)))
        for pair in pairs
    ]


BY_DIRECTOR = Message("by_director")


def fixed_pairing_obstacles(request: PairingRequest) -> list[Message]:
    """Return every reason why the director's fixed pairings and byes are impossible."""
    placed = [number for pair in request.fixed_pairs for number in pair]
    placed += request.fixed_byes
    there, entered = set(request.present), {entrant.number for entrant in request.entrants}
    reasons = [Message("set_unknown", number=number) for number in sorted(set(placed) - entered)]
    reasons += [
        Message("set_absent", entry=number, round=request.round)
        for number in sorted((set(placed) & entered) - there)
    ]
    reasons += [
        Message("set_twice", entry=number)
        for number, times in sorted(Counter(placed).items())
        if times > 1
    ]
    reasons += [
        Message("set_apart", one=one, other=other)
        for one, other in request.fixed_pairs
        if frozenset((one, other)) in request.forbidden_pairs
    ]
    if request.fixed_byes and not request.byes_allowed:
        reasons.append(Message("set_bye", entries=request.fixed_byes))
    return reasons


def add_fixed_pairings(request: PairingRequest, proposal: Proposal) -> Proposal:
    """Return the proposal with the director's fixed pairings and byes added where missing.

    If pairs are added, all pairs are put in the order of the standings again, the best pair first.
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
