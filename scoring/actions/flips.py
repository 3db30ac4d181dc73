"""A ruling or a correction after which somebody else wins, or a tie comes or goes, is entered as such."""

from __future__ import annotations

from typing import Any

from scoring.actions.activity import Actor, log
from scoring.engine.game.outcome import Outcome
from scoring.engine.game.replay import Replay
from scoring.models import Activity, Game
from scoring.queries.outcomes import FLIPPED
from scoring.queries.sheets import GameSheet, sheet

FINISHED = "finish_game"


def note_flip(
    game: Game,
    actor: Actor,
    before: Outcome,
    why: str,
    *,
    reason: str = "",
    replayed: Replay | None = None,
) -> None:
    """Enter in the log that the result flips, when it does; `why` is what was done, as a sentence without its stop.

    `before` is the outcome of the game before the change. Must be called inside the transaction of
    the change; the game as it is after it may have been `replayed` already. Where nobody had won
    before, nothing flips.
    """
    if not before.winners:
        return
    now = sheet(game, replayed)
    after = now.outcome
    if not after.winners or after.winners == before.winners:
        return
    _enter(now, actor, told(before, now.names), told(after, now.names), why, reason)


def note_flip_since_finished(now: GameSheet, actor: Actor) -> None:
    """Enter a flip against what the game last came to, when it is finished once more."""
    logged = (
        Activity.objects.filter(scope=f"game:{now.game.pk}", verb__in=(FINISHED, FLIPPED))
        .order_by("-id")
        .first()
    )
    then: dict[str, Any] = (logged.after if logged else None) or {}
    if not now.outcome.winners or "winners" not in then:
        return
    at_last = told(now.outcome, now.names)
    if then["winners"] != at_last["winners"]:
        _enter(now, actor, then, at_last, "The game was opened again and changed", "")


def told(outcome: Outcome, names: list[str]) -> dict[str, Any]:
    """An outcome as the log keeps it."""
    return {
        "finals": list(outcome.finals),
        "winners": [name for seat, name in enumerate(names) if seat in outcome.winners],
        "sentence": outcome.sentence(names),
    }


def _enter(
    now: GameSheet,
    actor: Actor,
    before: dict[str, Any],
    after: dict[str, Any],
    why: str,
    reason: str,
) -> None:
    log(
        actor,
        FLIPPED,
        f"{now.game}: the result flips. Before: {before['sentence']}. Now: {after['sentence']}. {why}.",
        scope=f"game:{now.game.pk}",
        reason=reason,
        before=before,
        after={**after, "why": why},
    )
