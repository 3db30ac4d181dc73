"""Determine the gibsonized players with the reasons, and pair them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournament.engine.message import Message
from tournament.engine.pairing.byes import ByeChoice, choose_bye
from tournament.engine.pairing.concessions import max_concessions, pair_concessions_in
from tournament.engine.pairing.conflicts import impossible_round_error, refused_bye_message
from tournament.engine.pairing.field import PairingField
from tournament.engine.pairing.matching import (
    PriceScale,
    cheapest_matching,
    has_perfect_matching,
    random_draws,
)
from tournament.engine.pairing.method import CannotPair
from tournament.engine.pairing.reachable_places import ReachablePlaces
from tournament.engine.pairing.request import PrizeBand


@dataclass(frozen=True, slots=True)
class GibsonizedEntry:
    """An entry whose prize is settled, with the reason."""

    number: int
    place: int
    """The entry's current place in the division."""
    band: PrizeBand
    why: Message


def gibsonized_entries(reachable: ReachablePlaces) -> tuple[GibsonizedEntry, ...]:
    """Return every entry whose prize is settled, best first."""
    settled = []
    for number in reachable.order:
        band = _settled_band(reachable, number)
        if band is not None:
            settled.append(
                GibsonizedEntry(
                    number, reachable.place[number], band, _gibson_reason(reachable, number, band)
                )
            )
    return tuple(settled)


def _settled_band(reachable: ReachablePlaces, number: int) -> PrizeBand | None:
    """Return the prize band that the entry can neither leave nor improve on, or None if there is none.

    Class prizes are considered only for entries that cannot win a division prize.
    """
    best = reachable.best_place(number)
    if best <= reachable.last_prize_place:
        worst = reachable.worst_place(number)
        return next((b for b in reachable.bands if _is_settled_in(b, "", best, worst)), None)
    group = reachable.classes.get(number, "")
    if not reachable.bands_of_class(group):
        return None
    best, worst = reachable.best_class_place(number), reachable.worst_class_place(number)
    return next(
        (b for b in reachable.bands_of_class(group) if _is_settled_in(b, group, best, worst)), None
    )


def _is_settled_in(band: PrizeBand, group: str, best: int, worst: int) -> bool:
    return band.group == group and band.first <= best and worst <= band.last


def _gibson_reason(reachable: ReachablePlaces, number: int, band: PrizeBand) -> Message:
    """Return the reason: `Ann is gibsonized for 1st place: 3 wins ahead of Ben with 2 rounds left.`."""
    rivals = [
        other for other in reachable.order if other != number and _is_rival(reachable, other, band)
    ]
    chasers = [other for other in rivals if not reachable.can_catch(other, number)]
    ahead = [other for other in rivals if not reachable.can_catch(number, other)]
    leads = []
    if chasers:
        lead = reachable.lead_message(number, chasers[0])
        leads.append(Message("ahead_of", lead=lead, entry=chasers[0]))
    else:
        leads.append(Message("nobody_to_take_it"))
    if band.first > 1 and ahead:
        lead = reachable.lead_message(ahead[-1], number)
        leads.append(Message("behind", lead=lead, entry=ahead[-1]))
    prize, all_leads = prize_message(band), tuple(leads)
    if reachable.catch_up_spread is not None and any(_counts_spread(lead) for lead in leads):
        return Message(
            "gibsonized_by_spread",
            entry=number,
            prize=prize,
            leads=all_leads,
            left=reachable.rounds_left,
            spread=reachable.catch_up_spread,
        )
    return Message(
        "gibsonized", entry=number, prize=prize, leads=all_leads, left=reachable.rounds_left
    )


def _counts_spread(lead: Message) -> bool:
    return "lead" in lead.params and lead.params["lead"].code == "lead_in_spread"


def _is_rival(reachable: ReachablePlaces, other: int, band: PrizeBand) -> bool:
    if not band.group:
        return True
    return reachable.classes.get(other, "") == band.group and not reachable.has_clinched_prize(
        other
    )


def prize_message(band: PrizeBand) -> Message:
    """Return the message that names the prize: `1st place`, `places 2 to 4`, `1st place of class B`."""
    places = Message("place", place=band.first)
    if band.last > band.first:
        places = Message("place_range", first=band.first, last=band.last)
    return Message("place_of_class", places=places, group=band.group) if band.group else places


Players = tuple[int, ...]


