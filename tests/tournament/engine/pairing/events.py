"""Simulated events: paired round by round, with random results and starts counted at the end."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tournament.engine.entrants import Entrant
from tournament.engine.pairing.event_plan import planned_rounds_for, propose_plan
from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import NOBODY, Outcome, Result
from tournament.engine.standings import standings

How = tuple[str, Mapping[str, Any]]
PAIRED_AS = Callable[[int, tuple[int, ...]], How]
SWISS: How = ("swiss", {})


@dataclass
class PlayedEvent:
    """The requests, plans and results of all rounds."""

    entrants: tuple[Entrant, ...]
    rounds: list[tuple[PairingRequest, Plan]] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)

    @property
    def imbalances(self) -> Counter[int]:
        """Return the number of players for each difference between firsts and seconds."""
        last = PairingRequest(len(self.rounds) + 1, self.entrants, tuple(self.results))
        return Counter(abs(starts.surplus) for starts in last.starts.values())


def play(
    players: int, rounds: int, seed: int, how: PAIRED_AS = lambda *_: SWISS, **more: Any
) -> PlayedEvent:
    """Simulate an event of this size, in which better seeds win slightly more often."""
    draw = Random(seed)
    entrants = tuple(Entrant(number, number) for number in range(1, players + 1))
    event = PlayedEvent(entrants)
    for number in range(1, rounds + 1):
        order = standings(entrants, event.results, after=number - 1).order
        request = PairingRequest(
            number, entrants, tuple(event.results), standing=order, rounds_total=rounds, seed=seed,
            **more,
        )  # fmt: skip
        method, options = how(number, tuple(range(1, players + 1)))
        plan, _ = plan_round(request, method, options)
        event.rounds.append((request, plan))
        event.results += outcomes(plan, draw)
    return event


def outcomes(plan: Plan, draw: Random) -> Iterator[Result]:
    """Yield a result for every pairing of the round."""
    for pair in plan.pairs:
        margin = draw.randint(-120, 120) + draw.randint(-120, 120) + 2 * (pair.second - pair.first)
        low = 380 - abs(margin) // 2
        scores = (low + max(margin, 0), low + max(-margin, 0))
        yield Result(plan.round, pair.first, pair.second, *scores)
    for bye in plan.byes:
        yield Result(plan.round, bye.number, NOBODY, 50, 0, Outcome.BYE)


def as_proposed(rounds: int) -> PAIRED_AS:
    """Return a function that returns the method of the proposed plan for a round."""

    def how(number: int, field: tuple[int, ...]) -> How:
        line = planned_rounds_for(propose_plan(len(field), rounds).plan, number)
        assert line is not None
        options = dict(line.options)
        if line.method in ("initial_fontes", "round_robin"):
            options |= {"field": field, "start_round": line.from_round}
        return line.method, options

    return how
