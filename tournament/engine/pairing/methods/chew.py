"""The Chew pairing method.

It differs from the published description in these ways. Contenders for whom the leaders' flight has
no room form one more flight for the same prize, of any size: the limit is meant to bring leaders
and their chasers together, and small flights cause needless repeats. Repeats are minimized over the
whole flight and not leader by leader, so that a leader's good fit does not force others to repeat.
A flight that cannot be paired because of players kept apart is joined with the next one, with a
warning. The Swiss part pairs equal wins, top half against bottom half.
"""

from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.field import PairingField
from tournament.engine.pairing.flights import FlightPairs, flights, join_flights
from tournament.engine.pairing.gibson import bye_for, gibsonized_entries, pair_gibsonized
from tournament.engine.pairing.method import CannotPair, Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.preference_pairing import PairingNotes
from tournament.engine.pairing.reachable_places import ReachablePlaces
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.plugins import option


@dataclass(frozen=True)
class ChewOptions:
    """Options for the number of contenders who meet each other."""

    flight_caps: tuple[int, ...] = option(
        (2, 4, 8, 12),
        "The maximum number of players in a flight of contenders: in the last round, the last "
        "but one, and so on. The last figure applies to all earlier rounds. 2, 4, 8, 12 and 4, "
        "8, 12, 12 are usual.",
        label="Maximum players in a flight",
    )


class Chew(Method):
    """Chew pairings: players who contend for a prize meet each other, the highest prize first.

    Players whose prize is settled are set apart. Gibsonized players meet each other. If one is left
    over, that player has the bye or meets a player who can no longer win a prize: the
    highest-ranked of those met least often.

    Then each prize still open forms a flight, the highest prize first. A flight contains every player whose
    best possible place wins the prize. In the last four rounds, it also contains every player within a win of
    the player in the last prize place, unless that prize is settled. The number of players in a flight is
    even and limited.

    If all remaining players contend, they are paired by the Swiss system. Otherwise, each leader meets
    the lowest contender who can still catch up, with as few repeats as possible and never the
    previous opponent again. The rest of the flight is paired by the Swiss system. The next prize
    follows, then the prizes of the classes, then all other players.
    """

    label = "Chew"
    reads_no_results = True
    Options = ChewOptions

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return the pairs flight by flight, with a note on each flight.

        Raise `CannotPair` without a number of rounds, for invalid options, or if no pairing is possible.
        """
        if refused := _refusal(request, options):
            raise CannotPair(refused)
        field = PairingField(request, repeats_free=True)
        if not field.unpaired:
            return Proposal(())
        reachable = ReachablePlaces.from_request(request)
        won = gibsonized_entries(reachable)
        settled = {entry.number for entry in won if not entry.band.group}
        over = tuple(number for number in field.unpaired if number in settled)
        bye = bye_for(field, over)
        players = tuple(number for number in field.unpaired if bye is None or number != bye.number)
        apart = pair_gibsonized(field, reachable, players, settled)
        cap = options.flight_caps[min(request.rounds_left or 1, len(options.flight_caps)) - 1]
        in_class = {entry.number for entry in won if entry.band.group}
        cut, merged = join_flights(field, flights(reachable, apart.rest, cap, in_class))
        pairs = list(apart.pairs)
        reasons: dict[frozenset[int], Messages] = {
            pair: (why,) for pair, why in apart.reasons.items()
        }
        warnings: list[Message] = []
        for flight in cut:
            flight_pairs = FlightPairs.for_flight(request, reachable, flight)
            pairs += flight_pairs.pairs
            reasons |= flight_pairs.reasons
            warnings += flight_pairs.warnings
        place = reachable.place
        pairs = [
            (one, other) if place[one] < place[other] else (other, one) for one, other in pairs
        ]
        return Proposal(
            pairs=tuple(sorted(pairs, key=lambda pair: place[pair[0]])),
            byes=(bye.number,) if bye else (),
            reasons=reasons,
            bye_reasons={bye.number: bye.reasons} if bye else {},
            warnings=(*merged, *warnings, *PairingNotes(field, players, bye=bye).bye_warnings()),
            notes=(*(entry.why for entry in won), *(flight.note for flight in cut)),
        )


def _refusal(request: PairingRequest, options: ChewOptions) -> Message | None:
    """Return why Chew pairings are impossible with these options, or None if they are possible."""
    if request.rounds_total is None:
        return Message("chew_rounds")
    if not options.flight_caps or min(options.flight_caps) < 2:
        return Message("chew_caps")
    return None
