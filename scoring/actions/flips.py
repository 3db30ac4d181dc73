"""Log rulings and corrections that change the winner of a game."""

from __future__ import annotations

from typing import Any

from scoring.actions.activity import Actor, log
from scoring.engine.game.outcome import Outcome
from scoring.engine.game.replay import Replay
from scoring.models import Activity, Game, Ruling
from scoring.queries.flips import FINISH_VERB, FLIP_VERB, logged_outcome
from scoring.queries.sheets import GameSheet, sheet
from scoring.wording.log import say
from scoring.wording.outcomes import outcome_sentence
from scoring.wording.sentence import Sentence


def log_flip(
    game: Game,
    actor: Actor,
    before: Outcome,
    why: Sentence,
    *,
    reason: str = "",
    replayed: Replay | None = None,
    ruling: Ruling | None = None,
) -> None:
    """Log the change of winner, if there is one; `why` is the action that caused it.

    `before` is the outcome that counted until the change. Call this inside the transaction of the
    change. `replayed` is the game after the change, if known, and `ruling` the ruling behind it, if
    any. Nothing is logged if the game has no winner before or after the change.
    """
    if not before.winners:
        return
    now = sheet(game, replayed)
    after = now.outcome
    if not after.winners or after.winners == before.winners:
        return
    _log_entry_for_flip(now, actor, before, after, why, reason, ruling)


def log_flip_since_finish(now: GameSheet, actor: Actor) -> None:
    """Log any change of winner since the last outcome in the log of a game that is being finished again.

    Nothing is logged if the game has no winner now or the log has no outcome.
    """
    logged = (
        Activity.objects.filter(
            scope=f"game:{now.game.pk}", carried=False, verb__in=(FINISH_VERB, FLIP_VERB)
        )
        .order_by("-id")
        .first()
    )
    then: dict[str, Any] = (logged.after if logged else None) or {}
    if not now.outcome.winners or "winners" not in then:
        return
    before = logged_outcome(then, now.names)
    if before.winners != now.outcome.winners:
        _log_entry_for_flip(now, actor, before, now.outcome, say("opened_again"), "")


def outcome_for_log(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome in the form stored in the log: final scores by seat, and winning seats from 1."""
    return {"finals": list(outcome.finals), "winners": [seat + 1 for seat in outcome.winners]}


def _log_entry_for_flip(
    now: GameSheet,
    actor: Actor,
    before: Outcome,
    after: Outcome,
    why: Sentence,
    reason: str,
    ruling: Ruling | None = None,
) -> None:
    came_of = {} if ruling is None else {"ruled_at": ruling.ruled_at.isoformat()}
    log(
        actor,
        FLIP_VERB,
        say(
            "result_flips",
            game=now.game,
            before=outcome_sentence(before, now.names),
            now=outcome_sentence(after, now.names),
            why=why,
        ),
        scope=f"game:{now.game.pk}",
        reason=reason,
        before=outcome_for_log(before),
        after={**outcome_for_log(after), "why": why.as_json(), **came_of},
    )
