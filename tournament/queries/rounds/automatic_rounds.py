"""The round that may be published automatically: the data it is paired from, and its stage."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Sum

from tournament.engine.pairing.automatic_rounds import DraftStage, RoundSituation, UnattendedSetting
from tournament.models import Division, Penalty, ResultEntry, Round
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.people.entries import division_field
from tournament.queries.rounds.rounds import current_pairings, next_round_number, open_boards
from tournament.queries.standings.standings import first_incomplete_round
from tournament.queries.versions import version_of, version_of_pairings


@dataclass(frozen=True, slots=True)
class AutomaticRoundNotice:
    """The desk's notice about the round that is published automatically."""

    number: int
    stage: DraftStage
    publish_at: dt.datetime | None = None
    waits_for_results: bool = False
    """Whether a result of an earlier round is missing again or contested."""


def round_situation_of(division: Division) -> RoundSituation:
    """Return the next round to publish and the data from which it would be paired. At most nine queries.

    Before round 1, or while an earlier round has missing or contested results, it has no data.
    """
    number = next_round_number(division)
    before = Round.objects.filter(division=division, number=number - 1).first()
    if (
        before is None
        or first_incomplete_round(division, number - 1)
        or open_boards(before).contested
    ):
        return RoundSituation(number, False, False)
    draft = Round.objects.filter(division=division, number=number, phase=Phase.DRAFT).first()
    planned = division.rounds_planned
    return RoundSituation(
        number,
        True,
        planned is not None and number > planned,
        version_of_pairings(current_pairings(draft)) if draft else "",
        _basis_version(division, number),
    )


def _basis_version(division: Division, number: int) -> str:
    """Return a key that changes with the earlier results and penalties or with the players. Three queries."""
    counted = ResultEntry.objects.filter(
        pairing__round__division=division,
        pairing__round__number__lt=number,
        pairing__replaced_at=None,
        standing=ResultStatus.COUNTS,
    ).aggregate(Max("pk"), Sum("pk"), Count("pk"))
    penalties = Penalty.objects.filter(
        entry__division=division, revoked_at=None, round_number__lt=number
    ).aggregate(Sum("pk"), Count("pk"))
    there = [e.number for e in division_field(division).entrants if e.is_active_in(number)]
    return version_of([_as_integers(counted), _as_integers(penalties), there])


def _as_integers(sums: dict[str, Any]) -> dict[str, int]:
    """Return sums and counts as integers, since PostgreSQL returns decimals."""
    return {name: int(value or 0) for name, value in sums.items()}


def automatic_round_notice(division: Division) -> AutomaticRoundNotice | None:
    """Return the desk's notice about the next round, or None if it is not published automatically.

    If the draft has been removed, the stage is “stopped”. This takes no query if the division is paired
    by hand, else at most eleven.
    """
    unattended = UnattendedSetting.from_stored(division.unattended)
    if unattended.minutes is None:
        return None
    number = next_round_number(division)
    stage = unattended.stage_of(number)
    if stage is None:
        return None
    draft = Round.objects.filter(
        division=division, number=number, phase=Phase.DRAFT, pairings__replaced_at=None
    )
    if stage is DraftStage.DRAFTED and not draft.exists():
        stage = DraftStage.STOPPED
    waits = not round_situation_of(division).has_all_results
    at = unattended.publish_at
    moment = None if at is None else dt.datetime.fromtimestamp(at, dt.UTC)
    return AutomaticRoundNotice(number, stage, moment, waits)
