"""The method of the bracket."""

from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.method import CannotPair, Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import Request
from tournament.engine.pairing.tables import as_proposal, field_in
from tournament.engine.plugins import option
from tournament.engine.standings.tally import tally


@dataclass(frozen=True)
class BracketOptions:
    """How long a match is.

    `field` is everyone by seed; empty takes all who are there in `start_round`.
    """

    games: int = option(3, "All games of a match are played.", label="Games in a match")
    start_round: int = option(1, hidden=True)
    field: tuple[int, ...] = option((), hidden=True)


class Bracket(Method):
    """Two meet in a match of several games and the winner goes on, until all places are settled.

    The best seed meets the lowest. The number of players is 2, 4, 8, 16 and so on. Most wins decide
    a match, then its spread, then the better seed. Losers play on for the places below. The
    opponent of who has left has the bye, and goes on.
    """

    label = "Bracket"
    Options = BracketOptions
    uses_standings = False

    def means_repeats(self, options: Any) -> bool:
        """Where two meet more than once."""
        return bool(options.games > 1)

    def propose(self, request: Request, options: Any) -> Proposal:
        """This round's game of every match of the stage."""
        field = field_in(request, options.start_round, options.field)
        size, games = len(field), options.games
        if size < 2 or size & (size - 1):
            below = 1 << max(size.bit_length() - 1, 1)
            raise CannotPair(Message("bracket_size", players=size, below=below, above=2 * below))
        if games < 1:
            raise CannotPair(Message("bracket_games"))
        stages = size.bit_length() - 1
        row = request.round - options.start_round
        if not 0 <= row < stages * games:
            raise CannotPair(
                Message(
                    "bracket_over",
                    players=size,
                    matches=stages,
                    games=games,
                    first=options.start_round,
                    last=options.start_round + stages * games - 1,
                    round=request.round,
                )
            )
        stage, game = divmod(row, games)
        matches = _first_matches(field)
        for done in range(stage):
            first = options.start_round + done * games
            matches = _next_matches(request, matches, range(first, first + games), done)
        reason = Message("bracket", match=stage + 1, matches=stages, game=game + 1, games=games)
        pairs = [pair if game % 2 == 0 else pair[::-1] for pair in matches]
        return as_proposal(request, pairs, reason)


Match = tuple[int, int]


def _first_matches(field: tuple[int, ...]) -> list[Match]:
    """1 against 8, 4 against 5, 2 against 7, 3 against 6: neighbours' winners meet next."""
    order = [0]
    while len(order) < len(field):
        last = 2 * len(order) - 1
        order = [place for best in order for place in (best, last - best)]
    return [(field[one], field[other]) for one, other in zip(order[::2], order[1::2], strict=True)]


def _next_matches(request: Request, matches: list[Match], rounds: range, stage: int) -> list[Match]:
    """The matches after these: within each block winners meet winners and losers meet losers."""
    seeds = {entrant.number: (entrant.seed, entrant.number) for entrant in request.entrants}
    ended = [_ended(request, match, rounds) for match in matches]
    block = max(len(matches) >> stage, 1)
    following: list[Match] = []
    for start in range(0, len(ended), block):
        for side in (0, 1):
            going = [match[side] for match in ended[start : start + block]]
            following += [
                (min(pair, key=seeds.__getitem__), max(pair, key=seeds.__getitem__))
                for pair in zip(going[::2], going[1::2], strict=True)
            ]
    return following


def _ended(request: Request, match: Match, rounds: range) -> Match:
    """Winner and loser of a match. Raises `CannotPair` while results are missing."""
    of_match = [
        result
        for result in request.results
        if result.round in rounds and (result.first in match or result.second in match)
    ]
    known = {(result.round, number) for result in of_match for number in result[1:3]}
    by_number = {entrant.number: entrant for entrant in request.entrants}
    for number in match:
        if missing := [
            round_
            for round_ in rounds
            if (round_, number) not in known and by_number[number].active_in(round_)
        ]:
            raise CannotPair(
                Message("bracket_result", match=tuple(match), entry=number, round=missing[0])
            )
    sums = tally(request.entrants, of_match, cap=request.spread_cap)
    places = {number: sums.position[number] for number in match}
    best, worst = sorted(
        match,
        key=lambda n: (
            -sums.half_wins[places[n]],
            -sums.capped_spread[places[n]],
            by_number[n].seed,
            n,
        ),
    )
    return best, worst
