"""Figures about simulated events on a plan: concessions, opponents of leaders, floats and starts."""

from collections import Counter
from dataclasses import dataclass, field

from tests.tournament.engine.pairing.events import PAIRED_AS, as_proposed, play
from tournament.engine.pairing.avoidable_concessions import judge_round
from tournament.engine.pairing.oddity_warnings import oddity_warnings
from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.preferences import reach_of_leader
from tournament.engine.pairing.request import PairingRequest


@dataclass
class Figures:
    """Counts over the simulated events of one size."""

    avoidable: Counter[str] = field(default_factory=Counter)
    floats: int = 0
    same_floats: int = 0
    starts: int = 0
    thirds: int = 0
    """Starts that are the third first or second in a row."""
    imbalances: Counter[int] = field(default_factory=Counter)
    swiss_starts: Counter[bool] = field(default_factory=Counter)
    """After every Swiss round, for players with an even number of starts: whether these are balanced."""
    out_of_reach: int = 0
    """Leaders in the last third with a distant opponent, although an equally good round has a nearer one."""

    def add_round(self, request: PairingRequest, plan: Plan) -> None:
        """Count a round."""
        verdict = judge_round(request, plan)
        owed = {number: starts.surplus for number, starts in request.starts.items()}
        for name in ("repeats", "meetings", "byes"):
            self.avoidable[name] += getattr(verdict.avoidable, name)
        reach = reach_of_leader(len(request.ranked))
        self.out_of_reach += sum(
            message.code == "leader_far"
            and abs(message.params["place"] - message.params["other"]) > reach
            for message in oddity_warnings(request, plan)
        )
        for pair in plan.pairs:
            one, other = sorted((pair.first, pair.second), key=request.ranked.index)
            apart = request.records[one].half_wins - request.records[other].half_wins
            if plan.method == "swiss":
                turns = ((pair.first, 1), (pair.second, -1))
                self.swiss_starts += Counter(owed[n] + t == 0 for n, t in turns if owed[n] % 2)
            if plan.method == "swiss" and apart:
                self.floats += 2
                down, up = (one, other) if apart > 0 else (other, one)
                self.same_floats += request.floats.get(down, 0) == 1
                self.same_floats += request.floats.get(up, 0) == -1
            for number, went_first in ((pair.first, True), (pair.second, False)):
                history = [went for _, went in request.starts[number].history[-2:]]
                self.starts += 1
                self.thirds += history == [went_first] * 2


def figures(players: int, rounds: int, events: int, how: PAIRED_AS | None = None) -> Figures:
    """Return the figures of several events, by default on the proposed plan for this size."""
    counted = Figures()
    for seed in range(events):
        event = play(players, rounds, seed, how or as_proposed(rounds))
        counted.imbalances += event.imbalances
        for request, plan in event.rounds:
            counted.add_round(request, plan)
    return counted
