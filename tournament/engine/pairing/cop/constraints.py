"""What COP forces and forbids in a round, each demand with its reason.

Demands are kept as long as anything can keep them; one that cannot be kept is given up and named,
so that nobody is ever left without an opponent.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.engine.message import Message
from tournament.engine.pairing.cop.place_odds import Hopes
from tournament.engine.pairing.reachable_places import Chase
from tournament.engine.pairing.simulation import even_groups

Players = tuple[int, ...]
FACTOR = 3
FEW = 2
"""So many opponents are a choice that is worth a reason."""
WATCH_CONTROL = Message("watch_control")


@dataclass(frozen=True)
class Demand:
    """Whom some players may meet and nobody else, and why; for everyone else it says nothing."""

    name: Message
    why: Message
    allowed: Mapping[int, frozenset[int]]

    def is_kept(self, one: int, other: int) -> bool:
        """Whether the two may meet as far as this demand goes."""
        return other in self.allowed.get(one, (other,)) and one in self.allowed.get(other, (one,))

    def forces(self, one: int, other: int) -> bool:
        """Whether one of the two may meet nobody but the other."""
        only_one, only_other = frozenset((one,)), frozenset((other,))
        return self.allowed.get(one) == only_other or self.allowed.get(other) == only_one

    def leads_to(self, one: int, other: int) -> bool:
        """Whether one of the two may meet the other and at most one more."""
        choices = (self.allowed.get(one, ()), other), (self.allowed.get(other, ()), one)
        return any(number in few and len(few) <= FEW for few, number in choices)


@dataclass(frozen=True)
class ControlLoss:
    """Who would lose control: `number` wins the event in so many of the futures when he always wins.

    `vs_first` when he meets the leader in every round, `otherwise` when in none but the last.
    """

    number: int
    vs_first: int
    otherwise: int
    futures: int

    def reason(self, leader: int) -> Message:
        """In how many of the futures the event is won by meeting `leader`, and in how many else."""
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
    """What was found of loss of control: who was played out, and who of those may meet the leader.

    `losing` are those who lose control and can meet the leader, the lowest first; `elsewhere` those
    who lose control too and cannot meet the leader in this round.
    """

    looked_at: tuple[ControlLoss, ...] = ()
    losing: tuple[ControlLoss, ...] = ()
    elsewhere: tuple[ControlLoss, ...] = ()
    not_watched: Message | None = None
    """Why nobody was played out in a round in which loss of control counts."""


def watch_control(
    candidates: Iterable[tuple[int, int]],
    available: Collection[int],
    play: Callable[[int], tuple[int, int]],
    *,
    percent: int,
    futures: int,
    most: int,
) -> ControlWatch:
    """Play out `candidates`, entries with their places from 0, the lowest first.

    Ends when `most` of those `available` to meet the leader have been found who lose control: they
    win the event in at least `percent` of the futures more when they meet the leader each round.
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
    """The players cut into groups at those whose prize is settled, and who of these is left over.

    An odd number of players stands for one more, the bye, at the end.
    """
    fixed = [place for place, number in enumerate(players) if number in settled]
    groups, over = even_groups(len(players) + len(players) % 2, fixed)
    named = [tuple(players[p] for p in group if p < len(players)) for group in groups]
    return named, tuple(players[place] for place in over)


def stay_in_group(groups: Sequence[Players]) -> Demand | None:
    """Groups parted by the gibsonized stay apart; None when there is only one group."""
    if len(groups) < 2:
        return None
    allowed = {number: frozenset(group) for group in groups for number in group}
    return Demand(Message("gibson_groups"), Message("stay_in_group"), allowed)


def king_of_the_hill(groups: Sequence[Players], contending: Collection[int]) -> Demand | None:
    """In the last round neighbours meet in each gibson group as long as the upper is `contending`.

    Who has no neighbour left above the end of the own group meets nobody of the next one: the group
    was evened by somebody who is gibsonized, and that is the neighbour.
    """
    pairs = [
        (upper, lower)
        for group in groups
        for upper, lower in zip(group[::2], group[1::2], strict=False)
        if upper in contending
    ]
    if not pairs:
        return None
    return Demand(Message("king_of_the_hill"), Message("prize_hill"), _paired(pairs))


def class_hill(chase: Chase, group: str, members: Players, given: int = 0) -> Demand | None:
    """In the last round neighbours meet who contend for the prizes of a class.

    `members` are those of the class without a better prize in sight and without one of the class
    already, best first; `given` is how many of its prizes are settled. Whom the next cannot catch is
    sure of a place. From then on whoever can still catch the last place that wins a prize meets the
    next who can, however many prizes there are.
    """
    places = max((band.last for band in chase.bands_of_class(group)), default=0) - given
    if places < 1:
        return None
    last_holder = members[min(places, len(members)) - 1] if members else 0
    pairs = []
    ahead = 0
    while ahead + 1 < len(members):
        above, below = members[ahead], members[ahead + 1]
        if ahead >= places and not chase.can_catch(below, last_holder):
            break
        if chase.can_catch(below, above):
            pairs.append((above, below))
            ahead += 2
        else:
            ahead += 1
    if not pairs:
        return None
    return Demand(
        Message("class", group=group),
        Message("class_hill", group=group),
        _paired(pairs),
    )


def meets_only(leader: int, losing: Sequence[ControlLoss]) -> Demand:
    """The leader may meet only those who would lose control otherwise."""
    lowest = losing[0]
    why = lowest.reason(leader)
    if len(losing) > 1:
        why = Message("control_loss_of_two", one=why, other=losing[1].number)
    return Demand(WATCH_CONTROL, why, {leader: frozenset(loss.number for loss in losing)})


def factor_three(chase: Chase, hopes: Hopes, group: Players) -> Demand | None:
    """With two rounds left 1 meets 4, 2 meets 5 and 3 meets 6, where the lower can catch up.

    `group` are the highest not gibsonized who may meet each other.
    """
    six = group[: 2 * FACTOR]
    if len(six) < 2 * FACTOR:
        return None
    pairs = list(zip(six[:FACTOR], six[FACTOR:], strict=True))
    for upper, lower in pairs:
        if not hopes.may_hope(chase.place[lower] - 1, chase.place[upper] - 1):
            return None
    first, last = (chase.place[number] for number in (six[0], six[-1]))
    return Demand(
        Message("factor_3"),
        Message("factor_three", first=first, last=last),
        _paired(pairs),
    )


def _paired(pairs: Iterable[tuple[int, int]]) -> dict[int, frozenset[int]]:
    allowed: dict[int, frozenset[int]] = {}
    for one, other in pairs:
        allowed[one], allowed[other] = frozenset((other,)), frozenset((one,))
    return allowed
