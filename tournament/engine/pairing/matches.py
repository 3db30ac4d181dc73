"""Matches of several games between two players: their order and their winner."""

from tournament.engine.message import Message
from tournament.engine.pairing.method import CannotPair
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.standings.tally import tally

Match = tuple[int, int]


def decide_match(request: PairingRequest, match: Match, rounds: range) -> Match:
    """Return the winner and the loser of a match, decided by wins, then by spread, then by the better seed.

    Raise `CannotPair` while results are missing, except those of a player who has left.
    """
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
            if (round_, number) not in known and by_number[number].is_active_in(round_)
        ]:
            raise CannotPair(
                Message("bracket_result", match=tuple(match), entry=number, round=missing[0])
            )
    sums = tally(request.entrants, of_match, cap=request.spread_cap)
    places = {number: sums.position_by_number[number] for number in match}
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
