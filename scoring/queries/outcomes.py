"""The changes of a game after which somebody else wins, as the activity log has them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from scoring.engine.game.outcome import Outcome
from scoring.models import Activity, Game, GamePlayer, Ruling
from scoring.wording.log import LOG
from scoring.wording.outcomes import outcome_sentence

FLIPPED = "result_flips"
"""The verb of the activity log under which a flip is entered."""
FINISHED = "finish_game"
"""The verb under which the final scores of a finished game are entered."""

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
    ruled_at: str
    """The time of that ruling in ISO format; empty where none did it, or an earlier version entered it."""
    by: str
    at: datetime
    reason: str
    finals: tuple[int | None, ...]
    """Final scores by seat afterwards."""
    winners: tuple[int, ...]
    """The seats that win afterwards, from 0."""


class OtherResult(NamedTuple):
    """What counts at a board instead of the result of its finished game: what and why, and where that is decided."""

    sentence: str
    place: str
    """Such as ``board 3``."""
    address: str
    outcome: Outcome


def flip_by(ruling: Ruling | None, turn: int, flips: Sequence[Flip]) -> Flip | None:
    """Return the flip that `ruling`, which stands on line `turn`, brought; None where it brought none."""
    if ruling is None:
        return None
    brought = None
    for flip in flips:
        if flip.ruled_at == ruling.ruled_at.isoformat() or (
            not flip.ruled_at and flip.turn == turn and ruling.ruled_at <= flip.at
        ):
            brought = flip
    return brought


def flips_in(game: Game, names: Sequence[str]) -> tuple[Flip, ...]:
    """Return every flip of a game, the oldest first. One query."""
    entries = _entries([game], FLIPPED)
    return tuple(_flip(entry, names) for entry in entries)


def standing_flip(flips: Sequence[Flip], outcome: Outcome, names: Sequence[str]) -> Flip | None:
    """Return the last of the flips of a game where the winner is still the one it made, else None.

    Its sentence for the state afterwards has the final scores of `outcome`, those that count now.
    """
    if not flips or not outcome.winners or flips[-1].winners != outcome.winners:
        return None
    return _with_finals(flips[-1], outcome, names)


def flips_of(games: Collection[Game]) -> dict[int, Flip]:
    """Return the last flip of each of these games that had one, by the game's key.

    Its final scores are those with which the game was finished since. Two queries, one without flips.
    """
    last: dict[str, Activity] = {}
    finals: dict[str, Activity] = {}
    for entry in _entries(games, FLIPPED, FINISHED):
        finals[entry.scope] = entry
        if entry.verb == FLIPPED:
            last[entry.scope] = entry
    names: dict[int, list[str]] = {}
    keys = {f"game:{game.pk}": game.pk for game in games}
    if last:
        players = GamePlayer.objects.filter(game__in=[keys[scope] for scope in last])
        for key, name in players.order_by("seat").values_list("game_id", "name"):
            names.setdefault(key, []).append(name)
    flips = {}
    for scope, entry in last.items():
        called = names[keys[scope]]
        now: dict[str, Any] = finals[scope].after or {}
        flip = _flip(entry, called)
        if "winners" in now:
            flip = _with_finals(flip, logged_outcome(now, called), called)
        flips[keys[scope]] = flip
    return flips


def logged_outcome(logged: Mapping[str, Any], names: Sequence[str]) -> Outcome:
    """The outcome that an entry of the log holds; entries of earlier versions name the winners."""
    winners = logged["winners"]
    seats = tuple(seat for seat, name in enumerate(names) if seat + 1 in winners or name in winners)
    return Outcome(tuple(logged["finals"]), seats)


def _entries(games: Collection[Game], *verbs: str) -> QuerySet[Activity]:
    """Return what the log of this installation has of the games under these verbs, the oldest first."""
    scopes = [f"game:{game.pk}" for game in games]
    return Activity.objects.filter(scope__in=scopes, carried=False, verb__in=verbs).order_by("id")


def _with_finals(flip: Flip, outcome: Outcome, names: Sequence[str]) -> Flip:
    """Return the flip with other final scores afterwards; the same where those are its own."""
    if flip.finals == outcome.finals:
        return flip
    return replace(flip, after=outcome_sentence(outcome, names), finals=outcome.finals)


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
        ruled_at=after.get("ruled_at", ""),
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
