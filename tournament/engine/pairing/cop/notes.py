"""The reasoning behind a round of COP as a whole, note by note."""

from collections.abc import Iterable

from tournament.engine.message import Message
from tournament.engine.pairing.cop.demands import WATCH_CONTROL, ControlWatch, Demand
from tournament.engine.pairing.cop.hopes import Hopes
from tournament.engine.pairing.cop.weights import Weights
from tournament.engine.pairing.gibson import Gibsonized, prize_of
from tournament.engine.pairing.request import PrizeBand


def reasoning(
    weights: Weights,
    seed: int,
    won: Iterable[Gibsonized],
    watch: ControlWatch,
    demands: Iterable[Demand],
) -> list[Message]:
    """What was simulated, who is gibsonized, who hopes for what, who loses control, what is forced."""
    chase, hopes = weights.chase, weights.hopes
    played_out = Message(
        "played_out",
        futures=hopes.futures,
        rounds=Message("last_round")
        if chase.left == 1
        else Message("last_rounds", rounds=chase.left),
        seed=seed,
        bound=hopes.bound,
        percent=hopes.percent,
    )
    notes = [played_out, *(entry.why for entry in won)]
    notes += [_in_the_running(hopes, band) for band in chase.bands if not band.group]
    if weights.lowest_ever >= 0:
        notes.append(Message("lowest_prize", entry=chase.order[weights.lowest_ever]))
    leader = chase.order[0]
    notes += [Message("demanded", why=candidate.reason(leader)) for candidate in watch.looked_at]
    notes += [
        Message("settled_elsewhere", entry=loss.number, leader=leader) for loss in watch.elsewhere
    ]
    if watch.not_watched:
        notes.append(watch.not_watched)
    elif watch.looked_at and not (watch.losing or watch.elsewhere):
        notes.append(Message("nobody_loses_control"))
    notes += [
        Message("demanded", why=demand.why) for demand in demands if demand.name != WATCH_CONTROL
    ]
    return notes


def _in_the_running(hopes: Hopes, band: PrizeBand) -> Message:
    place = min(band.last, len(hopes.order)) - 1
    lowest = hopes.lowest[place]
    return Message(
        "in_the_running",
        prize=prize_of(band),
        entry=hopes.order[lowest],
        place=lowest + 1,
        share=(hopes.times(lowest, place), hopes.futures),
    )
