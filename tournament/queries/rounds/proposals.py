"""The plan proposed for a division that has none: of the event's rounds, for those who are in it."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.engine.pairing.event_plan import CannotPropose, ProposedPlan, propose_plan
from tournament.models import Division, PlanLine
from tournament.queries.people.entries import division_field
from tournament.queries.rounds.rounds import next_round_number
from tournament.queries.standings.prizes import prize_bands

USUAL_ROUNDS = 6
"""How many rounds are proposed where nobody has said; few players meet each other in fewer."""


@dataclass(frozen=True, slots=True)
class PlanProposal:
    """A plan proposed, and for how many rounds."""

    rounds: int
    proposed: ProposedPlan


def playing_next(division: Division) -> int:
    """Return how many players take part in the round that comes next. Two queries."""
    number = next_round_number(division)
    return sum(entrant.active_in(number) for entrant in division_field(division).entrants)


def plan_for(division: Division, players: int, rounds: int) -> ProposedPlan:
    """Return the plan proposed for so many players; the division's prizes decide its end.

    Raises `CannotPropose`. One query.
    """
    has_prizes = any(not band.group for band in prize_bands(division))
    return propose_plan(players, rounds, has_prizes=has_prizes)


def proposal_for(division: Division) -> PlanProposal | None:
    """Return the plan proposed for a division without one, before its first round is published; None where
    it has a plan, or where none can be proposed.

    It has as many rounds as the division, else as the first division of the event that says so. Five queries.
    """
    if PlanLine.objects.filter(division=division).exists() or next_round_number(division) != 1:
        return None
    rounds = division.rounds_planned or rounds_of_event(division)
    try:
        return PlanProposal(rounds, plan_for(division, playing_next(division), rounds))
    except CannotPropose:
        return None


def rounds_of_event(division: Division) -> int:
    """Return how many rounds another division of the event is planned with, else the usual number. One query."""
    others = Division.objects.filter(event=division.event_id, rounds_planned__isnull=False)
    first = others.order_by("position").values_list("rounds_planned", flat=True).first()
    return first or USUAL_ROUNDS
