"""The pairing plan of an event: the method and source standings of each round, and a default plan."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.repeat_price import FREE_REPEATS, second_half_option
from tournament.engine.pairing.round_robin_tables import rounds_in_cycle

MAX_ROUNDS = 200
"""The maximum number of rounds in an event."""


@dataclass(frozen=True, slots=True)
class StandingsSource:
    """The standings by which a round is paired: those after a fixed round, or those some rounds back.

    Its text form is `previous`, `one earlier`, `2 earlier` ..., `round 4`, or `seeds` for the order
    before any round; `parse` reads it.
    """

    rounds_back: int = 1
    fixed_round: int | None = None

    @classmethod
    def parse(cls, text: str) -> "StandingsSource":
        """Return the source written as `text`, ignoring case and extra spaces.

        Raise `NoSuchSource` if the text names none.
        """
        words = " ".join(text.split()).casefold()
        named = {"previous": PREVIOUS, "one earlier": ONE_EARLIER, "seeds": SEEDS}
        if words in named:
            return named[words]
        if match := re.fullmatch(r"([1-9]\d?) earlier", words):
            return cls(int(match[1]) + 1)
        if match := re.fullmatch(r"round (\d{1,3})", words):
            return cls(fixed_round=int(match[1]))
        raise NoSuchSource(Message("no_such_source", text=text))

    def source_round_for(self, number: int) -> int:
        """Return the round whose standings are used to pair round `number`; 0 is the seed order."""
        return max(0, number - self.rounds_back) if self.fixed_round is None else self.fixed_round

    def __str__(self) -> str:
        if self.fixed_round is not None:
            return f"round {self.fixed_round}" if self.fixed_round else "seeds"
        return {1: "previous", 2: "one earlier"}.get(
            self.rounds_back, f"{self.rounds_back - 1} earlier"
        )


PREVIOUS = StandingsSource()
ONE_EARLIER = StandingsSource(2)
SEEDS = StandingsSource(fixed_round=0)


@dataclass(frozen=True, slots=True)
class PlannedRounds:
    """Consecutive rounds paired in the same way, with a method and its options."""

    from_round: int
    to_round: int
    method: str
    options: Mapping[str, Any] = field(default_factory=dict)
    source: StandingsSource = PREVIOUS

    def __contains__(self, number: int) -> bool:
        return self.from_round <= number <= self.to_round

    def options_for(
        self, names: Iterable[str], field: Sequence[int], before: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return the options, completed with those that follow from these rounds.

        These are `start_round`, `rounds` and `field` (the numbers of the players), if they are among the
        method's option `names`. A table already begun keeps its players, who are in `before`, the options
        of its previous round.
        """
        filled = dict(self.options)
        known = set(names)
        if "start_round" in known:
            filled.setdefault("start_round", self.from_round)
        if "rounds" in known and self.to_round > self.from_round:
            filled.setdefault("rounds", self.to_round - self.from_round + 1)
        if "field" in known and not filled.get("field"):
            filled["field"] = list((before or {}).get("field") or field)
        return filled

    @property
    def rounds(self) -> str:
        """The round as `4`, or the range as `4–10` with an en dash."""
        if self.from_round == self.to_round:
            return str(self.from_round)
        return f"{self.from_round}\N{EN DASH}{self.to_round}"

    def __str__(self) -> str:
        return f"{self.rounds}: {self.method} ({self.source})"


EventPlan = tuple[PlannedRounds, ...]
"""Planned rounds in order; no round is in two of them."""


def planned_rounds_for(plan: Sequence[PlannedRounds], number: int) -> PlannedRounds | None:
    """Return the planned rounds that include round `number`, or None if it is not planned."""
    return next((line for line in plan if number in line), None)


def add_rounds(plan: Iterable[PlannedRounds], line: PlannedRounds) -> EventPlan:
    """Return the plan with `line` added; its rounds are removed from all other lines."""
    return _sorted_plan([*remove_rounds(plan, line.from_round, line.to_round), line])


def remove_rounds(plan: Iterable[PlannedRounds], from_round: int, to_round: int) -> EventPlan:
    """Return the plan without these rounds; a line split in two keeps both ends."""
    lines: list[PlannedRounds] = []
    for line in plan:
        if line.from_round < from_round:
            lines.append(replace(line, to_round=min(line.to_round, from_round - 1)))
        if line.to_round > to_round:
            lines.append(replace(line, from_round=max(line.from_round, to_round + 1)))
    return _sorted_plan(lines)


def planning_obstacles(line: PlannedRounds, first_open: int, last: int | None) -> list[Message]:
    """Return every reason why these rounds cannot be planned like this, apart from those that concern the method.

    `first_open` is the first unpublished round; `last` is the number of rounds, or None if not set.
    """
    reasons = []
    if line.from_round > line.to_round:
        reasons.append(Message("rounds_backwards", first=line.from_round, last=line.to_round))
    if line.from_round < first_open:
        reasons.append(Message("round_published", published=first_open - 1, next=first_open))
    end = last or MAX_ROUNDS
    if (latest := max(line.from_round, line.to_round)) > end:
        reasons.append(
            Message("beyond_last", rounds=last, round=latest)
            if last
            else Message("beyond_most", rounds=MAX_ROUNDS, round=latest)
        )
    if line.source.fixed_round is not None and line.source.fixed_round >= line.from_round:
        reasons.append(
            Message("source_not_before", round=line.from_round, after=line.source.fixed_round)
        )
    return reasons


