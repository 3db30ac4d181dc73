"""Pairings and byes the director has set: whether they can be kept, and keeping them."""

from collections import Counter
from dataclasses import replace

from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import Request

BY_DIRECTOR = "set by the director"


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
