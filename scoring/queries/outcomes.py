"""When it last changed by a ruling or a correction who wins a game."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.engine.game.outcome import Outcome
from scoring.models import Activity, Game, GamePlayer
from scoring.wording.log import LOG
from scoring.wording.outcomes import outcome_sentence

FLIPPED = "result_flips"
"""The verb of the activity log under which a flip is entered."""


RULED_ON = re.compile(r"Turn (\d+) was ruled on:")
"""The sentence by which entries of earlier versions show that a flip came of a ruling."""


@dataclass(frozen=True)
class Flip:
    """A change after which somebody else wins, or a tie comes or goes; sentences for both states."""

    before: str
    after: str
    why: str
    """What was done: ``Turn 7 was corrected``."""
    turn: int | None
    """The turn that was ruled on, where a ruling did it."""
    by: str
    at: datetime
    reason: str
    finals: tuple[int | None, ...]
    """Final scores by seat afterwards."""
    winners: tuple[int, ...]
    """The seats that win afterwards, from 0."""

    def came_of(self, turn: int) -> bool:
        """Whether it was the ruling on this turn that did it."""
        return self.turn == turn


def last_flip(game: Game, outcome: Outcome, names: Sequence[str]) -> Flip | None:
    """The last flip of a game, while its result is still what it became then. One query."""
    if not outcome.winners:
        return None
    entry = _flips([game]).get(game.pk)
    flip = None if entry is None else _flip(entry, names)
    return flip if flip is not None and flip.winners == outcome.winners else None


def flips_of(games: Collection[Game]) -> dict[int, Flip]:
    """The last flip of each of these games that had one, by the game's key. Two queries, one without flips."""
    entries = _flips(games)
    names: dict[int, list[str]] = {}
    if entries:
        players = GamePlayer.objects.filter(game__in=entries).order_by("seat")
        for key, name in players.values_list("game_id", "name"):
            names.setdefault(key, []).append(name)
    return {key: _flip(entry, names[key]) for key, entry in entries.items()}


def logged_outcome(logged: Mapping[str, Any], names: Sequence[str]) -> Outcome:
    """The outcome that an entry of the log holds; entries of earlier versions name the winners."""
    winners = logged["winners"]
    seats = tuple(seat for seat, name in enumerate(names) if seat + 1 in winners or name in winners)
    return Outcome(tuple(logged["finals"]), seats)


def _flips(games: Collection[Game]) -> dict[int, Activity]:
    keys = {f"game:{game.pk}": game.pk for game in games}
    entries = Activity.objects.filter(scope__in=keys, carried=False, verb=FLIPPED).order_by("id")
    return {keys[entry.scope]: entry for entry in entries}


def _flip(entry: Activity, names: Sequence[str]) -> Flip:
    before: dict[str, Any] = entry.before or {}
    after: dict[str, Any] = entry.after or {}
    won, wins = logged_outcome(before, names), logged_outcome(after, names)
    why = after["why"]
    return Flip(
        # Entries of earlier versions hold the sentences themselves.
        before=before.get("sentence") or outcome_sentence(won, names),
        after=after.get("sentence") or outcome_sentence(wins, names),
        why=why if isinstance(why, str) else LOG.again(why).text,
        turn=_turn_ruled_on(why),
        by=entry.actor,
        at=entry.at,
        reason=entry.reason,
        finals=wins.finals,
        winners=wins.winners,
    )


def _turn_ruled_on(why: str | Mapping[str, Any]) -> int | None:
    """The turn whose ruling flipped the result; None where something else did."""
    if isinstance(why, str):
        match = RULED_ON.match(why)
        return int(match[1]) if match else None
    return why["params"]["turn"] if why["code"] == "ruled_on" else None
