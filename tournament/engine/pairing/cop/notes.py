"""The reasoning behind a round of COP as a whole, sentence by sentence."""

from collections.abc import Iterable, Sequence

from tournament.engine.pairing.cop.demands import ControlLoss, Demand
from tournament.engine.pairing.cop.hopes import Hopes
from tournament.engine.pairing.cop.weights import Weights
from tournament.engine.pairing.gibson import Gibsonized, named, ordinal


def reasoning(
    weights: Weights,
    seed: int,
    won: Iterable[Gibsonized],
    loss: ControlLoss | None,
    looked_at: Sequence[ControlLoss],
    demands: Iterable[Demand],
) -> list[str]:
    """What was simulated, who is gibsonized, who hopes for what, who loses control, what is forced."""
    chase, hopes = weights.chase, weights.hopes
    rounds = "the last round" if chase.left == 1 else f"the last {chase.left} rounds"
    played_out = (
        f"{hopes.futures:,} futures of {rounds} were played out with seed {seed}; leaders met "
        f"opponents at most {hopes.bound} {'place' if hopes.bound == 1 else 'places'} below, and "
        f"{hopes.percent} % of the futures are enough to be in the running."
    )
    told = [played_out, *(each.why for each in won)]
    told += [
        f"In the running for {named(band)}: {_down_to(hopes, weights, band.last)}."
        for band in chase.bands
        if not band.group
    ]
    if weights.lowest_ever >= 0:
        lowest = chase.order[weights.lowest_ever]
        told.append(f"Lowest who won a prize in any future: {chase.name(lowest)}.")
    leader = chase.name(chase.order[0])
    told += [f"{_begun(each.told(chase.name(each.number), leader))}." for each in looked_at]
    if looked_at and loss is None:
        told.append("Nobody loses control.")
    told += [f"{_begun(each.why)}." for each in demands if each.name != "control loss"]
    return told


def _down_to(hopes: Hopes, weights: Weights, place: int) -> str:
    lowest = hopes.lowest[min(place, len(hopes.order)) - 1]
    number = hopes.order[lowest]
    times = hopes.times(lowest, min(place, len(hopes.order)) - 1)
    share = f"{100 * times / hopes.futures:.1f} %"
    return f"down to {weights.chase.name(number)}, {ordinal(lowest + 1)} now, in {share}"


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]
