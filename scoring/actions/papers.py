"""Keeping a copy of a paper that is printed of a game."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from scoring.actions.activity import Actor, log
from scoring.actions.locking import hold_game
from scoring.actions.turns import scope_of
from scoring.models import Game, PaperCopy
from scoring.wording.log import say

RECOUNT = "recount"


@dataclass(frozen=True)
class Printed:
    """A paper as it goes to the printer: the name of its file, the PDF, and a digest of what it says."""

    name: str
    content: bytes
    digest: str


def print_recount(game: Game, printed: Printed, actor: Actor) -> PaperCopy:
    """Keep the recount that is printed with its game; return the copy, the last one where nothing changed since.

    Raises `Refused` for a game that can only be read.
    """
    with transaction.atomic():
        held = hold_game(game)
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
