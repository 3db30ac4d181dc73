"""Explain why a round cannot be paired: the conflicting players and the possible remedies.

By the Gallai–Edmonds theorem, players who cannot all be paired split into separate groups once a
few others are removed. Each odd group needs one of those few, and there are not enough of them.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, islice

from tournament.engine.message import Message
from tournament.engine.pairing.field import PairingField
from tournament.engine.pairing.matching import has_perfect_matching, max_pairs
from tournament.engine.pairing.method import CannotPair
from tournament.engine.results import NOBODY

MAX_ANALYSED_FIELD = 200
"""The field size up to which groups are analysed; in larger fields only the leftover players are named."""
MAX_REMEDY_PAIRS = 8
MAX_TRIED_PAIRS = 60
"""The maximum number of pairs kept apart that are tried as exceptions, one at a time."""
Edges = list[tuple[int, int]]


def refused_bye_message(field: PairingField) -> Message:
    """Return the message for an odd field in which no player may have the bye."""
    return Message("nobody_may_have_bye", players=len(field.unpaired), entries=field.unpaired)


def impossible_round_error(field: PairingField) -> CannotPair:
    """Return the error for an impossible round: the players, the cause and the remedies."""
    players = field.unpaired
    if len(players) == 2:
        cause = _obstacle_message(field, *players)
    elif len(players) > MAX_ANALYSED_FIELD:
        cause = Message("cannot_be_paired", entries=tuple(_unmatched_numbers(field)))
    else:
        cause = _groups_message(field)
    return CannotPair(cause, *_remedies(field))


def _allowed_edges(field: PairingField) -> Edges:
    """Return the pairs of places that may meet; an odd field has an extra place for the bye, open to all."""
    size = len(field.unpaired)
    edges = [
        (one, other)
        for one, other in combinations(range(size), 2)
        if field.may_meet(field.unpaired[one], field.unpaired[other])
    ]
    return edges + ([(place, size) for place in range(size)] if size % 2 else [])


def _place_count(field: PairingField) -> int:
    return len(field.unpaired) + len(field.unpaired) % 2


def _unmatched_numbers(field: PairingField) -> list[int]:
    paired = {
        place for pair in max_pairs(_place_count(field), _allowed_edges(field)) for place in pair
    }
    return [number for place, number in enumerate(field.unpaired) if place not in paired]


def _groups_message(field: PairingField) -> Message:
    """Return the message on the groups of players who can be left over and the players they compete for."""
    edges, size = _allowed_edges(field), _place_count(field)
    full = len(max_pairs(size, edges))
    spare = {
        place
        for place in range(size)
        if len(max_pairs(size, [pair for pair in edges if place not in pair])) == full
    }
    wanted = {
        other
        for pair in edges
        for place, other in (pair, pair[::-1])
        if place in spare and other not in spare
    }
    groups = [
        named for group in _connected_groups(spare, edges) if (named := _numbers_at(field, group))
    ]
    rivals = (*_numbers_at(field, wanted), *([NOBODY] if len(field.unpaired) in wanted else []))
    singles = tuple(number for group in groups if len(group) == 1 for number in group)
    larger = tuple(
        Message("each_other", entries=tuple(group)) for group in groups if len(group) > 1
    )
    if singles and not rivals:
        return Message("can_meet_nobody", entries=singles)
    if not larger:
        return Message("can_meet_only", entries=singles, rivals=rivals)
    if singles:
        return Message("groups_and_singles", groups=larger, rivals=rivals, singles=singles)
    if rivals:
        return Message("groups_or_rivals", groups=larger, rivals=rivals)
    return Message("groups", groups=larger)


def _connected_groups(spare: set[int], edges: Edges) -> list[list[int]]:
    """Return the groups of `spare` places connected by edges, each sorted, in the order of their first places."""
    near: dict[int, list[int]] = {place: [] for place in spare}
    for one, other in edges:
        if one in spare and other in spare:
            near[one].append(other)
            near[other].append(one)
    groups: list[list[int]] = []
    seen: set[int] = set()
    for start in sorted(spare):
        if start in seen:
            continue
        group, waiting = [], [start]
        seen.add(start)
        while waiting:
            place = waiting.pop()
            group.append(place)
            fresh = [other for other in near[place] if other not in seen]
            seen.update(fresh)
            waiting += fresh
        groups.append(sorted(group))
    return groups


def _numbers_at(field: PairingField, places: Iterable[int]) -> list[int]:
    return [field.unpaired[place] for place in sorted(places) if place < len(field.unpaired)]


def _obstacle_message(field: PairingField, one: int, other: int) -> Message:
    if other in field.forbidden_opponents.get(one, ()):
        return Message("only_two_apart", one=one, other=other)
    return Message("only_two_met", one=one, other=other, times=field.meetings(one, other))


def _remedies(field: PairingField) -> list[Message]:
    """Return each single change that makes the round possible, or else the advice to include more players."""
    remedies = []
    counts = sorted(
        {n for met in field.meeting_counts.values() for n in met.values() if n > field.limit}
    )
    for limit in counts:
        if _is_possible(replace(field, limit=limit)):
            remedies.append(Message("let_meet_again", times=limit))
            break
    request = field.request
    if request.forbidden_pairs and _is_possible(_changed_field(field, forbidden_pairs=frozenset())):
        helping = [sorted(pair) for pair in _pairs_to_allow(field)]
        pairs = tuple(Message("the_two", one=one, other=other) for one, other in helping)
        remedies.append(
            Message("let_meet", pairs=pairs) if pairs else Message("give_up_some_apart")
        )
    placed = request.fixed_pairs or request.fixed_byes
    if placed and _is_possible(_changed_field(field, fixed_pairs=(), fixed_byes=())):
        remedies.append(Message("change_what_is_set"))
    return remedies or [Message("let_more_in")]


def _pairs_to_allow(field: PairingField) -> list[frozenset[int]]:
    """Return the pairs kept apart that would each make the round possible if allowed to meet.

    Only a limited number of pairs is tried and returned.
    """
    request = field.request
    left = set(_unmatched_numbers(field))
    candidates = sorted(request.forbidden_pairs, key=lambda pair: (not pair & left, sorted(pair)))
    helping = (
        pair
        for pair in candidates[:MAX_TRIED_PAIRS]
        if _is_possible(_changed_field(field, forbidden_pairs=request.forbidden_pairs - {pair}))
    )
    return sorted(islice(helping, MAX_REMEDY_PAIRS), key=sorted)


def _changed_field(field: PairingField, **changes: object) -> PairingField:
    return replace(field, request=replace(field.request, **changes))  # type: ignore[arg-type]


def _is_possible(field: PairingField) -> bool:
    return has_perfect_matching(_place_count(field), _allowed_edges(field))
