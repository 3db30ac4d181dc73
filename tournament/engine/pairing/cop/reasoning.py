"""COP's figures for every player, and the notes on its round as a whole."""

from collections.abc import Iterable, Iterator

from tournament.engine.message import Message
from tournament.engine.pairing.cop.constraints import WATCH_CONTROL, ControlWatch, PairingConstraint
from tournament.engine.pairing.cop.place_odds import PlaceOdds
from tournament.engine.pairing.cop.round import WeighedRound
from tournament.engine.pairing.cop.weights import Weights
from tournament.engine.pairing.gibson import GibsonizedEntry, prize_message
from tournament.engine.pairing.lookahead import PlayerLookahead
from tournament.engine.pairing.request import PrizeBand


def lookahead_of(weighed: WeighedRound) -> Iterator[PlayerLookahead]:
    """Yield the figures of every active player, best first, with the opponent chosen by COP.

    Raise `CannotPair` if the players kept apart make a round impossible.
    """
    settled, matching = weighed.best_pairing()
    weights, players = settled.weights, settled.players
    reachable, odds = weights.reachable, weights.odds
    made = {}
    for one, other in matching.pairs:
        made[players[one]] = players[other], settled.weights_by_places[one, other]
        made[players[other]] = players[one], settled.weights_by_places[one, other]
    for place, number in enumerate(reachable.order):
        reached = [then for then in range(len(reachable.order)) if odds.future_count(place, then)]
        hoped = [then for then in reached if odds.has_real_chance(place, then)]
        opponent, weight = made.get(number, (None, None))
        yield PlayerLookahead(
            number,
            place + 1,
            reachable.records[number],
            min(reached, default=place) + 1,
            min(hoped, default=place) + 1,
            reachable.order[weights.lowest_hopeful(place)]
            if place <= weights.lowest_casher
            else None,
            number in weights.settled or number in weights.settled_in_class,
            opponent,
            weight.reason if weight else None,
            weight.penalties if weight else (),
        )


def round_notes(
    weights: Weights,
    seed: int,
    won: Iterable[GibsonizedEntry],
    watch: ControlWatch,
    constraints: Iterable[PairingConstraint],
) -> list[Message]:
    """Return the notes on the simulation, gibsonized players, real chances, loss of control and constraints."""
    reachable, odds = weights.reachable, weights.odds
    played_out = Message(
        "played_out",
        futures=odds.futures,
        rounds=Message("last_round")
        if reachable.rounds_left == 1
        else Message("last_rounds", rounds=reachable.rounds_left),
        seed=seed,
        bound=odds.bound,
        percent=odds.percent,
    )
    notes = [played_out, *(entry.why for entry in won)]
    notes += [_contenders_message(odds, band) for band in reachable.bands if not band.group]
    if weights.lowest_able_to_cash >= 0:
        notes.append(Message("lowest_prize", entry=reachable.order[weights.lowest_able_to_cash]))
    leader = reachable.order[0]
    notes += [Message("demanded", why=candidate.reason(leader)) for candidate in watch.simulated]
    notes += [
        Message("settled_elsewhere", entry=loss.number, leader=leader)
        for loss in watch.losing_unavailable
    ]
    if watch.not_watched:
        notes.append(watch.not_watched)
    elif watch.simulated and not (watch.losing or watch.losing_unavailable):
        notes.append(Message("nobody_loses_control"))
    notes += [
        Message("demanded", why=demand.why)
        for demand in constraints
        if demand.name != WATCH_CONTROL
    ]
    return notes


def _contenders_message(odds: PlaceOdds, band: PrizeBand) -> Message:
    place = min(band.last, len(odds.order)) - 1
    lowest = odds.lowest_with_real_chance[place]
    return Message(
        "in_the_running",
        prize=prize_message(band),
        entry=odds.order[lowest],
        place=lowest + 1,
        share=(odds.future_count(lowest, place), odds.futures),
    )
