"""Result entries: locked, compared, superseded and logged, but never overwritten."""

from typing import Any

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.models import Activity
from scoring.wording.phrases import format_signed
from scoring.wording.sentence import Sentence
from tournament.actions.act import Refused, refuse_when_closed
from tournament.engine.results import GAMES, Outcome
from tournament.models import Pairing, PlayerReport, ResultEntry, Round
from tournament.models.results import ResultSource, ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.rounds.rounds import is_provisional
from tournament.wording.log import say


def lock_pairing(pairing: Pairing) -> Pairing:
    """Lock the pairing and its round for this transaction, and return the pairing, read again.

    The round is locked first, so that nobody closes or pairs it while a result is entered. Raise
    `Refused` if the pairing was replaced, its round is a draft or its event is closed.
    """
    if connection.vendor == "postgresql":  # on SQLite a writer locks the whole database
        held = Round.objects.filter(pk=pairing.round_id).order_by("pk")
        list(held.select_for_update(no_key=True).values_list("pk", flat=True))
    pairing = (
        Pairing.objects.select_for_update(of=("self",), no_key=True)
        .select_related("round__division__event", "first__player", "second__player")
        .get(pk=pairing.pk)
    )
    refuse_when_closed(pairing.round.division.event)
    if pairing.replaced_at is not None:
        raise Refused(_("This pairing was replaced when the round was paired again."))
    if pairing.round.phase == Phase.DRAFT:
        raise Refused(
            _("{round} is a draft. Publish it, then enter results.").format(round=pairing.round)
        )
    return pairing


def settled_reason(round_: Round) -> str:
    """Return why a round's results are final, as a sentence, or an empty string. At most one query."""
    if round_.phase == Phase.CLOSED:
        return _("{round} is closed.").format(round=round_)
    later = Round.objects.filter(division=round_.division_id, number__gt=round_.number)
    if later.exclude(phase=Phase.DRAFT).exists():
        return _("Rounds after round {number} are published.").format(number=round_.number)
    return ""


def counting_result(pairing: Pairing) -> ResultEntry | None:
    """Return the result that counts for a board, or None if there is none."""
    return ResultEntry.objects.filter(pairing=pairing, standing=ResultStatus.COUNTS).first()


def is_replaceable_by(entry: ResultEntry, actor: Actor) -> bool:
    """Return whether a result typed by `actor` replaces the entry instead of contradicting it.

    It replaces the actor's own typed or imported entries, results awarded with the pairing, and a
    report that only one player has made.
    """
    if entry.source == ResultSource.REPORTED:
        return is_provisional(entry, reported_scores(entry.pairing_id))
    if entry.source == ResultSource.AWARDED:
        return True
    own = entry.entered_by_id == getattr(actor.user, "pk", None)
    return own and entry.source in (ResultSource.TYPED, ResultSource.IMPORTED)


def reported_scores(pairing: int) -> list[tuple[int, int]]:
    """Return the scores in the current reports of the pairing with the key `pairing`. One query."""
    rows = PlayerReport.objects.filter(pairing=pairing, replaced_at=None)
    return list(rows.values_list("first_score", "second_score"))


def is_same_result(
    entry: ResultEntry, outcome: str, first_score: int, second_score: int, spread_only: bool = False
) -> bool:
    """Return whether the entry has this outcome and these scores.

    With `spread_only`, games are compared only by their spread, which is then `first_score`.
    """
    if entry.outcome != outcome:
        return False
    if spread_only and outcome in GAMES:
        return entry.margin == first_score
    theirs = (entry.first_score, entry.second_score, entry.spread_only)
    return theirs == (first_score, second_score, spread_only)


