"""The double elimination method."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.matches import Match, decide_match
from tournament.engine.pairing.matching import PriceScale, cheapest_matching, random_draws
from tournament.engine.pairing.method import CannotPair, Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.pairing.round_robin_tables import row_proposal, table_field
from tournament.engine.plugins import option

LOSSES_UNTIL_OUT = 2
"""The number of lost matches that eliminates a player."""


@dataclass(frozen=True)
class DoubleEliminationOptions:
    """Options for the length of a match.

    `field` lists all players by seed; if empty, all who have not withdrawn before `start_round`.
    """

    games: int = option(1, "All games of a match are played.", label="Games in a match")
    start_round: int = option(1, hidden=True)
    field: tuple[int, ...] = option((), hidden=True)


class DoubleElimination(Method):
    """A player who has lost two matches is out; the last player left wins.

    Players without a lost match meet each other, the best seed against the lowest. Players with one lost
    match also meet each other, without repeats if possible. If a group is odd, the best seed of those who
    have waited least often waits. When one player of each group is left, these two meet, and once more if the
    player without a lost match loses. Any number of players can take part. Players who wait or are out play
    each other, only for the standings. A match is decided by most wins, then by its spread, then by the
    better seed.
    """

    label = "Double elimination"
    Options = DoubleEliminationOptions
    uses_standings = False

    def repeats_intentionally(self, options: Any) -> bool:
        """Return True: two players may meet in both groups, and meet again in the last matches."""
        del options
        return True

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return this round's game of every match, and games among the other players.

        Raise `CannotPair` for fewer than two players, invalid options, missing results, a round before the
        first match or after the last, or if every player has left.
        """
        field = table_field(request, options.start_round, options.field)
        if len(field) < 2:
            raise CannotPair(Message("elimination_too_few"))
        if options.games < 1:
            raise CannotPair(Message("bracket_games"))
        if request.round < options.start_round:
            raise CannotPair(Message("elimination_early", first=options.start_round))
        stage, game = divmod(request.round - options.start_round, options.games)
        state = _Elimination(request, field)
        for done in range(stage):
            first = options.start_round + done * options.games
            state.settle(range(first, first + options.games))
        matches = state.matches(request.round - game)
        if not state.remaining:
            raise CannotPair(Message("elimination_nobody"))
        if not matches:
            raise CannotPair(Message("elimination_over", entry=state.remaining[0]))
        reason = Message("elimination", match=stage + 1, game=game + 1, games=options.games)
        pairs = [pair if game % 2 == 0 else pair[::-1] for pair in matches]
        return row_proposal(request, pairs, reason, rejoin=True)


class _Elimination:
    """The losses and sit-outs of each player in the stages so far."""

    def __init__(self, request: PairingRequest, field: Sequence[int]) -> None:
        self.request = request
        self.field = field
        self.lost = dict.fromkeys(field, 0)
        self.waited = dict.fromkeys(field, 0)
        self.met: dict[frozenset[int], int] = {}

    @property
    def remaining(self) -> list[int]:
        """The players not eliminated, best seed first."""
        return [number for number in self.field if self.lost[number] < LOSSES_UNTIL_OUT]

    def matches(self, first_round: int) -> list[Match]:
        """Return the matches of the stage that starts with this round; [] if at most one player is left.

        Players who have withdrawn before this round are eliminated.
        """
        there = {e.number for e in self.request.entrants if e.is_active_in(first_round)}
        for number in self.field:
            if number not in there:
                self.lost[number] = LOSSES_UNTIL_OUT
        halves = [
            [n for n in self.remaining if self.lost[n] == lost] for lost in range(LOSSES_UNTIL_OUT)
        ]
        if all(len(half) < 2 for half in halves):
            halves = [self.remaining]
        return [match for half in halves for match in self._pairs(half)]

    def settle(self, rounds: range) -> None:
        """Record the losses, sit-outs and meetings of the stage played in these rounds."""
        matches = self.matches(rounds[0])
        playing = {number for match in matches for number in match}
        for number in self.remaining:
            self.waited[number] += number not in playing
        for match in matches:
            _, loser = decide_match(self.request, match, rounds)
            self.lost[loser] += 1
            pair = frozenset(match)
            self.met[pair] = self.met.get(pair, 0) + 1

    def _pairs(self, half: list[int]) -> list[Match]:
        """Return pairs of best against lowest, with as few repeated matches as possible; [] for one player."""
        if len(half) % 2:
            waits = min(half, key=lambda number: (self.waited[number], half.index(number)))
            half = [number for number in half if number != waits]
        size = len(half)
        most = max(self.met.values(), default=0)
        scale = PriceScale.for_levels((most, size**2), size)
        draw = random_draws(half, Random("double elimination"), scale.draw_bound)

        def price(one: int, other: int) -> int:
            met = self.met.get(frozenset((half[one], half[other])), 0)
            off = (one + other - (size - 1)) ** 2
            return scale.units[0] * met + scale.units[1] * off + draw(one, other)

        matching = cheapest_matching(size, price, scale.units) if size else None
        if matching is None:
            return []
        return [(half[one], half[other]) for one, other in matching.pairs]
