"""Which demands a round of COP makes, and of whom."""

from collections.abc import Sequence

from tournament.engine.pairing.cop.demands import (
    ControlLoss,
    Demand,
    Players,
    class_hill,
    control_loss,
    factor_three,
    king_of_the_hill,
    meets_only,
    stay_in_group,
)
from tournament.engine.pairing.cop.hopes import Hopes, Simulated
from tournament.engine.pairing.cop.weights import Weights
from tournament.engine.pairing.request import Request
from tournament.engine.pairing.simulation import BATCH, batches


def losing_control(
    request: Request,
    simulated: Simulated,
    hopes: Hopes,
    players: Players,
    *,
    percent: int,
    futures: int,
) -> tuple[ControlLoss | None, list[ControlLoss]]:
    """Who loses control by not meeting the leader, and everybody who was looked at.

    Nobody when the leader is not to be paired; who is kept apart from him is passed over.
    """
    leader = simulated.chase.order[0]
    if leader not in players:
        return None, []
    return control_loss(
        simulated.chase,
        hopes,
        [n for n in players if frozenset((n, leader)) not in request.apart],
        lambda place: simulated.always_winning(place, hopes, futures),
        percent=percent,
        futures=batches(futures) * BATCH,
    )


def demands_of(
    request: Request,
    weights: Weights,
    players: Players,
    groups: Sequence[Players],
    loss: ControlLoss | None,
    *,
    wants_factor: bool,
) -> tuple[Demand, ...]:
    """Everything that is forced or forbidden among `players`, who are cut into `groups`."""
    chase = weights.chase
    found: list[Demand | None] = [stay_in_group(groups)]
    if request.rounds_left == 1:
        found += _hills(weights, players)
    if loss is not None:
        found.append(meets_only(chase.order[0], loss, chase))
    if request.rounds_left == 2 and wants_factor and groups:
        contending = tuple(number for number in groups[0] if number not in weights.settled)
        found.append(factor_three(chase, weights.hopes, contending, loss))
    return tuple(demand for demand in found if demand is not None)


def _hills(weights: Weights, players: Players) -> list[Demand | None]:
    """King of the hill among all who can win a prize, then class by class among the others."""
    chase = weights.chase
    open_to_prizes = [number for number in players if number not in weights.settled]
    can_cash = sum(1 for number in open_to_prizes if weights.can_cash(number))
    can_cash += can_cash % 2
    hills = [king_of_the_hill(tuple(open_to_prizes[:can_cash]))]
    rest = [n for n in open_to_prizes[can_cash:] if n not in weights.settled_in_class]
    for group in sorted({band.group for band in chase.bands if band.group}):
        members = tuple(n for n in rest if chase.classes.get(n) == group)
        hills.append(class_hill(chase, group, members))
    return hills
