"""Two results of one board that contradict each other: which one counts from now on."""

from scoring.actions.activity import Actor
from tournament.actions.refusal import Refused
from tournament.actions.results import correct_result
from tournament.engine.results import GAMES, awarded
from tournament.models import Pairing, ResultEntry
from tournament.models.results import Standing
from tournament.queries.consequences import Consequences, consequences_of


class AlreadyRuled(Refused):
    """Somebody ruled in the meantime; the page was stale."""


def rule_for(
    actor: Actor, entry: ResultEntry, *, reason: str = "", seen: str | None = None
) -> ResultEntry:
    """Of the results that contradict each other this one counts; the others are superseded.

    Raises `AlreadyRuled`, and as `correct_result`.
    """
    pairing = entry.pairing
    open_ = ResultEntry.objects.filter(pairing=pairing, standing=Standing.BESIDE)
    if entry.standing == Standing.SUPERSEDED or not open_.exists():
        raise AlreadyRuled(f"{pairing}: this was ruled on already. Load the page again.")
    return correct_result(
        actor,
        pairing,
        entry.first_score,
        entry.second_score,
        outcome=entry.outcome,
        spread_only=entry.spread_only,
        reason=reason,
        accepted=True,
        seen=seen,
    )


def what_follows(
    pairing: Pairing, first_score: int, second_score: int, outcome: str
) -> Consequences:
    """What follows when this is the board's result; nothing is written."""
    if outcome not in GAMES:
        rules = pairing.round.division.event.rules
        first_score, second_score = awarded(outcome, rules.bye_spread, rules.forfeit_spread)
    return consequences_of(pairing, first_score, second_score, outcome)
