"""When it last changed by a ruling or a correction who wins a game."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.engine.game.outcome import Outcome
from scoring.models import Activity, Game

FLIPPED = "result_flips"
"""The verb of the activity log under which a flip is entered."""
RULED_ON = "Turn {} was ruled on"
"""How a flip tells that it came of a ruling."""


@dataclass(frozen=True)
class Flip:
    """A change after which somebody else wins, or a tie comes or goes; sentences for both states."""

    before: str
    after: str
    why: str
    """What was done: ``Turn 7 was corrected``."""
    by: str
    at: datetime
    reason: str
    finals: tuple[int, ...]
    """Final scores by seat afterwards."""
    winners: tuple[str, ...]

    def came_of(self, turn: int) -> bool:
        """Whether it was the ruling on this turn that did it."""
        return self.why.startswith(f"{RULED_ON.format(turn)}:")


def last_flip(game: Game, outcome: Outcome, names: Collection[str]) -> Flip | None:
    """The last flip of a game, while its result is still what it became then. One query."""
    if not outcome.winners:
        return None
    flip = flips_of([game]).get(game.pk)
    winning = tuple(name for seat, name in enumerate(names) if seat in outcome.winners)
    return flip if flip is not None and flip.winners == winning else None


def flips_of(games: Collection[Game]) -> dict[int, Flip]:
    """The last flip of each of these games that had one, by the game's key. One query."""
    keys = {f"game:{game.pk}": game.pk for game in games}
    entries = Activity.objects.filter(scope__in=keys, verb=FLIPPED).order_by("id")
    return {keys[entry.scope]: _flip(entry) for entry in entries}


def _flip(entry: Activity) -> Flip:
    before: dict[str, Any] = entry.before or {}
    after: dict[str, Any] = entry.after or {}
    return Flip(
        before=before["sentence"],
        after=after["sentence"],
        why=after["why"],
        by=entry.actor,
        at=entry.at,
        reason=entry.reason,
        finals=tuple(after["finals"]),
        winners=tuple(after["winners"]),
    )
