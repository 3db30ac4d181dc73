"""A sound plan for so many players and so many rounds, with the reasons for it.

What directors of the field do: a small field plays round robins; a longer event begins with
initial Fontes, goes on by Swiss on the round before, spreads the top with a factor, and ends with
king of the hill.
"""

from dataclasses import dataclass

from tournament.engine.pairing.event_plan import LAST_ROUND, SEEDS, EventPlan, PlannedRounds
from tournament.engine.pairing.table import rounds_in_cycle

MOST_PLAYERS = 2_000
FACTOR = 3
"""The usual factor of the last round but one: 1 against 4, 2 against 5, 3 against 6."""
LEAST_FOR_FONTES = 6
"""With fewer rounds three of them are too many to be paired without looking at results."""
LEAST_FOR_FACTOR = 7
"""Rounds, and twice the factor is the least number of players at the top."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """A plan and, for each line, the sentence that says why."""

    plan: EventPlan
    reasons: tuple[str, ...]


def propose_plan(players: int, rounds: int) -> Proposed:
    """The plan for `players` (2 or more) and `rounds` (from 1). Raises `CannotPropose`."""
    if not 2 <= players <= MOST_PLAYERS:
        raise CannotPropose(
            "Two players or more make an event. Add the players first, then propose a plan."
            if players < 2
            else f"{players} players are too many for one division. Split it."
        )
    if not 1 <= rounds <= LAST_ROUND:
        raise CannotPropose(f"A plan is for 1 to {LAST_ROUND} rounds, not for {rounds}.")
    cycle = rounds_in_cycle(players)
    if rounds >= cycle:
        return _by_table(players, rounds, cycle)
    return _by_results(players, rounds)


def _by_table(players: int, rounds: int, cycle: int) -> Proposed:
    cycles, rest = divmod(rounds, cycle)
    end = cycles * cycle
    lines = [PlannedRounds(1, end, "round_robin", {"cycles": cycles, "top_last": True}, SEEDS)]
    times = {1: "once", 2: "twice"}.get(cycles, f"{cycles} times")
    reasons = [f"{players} players meet each other {times} in {end} rounds."]
    if rest > 1:
        lines.append(PlannedRounds(end + 1, rounds - 1, "swiss", {"repeats": cycles + 1}))
        reasons.append("Everybody has met everybody: the rounds left go by the standings.")
    if rest:
        lines.append(PlannedRounds(rounds, rounds, "king_of_the_hill", {"repeats": cycles + 1}))
        reasons.append("The last round lets neighbours in the standings decide the places.")
    return Proposed(tuple(lines), tuple(reasons))


def _by_results(players: int, rounds: int) -> Proposed:
    if rounds == 1:
        return Proposed(
            (PlannedRounds(1, 1, "random", {}, SEEDS),), ("One round is drawn by lot.",)
        )
    lines: list[PlannedRounds] = []
    reasons: list[str] = []
    number = 1
    if rounds >= LEAST_FOR_FONTES and players >= 8:
        opening = 5 if rounds >= 20 and players >= 24 else 3
        lines.append(PlannedRounds(1, opening, "initial_fontes", {"rounds": opening}, SEEDS))
        reasons.append(
            f"Groups of {opening + 1}, one from each part of the seed list, sort the field; "
            f"rounds 1 to {opening} can be posted together."
        )
        number = opening + 1
    has_factor = rounds >= LEAST_FOR_FACTOR and players >= 4 * FACTOR
    last_swiss = rounds - (2 if has_factor else 1)
    if last_swiss >= number:
        short = number == 1
        lines.append(
            PlannedRounds(number, last_swiss, "swiss", {"opponents": "halves"} if short else {})
        )
        told = "Players with equal wins meet, and nobody meets twice while avoidable"
        reasons.append(told + (": top half against bottom half." if short else "."))
    if has_factor:
        lines.append(PlannedRounds(rounds - 1, rounds - 1, "factor", {"factor": FACTOR}))
        reasons.append("The leaders meet those just below them who can still catch them.")
    lines.append(PlannedRounds(rounds, rounds, "king_of_the_hill"))
    reasons.append("The last round lets neighbours in the standings decide the places.")
    return Proposed(tuple(lines), tuple(reasons))


class CannotPropose(Exception):
    """No plan makes sense for these numbers; the sentence says why."""
