"""Both players have signed the slip: from then on only the director changes the game, and says why."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from scoring.actions.activity import Actor, log
from scoring.actions.holding import hold_game
from scoring.actions.refusals import ReasonMissing, Refused
from scoring.actions.turns import scope_of
from scoring.models import Game
from scoring.queries.sheets import sheet


def sign_slip(game: Game, actor: Actor) -> None:
    """Note that both have signed the slip of a finished game. Raises `Refused` when it cannot be, or is."""
    with transaction.atomic():
        held = hold_game(game)
        if held.finished_at is None:
            raise Refused(
                "The game is not finished. Finish it first: the slip has its final scores."
            )
        if held.signed_at is not None:
            raise Refused("The slip of this game is signed already.")
        game.signed_at = held.signed_at = timezone.now()
        game.signed_by = held.signed_by = actor.user
        held.save(update_fields=["signed_at", "signed_by"])
        now = sheet(held)
        finals = ", ".join(
            f"{name} {final}" for name, final in zip(now.names, now.outcome.finals, strict=True)
        )
        log(
            actor,
            "sign_slip",
            f"{game}: both have signed the slip, {finals}",
            scope=scope_of(game),
            after={"finals": list(now.outcome.finals)},
        )


def unsign_slip(game: Game, actor: Actor, *, reason: str) -> None:
    """The slip is not signed after all. Raises `Refused` when it was not, and `ReasonMissing`."""
    if not reason.strip():
        raise ReasonMissing
    with transaction.atomic():
        held = hold_game(game)
        if held.signed_at is None:
            raise Refused("The slip of this game is not signed.")
        before = held.signed_at.isoformat()
        game.signed_at = game.signed_by = held.signed_at = held.signed_by = None
        held.save(update_fields=["signed_at", "signed_by"])
        log(
            actor,
            "unsign_slip",
            f"{game}: the slip is not signed after all",
            scope=scope_of(game),
            reason=reason.strip(),
            before={"signed_at": before},
        )