def bye_for(field: PairingField, over: Players) -> ByeChoice | None:
    """Return the entry that has the bye: a leftover gibsonized player, or else the one chosen by the event's rule.

    None for an even field. `over` are the gibsonized players no group needs as opponents; if their
    number is odd, the last has the bye unless they have had more byes than others or the rest cannot be
    paired. Raise `CannotPair` if byes are not allowed or no bye lets the others be paired.
    """
    if len(field.unpaired) % 2 == 0:
        return None
    if not field.request.byes_allowed:
        raise CannotPair(refused_bye_message(field))
    if len(over) % 2 and field.byes(over[-1]) == min(map(field.byes, field.unpaired)):
        rest = [number for number in field.unpaired if number != over[-1]]
        if can_be_paired(field, rest):
            return ByeChoice(over[-1], (Message("bye_gibsonized"),))
    chosen = choose_bye(field, by_wins=True)
    if chosen is None:
        raise impossible_round_error(field)
    return chosen


def can_be_paired(field: PairingField, players: Sequence[int]) -> bool:
    """Return whether all these players can be paired with each other, with or without repeats."""
    size = len(players)
    return size % 2 == 0 and has_perfect_matching(
        size,
        [
            (one, other)
            for one, other in combinations(range(size), 2)
            if players[other] not in field.forbidden_opponents.get(players[one], ())
        ],
    )


@dataclass(frozen=True, slots=True)
class SettledPairs:
    """The pairs of the gibsonized players, each with its reason, and the players left to be paired."""

    pairs: tuple[tuple[int, int], ...]
    reasons: dict[frozenset[int], Message]
    rest: Players


def pair_gibsonized(
    field: PairingField, reachable: ReachablePlaces, players: Players, settled: Collection[int]
) -> SettledPairs:
    """Return the gibsonized `players` paired with each other; the lowest of an odd number meets another player.

    The lowest one meets the highest of the players out of the prizes whom they have met least often,
    and a prize contender only if no one else is left. Gibsonized players who cannot be paired like this
    because they are kept apart are paired like all others.
    """
    own = [number for number in players if number in settled]
    pairs: list[tuple[int, int]] = []
    reasons: dict[frozenset[int], Message] = {}
    extra = own.pop() if len(own) % 2 else None
    for one, other in _gibsonized_pairs(field, own):
        pairs.append((one, other))
        reasons[frozenset((one, other))] = Message("both_gibsonized")
    left = tuple(n for n in players if not any(n in pair for pair in pairs))
    if extra is not None:
        others = [
            n
            for n in left
            if n not in settled and n not in field.forbidden_opponents.get(extra, ())
        ]
        others.sort(
            key=lambda n: (
                reachable.is_in_contention(n),
                pair_concessions_in(field.request, frozenset((extra, n))),
            )
        )
        for other in others:
            rest = tuple(n for n in left if n not in (extra, other))
            if not can_be_paired(field, rest):
                continue
            pairs.append((extra, other))
            reasons[frozenset((extra, other))] = (
                Message("gibsonized_meets_who_is_left", one=extra, other=other)
                if reachable.is_in_contention(other)
                else Message("gibsonized_meets_who_wins_nothing", one=extra, other=other)
            )
            left = rest
            break
    if pairs and not can_be_paired(field, left):
        return SettledPairs((), {}, players)
    return SettledPairs(tuple(pairs), reasons, left)


def _gibsonized_pairs(field: PairingField, own: Sequence[int]) -> list[tuple[int, int]]:
    """Return pairs of an even number of gibsonized players; [] if they cannot all be paired.

    Fewest concessions come first, then the smallest distance in the standings.
    """
    given_up = {
        (one, other): pair_concessions_in(field.request, frozenset((own[one], own[other])))
        for one, other in combinations(range(len(own)), 2)
    }
    most = max((pair.meetings for pair in given_up.values()), default=0)
    scale = PriceScale.for_levels((*max_concessions(most).as_levels, len(own) ** 2), len(own))
    draw = random_draws(own, field.request.random_for("gibsonized"), scale.draw_bound)

    def price(one: int, other: int) -> int | None:
        if own[other] in field.forbidden_opponents.get(own[one], ()):
            return None
        near = scale.units[-1] * (other - one) ** 2
        return given_up[one, other].price(scale.units) + near + draw(one, other)

    matching = cheapest_matching(len(own), price, scale.units) if own else None
    return [(own[one], own[other]) for one, other in matching.pairs] if matching else []
