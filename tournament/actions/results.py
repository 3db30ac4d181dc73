"""Results: entered, corrected, and posted by a recorded game. None is ever overwritten."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.actions.activity import Actor, log
from scoring.models import Activity
from tournament.actions.awards import awarded
from tournament.actions.deeds import deed
from tournament.actions.events import refuse_when_closed
from tournament.actions.refusal import Questionable, ReasonMissing, Refused
from tournament.actions.rounds import begin_playing
from tournament.engine.results import GAMES, Outcome
from tournament.engine.unlikely import unlikely
from tournament.models import Pairing, ResultEntry, Round
from tournament.models.results import Source, Standing
from tournament.models.rounds import Phase

POSSIBLE = range(-1500, 3001)
"""Beyond these it is a typing slip and nothing else."""


class RoundNotPublished(Refused):
    """Results belong to rounds that are published."""


class NotAResult(Refused):
    """What was entered cannot be the result of this pairing."""


class NothingToCorrect(Refused):
    """There is no result yet, or it is already as asked."""


def enter_result(
    actor: Actor,
    pairing: Pairing,
    first_score: int = 0,
    second_score: int = 0,
    *,
    outcome: str = Outcome.PLAYED,
    spread_only: bool = False,
    accepted: bool = False,
    questions: Sequence[str] = (),
) -> ResultEntry:
    """The result of a board, as typed. The same result entered again changes nothing.

    The scores of a slip also confirm a result that names the winner: a slip does not say why.
    With `spread_only` the first score is the spread and the second 0. `questions` is what the
    caller finds odd besides; it is asked together with the rest.

    A result that contradicts somebody else's, or a recorded game, is kept beside it and does not
    count until it is ruled on (`correct_result`); one that contradicts one's own, or what was
    awarded with the pairing, replaces it.
    Raises `Questionable` for what is unlikely unless `accepted`, `RoundNotPublished`,
    `NotAResult`, `ReasonMissing` for a closed round, and `EventClosed`.
    """
    with transaction.atomic():
        pairing = held_pairing(pairing)
        first_score, second_score = _figures(pairing, outcome, first_score, second_score)
        if spread_only:
            _refuse_spread_only(pairing)
        current = _counting(pairing)
        named = current is not None and outcome == Outcome.PLAYED and current.winner_named
        said = current.outcome if current is not None and named else outcome
        if current is not None and _same(current, said, first_score, second_score, spread_only):
            return current
        if pairing.round.phase == Phase.CLOSED:
            raise ReasonMissing(
                f"{pairing.round} is closed. Correct the result on the board's page, with a reason."
            )
        odd = [*unlikely(outcome, first_score, second_score, spread_only), *questions]
        if current is not None:
            odd.append(f"Board {pairing.board} has the result {_told(current)} already.")
        if odd and not accepted:
            raise Questionable(odd)
        own = current is not None and (
            current.source == Source.AWARDED
            or (
                current.source == Source.TYPED
                and current.entered_by_id == getattr(actor.user, "pk", None)
            )
        )
        beside = current is not None and not own
        with deed(pairing.round.division, pairing=pairing) as doing:
            entry = _write(
                actor,
                pairing,
                (first_score, second_score),
                outcome,
                spread_only=spread_only,
                standing=Standing.BESIDE if beside else Standing.COUNTS,
                supersede=[current] if own and current else [],
            )
            begin_playing(pairing.round)
            doing.told(_log(actor, "enter_result", pairing, entry, current))
    return entry


def correct_result(
    actor: Actor,
    pairing: Pairing,
    first_score: int = 0,
    second_score: int = 0,
    *,
    outcome: str = Outcome.PLAYED,
    spread_only: bool = False,
    reason: str = "",
    accepted: bool = False,
    questions: Sequence[str] = (),
) -> ResultEntry:
    """The result that counts from now on; every earlier one is superseded and kept.

    This is also how the director rules on two that contradict each other. A reason is asked when
    the round is closed, when a later round is published, and when a recorded game says otherwise.
    `questions` is what else has to be seen before it is saved, such as who changes place.
    Raises as `enter_result`, and `NothingToCorrect`.
    """
    reason = " ".join(reason.split())
    with transaction.atomic():
        pairing = held_pairing(pairing)
        first_score, second_score = _figures(pairing, outcome, first_score, second_score)
        if spread_only:
            _refuse_spread_only(pairing)
        current = _counting(pairing)
        if current is None:
            raise NothingToCorrect(f"{pairing} has no result yet. Enter it.")
        open_ = list(
            ResultEntry.objects.filter(pairing=pairing, standing=Standing.BESIDE).order_by("id")
        )
        if not open_ and _same(current, outcome, first_score, second_score, spread_only):
            raise NothingToCorrect(f"{pairing}: the result is {_told(current)} already.")
        if not reason and (why := why_a_reason(pairing)):
            raise ReasonMissing(f"{why} Say why the result is corrected.")
        odd = [*unlikely(outcome, first_score, second_score, spread_only), *questions]
        if odd and not accepted:
            raise Questionable(odd)
        with deed(pairing.round.division, pairing=pairing) as doing:
            entry = _write(
                actor,
                pairing,
                (first_score, second_score),
                outcome,
                spread_only=spread_only,
                reason=reason,
                supersede=[current, *open_],
            )
            doing.told(_log(actor, "correct_result", pairing, entry, current, reason))
    return entry


def post_recorded_result(
    actor: Actor,
    pairing: Pairing,
    first_score: int,
    second_score: int,
    *,
    outcome: str = Outcome.PLAYED,
) -> ResultEntry:
    """The result a recorded game gives; called when the game finishes, and again when it changes.

    `outcome` is one of `GAMES`, and names the winner where the scores do not.

    It counts, and a typed result that says otherwise is kept beside it, unless the director has
    already ruled or the round is closed: then the recorded one stands beside.
    """
    with transaction.atomic():
        pairing = held_pairing(pairing)
        current = _counting(pairing)
        agrees = (
            current is not None
            and current.outcome == outcome
            and (
                current.margin == first_score - second_score
                if current.spread_only
                else _same(current, outcome, first_score, second_score)
            )
        )
        if current is not None and agrees and current.source == Source.RECORDED:
            return current
        ruled = current is not None and not agrees and bool(current.reason)
        late = current is not None and not agrees and pairing.round.phase == Phase.CLOSED
        older = list(
            ResultEntry.objects.filter(
                pairing=pairing, source=Source.RECORDED, standing=Standing.BESIDE
            )
        )
        with deed(pairing.round.division, pairing=pairing) as doing:
            if ruled or late:
                standing, supersede = Standing.BESIDE, older
            else:
                standing, supersede = Standing.COUNTS, older
                if current is not None:
                    if agrees or current.source == Source.RECORDED:
                        supersede.append(current)
                    else:
                        current.standing = Standing.BESIDE
                        current.save(update_fields=["standing"])
            entry = _write(
                actor,
                pairing,
                (first_score, second_score),
                outcome,
                source=Source.RECORDED,
                standing=standing,
                supersede=supersede,
            )
            begin_playing(pairing.round)
            doing.told(_log(actor, "post_recorded_result", pairing, entry, current))
    return entry


def withdraw_recorded_result(actor: Actor, pairing: Pairing) -> None:
    """The recorded result counts no longer, because its game is open again.

    A typed result that stood beside it counts then. In a closed round everything stays as it is
    until the game is finished anew.
    """
    with transaction.atomic():
        pairing = held_pairing(pairing)
        current = _counting(pairing)
        if (
            current is None
            or current.source != Source.RECORDED
            or pairing.round.phase == Phase.CLOSED
        ):
            return
        with deed(pairing.round.division, pairing=pairing) as doing:
            _supersede([current])
            beside = ResultEntry.objects.filter(pairing=pairing, standing=Standing.BESIDE).last()
            if beside is not None:
                beside.standing = Standing.COUNTS
                beside.save(update_fields=["standing"])
            doing.told(
                log(
                    actor,
                    "withdraw_recorded_result",
                    f"Round {pairing.round.number}, {pairing}: {current} counts no longer, "
                    "the game is open again.",
                    scope=pairing.round.division.scope,
                    before=as_logged(current),
                    after=as_logged(beside),
                )
            )


def why_a_reason(pairing: Pairing) -> str:
    """Why a correction of this board needs a reason, as a sentence; empty when it needs none."""
    round_ = pairing.round
    if round_.phase == Phase.CLOSED:
        return f"{round_} is closed."
    later = Round.objects.filter(division=round_.division_id, number__gt=round_.number)
    if later.exclude(phase=Phase.DRAFT).exists():
        return f"Rounds after round {round_.number} are published."
    if ResultEntry.objects.filter(pairing=pairing, source=Source.RECORDED).exists():
        return "The game was recorded turn by turn."
    return ""


def held_pairing(pairing: Pairing) -> Pairing:
    """The pairing read anew and held for this transaction, in a round that takes results.

    Raises `RoundNotPublished` and `EventClosed`.
    """
    pairing = (
        Pairing.objects.select_for_update(of=("self",))
        .select_related("round__division__event", "first__player", "second__player", "game")
        .get(pk=pairing.pk)
    )
    refuse_when_closed(pairing.round.division.event)
    if pairing.replaced_at is not None:
        raise RoundNotPublished("This pairing was replaced when the draft was made anew.")
    if pairing.round.phase == Phase.DRAFT:
        raise RoundNotPublished(f"{pairing.round} is a draft. Publish it, then enter results.")
    return pairing


def _counting(pairing: Pairing) -> ResultEntry | None:
    return ResultEntry.objects.filter(pairing=pairing, standing=Standing.COUNTS).first()


def _figures(
    pairing: Pairing, outcome: str, first_score: int, second_score: int
) -> tuple[int, int]:
    """The two figures to keep: scores of a game, or the spread awarded."""
    if outcome not in set(Outcome):
        raise NotAResult(f"“{outcome}” is no outcome; there are {', '.join(Outcome)}.")
    alone = pairing.second_id is None
    if alone and outcome not in (Outcome.BYE, Outcome.FIRST_FORFEITS, Outcome.VOID):
        raise NotAResult(f"{pairing.first} has no opponent this round: a bye, a forfeit or void.")
    if not alone and outcome == Outcome.BYE:
        raise NotAResult(f"{pairing} are two players; a bye has one.")
    if outcome not in GAMES:
        first, second = awarded(Outcome(outcome), pairing.round.division.event.rules)
        return first, 0 if alone else second
    for score in (first_score, second_score):
        if score not in POSSIBLE:
            raise NotAResult(f"A score of {score} is not possible. Was a digit typed twice?")
    return first_score, second_score


def _same(
    entry: ResultEntry, outcome: str, first_score: int, second_score: int, spread_only: bool = False
) -> bool:
    """Whether the entry says the same: where only spreads are known, the same spread."""
    if entry.outcome != outcome:
        return False
    if spread_only and outcome in GAMES:
        return entry.margin == first_score
    theirs = (entry.first_score, entry.second_score, entry.spread_only)
    return theirs == (first_score, second_score, spread_only)


def _refuse_spread_only(pairing: Pairing) -> None:
    """Points cannot rank where some are not known."""
    if "points_for" in pairing.round.division.ranked_by:
        raise NotAResult(
            f"Division {pairing.round.division} ranks by points, so both scores are needed."
        )


def _told(entry: ResultEntry) -> str:
    by = f" by {entry.entered_by.get_username()}" if entry.entered_by else ""
    return f"{entry} ({Source(entry.source).label}{by})"


def _write(
    actor: Actor,
    pairing: Pairing,
    figures: tuple[int, int],
    outcome: str,
    *,
    source: Source = Source.TYPED,
    standing: Standing = Standing.COUNTS,
    spread_only: bool = False,
    reason: str = "",
    supersede: list[ResultEntry],
) -> ResultEntry:
    """Write a new entry and mark those it supersedes: first out of the way, then by whom."""
    _supersede(supersede)
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
    return entry


def _supersede(entries: list[ResultEntry]) -> None:
    ResultEntry.objects.filter(pk__in=[old.pk for old in entries]).update(
        standing=Standing.SUPERSEDED, superseded_at=timezone.now()
    )


def _log(
    actor: Actor,
    verb: str,
    pairing: Pairing,
    entry: ResultEntry,
    before: ResultEntry | None,
    reason: str = "",
) -> Activity:
    division = pairing.round.division
    kept = " It contradicts an earlier result and does not count yet." * (
        entry.standing == Standing.BESIDE
    )
    return log(
        actor,
        verb,
        f"Round {pairing.round.number}, {pairing}: {entry if pairing.second_id else entry.told_alone}.{kept}",
        scope=division.scope,
        reason=reason,
        before=as_logged(before),
        after=as_logged(entry),
    )


def as_logged(entry: ResultEntry | None) -> dict[str, Any] | None:
    """What the activity log keeps of a result; None for none."""
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
