"""What decides whether and how a round can be paired now, each answer with a fixed number of queries."""

from typing import Any

from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.models import Division, Pairing, Round
from tournament.models.results import Standing
from tournament.models.rounds import Phase
from tournament.queries.arrangements import begun_boards
from tournament.queries.field import division_field


def field_by_seed(division: Division, number: int) -> tuple[int, ...]:
    """Who takes part in round `number`, by seed. One query."""
    there = [e for e in division_field(division).entrants if e.active_in(number)]
    return tuple(e.number for e in sorted(there, key=lambda e: (e.seed, e.number)))


def options_begun(division: Division, line: PlannedRounds, number: int) -> dict[str, Any] | None:
    """The options of the round before, if it belongs to the same line and method. One query."""
    before = Round.objects.filter(
        division=division,
        number=number - 1,
        number__gte=line.from_round,
        method=line.method,
        pairings__replaced_at=None,
    ).first()
    return dict(before.options) if before else None


def missing_before(division: Division, source: int) -> tuple[int, list[int] | None] | None:
    """The first round up to `source` whose results are not all in, and its boards without one.

    The boards are None for a round that is still a draft; None when nothing is missing. One query.
    """
    rows = (
        Pairing.objects.filter(
            round__division=division, round__number__lte=source, replaced_at=None
        )
        .exclude(results__standing=Standing.COUNTS)
        .order_by("round__number", "board")
        .values_list("round__number", "round__phase", "board")
    )
    found = list(rows)
    if not found:
        return None
    number, phase, _ = found[0]
    if phase == Phase.DRAFT:
        return number, None
    return number, [board for at, _, board in found if at == number and board]


def why_not_pair_anew(round_: Round) -> list[str]:
    """Every reason why a round past its draft cannot be taken back and paired anew. Three queries."""
    if round_.phase == Phase.CLOSED:
        return [f"{round_} is closed. Reopen it first."]
    reasons = []
    if begun := begun_boards(round_):
        several = len(begun) > 1
        reasons.append(
            f"Board{'s' * several} {', '.join(map(str, begun))} {'have' if several else 'has'} a "
            f"result or a recorded game, so {round_} is not paired anew. Swap players on the "
            "other boards instead."
        )
    later = Round.objects.filter(division=round_.division, number__gt=round_.number).exclude(
        phase=Phase.DRAFT
    )
    if published := later.first():
        reasons.append(f"{published} is published already and was paired knowing {round_}.")
    return reasons