def create_result_entry(
    actor: Actor,
    pairing: Pairing,
    figures: tuple[int, int],
    outcome: str,
    *,
    source: ResultSource = ResultSource.TYPED,
    standing: ResultStatus = ResultStatus.COUNTS,
    spread_only: bool = False,
    reason: str = "",
    supersede: list[ResultEntry],
) -> ResultEntry:
    """Create an entry after superseding those in `supersede`, so that two never count at once.

    The attribute `corrects` of the new entry is the superseded entry that counted, or None.
    """
    supersede_all(supersede)
    entry = ResultEntry.objects.create(
        pairing=pairing,
        first_score=figures[0],
        second_score=figures[1],
        spread_only=spread_only,
        outcome=outcome,
        source=source,
        standing=standing,
        entered_by=actor.user,
        entered_at=timezone.now(),
        reason=reason,
    )
    ResultEntry.objects.filter(pk__in=[old.pk for old in supersede]).update(superseded_by=entry)
    entry.corrects = next((old for old in supersede if old.standing == ResultStatus.COUNTS), None)
    return entry


def supersede_all(entries: list[ResultEntry]) -> None:
    """Mark the entries as superseded, without deleting any."""
    ResultEntry.objects.filter(pk__in=[old.pk for old in entries]).update(
        standing=ResultStatus.SUPERSEDED, superseded_at=timezone.now()
    )


def log_result(
    actor: Actor,
    verb: str,
    pairing: Pairing,
    entry: ResultEntry,
    before: ResultEntry | None,
    reason: str = "",
) -> Activity:
    """Log an action on a board's result, with the new entry and the one that counted before."""
    division = pairing.round.division
    return log(
        actor,
        verb,
        _result_log_sentence(pairing, entry, before),
        scope=division.scope,
        reason=reason,
        before=result_log_values(before),
        after=result_log_values(entry),
    )


def _result_log_sentence(
    pairing: Pairing, entry: ResultEntry, before: ResultEntry | None
) -> Sentence:
    """Return the log message about a board's result: entered, stored beside another, or corrected."""
    alone = pairing.second_id is None
    params: dict[str, Any] = {
        "round": pairing.round.number,
        "pairing": pairing_sentence(pairing),
        "result": result_sentence(entry, alone=alone),
    }
    if entry.standing == ResultStatus.BESIDE:
        return say("result_beside", **params)
    result = say("result", **params)
    figures = (entry.outcome, entry.first_score, entry.second_score, entry.spread_only)
    if before is None or is_same_result(before, *figures):
        return result
    was, wins = before.winners, entry.winners
    if was == wins or not was or not wins:
        return say("corrected", correct=say("correction"), result=result)
    winner, other = (pairing.first, pairing.second)[:: -1 if 1 in wins and len(wins) == 1 else 1]
    if len(wins) > 1:
        change = say("now_tied", winner=pairing.first if was == (0,) else pairing.second)
    elif len(was) > 1:
        change = say("no_tie", winner=winner)
    else:
        change = say("wins_instead", winner=winner, other=other)
    return say("corrected_winner", correct=say("correction"), result=result, change=change)


def pairing_sentence(pairing: Pairing) -> Sentence:
    """Return the players and the board of a pairing for the log."""
    if pairing.second is None:
        return say("alone", player=pairing.first)
    return say("board", board=pairing.board, first=pairing.first, second=pairing.second)


def result_sentence(entry: ResultEntry, *, alone: bool = False) -> Sentence:
    """Return a result for the log: the outcome, or the scores or spread of a game.

    The winner is added if the figures do not show it. A player who is `alone` is neither first nor
    second.
    """
    if alone and entry.outcome == Outcome.FIRST_FORFEITS:
        return say("forfeits")
    if not entry.is_game:
        return say(str(entry.outcome))
    scores = say("scores", first=entry.first_score, second=entry.second_score)
    if entry.spread_only:
        scores = say("spread_only", spread=format_signed(entry.first_score))
    if entry.outcome == Outcome.FIRST_WINS:
        return say("first_wins", scores=scores)
    if entry.outcome == Outcome.SECOND_WINS:
        return say("second_wins", scores=scores)
    return scores


def result_log_values(entry: ResultEntry | None) -> dict[str, Any] | None:
    """Return a result in the log's stored form, or None if there is none."""
    if entry is None:
        return None
    return {
        "outcome": str(entry.outcome),
        "first": entry.first_score,
        "second": entry.second_score,
        **({"spread_only": True} if entry.spread_only else {}),
        "source": str(entry.source),
        "standing": str(entry.standing),
    }