def _sorted_plan(lines: Iterable[PlannedRounds]) -> EventPlan:
    return tuple(sorted(lines, key=lambda line: line.from_round))


class NoSuchSource(ValueError):
    """The text names no standings to pair from."""

    def __init__(self, *messages: Message) -> None:
        super().__init__(*messages)
        self.messages = messages


MAX_PLAYERS = 2_000
"""The maximum number of players in a division."""
FACTOR = 3
"""The usual factor in the round before the last: 1 meets 4, 2 meets 5, 3 meets 6."""
MIN_ROUNDS_FOR_FONTES = 6
"""The fewest rounds for which initial Fontes is proposed."""
MIN_ROUNDS_FOR_REPEATS = 7
"""The fewest rounds for which repeats are planned before the last round."""
MIN_ROUNDS_FOR_FACTOR = 7
"""The fewest rounds for which a factor round, or COP if there are prizes, is proposed."""


@dataclass(frozen=True, slots=True)
class ProposedPlan:
    """A plan, with the reason for each of its lines."""

    plan: EventPlan
    reasons: Messages


def propose_plan(players: int, rounds: int, *, has_prizes: bool = False) -> ProposedPlan:
    """Return a plan: a round robin if there are enough rounds for one, otherwise pairing by results.

    With prizes and enough players and rounds, COP pairs the last quarter of the rounds, because it
    considers who can still win a prize. Raise `CannotPropose` unless there are 2 to `MAX_PLAYERS` players
    and 1 to `MAX_ROUNDS` rounds.
    """
    if not 2 <= players <= MAX_PLAYERS:
        raise CannotPropose(
            Message("too_few_for_plan")
            if players < 2
            else Message("too_many_for_plan", players=players)
        )
    if not 1 <= rounds <= MAX_ROUNDS:
        raise CannotPropose(Message("rounds_for_plan", most=MAX_ROUNDS, rounds=rounds))
    cycle = rounds_in_cycle(players)
    if rounds >= cycle:
        return _round_robin_plan(players, rounds, cycle)
    return _results_plan(players, rounds, has_prizes=has_prizes)


def _round_robin_plan(players: int, rounds: int, cycle: int) -> ProposedPlan:
    cycles, rest = divmod(rounds, cycle)
    end = cycles * cycle
    lines = [PlannedRounds(1, end, "round_robin", {"cycles": cycles, "top_last": True}, SEEDS)]
    reasons = [Message("plan_robin", players=players, times=cycles, rounds=end)]
    if rest > 1:
        lines.append(PlannedRounds(end + 1, rounds - 1, "swiss"))
        reasons.append(Message("plan_all_met"))
    if rest:
        lines.append(PlannedRounds(rounds, rounds, "king_of_the_hill", {"again": FREE_REPEATS}))
        reasons.append(Message("plan_last_round"))
    return ProposedPlan(tuple(lines), tuple(reasons))


def _results_plan(players: int, rounds: int, *, has_prizes: bool) -> ProposedPlan:
    if rounds == 1:
        return ProposedPlan((PlannedRounds(1, 1, "random", {}, SEEDS),), (Message("plan_drawn"),))
    lines: list[PlannedRounds] = []
    reasons: list[Message] = []
    number = 1
    if rounds >= MIN_ROUNDS_FOR_FONTES and players >= 8:
        opening = 5 if rounds >= 20 and players >= 24 else 3
        lines.append(PlannedRounds(1, opening, "initial_fontes", {"rounds": opening}, SEEDS))
        reasons.append(Message("plan_fontes", size=opening + 1, rounds=opening))
        number = opening + 1
    is_long = rounds >= MIN_ROUNDS_FOR_FACTOR and players >= 4 * FACTOR
    has_cop = is_long and has_prizes
    has_factor = is_long and not has_prizes
    at_the_end = -(-rounds // 4) if has_cop else 2 if has_factor else 1
    last_swiss = rounds - at_the_end
    half = rounds // 2 if rounds >= MIN_ROUNDS_FOR_REPEATS else last_swiss
    if half >= number:
        short = number == 1
        lines.append(
            PlannedRounds(
                number, min(half, last_swiss), "swiss", {"opponents": "halves"} if short else {}
            )
        )
        reasons.append(Message("plan_swiss_halves") if short else Message("plan_swiss"))
        number = min(half, last_swiss) + 1
    if last_swiss >= number:
        again = second_half_option(rounds)
        lines.append(PlannedRounds(number, last_swiss, "swiss", again))
        reasons.append(Message("plan_swiss_again", times=int(again["again"])))
    if has_factor:
        options = {"factor": FACTOR, "again": FREE_REPEATS}
        lines.append(PlannedRounds(rounds - 1, rounds - 1, "factor", options))
        reasons.append(Message("plan_factor"))
    if has_cop:
        lines.append(PlannedRounds(last_swiss + 1, rounds, "cop"))
        reasons.append(Message("plan_cop"))
        return ProposedPlan(tuple(lines), tuple(reasons))
    options = {"again": FREE_REPEATS, "balance_firsts": True}
    lines.append(PlannedRounds(rounds, rounds, "king_of_the_hill", options))
    reasons.append(Message("plan_last_round"))
    return ProposedPlan(tuple(lines), tuple(reasons))


class CannotPropose(Exception):
    """There is no sensible plan for these numbers of players and rounds; the message says why."""

    def __init__(self, *messages: Message) -> None:
        super().__init__(*messages)
        self.messages = messages
