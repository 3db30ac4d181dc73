"""The plan proposed for a division without one, based on its rounds and players."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.engine.pairing.event_plan import CannotPropose, ProposedPlan, propose_plan
from tournament.models import Division, PlanLine
from tournament.queries.people.entries import division_field
from tournament.queries.rounds.rounds import next_round_number
from tournament.queries.standings.prizes import prize_bands

USUAL_ROUNDS = 6
"""Number of rounds proposed by default; a small field plays a round robin in fewer."""


@dataclass(frozen=True, slots=True)
class PlanProposal:
    """A proposed plan and its number of rounds."""

    rounds: int
    proposed: ProposedPlan


def next_round_player_count(division: Division) -> int:
    """Return the number of players in the next round. Two queries."""
    number = next_round_number(division)
    return sum(entrant.is_active_in(number) for entrant in division_field(division).entrants)


def proposed_plan_for(division: Division, players: int, rounds: int) -> ProposedPlan:
    """Return the plan proposed for this many players and rounds; it depends on whether the division has prizes.

    Prizes for groups are ignored. May raise `CannotPropose`. One query.
    """
    has_prizes = any(not band.group for band in prize_bands(division))
    return propose_plan(players, rounds, has_prizes=has_prizes)


def proposal_for(division: Division) -> PlanProposal | None:
    """Return the plan proposed for a division without one, or None once it has a plan or a published round.

    It is also None if no plan can be proposed. The number of rounds is the division's, else that of
    the event's first division that has one, else the default. At most six queries.
    """
    if PlanLine.objects.filter(division=division).exists() or next_round_number(division) != 1:
        return None
    rounds = division.rounds_planned or event_round_count(division)
    try:
        return PlanProposal(
            rounds, proposed_plan_for(division, next_round_player_count(division), rounds)
        )
    except CannotPropose:
        return None


def event_round_count(division: Division) -> int:
    """Return the planned number of rounds in the first division of the event that has one. One query.

    The default is `USUAL_ROUNDS`.
    """
    others = Division.objects.filter(event=division.event_id, rounds_planned__isnull=False)
    first = others.order_by("position").values_list("rounds_planned", flat=True).first()
    return first or USUAL_ROUNDS
