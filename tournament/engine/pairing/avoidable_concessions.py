"""Find what was unnecessary in a round: repeats, second byes, and meetings of players to be kept apart.

This is independent of the methods' code. The players are paired again using only the counts of
`concessions_of_round`, and the two rounds are compared.
"""

from dataclasses import dataclass
from itertools import combinations

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.checker import Problem, check_round
from tournament.engine.pairing.concessions import (
    LEVELS,
    NO_CONCESSIONS,
    Concessions,
    bye_concessions_in,
    concessions_of_round,
    pair_concessions_in,
    sum_concessions,
)
from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.request import PairingRequest

CLAIMS = {
    "fewest_repeats": "repeats",
    "met_everybody": "repeats",
    "bye_passed_over": "byes",
    "wished_apart": "wishes",
    "wished_apart_why": "wishes",
    "wish_broken": "wishes",
    "wish_broken_why": "wishes",
    "wished_apart_always": "wishes",
    "wish_broken_always": "wishes",
}
"""The level of concessions that a method's message claims could not be avoided, by message code."""


@dataclass(frozen=True, slots=True)
class RoundVerdict:
    """A round as it was paired, compared with the best possible round.

    `given_up` are the round's concessions, `least` those of the best round. `least` is None if the round
    breaks a hard rule or no round keeps the hard rules.
    """

    round: int
    problems: tuple[Problem, ...]
    given_up: Concessions
    least: Concessions | None

    @property
    def avoidable(self) -> Concessions:
        """The avoidable concessions on the most important level where the round and the best round differ.

        `NOTHING` if no level differs or `least` is None. Less important levels are not compared: if a round
        has avoidable repeats, a comparison of its byes and of players kept apart would be meaningless.
        """
        if self.least is not None:
            for level, given, least in zip(
                LEVELS, self.given_up.as_levels, self.least.as_levels, strict=True
            ):
                if given != least:
                    return Concessions(**{level: max(0, given - least)})
        return NO_CONCESSIONS

    @property
    def is_clean(self) -> bool:
        """Whether no problem blocks the round and nothing in it was avoidable."""
        blocked = any(problem.is_blocking for problem in self.problems)
        return not blocked and self.least is not None and self.avoidable == NO_CONCESSIONS

    @property
    def messages(self) -> Messages:
        """Messages on the avoidable concessions; () if there are none or the round breaks a hard rule."""
        if self.least is None:
            return ()
        avoidable, given, least = self.avoidable, self.given_up, self.least
        if avoidable.repeats and least.repeats:
            return (Message("avoidable_repeats", repeats=given.repeats, least=least.repeats),)
        if avoidable.repeats:
            return (Message("avoidable_repeats_all", repeats=given.repeats),)
        if avoidable.meetings:
            return (Message("avoidable_meetings", meetings=given.meetings, least=least.meetings),)
        if avoidable.byes:
            return (Message("avoidable_bye"),)
        if avoidable.wishes and least.wishes:
            return (Message("avoidable_wishes", wishes=given.wishes, least=least.wishes),)
        if avoidable.wishes:
            return (Message("avoidable_wishes_all", wishes=given.wishes),)
        return ()

    def refutes(self, message: Message) -> bool:
        """Return whether the message claims that an avoidable concession was necessary.

        Such a claim can be wrong if the round was changed by hand afterwards, or if the field was too large
        for the method to compare all pairs.
        """
        why = message.params.get("why")
        if isinstance(why, Message) and self.refutes(why):
            return True
        if (claimed := CLAIMS.get(message.code)) is None:
            return False
        up_to = LEVELS.index(claimed) + 1
        return any(self.avoidable.as_levels[:up_to])


def judge_round(request: PairingRequest, plan: Plan) -> RoundVerdict:
    """Return the verdict on a round, as of the time of `request`.

    A round without concessions is not paired again. 300 players take less than half a second. Raise
    `ValueError` if there are too many players to be paired again.
    """
    problems, given = check_round(request, plan), concessions_of_round(request, plan)
    if any(problem.is_blocking for problem in problems):
        return RoundVerdict(plan.round, problems, given, None)
    if given == NO_CONCESSIONS:
        return RoundVerdict(plan.round, problems, given, given)
    return RoundVerdict(plan.round, problems, given, least_concessions(request, plan))


def least_concessions(request: PairingRequest, plan: Plan) -> Concessions | None:
    """Return the fewest concessions of any round of the same players, or None if there is no such round.

    The number of byes and everything the director fixed stay the same. Pairs that must not meet are
    excluded, and so are pairs that have met more often than the method allows, unless another pair of
    the round has met as often. Raise `ValueError` if there are too many players.
    """
    fixed = {frozenset(pair) for pair in request.fixed_pairs}
    price = plan.price
    set_pairs = [pair.numbers for pair in plan.pairs if pair.numbers in fixed]
    free_pairs = [pair.numbers for pair in plan.pairs if pair.numbers not in fixed]
    set_byes = [bye.number for bye in plan.byes if bye.number in request.fixed_byes]
    free_byes = [bye.number for bye in plan.byes if bye.number not in request.fixed_byes]
    players = sorted([*(number for pair in free_pairs for number in pair), *free_byes])
    most = price.max_meetings
    if most is not None:
        most = max(
            most,
            *(
                price.counted_meetings(request.meetings.get(pair, ()), request.round)
                for pair in free_pairs
            ),
            0,
        )
    edges = {
        (one, other): pair_concessions_in(request, pair, price)
        for one, other in combinations(range(len(players)), 2)
        if (pair := frozenset((players[one], players[other]))) not in request.forbidden_pairs
        and (
            most is None
            or price.counted_meetings(request.meetings.get(pair, ()), request.round) <= most
        )
    }
    least = _least_cost(
        edges, [bye_concessions_in(request, number) for number in players], len(free_byes)
    )
    if least is None:
        return None
    return sum_concessions(
        [
            least,
            *(pair_concessions_in(request, pair, price) for pair in set_pairs),
            *(bye_concessions_in(request, number) for number in set_byes),
        ]
    )


def _least_cost(
    pairs: dict[tuple[int, int], Concessions], sitting_out: list[Concessions], byes: int
) -> Concessions | None:
    """Return the least cost of a matching in which `byes` players sit out, or None if there is none.

    All levels are combined in one weight. Raise `ValueError` if there are too many players.
    """
    import rustworkx  # loads numpy too, so import it only when a round is judged

    size = len(sitting_out)
    costs = dict(pairs)
    for place, cost in enumerate(sitting_out):
        costs.update(((place, size + seat), cost) for seat in range(byes))
    places = size + byes
    units = _level_weights(list(costs.values()), places // 2)
    ceiling = max((cost.price(units) for cost in costs.values()), default=0) + 1
    if ceiling * places >= 1 << 62:
        raise ValueError(f"{size} players are more than can be judged.")
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * places)
    graph.add_edges_from([(*pair, ceiling - cost.price(units)) for pair, cost in costs.items()])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matching) < places:
        return None
    return sum_concessions(costs[min(pair), max(pair)] for pair in matching)


def _level_weights(costs: list[Concessions], pairs: int) -> tuple[int, ...]:
    """Return the weight of each level, which exceeds the total of all lower levels in a round."""
    units: list[int] = []
    unit = 1
    for level in reversed(LEVELS):
        units.insert(0, unit)
        unit *= 1 + pairs * max((getattr(cost, level) for cost in costs), default=0)
    return tuple(units)
