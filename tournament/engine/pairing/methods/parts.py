"""The parts method: one method for the top of the division, another for the rest."""

from dataclasses import dataclass, replace
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.method import CannotPair, Method, all_methods
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.repeat_price import NO_FREE_REPEATS, limit_option, price_option
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.pairing.round_robin_tables import pair_leftovers, table_field
from tournament.engine.plugins import option


@dataclass(frozen=True)
class PartsOptions:
    """Options for the size of the top and the methods of both parts.

    `field` lists all players in the order of the standings by which the parts were split.
    """

    size: int = option(
        8,
        "The number of players at the top of the standings before the first of these rounds. "
        "They remain the top until the last of these rounds.",
        label="Players at the top",
    )
    top: str = option(
        "round_robin",
        label="The top",
        choices=(
            ("round_robin", "Round robin"),
            ("bracket", "Bracket"),
            ("double_elimination", "Double elimination"),
            ("king_of_the_hill", "King of the hill"),
            ("queen_of_the_hill", "Queen of the hill"),
            ("swiss", "Swiss"),
        ),
    )
    rest: str = option(
        "swiss",
        label="The others",
        choices=(
            ("swiss", "Swiss"),
            ("king_of_the_hill", "King of the hill"),
            ("queen_of_the_hill", "Queen of the hill"),
            ("factor", "Factor"),
            ("quartiles", "Quartiles"),
            ("australian", "Australian draw"),
            ("round_robin", "Round robin"),
            ("random", "Random"),
        ),
    )
    games: int = option(
        1, "The number of games in a match, for a bracket and double elimination.", label="Games"
    )
    again: str = price_option(NO_FREE_REPEATS)
    repeats: int | None = limit_option()
    start_round: int = option(1, hidden=True)
    field: tuple[int, ...] = option((), hidden=True)


class Parts(Method):
    """The top of the division is paired by one method and the rest by another, in the same rounds.

    For example, a final eight plays a round robin while the rest continues with Swiss. The top is settled
    before the first of these rounds and does not change. If each part has a player without an opponent, these
    two meet.
    """

    label = "Parts"
    Options = PartsOptions
    field_by_standing = True

    def repeats_intentionally(self, options: Any) -> bool:
        """Return whether the table or bracket of a part may bring earlier opponents together."""
        return any(
            not all_methods()[part].uses_standings and part != "random"
            for part in (options.top, options.rest)
        )

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return the pairs of the top, then those of the rest.

        Raise `CannotPair` for an invalid size, for a fixed pairing across the parts, or if the method of a
        part cannot pair it.
        """
        field = table_field(request, options.start_round, options.field or request.standing)
        if not 2 <= options.size < len(field):
            raise CannotPair(Message("parts_size", size=options.size, players=len(field)))
        top = field[: options.size]
        others = tuple(number for number in request.present if number not in top)
        later = tuple(number for number in others if number not in field)
        above = _pair_part(request, options.top, options, top, top)
        below = _pair_part(request, options.rest, options, others, (*field[options.size :], *later))
        across = [pair for pair in request.fixed_pairs if len(set(pair) & set(top)) == 1]
        if across:
            raise CannotPair(Message("parts_across", one=across[0][0], other=across[0][1]))
        return pair_leftovers(request, _combine(above, below, options.size))


def _pair_part(
    request: PairingRequest,
    key: str,
    options: PartsOptions,
    part: tuple[int, ...],
    field: tuple[int, ...],
) -> Proposal:
    """Return the proposal of the method `key` for one part, using the `options` that the method has."""
    method = all_methods()[key]
    known = set(method.option_names())
    values = {
        name: value
        for name, value in {
            "games": options.games,
            "again": options.again,
            "repeats": options.repeats,
            "start_round": options.start_round,
            "field": field,
        }.items()
        if name in known
    }
    return method.propose(request.restricted_to(part), method.options_from(values))


def _combine(above: Proposal, below: Proposal, size: int) -> Proposal:
    """Return both proposals as one, with each pair's part as its first reason."""
    reasons = {}
    for proposal, part in (
        (above, Message("part_top", size=size)),
        (below, Message("part_rest", size=size)),
    ):
        own = (proposal.pair_reason,) if proposal.pair_reason else ()
        for pair in proposal.pairs:
            numbers = frozenset(pair)
            reasons[numbers] = (part, *own, *proposal.reasons.get(numbers, ()))
    bye_reasons = {
        number: (
            *((proposal.bye_reason,) if proposal.bye_reason else ()),
            *proposal.bye_reasons.get(number, ()),
        )
        for proposal in (above, below)
        for number in proposal.byes
    }
    by_starts = {
        frozenset(pair)
        for proposal in (above, below)
        for pair in proposal.pairs
        if not proposal.firsts_settled or frozenset(pair) in proposal.by_starts
    }
    return replace(
        above,
        pairs=(*above.pairs, *below.pairs),
        byes=(*above.byes, *below.byes),
        firsts_settled=True,
        by_starts=frozenset(by_starts),
        pair_reason=None,
        bye_reason=None,
        reasons=reasons,
        bye_reasons=bye_reasons,
        warnings=(*above.warnings, *below.warnings),
        notes=(*above.notes, *below.notes),
    )
