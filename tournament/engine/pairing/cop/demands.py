"""What COP forces and forbids in a round, each demand with its reason.

Demands are kept as long as anything can keep them; one that cannot be kept is given up and named,
so that nobody is ever left without an opponent.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.engine.message import Message
from tournament.engine.pairing.chase import Chase
from tournament.engine.pairing.cop.hopes import Hopes
from tournament.engine.pairing.simulation import even_groups

Players = tuple[int, ...]
FACTOR = 3
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


def control_loss(
    chase: Chase,
    hopes: Hopes,
    candidates: Iterable[int],
    play: Callable[[int], tuple[int, int]],
    *,
    percent: int,
    futures: int,
) -> tuple[ControlLoss | None, list[ControlLoss]]:
    """The highest-ranked of `candidates` who loses control, and everybody looked at.

    Candidates are numbers in order; only those who may hope to win the event are played out.
    """
    seen = []
    for number in candidates:
        place = chase.place[number] - 1
        if not 0 < place <= hopes.lowest[0]:
            continue
        loss = ControlLoss(number, *play(place), futures)
        seen.append(loss)
        if (loss.vs_first - loss.otherwise) * 100 >= percent * futures:
            return loss, seen
    return None, seen


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


def king_of_the_hill(cashers: Players) -> Demand | None:
    """In the last round neighbours meet among all who can still win a prize."""
    if len(cashers) < 2:
        return None
    return Demand(
        Message("king_of_the_hill"),
        Message("prize_hill"),
        _paired(zip(cashers[::2], cashers[1::2], strict=False)),
    )


def class_hill(chase: Chase, group: str, members: Players) -> Demand | None:
    """In the last round neighbours meet who contend for the prizes of a class.

    `members` are those of the class without a better prize in sight, best first.
    """
    places = max((band.last for band in chase.bands_of_class(group)), default=0)
    pairs = []
    ahead = 0
    while ahead < places and ahead + 1 < len(members):
        above, below = members[ahead], members[ahead + 1]
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


def meets_only(leader: int, loss: ControlLoss) -> Demand:
    """The leader may meet only who would lose control otherwise."""
    return Demand(
        WATCH_CONTROL,
        loss.reason(leader),
        {leader: frozenset((loss.number,))},
    )


def factor_three(
    chase: Chase, hopes: Hopes, group: Players, loss: ControlLoss | None
) -> Demand | None:
    """With two rounds left 1 meets 4, 2 meets 5 and 3 meets 6, where the lower can catch up.

    `group` are the highest not gibsonized who may meet each other. Control loss comes first: where
    it wants another opponent for the leader, there is no factor.
    """
    six = group[: 2 * FACTOR]
    if len(six) < 2 * FACTOR or (loss is not None and loss.number != six[FACTOR]):
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
