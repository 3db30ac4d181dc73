"""Round robin tables, and rounds made from their rows when some of the players are absent."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from tournament.engine.message import Message
from tournament.engine.pairing.method import CannotPair
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.preference_pairing import pair_by_preferences
from tournament.engine.pairing.preference_set import Players, PreferenceSet
from tournament.engine.pairing.preferences import prefer_close
from tournament.engine.pairing.repeat_price import REPEATS_AVOIDED
from tournament.engine.pairing.request import PairingRequest


def rounds_in_cycle(players: int) -> int:
    """Return the number of rounds in a cycle of that many players; an odd number adds a phantom."""
    return players - 1 + players % 2


def circle_rows(size: int) -> list[list[tuple[int, int]]]:
    """Return rows of pairs of 0-based places by the circle method for an even `size`.

    The first of a pair goes first. The last place stays and the others rotate. Starts follow the parity
    of the sum of the places, so that a player's firsts and seconds differ by at most one. If the last
    place is a phantom, every player has as many firsts as seconds.
    """
    turning = size - 1
    rows: list[list[tuple[int, int]]] = []
    for row in range(turning):
        pairs: list[tuple[int, int]] = []
        for low in range(turning):
            high = (row - low) % turning
            if low < high:
                pairs.append((low, high) if (low + high) % 2 else (high, low))
            elif low == high:
                still = (low, size - 1) if low < size // 2 else (size - 1, low)
                pairs.append(still)
        rows.append(pairs)
    return rows


def team_row(size: int, row: int) -> list[tuple[int, int, bool]]:
    """Return 0-based row `row` of a table in which each player of one side meets each player of the other.

    Each side has `size` places. Each item is a place of one side, its opponent's place on the other, and
    whether the former goes first, which it does if the sum of the places is even. Thus each player's
    firsts and seconds differ by at most one at the end, even if the last places of a side are empty.
    """
    met = [(place, (place + row) % size) for place in range(size)]
    return [(place, other, (place + other) % 2 == 0) for place, other in met]


def drawn_order(size: int, purpose: str, draw: int) -> list[int]:
    """Return the numbers from 0 to `size` - 1 in an order drawn once for all rounds of a table.

    The same size, `draw` and purpose give the same order in every round and on any machine.
    """
    order = list(range(size))
    Random(f"{purpose}/{draw}/{size}").shuffle(order)
    return order


TableRow = Sequence[tuple[int | None, int | None]]
"""Pairs of numbers, the first player first; None is an empty seat."""

NO_OPPONENT = Message("no_opponent_in_table")
WITHOUT_OPPONENT = Message("both_without_opponent")
SPARED_A_SECOND_BYE = Message("spared_a_second_bye")


def table_field(request: PairingRequest, start_round: int, field: Sequence[int]) -> tuple[int, ...]:
    """Return all players in the table: `field`, or all who have not withdrawn before `start_round`, by seed.

    Raise `CannotPair` for an unknown number, or one named twice.
    """
    if not field:
        there = [entrant for entrant in request.entrants if entrant.is_active_in(start_round)]
        return tuple(e.number for e in sorted(there, key=lambda e: (e.seed, e.number)))
    entered = {entrant.number for entrant in request.entrants}
    if unknown := sorted(set(field) - entered):
        raise CannotPair(Message("table_unknown", numbers=tuple(unknown)))
    if len(set(field)) < len(field):
        raise CannotPair(Message("table_twice"))
    return tuple(field)


def row_proposal(
    request: PairingRequest, row: TableRow, reason: Message, *, rejoin: bool = False
) -> Proposal:
    """Return the pairs of `row` whose players are both free; all other free players have the bye.

    A player is free if present and not placed by the director. With `rejoin`, or if the director has
    placed anyone, those without an opponent are paired with each other if possible. Raise `CannotPair`
    if byes are needed and not allowed.
    """
    placed = {number for pair in request.fixed_pairs for number in pair}
    placed.update(request.fixed_byes)
    there = set(request.present)
    free = there - placed
    pairs: list[tuple[int, int]] = []
    alone: list[int] = []
    seen: set[int] = set()
    for one, other in row:
        seen.update(number for number in (one, other) if number is not None)
        if one in free and other in free:
            pairs.append((one, other))
        else:
            alone += [number for number in (one, other) if number in free]
    alone += [number for number in request.present if number in free and number not in seen]
    proposal = Proposal(
        tuple(pairs), tuple(alone), firsts_settled=True, pair_reason=reason, bye_reason=NO_OPPONENT
    )
    if rejoin or placed:
        proposal = pair_leftovers(request, proposal)
    if proposal.byes and not request.byes_allowed:
        raise CannotPair(Message("table_bye", entries=proposal.byes))
    return proposal


def pair_leftovers(request: PairingRequest, proposal: Proposal) -> Proposal:
    """Return the proposal with its several byes replaced by pairs of these players where possible."""
    if len(proposal.byes) < 2:
        return proposal
    among = replace(
        request.restricted_to(proposal.byes), fixed_pairs=(), fixed_byes=(), standing=()
    )
    try:
        joined = pair_by_preferences(among, _neighbour_preferences, REPEATS_AVOIDED, by_wins=False)
    except CannotPair:
        return proposal
    reason = (proposal.pair_reason,) if proposal.pair_reason else ()
    reasons = {frozenset(pair): (WITHOUT_OPPONENT,) for pair in joined.pairs}
    return Proposal(
        pairs=(*proposal.pairs, *joined.pairs),
        byes=joined.byes,
        firsts_settled=proposal.firsts_settled,
        by_starts=proposal.by_starts | frozenset(reasons),
        bye_reason=proposal.bye_reason,
        reasons={
            **{
                frozenset(pair): (*reason, *proposal.reasons.get(frozenset(pair), ()))
                for pair in proposal.pairs
            },
            **reasons,
        },
        bye_reasons=joined.bye_reasons,
        warnings=(*proposal.warnings, *joined.warnings),
        notes=proposal.notes,
    )


def avoid_second_bye(request: PairingRequest, proposal: Proposal) -> Proposal:
    """Return the proposal with its only bye moved to the last pair that can take it, if it is a second bye.

    The player who was left alone then meets one of that pair, and the other has the bye.
    """
    if len(proposal.byes) != 1 or not request.byes.get(proposal.byes[0]):
        return proposal
    alone = proposal.byes[0]
    for pair in reversed(proposal.pairs):
        for meets, sits in (pair, pair[::-1]):
            again = frozenset((alone, meets))
            kept_apart = again in request.forbidden_pairs or again in request.unwanted_pairs
            if request.byes.get(sits) or again in request.meetings or kept_apart:
                continue
            reasons = dict(proposal.reasons)
            reasons.pop(frozenset(pair), None)
            return replace(
                proposal,
                pairs=tuple((alone, meets) if one == pair else one for one in proposal.pairs),
                byes=(sits,),
                by_starts=proposal.by_starts | {again},
                reasons=reasons | {again: (SPARED_A_SECOND_BYE,)},
            )
    return proposal


def _neighbour_preferences(players: Players) -> PreferenceSet:
    return PreferenceSet([prefer_close(len(players))], lambda _one, _other: WITHOUT_OPPONENT)
