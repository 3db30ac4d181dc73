"""The result that a recorded game gives its board, and takes back when it is open again."""

from django.db import transaction

from scoring.actions.activity import Actor, log
from tournament.actions.deeds import deed
from tournament.actions.result_entries import (
    as_logged,
    counting,
    held_pairing,
    log_result,
    says_the_same,
    supersede_all,
    write,
)
from tournament.actions.rounds import begin_playing
from tournament.engine.results import Outcome, of_game
from tournament.models import Pairing, ResultEntry
from tournament.models.results import Source, Standing
from tournament.models.rounds import Phase


def post_recorded_result(
    actor: Actor,
    pairing: Pairing,
    first_score: int,
    second_score: int,
    *,
    outcome: str = Outcome.PLAYED,
    reason: str = "",
) -> ResultEntry:
    """The result a recorded game gives; called when the game finishes, and again when it changes.

    `outcome` is one of `GAMES`, and names the winner where the scores do not. `reason` is why the
    game was opened again.

    It counts, and a typed result that says otherwise is kept beside it, unless the director has
    already ruled or the round is closed: then the recorded one stands beside.
    """
    with transaction.atomic():
        pairing = held_pairing(pairing)
        current = counting(pairing)
        agrees = (
            current is not None
            and current.outcome == outcome
            and (
                current.margin == of_game(outcome, first_score, second_score)[0]
                if current.spread_only
                else says_the_same(current, outcome, first_score, second_score)
            )
        )
        if current is not None and agrees and current.source == Source.RECORDED:
            _withdraw_what_waits(actor, pairing, current)
            return current
        chosen = current is not None and current.source != Source.RECORDED and bool(current.reason)
        ruled = chosen and not agrees
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
            entry = write(
                actor,
                pairing,
                (first_score, second_score),
                outcome,
                source=Source.RECORDED,
                standing=standing,
                reason=reason,
                supersede=supersede,
            )
            begin_playing(pairing.round)
            doing.told(log_result(actor, "post_recorded_result", pairing, entry, current, reason))
    return entry


def _withdraw_what_waits(actor: Actor, pairing: Pairing, current: ResultEntry) -> None:
    """The game has come back to what counts: what it came to between waits for nobody any more."""
    waiting = list(
        ResultEntry.objects.filter(
            pairing=pairing, source=Source.RECORDED, standing=Standing.BESIDE
        )
    )
    if not waiting:
        return
    with deed(pairing.round.division, pairing=pairing) as doing:
        supersede_all(waiting)
        ResultEntry.objects.filter(pk__in=[row.pk for row in waiting]).update(superseded_by=current)
        doing.told(
            log(
                actor,
                "withdraw_recorded_result",
                f"Round {pairing.round.number}, {pairing}: {waiting[-1]} waits no longer, "
                f"the game gives {current} again.",
                scope=pairing.round.division.scope,
                before=as_logged(waiting[-1]),
                after=as_logged(current),
            )
        )


def withdraw_recorded_result(actor: Actor, pairing: Pairing) -> None:
    """The recorded result counts no longer, because its game is open again.

    A typed result that stood beside it counts then. In a closed round everything stays as it is
    until the game is finished anew.
    """
    with transaction.atomic():
        pairing = held_pairing(pairing)
        current = counting(pairing)
        if (
            current is None
            or current.source != Source.RECORDED
            or pairing.round.phase == Phase.CLOSED
        ):
            return
        with deed(pairing.round.division, pairing=pairing) as doing:
            supersede_all([current])
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
