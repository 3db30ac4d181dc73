"""Changes in the activity log that gave a game a different winner."""

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

FLIP_VERB = "result_flips"
"""The verb of log entries about a changed winner."""
FINISH_VERB = "finish_game"
"""The verb of log entries with the final scores of a finished game."""

RULED_ON = re.compile(r"Turn (\d+) was ruled on:")
"""Pattern for the sentence that names a ruling as the cause in log entries of earlier versions."""


@dataclass(frozen=True)
class Flip:
    """A change of the winner, including to or from a tie, with sentences for both states."""

    before: str
    after: str
    why: str
    """The cause: ``Turn 7 was corrected``."""
    turn: int | None
    """The turn of the ruling that caused the change; None if no ruling on a turn did."""
    ruled_at: str
    """The time of the ruling on that turn in ISO format.

    It is empty without such a ruling, and in entries of earlier versions.
    """
    by: str
    at: datetime
    reason: str
    finals: tuple[int | None, ...]
    """The final scores by seat after the change."""
    winners: tuple[int, ...]
    """The winning seats after the change, from 0."""


class SupersedingResult(NamedTuple):
    """A result that counts for a board instead of its game's result, with a sentence that explains it."""

    sentence: str
    place: str
    """The board, such as ``board 3``."""
    address: str
    outcome: Outcome


def flip_by_ruling(ruling: Ruling | None, turn: int, flips: Sequence[Flip]) -> Flip | None:
    """Return the last of the `flips` that `ruling` on turn number `turn` caused, or None without a ruling or flip."""
    if ruling is None:
        return None
    brought = None
    for flip in flips:
        if flip.ruled_at == ruling.ruled_at.isoformat() or (
            not flip.ruled_at and flip.turn == turn and ruling.ruled_at <= flip.at
        ):
            brought = flip
    return brought


def flips_of_game(game: Game, names: Sequence[str]) -> tuple[Flip, ...]:
    """Return every flip of a game, oldest first. This takes one query."""
    entries = _log_entries([game], FLIP_VERB)
    return tuple(_flip(entry, names) for entry in entries)


def current_flip(flips: Sequence[Flip], outcome: Outcome, names: Sequence[str]) -> Flip | None:
    """Return the last flip of a game if its winner is still the current one, otherwise None.

    The sentence for the state after the flip shows the current final scores of `outcome`.
    """
    if not flips or not outcome.winners or flips[-1].winners != outcome.winners:
        return None
    return _flip_with_finals(flips[-1], outcome, names)


def last_flips(games: Collection[Game]) -> dict[int, Flip]:
    """Return the last flip of each of these games that had one, by game key.

    Its final scores are those of the game's latest log entry about a flip or about finishing. This
    takes two queries, or one if there are no flips.
    """
    last: dict[str, Activity] = {}
    finals: dict[str, Activity] = {}
    for entry in _log_entries(games, FLIP_VERB, FINISH_VERB):
        finals[entry.scope] = entry
        if entry.verb == FLIP_VERB:
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
            flip = _flip_with_finals(flip, logged_outcome(now, called), called)
        flips[keys[scope]] = flip
    return flips


def logged_outcome(logged: Mapping[str, Any], names: Sequence[str]) -> Outcome:
    """Return the outcome in a log entry. Entries of earlier versions have the winners' names instead of seats."""
    winners = logged["winners"]
    seats = tuple(seat for seat, name in enumerate(names) if seat + 1 in winners or name in winners)
    return Outcome(tuple(logged["finals"]), seats)


def _log_entries(games: Collection[Game], *verbs: str) -> QuerySet[Activity]:
    """Return this installation's own log entries about the games with these verbs, oldest first."""
    scopes = [f"game:{game.pk}" for game in games]
    return Activity.objects.filter(scope__in=scopes, carried=False, verb__in=verbs).order_by("id")


def _flip_with_finals(flip: Flip, outcome: Outcome, names: Sequence[str]) -> Flip:
    """Return the flip with its final scores replaced by those of `outcome`, unchanged if they are equal."""
    if flip.finals == outcome.finals:
        return flip
    return replace(flip, after=outcome_sentence(outcome, names), finals=outcome.finals)


def _flip(entry: Activity, names: Sequence[str]) -> Flip:
    before: dict[str, Any] = entry.before or {}
    after: dict[str, Any] = entry.after or {}
    won, wins = logged_outcome(before, names), logged_outcome(after, names)
    why = after["why"]
    return Flip(
        # Entries of earlier versions contain the sentences themselves.
        before=before.get("sentence") or outcome_sentence(won, names),
        after=after.get("sentence") or outcome_sentence(wins, names),
        why=why if isinstance(why, str) else LOG.from_stored_or(why, entry.summary),
        turn=_ruled_turn(why),
        ruled_at=after.get("ruled_at", ""),
        by=entry.actor,
        at=entry.at,
        reason=entry.reason,
        finals=wins.finals,
        winners=wins.winners,
    )


def _ruled_turn(why: str | Mapping[str, Any]) -> int | None:
    """Return the turn whose ruling changed the winner, or None if something else did."""
    if isinstance(why, str):
        match = RULED_ON.match(why)
        return int(match[1]) if match else None
    return why["params"]["turn"] if why["code"] == "ruled_on" else None
