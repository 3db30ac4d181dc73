"""The pairs that COP forces or forbids in a round, and the reason for each.

Constraints are met if possible. One that cannot be met is dropped and reported, so that no player
is left without an opponent.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.engine.message import Message
from tournament.engine.pairing.cop.place_odds import PlaceOdds
from tournament.engine.pairing.reachable_places import ReachablePlaces
from tournament.engine.pairing.simulation import even_groups

Players = tuple[int, ...]
FACTOR = 3
MAX_EXPLAINED_OPPONENTS = 2
"""The largest number of opponents left to a player for which a constraint is given as the reason for a pair."""
WATCH_CONTROL = Message("watch_control")


@dataclass(frozen=True)
class PairingConstraint:
    """The only opponents that certain players may meet, and why; other players are unaffected."""

    name: Message
    why: Message
    allowed: Mapping[int, frozenset[int]]

    def allows(self, one: int, other: int) -> bool:
        """Return whether this constraint allows the two to meet."""
        return other in self.allowed.get(one, (other,)) and one in self.allowed.get(other, (one,))

    def forces(self, one: int, other: int) -> bool:
        """Return whether one of the two may meet only the other."""
        only_one, only_other = frozenset((one,)), frozenset((other,))
        return self.allowed.get(one) == only_other or self.allowed.get(other) == only_one

    def nearly_forces(self, one: int, other: int) -> bool:
        """Return whether one of the two may meet only the other and at most one more."""
        choices = (self.allowed.get(one, ()), other), (self.allowed.get(other, ()), one)
        return any(number in few and len(few) <= MAX_EXPLAINED_OPPONENTS for few, number in choices)


@dataclass(frozen=True)
class ControlLoss:
    """The number of futures in which entry `number` wins the event by winning all its games.

    `vs_first` is the number if the entry meets the leader in every round, and `otherwise` if it meets the
    leader in the last round at most. `futures` is the number of simulated futures.
    """

    number: int
    vs_first: int
    otherwise: int
    futures: int

    def reason(self, leader: int) -> Message:
        """Return the message comparing the wins when meeting `leader` with the wins otherwise."""
        return Message(
            "control_loss",
            entry=self.number,
            vs_first=(self.vs_first, self.futures),
            futures=self.futures,
            leader=leader,
            otherwise=(self.otherwise, self.futures),
        )


@dataclass(frozen=True)
class ControlWatch:
    """The result of the control loss check: the players simulated, and those who lose control.

    `losing` are those who lose control and can meet the leader, lowest first; `losing_unavailable` are those who
    lose control but cannot meet the leader in this round.
    """

    simulated: tuple[ControlLoss, ...] = ()
    losing: tuple[ControlLoss, ...] = ()
    losing_unavailable: tuple[ControlLoss, ...] = ()
    not_watched: Message | None = None
    """The reason why no player was simulated in a round in which loss of control matters; None if some were."""


def find_control_losses(
    candidates: Iterable[tuple[int, int]],
    available: Collection[int],
    play: Callable[[int], tuple[int, int]],
    *,
    percent: int,
    futures: int,
    most: int,
) -> ControlWatch:
    """Check `candidates`, pairs of entry and 0-based place, for loss of control, in the given order.

    A candidate loses control if it wins the event in more futures by meeting the leader in every round
    than otherwise, and the difference is at least `percent` percent of `futures`. `play` returns both
    counts for a place. Stop once `most` candidates in `available`, who can meet the leader, lose control.
    """
    looked_at: list[ControlLoss] = []
    losing: list[ControlLoss] = []
    elsewhere: list[ControlLoss] = []
    for number, place in candidates:
        loss = ControlLoss(number, *play(place), futures)
        looked_at.append(loss)
        if (loss.vs_first - loss.otherwise) * 100 >= percent * futures:
            (losing if number in available else elsewhere).append(loss)
        if len(losing) == most:
            break
    return ControlWatch(tuple(looked_at), tuple(losing), tuple(elsewhere))


def gibson_groups(players: Players, settled: frozenset[int]) -> tuple[list[Players], Players]:
    """Return the players split into groups at those with settled prizes, and the leftover settled players.

    If the number of players is odd, the bye counts as a seat below the last player.
    """
    fixed = [place for place, number in enumerate(players) if number in settled]
    groups, over = even_groups(len(players) + len(players) % 2, fixed)
    named = [tuple(players[p] for p in group if p < len(players)) for group in groups]
    return named, tuple(players[place] for place in over)


def group_constraint(groups: Sequence[Players]) -> PairingConstraint | None:
    """Return the constraint that groups separated by gibsonized players stay apart, or None for one group."""
    if len(groups) < 2:
        return None
    allowed = {number: frozenset(group) for group in groups for number in group}
    return PairingConstraint(Message("gibson_groups"), Message("stay_in_group"), allowed)


def king_of_the_hill_constraint(
    groups: Sequence[Players], contending: Collection[int]
) -> PairingConstraint | None:
    """Return the constraint that neighbours in each gibson group meet in the last round, or None if none must.

    It applies to neighbours of whom the upper one is `contending`. The last player of an odd group meets
    no one from the next group: the group was completed with a gibsonized player, who is the neighbour.
    """
    pairs = [
        (upper, lower)
        for group in groups
        for upper, lower in zip(group[::2], group[1::2], strict=False)
        if upper in contending
    ]
    if not pairs:
        return None
    return PairingConstraint(
        Message("king_of_the_hill"), Message("prize_hill"), _partners_by_number(pairs)
    )


def class_hill_constraint(
    reachable: ReachablePlaces, group: str, members: Players, given: int = 0
) -> PairingConstraint | None:
    """Return the constraint that neighbours contending for a class prize meet in the last round.

    None if no prize of the class is left or no two players contend for one. `members` are the players of
    the class who can win no better prize and have no class prize yet, best first; `given` is the number
    of its prizes already settled. From the top down, each player meets the next one if the next one can
    catch them; otherwise they are certain of their place and are skipped. This continues below the prize
    places as long as the next player can catch the last prize place, however many prizes there are.
    """
    places = max((band.last for band in reachable.bands_of_class(group)), default=0) - given
    if places < 1:
        return None
    last_holder = members[min(places, len(members)) - 1] if members else 0
    pairs = []
    ahead = 0
    while ahead + 1 < len(members):
        above, below = members[ahead], members[ahead + 1]
        if ahead >= places and not reachable.can_catch(below, last_holder):
            break
        if reachable.can_catch(below, above):
            pairs.append((above, below))
            ahead += 2
        else:
            ahead += 1
    if not pairs:
        return None
    return PairingConstraint(
        Message("class", group=group),
        Message("class_hill", group=group),
        _partners_by_number(pairs),
    )


def control_constraint(leader: int, losing: Sequence[ControlLoss]) -> PairingConstraint:
    """Return the constraint that the leader meets only players who would otherwise lose control."""
    lowest = losing[0]
    why = lowest.reason(leader)
    if len(losing) > 1:
        why = Message("control_loss_of_two", one=why, other=losing[1].number)
    return PairingConstraint(
        WATCH_CONTROL, why, {leader: frozenset(loss.number for loss in losing)}
    )


def factor_three_constraint(
    reachable: ReachablePlaces, odds: PlaceOdds, group: Players
) -> PairingConstraint | None:
    """Return the constraint that, with two rounds left, 1 meets 4, 2 meets 5 and 3 meets 6.

    None if a lower player has no real chance of the upper place, or there are fewer than six players.
    `group` contains the highest players who are not gibsonized and may meet each other.
    """
    six = group[: 2 * FACTOR]
    if len(six) < 2 * FACTOR:
        return None
    pairs = list(zip(six[:FACTOR], six[FACTOR:], strict=True))
    for upper, lower in pairs:
        if not odds.has_real_chance(reachable.place[lower] - 1, reachable.place[upper] - 1):
            return None
    first, last = (reachable.place[number] for number in (six[0], six[-1]))
    return PairingConstraint(
        Message("factor_3"),
        Message("factor_three", first=first, last=last),
        _partners_by_number(pairs),
    )


def _partners_by_number(pairs: Iterable[tuple[int, int]]) -> dict[int, frozenset[int]]:
    allowed: dict[int, frozenset[int]] = {}
    for one, other in pairs:
        allowed[one], allowed[other] = frozenset((other,)), frozenset((one,))
    return allowed
