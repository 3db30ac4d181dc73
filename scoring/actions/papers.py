"""Store copies of papers printed for a game."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from scoring.actions.activity import Actor, log
from scoring.actions.locking import lock_game
from scoring.actions.turns import scope_of
from scoring.models import Game, PaperCopy
from scoring.wording.log import say

RECOUNT = "recount"


@dataclass(frozen=True)
class PrintedPaper:
    """A paper ready to print: its file name, the PDF, and a digest of the report."""

    name: str
    content: bytes
    digest: str


def store_printed_recount(game: Game, printed: PrintedPaper, actor: Actor) -> PaperCopy:
    """Store the printed recount with its game; return the copy, or the previous one if nothing has changed.

    Raise `Refused` for a read-only game.
    """
    with transaction.atomic():
        held = lock_game(game)
        last = held.paper_copies.filter(key=RECOUNT).last()
        if last is not None and last.digest == printed.digest:
            return last
        copy = PaperCopy.objects.create(
            game=held,
            key=RECOUNT,
            name=printed.name,
            content=printed.content,
            digest=printed.digest,
            printed_at=timezone.now(),
            printed_by=actor.user,
        )
        log(actor, "print_recount", say("print_recount", game=held), scope=scope_of(held))
    return copy
