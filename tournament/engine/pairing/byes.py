"""Choose who has the bye, for all methods that do not choose it themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.concessions import max_concessions
from tournament.engine.pairing.field import PairingField
from tournament.engine.pairing.matching import PriceScale, cheapest_matching, has_perfect_matching

LARGE_FIELD_SIZE = 200
"""The field size above which the first candidates are tried before all are weighed together.

The large score groups of such a field can nearly always be paired, whichever player has the bye.
"""
CANDIDATES_TRIED_FIRST = 3
"""The number of candidates tried one by one before all are weighed together."""
WINDOW = 40
"""The number of places above and below a player among which an opponent is sought first."""


@dataclass(frozen=True, slots=True)
class ByeChoice:
    """The entry that has the bye, with the reasons."""

    number: int
    reasons: Messages


def choose_bye(field: PairingField, *, by_wins: bool) -> ByeChoice | None:
    """Return the bye for an odd field, or None if no bye lets the others be paired.

    The bye whose round makes the fewest concessions, compared in the order of `Concessions`, is chosen;
    among equals, the first in the event's bye order. With `by_wins`, players next to each other in the
    bye order with the same wins share one turn; among them, the smallest sum of squared differences in
    wins on the other boards decides, then the bye order.
    """
    sequence = field.request.bye_order.sort(field.unpaired)
    fewest = min(field.byes(number) for number in sequence)
    ready = [number for number in sequence if field.byes(number) == fewest]
    turns = _bye_turn_by_entry(field, sequence, by_wins=by_wins)
    alone = [turns[number] for number in ready].count(turns[ready[0]]) == 1
    if alone or not field.meeting_counts or len(sequence) > LARGE_FIELD_SIZE:
        for tried in ready[:CANDIDATES_TRIED_FIRST]:
            if _can_all_be_paired([number for number in field.unpaired if number != tried], field):
                return ByeChoice(tried, _bye_reasons(field, tried, ready, fewest))
    chosen = _best_bye(field, sequence, turns, by_wins=by_wins)
    return None if chosen is None else ByeChoice(chosen, _bye_reasons(field, chosen, ready, fewest))


def _bye_turn_by_entry(
    field: PairingField, sequence: Sequence[int], *, by_wins: bool
) -> dict[int, int]:
    """Return each entry's turn in the bye order (0-based).

    With `by_wins`, neighbours with equal wins share a turn, unless only one of them is spared from byes.
    """
    if not by_wins:
        return {number: turn for turn, number in enumerate(sequence)}
    records, spared = field.request.records, set(field.unpaired[: field.request.bye_order.spared])
    turns: dict[int, int] = {}
    before: tuple[bool, int] | None = None
    for number in sequence:
        group = (number in spared, records[number].half_wins)
        turns[number] = max(turns.values(), default=-1) + (group != before)
        before = group
    return turns


def _can_all_be_paired(players: Sequence[int], field: PairingField) -> bool:
    """Return whether these players can be paired without repeats beyond the free ones or players to be kept apart."""
    size = len(players)
    spoilt = [field.unsuitable_opponents(number) for number in players]
    for reach in sorted({min(WINDOW, size), size}):
        edges = [
            (one, other)
            for one in range(size)
            for other in range(one + 1, min(size, one + reach + 1))
            if players[other] not in spoilt[one]
        ]
        if has_perfect_matching(size, edges):
            return True
    return False


def _best_bye(
    field: PairingField, sequence: Sequence[int], turns: Mapping[int, int], *, by_wins: bool
) -> int | None:
    """Return the best bye over all pairings of the others, or None if there is no pairing.

    A phantom place after the last player represents the bye.
    """
    players = field.unpaired
    phantom = len(players)
    last = {number: place for place, number in enumerate(sequence)}
    wins = [field.request.records[number].half_wins if by_wins else 0 for number in players]
    most_byes = max(field.byes(number) for number in players)
    for repeats in (min(field.free_meetings, field.limit), field.limit):
        levels = (
            *max_concessions(repeats, most_byes).as_levels,
            max(turns.values()),
            (max(wins) - min(wins)) ** 2,
            len(players),
        )
        scale = PriceScale.for_levels(levels, phantom + 1)

        def price(
            one: int, other: int, repeats: int = repeats, units: tuple[int, ...] = scale.units
        ) -> int | None:
            number = players[one]
            if other == phantom:
                order = units[-3] * turns[number] + units[-1] * last[number]
                return field.bye_concessions(number).price(units) + order
            opponent = players[other]
            if field.meetings(number, opponent) > repeats or not field.may_meet(number, opponent):
                return None
            apart = units[-2] * (wins[one] - wins[other]) ** 2
            return field.pair_concessions(number, opponent).price(units) + apart

        matching = cheapest_matching(phantom + 1, price, scale.units)
        if matching is not None:
            return next(players[one] for one, other in matching.pairs if other == phantom)
    return None


def _bye_reasons(field: PairingField, chosen: int, ready: Sequence[int], fewest: int) -> Messages:
    """Return why the entry has the bye: the rule, and why the first candidate does not have it."""
    had = field.byes(chosen)
    if had != fewest:
        why = Message("bye_had_more", byes=had, fewest=fewest)
    elif field.request.bye_order.top_down:
        why = Message("bye_highest", byes=fewest)
    else:
        why = Message("bye_lowest", byes=fewest)
    if chosen == ready[0]:
        return (why,)
    rest = [number for number in field.unpaired if number != ready[0]]
    if had == fewest and _can_all_be_paired(rest, field):
        return why, Message("bye_keeps_wins_close", entry=ready[0])
    return why, Message("bye_passed_over", entry=ready[0])
